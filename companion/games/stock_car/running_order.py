"""Chapter 3.4 and 3.5: who leads, who is a lap down."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.games.stock_car.state import Car, Race

_DEPTH = {"I": 0, "M": 1, "O": 2, "A": 3}


def on_board(car: "Car") -> bool:
    """Whether it is still on the track or the apron."""
    return car.status in ("racing", "pitted")


def progress(race: "Race", number: int) -> int:
    """Sectors since the start of lap 1 (2.0)."""
    car = race.cars[number]
    return (car.lap - 1) * race.options.track.sectors + int(car.at[1:])


def order(race: "Race") -> tuple[int, ...]:
    """Cars on the board: most laps, then nearest to the line, inside before outside, the apron last, lowest first."""
    keys = {number: _key(race, number, car) for number, car in race.cars.items() if on_board(car)}
    return tuple(sorted(keys, key=keys.__getitem__))


def _key(race: "Race", number: int, car: "Car") -> tuple[int, int, int, int]:
    deep = race.apron.index(number) if number in race.apron else 0
    return -car.lap, -int(car.at[1:]), _DEPTH[car.at[0]], deep


def leading(race: "Race") -> int | None:
    """The car in the lead, if any is left on the board."""
    keys = {number: _key(race, number, car) for number, car in race.cars.items() if on_board(car)}
    return min(keys, key=keys.__getitem__, default=None)


def lapped(race: "Race") -> tuple[int, ...]:
    """Cars on the board that the leader is a whole lap ahead of, best first."""
    leader = race.cars.get(race.leader)
    if leader is None or not on_board(leader):
        return ()
    earlier = [number for number, car in race.cars.items() if car.lap < leader.lap and on_board(car)]
    down = progress(race, race.leader) - race.options.track.sectors
    behind = {number for number in earlier if progress(race, number) <= down}
    return tuple(number for number in order(race) if number in behind) if behind else ()


def best_place_left(race: "Race") -> int:
    """The most valuable position marker that nobody holds."""
    taken = {car.place for car in race.cars.values()}
    return next(place for place in range(1, len(race.cars) + 1) if place not in taken)


def worst_place_left(race: "Race") -> int:
    """The least valuable position marker that nobody holds."""
    taken = {car.place for car in race.cars.values()}
    return next(place for place in range(len(race.cars), 0, -1) if place not in taken)
