"""Gear dice: routes laid in gear, coast and brake dice. An unofficial aid for people who own the game."""

from typing import cast

from companion.engine import Game, Rules, State
from companion.games.gear_dice.narration import narrate
from companion.games.gear_dice.rules import RULES

GAME = Game(rules=cast("Rules[State]", RULES), narrate=narrate)

__all__ = ["GAME"]
