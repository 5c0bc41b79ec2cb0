"""Stock car: teams that draft, push and shove. An unofficial aid for people who own the game."""

from typing import cast

from companion.engine import Game, Rules, State
from companion.games.stock_car.narration import narrate
from companion.games.stock_car.rules import RULES

GAME = Game(rules=cast("Rules[State]", RULES), narrate=narrate)

__all__ = ["GAME"]
