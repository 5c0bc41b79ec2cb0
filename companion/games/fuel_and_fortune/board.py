"""The board in real size: an oval of segments driven counterclockwise, the pit lane inside it.

Marks: `start` on the segment after the line, `blue-dot`, `pit-entry`, `pit-exit` and `safe-zone` on the road,
`pit-lane` and `last-box` in the lane.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from msgspec import Struct

from companion.engine import Board, Place, Seat, Token
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.track import Track
from companion.games.fuel_and_fortune.words import spoken
from companion.parts import ring

SEGMENT = 24.0
"""The least length of a segment along the middle of the road, in mm."""
AROUND = 900.0
"""The least length of a lap, in mm."""
ROAD = 30.0
BOX = 20.0
MARGIN = 12.0


class Oval(Struct, frozen=True):
    """The middle of the road: two straights and two half circles. The line is in the middle of the lower straight."""

    segment: float
    straight: float
    radius: float

    @property
    def width(self) -> float:
        return self.straight + 2 * self.radius + ROAD + 2 * MARGIN

    @property
    def height(self) -> float:
        return 2 * self.radius + ROAD + 2 * MARGIN

    def at(self, way: float, inside: float = 0.0) -> tuple[float, float, float]:
        """x, y and heading (degrees clockwise) so many mm after the line, and so many mm inside the road's middle."""
        half, turn = self.straight / 2, pi * self.radius
        way %= 2 * self.straight + 2 * turn
        middle_x, middle_y = self.width / 2, self.height / 2
        radius = self.radius - inside
        if way < half or way >= half + 2 * turn + self.straight:
            x = way if way < half else way - 2 * self.straight - 2 * turn
            return middle_x + x, middle_y + radius, 0.0
        if way < half + turn:
            angle = (way - half) / self.radius
            return middle_x + half + radius * sin(angle), middle_y + radius * cos(angle), -angle * 180 / pi
        if way < half + turn + self.straight:
            return middle_x + half - (way - half - turn), middle_y - radius, 180.0
        angle = (way - half - turn - self.straight) / self.radius
        return middle_x - half - radius * sin(angle), middle_y - radius * cos(angle), 180 - angle * 180 / pi


@lru_cache(maxsize=8)
def oval(size: int) -> Oval:
    """The oval for so many segments."""
    segment = max(SEGMENT, AROUND / size)
    straight = 0.3 * segment * size
    return Oval(segment, straight, (segment * size - 2 * straight) / (2 * pi))


@lru_cache(maxsize=8)
def places(track: Track) -> tuple[Place, ...]:
    """The road from the line round, then the lane."""
    return (*_road(track, oval(track.size)), *_lane(track, oval(track.size)))


def _road(track: Track, shape: Oval) -> Iterator[Place]:
    for index, name in enumerate(track.names):
        x, y, heading = shape.at((index + 0.5) * shape.segment)
        width = round(shape.segment * 0.9, 1)
        yield Place(name, round(x, 1), round(y, 1), "box", width, ROAD, round(heading, 1), _marks(track, name), name)


def _marks(track: Track, name: str) -> tuple[str, ...]:
    marks = {
        "pit-entry": name == track.entry,
        "pit-exit": name == track.exit,
        "safe-zone": name in track.safe,
        "blue-dot": name in track.dots,
        "start": name == track.names[0],
    }
    return tuple(mark for mark, there in marks.items() if there)


def _lane(track: Track, shape: Oval) -> Iterator[Place]:
    """Boxes in a row inside the road, centred between Pit Entry and Pit Exit."""
    boxes = len(track.boxes)
    span = ring.ahead(track.entry_at, track.exit_at, track.size) * shape.segment
    gap = max(BOX, span / (boxes + 1))
    first = (track.entry_at + 0.5) * shape.segment + span / 2 - gap * (boxes - 1) / 2
    for index, name in enumerate(track.boxes):
        x, y, heading = shape.at(first + index * gap, ROAD)
        marks = ("last-box",) if name == track.last_box else ("pit-lane",)
        yield Place(name, round(x, 1), round(y, 1), "box", BOX * 0.9, BOX, round(heading, 1), marks, name)


def board(race: Race) -> Board:
    """The board with every car, and the safety car beside the head of its queue."""
    track = race.options.track
    shape = oval(track.size)
    width, height = round(shape.width, 1), round(shape.height, 1)
    lit = (race.asked,) if race.awaits != "over" else ()
    return Board("board", "Board", width, height, places(track), tuple(_tokens(race)), lit)


def _tokens(race: Race) -> Iterator[Token]:
    stacks = race.stacks
    for seat, car in race.cars.items():
        yield _token(seat, car.at, stacks[car.at].index(seat) if car.at in stacks else 0)
    if race.safety_car.queue:
        head = race.cars[race.safety_car.queue[0]].at
        yield Token("safety-car", head, -1, text="SC", label="Safety car")


@lru_cache(maxsize=1024)
def _token(seat: Seat, at: str, order: int) -> Token:
    return Token(seat, at, order, seat, seat[0].upper(), spoken(seat))
