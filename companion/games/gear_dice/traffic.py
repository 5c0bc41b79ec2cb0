"""Chapter 4.5, 4.6 and 7.2: what other cars and yellow flags bar."""

from collections.abc import Iterator

from msgspec import Struct

from companion.engine import Ruling, Seat
from companion.games.gear_dice.state import Race


class Gate(Struct, frozen=True):
    """What stands in the way from one space to the next: a car in it, the least gear to pass, a yellow flag."""

    taken: Seat | None = None
    least: int = 0
    passed: Seat | None = None
    flagged: Seat | None = None

    def bars(self, space: str, held: int, gear: int) -> Ruling | None:
        """The ruling against a step in this gear; a car still in gear 0 pulls away beside anybody (A9)."""
        if self.taken is not None:
            return Ruling("4.4", f"{self.taken} stands on {space}.")
        if self.flagged is not None and held > 0:
            return Ruling("7.2", f"Yellow flag: {space} is beside {self.flagged}.")
        if gear < self.least:
            return Ruling("4.5", f"{space} is beside {self.passed} in gear {self.least}: it takes a {self.least}.")
        return None


OPEN = Gate()


def occupied(race: Race, space: str, but: Seat | None = None) -> Seat | None:
    """Who stands on a space of the road."""
    return next((s for s, car in race.cars.items() if s != but and car.at == space and car.on_road), None)


def gate(race: Race, seat: Seat, start: str, end: str) -> Gate:
    """What bars a seat's step from one space to the next. Whoever is beside a car already may go on as it likes."""
    beside = [(other, race.cars[other].gear) for other in _beside(race, seat, end)]
    taken = occupied(race, end, seat)
    if not beside:
        return OPEN if taken is None else Gate(taken)
    fresh = [(gear, other) for other, gear in beside if race.cars[other].at not in race.road.beside[start]]
    least, passed = max(fresh, default=(0, None))
    flagged = race.road.spaces[end].tile in race.flags
    flag = next((o for o, gear in beside if gear > 0 and not exempt(race, seat, o)), None) if flagged else None
    return Gate(taken, least, passed, flag)


def _beside(race: Race, seat: Seat, space: str) -> Iterator[Seat]:
    near = race.road.beside[space]
    return (other for other, car in race.cars.items() if other != seat and car.at in near and car.on_road)


def exempt(race: Race, one: Seat, other: Seat) -> bool:
    """Whether two cars were side by side when a flag fell, and still are (8.41)."""
    return (one, other) in race.exempt or (other, one) in race.exempt


def side_by_side(race: Race, one: Seat, other: Seat) -> bool:
    """Whether two cars on the road stand beside each other."""
    first, second = race.cars[one], race.cars[other]
    return first.on_road and second.on_road and second.at in race.road.beside.get(first.at, ())
