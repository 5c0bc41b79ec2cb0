"""Tiles on the table: which hexagon each covers, and where a point of the road lies in millimetres."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from companion.games.gear_dice.catalogue import Laid

APOTHEM = 75.0
"""From the middle of a tile to the middle of each of its six sides."""
ROAD = 42.0
"""The width of the road, whatever its lanes."""
SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The hexagon ahead in each of six headings, clockwise from the right."""

Hex = tuple[int, int]


class Spot(Struct, frozen=True):
    """A point of the road: where it is, and its heading in degrees clockwise."""

    x: float
    y: float
    angle: float


class Path(Struct, frozen=True):
    """The middle of the road over one tile: from where it comes in, straight on or along an arc."""

    start: Spot
    turn: int

    @property
    def radius(self) -> float:
        """Of the arc; it touches the sides of the tile at right angles."""
        return APOTHEM / math.tan(math.radians(abs(self.turn)) / 2)

    @property
    def length(self) -> float:
        return self.radius * math.radians(abs(self.turn)) if self.turn else 2 * APOTHEM

    def at(self, along: float, right: float) -> Spot:
        """A point so far along (0 to 1) and so many millimetres to the right of the middle."""
        if not self.turn:
            return _shifted(self.start, along * self.length, right)
        centre = _shifted(self.start, 0, self._way * self.radius)
        angle = self.start.angle + along * self.turn
        return _shifted(Spot(centre.x, centre.y, angle), 0, right - self._way * self.radius)

    def room(self, part: float, right: float, half: float) -> float:
        """How long a box over this part of the path may be, so that its corners do not meet its neighbours'."""
        if not self.turn:
            return part * self.length
        return 2 * self._reach(right + self._way * half) * math.tan(part * math.radians(abs(self.turn)) / 2)

    def inward(self, length: float, right: float, half: float) -> float:
        """How far to the right a box of this length must give way, so that its outer corners stay in its lane."""
        if not self.turn:
            return 0.0
        edge = self._reach(right - self._way * half)
        return self._way * (math.hypot(edge, length / 2) - edge)

    @property
    def _way(self) -> int:
        return 1 if self.turn > 0 else -1

    def _reach(self, right: float) -> float:
        """How far a line beside the middle is from the centre of the arc."""
        return self.radius - self._way * right


def _shifted(spot: Spot, ahead: float, right: float) -> Spot:
    angle = math.radians(spot.angle)
    x = spot.x + ahead * math.cos(angle) - right * math.sin(angle)
    y = spot.y + ahead * math.sin(angle) + right * math.cos(angle)
    return Spot(x, y, spot.angle)


def hexes(laid: Sequence["Laid"]) -> tuple[Hex, ...]:
    """The hexagon that each tile covers; after the last one, that of the tile that would follow."""
    places, heading = [(0, 0)], 0
    for one in laid:
        heading = (heading + one.turn // 60) % 6
        ahead = SIDES[heading]
        places.append((places[-1][0] + ahead[0], places[-1][1] + ahead[1]))
    return tuple(places)


def placed(laid: Sequence["Laid"]) -> tuple[Path, ...] | None:
    """The path over each tile; None where the tiles do not close or lie on each other, and no such drawing is true."""
    places = hexes(laid)
    if sum(one.turn for one in laid) not in (360, -360) or places[-1] != places[0] or len(set(places)) < len(laid):
        return None
    paths, spot = list[Path](), Spot(0.0, 0.0, 0.0)
    for one in laid:
        paths.append(Path(spot, one.turn))
        spot = paths[-1].at(1, 0)
    return tuple(paths)
