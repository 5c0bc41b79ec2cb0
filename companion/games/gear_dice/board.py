"""The board in millimetres: the road bent into a loop, or where the track's own coordinates put it."""

import math
from collections.abc import Iterator
from functools import lru_cache

from companion.engine import Board, Place, Token
from companion.games.gear_dice.state import Race
from companion.games.gear_dice.track import Link, Space, Track

LANE = 15.0
STEP = 9.0
MARGIN = 20.0
TIGHTEST = 60.0
STRETCH = 1.8
GAP = 0.88


def board(race: Race) -> Board:
    """Spaces, cars, flags; the laid route is lit."""
    width, height, places = _places(race.options.track)
    lit = tuple(step.partition(" ")[2] for step in race.route)
    return Board("board", "Board", width, height, places, (*_cars(race), *_flags(race)), lit)


def road(race: Race) -> Board:
    """The same road unbent, for programs: x is progress, y the lane, each link a token on the space it leaves."""
    return _road(race.options.track)


def _cars(race: Race) -> Iterator[Token]:
    for order, (seat, car) in enumerate(race.cars.items()):
        if car.at and car.status != "finished":
            where = "" if car.on_road else " (off the road)" if car.status.startswith("off") else " (pits)"
            yield Token(seat, car.at, order, seat, "00" if car.marker < 0 else str(car.gear), f"{seat}{where}")


def _flags(race: Race) -> Iterator[Token]:
    for tile in race.flags:
        first = next((space.id for space in race.options.track.space if space.tile == tile), None)
        if first is not None:
            yield Token(f"flag-{tile}", first, 99, text="!", label=f"yellow flag on {tile}")


@lru_cache(maxsize=16)
def _road(track: Track) -> Board:
    length = max(space.front for space in track.space)
    lanes = max(space.lane for space in track.space)
    dangers = {tile.id: tile.danger for tile in track.tiles}
    places = tuple(
        Place(
            space.id,
            (space.rear + space.front) / 2,
            space.lane,
            width=space.front - space.rear,
            height=1,
            marks=(f"tile-{space.tile}", *_marks(track, space, dangers[space.tile]), *_inside(space)),
        )
        for space in track.space
    )
    links = tuple(Token(f"{li.start}>{li.to}", li.start, text=_spelt(li), label=li.to) for li in track.link)
    return Board("road", "Road", length, lanes + 1, places, links)


def _inside(space: Space) -> tuple[str, ...]:
    return () if space.inside is None else (f"inside-{space.inside}",)


def _spelt(link: Link) -> str:
    told = {"into-limit": link.into_limit, "into-hazard": link.into_hazard}
    told |= {"outof-limit": link.outof_limit, "outof-hazard": link.outof_hazard}
    words = [f"{key}:{value}" for key, value in told.items() if value]
    return " ".join([link.kind, *words, *(["finish"] if link.finish else [])])


def _marks(track: Track, space: Space, danger: int) -> Iterator[str]:
    """What is printed on a space, the most important first."""
    if space.limit is not None:
        yield f"dangerous-{space.limit}" if space.dangerous else f"limit-{space.limit}"
    yield from dict.fromkeys(_lines(track, space.id))
    yield f"danger-{danger}"
    if space.edge:
        yield "edge"


def _lines(track: Track, space: str) -> Iterator[str]:
    """Dotted lines at the two ends of a space."""
    for link in track.link:
        if link.to == space and link.into_limit is not None:
            yield f"line-in-{link.into_limit}"
        if link.to == space and link.into_hazard:
            yield "line-in-hazard"
        if link.start == space and link.outof_limit is not None:
            yield f"line-out-{link.outof_limit}"
        if link.start == space and link.outof_hazard:
            yield "line-out-hazard"
        if link.to == space and link.finish:
            yield "after-the-line"


@lru_cache(maxsize=16)
def _places(track: Track) -> tuple[float, float, tuple[Place, ...]]:
    dangers = {tile.id: tile.danger for tile in track.tiles}
    own = all(space.x is not None for space in track.space)
    loop = _Loop(track)
    places = tuple(
        (_own if own else loop.place)(space, tuple(_marks(track, space, dangers[space.tile]))) for space in track.space
    )
    left, top = min(p.x for p in places) - MARGIN, min(p.y for p in places) - MARGIN
    width, height = max(p.x for p in places) - left + MARGIN, max(p.y for p in places) - top + MARGIN
    return width, height, tuple(_moved(place, left, top) for place in places)


def _moved(place: Place, left: float, top: float) -> Place:
    x, y = round(place.x - left, 1), round(place.y - top, 1)
    size, angle = (round(place.width, 1), round(place.height, 1)), round(place.angle, 1)
    return Place(place.id, x, y, place.shape, *size, angle, place.marks, place.label)


def _own(space: Space, marks: tuple[str, ...]) -> Place:
    assert space.x is not None
    length, width = space.length or (space.front - space.rear) * STEP, space.width or LANE
    return Place(space.id, space.x, space.y or 0.0, "box", length * GAP, width * GAP, space.angle, marks, space.id)


class _Loop:
    """Two straights and two half circles, driven clockwise: lane 1 is outermost."""

    def __init__(self, track: Track) -> None:
        self.length = max(space.front for space in track.space)
        self.middle = (max(space.lane for space in track.space) + 1) / 2
        self.radius = max(TIGHTEST, self.length * STEP / (2 * STRETCH + 2 * math.pi))
        self.straight = STRETCH * self.radius
        self.step = (2 * self.straight + 2 * math.pi * self.radius) / self.length

    def place(self, space: Space, marks: tuple[str, ...]) -> Place:
        along = (space.rear + space.front) / 2 * self.step
        out = (self.middle - space.lane) * LANE
        x, y, angle = self._at(along, out)
        length = self._length((space.front - space.rear) * self.step, out, angle)
        return Place(space.id, x, y, "box", length * GAP, LANE * GAP, angle, marks, space.id)

    def _length(self, along: float, out: float, angle: float) -> float:
        """How long a box may be: in a bend its inner corners must not meet its neighbours'."""
        if angle % 180 == 0:
            return along
        return 2 * (self.radius + out - LANE / 2) * math.tan(along / self.radius / 2)

    def _at(self, along: float, out: float) -> tuple[float, float, float]:
        """Where a point lies that is so far along and so far out, and its heading."""
        half = self.straight + math.pi * self.radius
        back = along >= half
        x, y, angle = self._half(along - half if back else along, out)
        return (-x, -y, angle + 180) if back else (x, y, angle)

    def _half(self, along: float, out: float) -> tuple[float, float, float]:
        reach = self.radius + out
        if along < self.straight:
            return along - self.straight / 2, -reach, 0.0
        turn = (along - self.straight) / self.radius
        return self.straight / 2 + reach * math.sin(turn), -reach * math.cos(turn), math.degrees(turn)
