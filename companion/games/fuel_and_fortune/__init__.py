"""Fuel and Fortune: 1 or 2 segments a turn, fuel and cards for more, and a deck that decides every overlap."""

from typing import cast

from companion.engine import Game, Rules, State
from companion.games.fuel_and_fortune.narration import narrate
from companion.games.fuel_and_fortune.rules import RULES

GAME = Game(rules=cast("Rules[State]", RULES), narrate=narrate)

__all__ = ["GAME"]
