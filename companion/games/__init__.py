"""The games there are. A new game is one folder here and one line in GAMES."""

from collections.abc import Mapping
from importlib import import_module

from companion.engine import Game

GAMES: Mapping[str, str] = {
    "fuel-and-fortune": "companion.games.fuel_and_fortune",
    "stock-car": "companion.games.stock_car",
    "gear-dice": "companion.games.gear_dice",
}
"""Each game's name and its package, imported only when it is played."""


def load(name: str) -> Game:
    """The game of that name; KeyError if there is none. Its package exports GAME."""
    game = import_module(GAMES[name]).GAME
    assert isinstance(game, Game)
    return game
