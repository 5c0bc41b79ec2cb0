"""Chapter 4.5, 4.6 and 7.2: what other cars and yellow flags bar."""

from collections.abc import Mapping

from msgspec import Struct

from companion.engine import Ruling, Seat
from companion.games.gear_dice.state import Race
from companion.games.gear_dice.track import Road


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


class Scene(Struct, frozen=True):
    """What decides who may go where: the road, the space and the gear of each car on it, flags, and exempt pairs."""

    road: Road
    cars: Mapping[Seat, tuple[str, int]]
    flags: tuple[str, ...] = ()
    exempt: tuple[tuple[Seat, Seat], ...] = ()

    def taken(self, space: str, but: Seat | None = None) -> Seat | None:
        """Who stands on a space."""
        return next((seat for seat, (at, _) in self.cars.items() if at == space and seat != but), None)

    def gate(self, seat: Seat, start: str, end: str) -> Gate:
        """What bars a seat's step from one space to the next. Whoever is beside a car already may go as it likes."""
        near, now = self.road.beside[end], self.road.beside[start]
        beside = [(gear, other, at) for other, (at, gear) in self.cars.items() if at in near and other != seat]
        taken = self.taken(end, seat)
        if not beside:
            return OPEN if taken is None else Gate(taken)
        least, passed, _ = max((car for car in beside if car[2] not in now), default=(0, None, ""))
        flagged = self.road.spaces[end].tile in self.flags
        flag = next((o for gear, o, _ in beside if gear and not self.are_exempt(seat, o)), None) if flagged else None
        return Gate(taken, least, passed, flag)

    def are_exempt(self, one: Seat, other: Seat) -> bool:
        """Whether two cars were side by side when a flag fell, and still are (8.41)."""
        return (one, other) in self.exempt or (other, one) in self.exempt


def scene(race: Race) -> Scene:
    """The traffic as it stands."""
    cars = {seat: (car.at, car.gear) for seat, car in race.cars.items() if car.on_road}
    return Scene(race.road, cars, race.flags, race.exempt)


def occupied(race: Race, space: str, but: Seat | None = None) -> Seat | None:
    """Who stands on a space of the road."""
    return scene(race).taken(space, but)


def gate(race: Race, seat: Seat, start: str, end: str) -> Gate:
    """What bars a seat's step from one space to the next."""
    return scene(race).gate(seat, start, end)


def side_by_side(race: Race, one: Seat, other: Seat) -> bool:
    """Whether two cars on the road stand beside each other."""
    first, second = race.cars[one], race.cars[other]
    return first.on_road and second.on_road and second.at in race.road.beside.get(first.at, ())
