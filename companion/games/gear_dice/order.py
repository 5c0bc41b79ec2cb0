"""Chapter 5.3 and 4.7: in which order the cars play, and how they stand."""

from typing import TYPE_CHECKING

from companion.engine import Seat

if TYPE_CHECKING:
    from companion.games.gear_dice.state import Race

NO_CORNER = 99


def _inside(race: "Race", seat: Seat) -> int:
    space = race.road.spaces.get(race.cars[seat].at)
    return NO_CORNER if space is None or space.inside is None else space.inside


def _front(race: "Race", seat: Seat) -> float:
    space = race.road.spaces.get(race.cars[seat].at)
    return 0.0 if space is None else space.front


def distance(race: "Race", seat: Seat) -> tuple[int, float]:
    """How far a car has come: crossings, then its front edge (A19). More is further."""
    return race.cars[seat].lap, _front(race, seat)


def round_order(race: "Race") -> tuple[Seat, ...]:
    """Highest gear, then furthest along, then inside lane, then as in the round before (5.3, 5.6)."""

    def key(seat: Seat) -> tuple[int, int, float, int]:
        lap, front = distance(race, seat)
        return -race.cars[seat].marker, -lap, -front, _inside(race, seat)

    return tuple(sorted((seat for seat in race.line_up if race.cars[seat].status != "finished"), key=key))


def standings(race: "Race") -> tuple[Seat, ...]:
    """Furthest first, then higher gear, then inside lane, then who crossed the line first (4.7)."""

    def key(seat: Seat) -> tuple[int, float, int, int, int]:
        lap, front = distance(race, seat)
        crossed = race.finishers.index(seat) if seat in race.finishers else NO_CORNER
        return -lap, -front, -race.cars[seat].marker, _inside(race, seat), crossed

    return tuple(sorted(race.line_up or race.cars, key=key))
