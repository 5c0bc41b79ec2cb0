"""The lane grid laid out in millimetres, from the sections of a track and how far they turn.

The middle of the road is followed sector by sector. The apron lies on the left, where corners usually turn to; lanes
get longer or shorter in a corner. What a loop fails to close by is spread over all its sectors.
"""

from functools import cache
from math import cos, degrees, radians, sin

from companion.engine import Board, Place, Token
from companion.games.stock_car.preview import token
from companion.games.stock_car.restart import GREEN_LINE
from companion.games.stock_car.state import Race
from companion.games.stock_car.tracks import Section, Track
from companion.parts.lanes import LANES

PITCH = 28.0
LANE = 15.0
MARGIN = 10.0
APRON = -2.0
FILLED = 0.92
SHORTEST = 6.0
Spot = tuple[float, float, float, float]
"""Where a sector's middle lies (x and y, y growing upward), its heading and its turn, in radians."""


def board(race: Race, highlights: tuple[str, ...] = ()) -> Board:
    """The board with every car where it stands."""
    width, height, places = laid_out(race.options.track.sections)
    return Board("board", "Track", width, height, places, tokens(race), highlights)


def tokens(race: Race) -> tuple[Token, ...]:
    """Every car on the track or the apron; on the apron the one that came first lies lowest and counts as ahead."""
    return tuple(
        Token(
            id=token(number),
            place=car.at,
            order=race.apron.index(number) if number in race.apron else 0,
            seat=car.seat,
            text=str(number),
            label=f"car {number}",
        )
        for number, car in race.cars.items()
        if car.at
    )


@cache
def laid_out(sections: tuple[Section, ...]) -> tuple[float, float, tuple[Place, ...]]:
    """Width, height and all places, moved into the corner of the board."""
    spots = _middle(sections)
    widths = Track(sections=sections).widths
    places = [place for sector, spot in enumerate(spots, 1) for place in _sector(sector, spot, widths)]
    left = min(place.x for place in places) - PITCH / 2 - MARGIN
    top = min(place.y for place in places) - PITCH / 2 - MARGIN
    shifted = tuple(_moved(place, -left, -top) for place in places)
    width = max(place.x for place in shifted) + PITCH / 2 + MARGIN
    return round(width, 1), round(max(place.y for place in shifted) + PITCH / 2 + MARGIN, 1), shifted


def _turns(sections: tuple[Section, ...]) -> list[float]:
    """The turn of each sector; what is missing to a full circle is spread over all, so that nothing makes a ring."""
    turns = [section.turn / section.sectors for section in sections for _ in range(section.sectors)]
    missing = (360 - sum(turns)) / len(turns)
    return [radians(turn + missing) for turn in turns]


def _middle(sections: tuple[Section, ...]) -> list[Spot]:
    x = y = heading = 0.0
    spots: list[Spot] = []
    for turn in _turns(sections):
        heading += turn / 2
        spots.append((x + PITCH / 2 * cos(heading), y + PITCH / 2 * sin(heading), heading, turn))
        x, y, heading = x + PITCH * cos(heading), y + PITCH * sin(heading), heading + turn / 2
    total = len(spots)
    return [(sx - x * n / total, sy - y * n / total, h, t) for n, (sx, sy, h, t) in enumerate(spots)]


def _sector(sector: int, spot: Spot, widths: tuple[int, ...]) -> list[Place]:
    lanes = LANES[widths[sector - 1]]
    marks = _marks(sector, len(widths), lanes)
    offsets = {lane: index - (len(lanes) - 1) / 2 for index, lane in enumerate(lanes)}
    apron = _place(f"A{sector}", spot, APRON, ("apron",))
    return [*(_place(f"{lane}{sector}", spot, offset, marks) for lane, offset in offsets.items()), apron]


def _marks(sector: int, sectors: int, lanes: tuple[str, ...]) -> tuple[str, ...]:
    """The green restart line lies at the far end of the sector that has its mark (A18)."""
    marks = (
        (sector == 1, "after-the-line"),
        (sector == sectors - GREEN_LINE, "green-restart-line"),
        (len(lanes) == 2, "corner"),
    )
    return tuple(mark for there, mark in marks if there)


def _place(name: str, spot: Spot, offset: float, marks: tuple[str, ...]) -> Place:
    x, y, heading, turn = spot
    out = offset * LANE
    return Place(
        id=name,
        x=x + out * sin(heading),
        y=-(y - out * cos(heading)),
        width=round(max(SHORTEST, (PITCH + out * turn) * FILLED), 1),
        height=round(LANE * FILLED, 1),
        angle=round(-degrees(heading), 1),
        marks=marks,
        label=name,
    )


def _moved(place: Place, right: float, down: float) -> Place:
    return Place(
        id=place.id,
        x=round(place.x + right, 1),
        y=round(place.y + down, 1),
        width=place.width,
        height=place.height,
        angle=place.angle,
        marks=place.marks,
        label=place.label,
    )
