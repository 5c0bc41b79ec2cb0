"""Chapter 1, the dice: six gear dice, two coast dice, three brake dice, shared by everybody."""

from collections.abc import Iterable, Mapping
from typing import Literal

from companion.engine import Draw, Odds, Seat

Face = Literal["clear", "hazard"]

FACES = 6
NUMBERS = range(1, 7)
TOP_GEAR = 6
BOX = {"gear": 6, "coast": 2, "brake": 3}
"""How many dice of each kind are in the box; what a dashboard allows is its own matter."""

HAZARDS: Mapping[str, int] = {"g1": 1, "g2": 1, "g3": 2, "g4": 2, "g5": 2, "g6": 2, "coast": 1, "brake": 2}
"""Faces of each die that show a hazard, at most one hazard a face."""

_ODDS: Mapping[str, Odds] = {die: {"clear": FACES - count, "hazard": count} for die, count in HAZARDS.items()}


def thrown(dice: Iterable[str], seat: Seat) -> Draw:
    """These dice, rolled together, in the order in which they lie on the route."""
    return Draw("dice", tuple(_ODDS[die] for die in dice), seat)
