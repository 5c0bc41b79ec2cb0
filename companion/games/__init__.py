"""The games there are. A new game is one folder here and one line in GAMES."""

from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files

from companion.engine import Game, RefereeError
from companion.engine.codec import near

GAMES: Mapping[str, str] = {
    "fuel-and-fortune": "companion.games.fuel_and_fortune",
    "stock-car": "companion.games.stock_car",
    "gear-dice": "companion.games.gear_dice",
}
"""Each game's name and its package, imported only when it is played."""


class UnknownGame(RefereeError, KeyError):
    """No game has that name."""

    def __str__(self) -> str:
        return str(self.args[0])


def load(name: str) -> Game:
    """The game of that name. Its package exports GAME."""
    game = import_module(_package(name)).GAME
    assert isinstance(game, Game)
    return game


def rulebook(name: str) -> dict[str, str]:
    """Each rule and ruling number of a game with its sentence, from the game's rulebook.toml."""
    import tomllib  # not for every start: only tools and tests read rulebooks

    book = tomllib.loads(files(_package(name)).joinpath("rulebook.toml").read_text("utf-8"))
    return {number: str(text) for part in ("rules", "rulings") for number, text in book.get(part, {}).items()}


def _package(name: str) -> str:
    if name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}{near(name, GAMES)}")
    return GAMES[name]
