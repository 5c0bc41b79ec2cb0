"""Chapter 4.7: what places and Turn Leader markers are worth."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.stock_car import running_order

if TYPE_CHECKING:
    from companion.games.stock_car.state import Race

TOP = (0, 46, 42, 41)
"""What the position markers 1 to 3 say; no marker, nothing."""

Places = Mapping[int, int]


def for_place(place: int) -> int:
    """The number on a position marker; 0 for no marker."""
    return TOP[place] if place < len(TOP) else max(0, 44 - place)


def by_seat(race: "Race") -> dict[str, int]:
    """Each team's sheet as it lies: the position markers handed out, and the Turn Leader markers."""
    return _sums(race, {number: car.place for number, car in race.cars.items()})


def forecast(race: "Race") -> dict[str, int]:
    """What each team would have if the race stopped now."""
    return _sums(race, as_they_run(race))


def as_they_run(race: "Race") -> Places:
    """Every car's place if the race stopped now."""
    taken = {car.place for car in race.cars.values()}
    left = (place for place in range(1, len(race.cars) + 1) if place not in taken)
    running = dict(zip(running_order.order(race), left, strict=False))
    return {number: car.place or running.get(number, 0) for number, car in race.cars.items()}


def _sums(race: "Race", places: Places) -> dict[str, int]:
    sums = dict.fromkeys(race.options.seats, 0)
    most = _most_led(race, places)
    for number, car in race.cars.items():
        sums[car.seat] += for_place(places[number]) + (car.led > 0) + (number == most)
    return sums


def _most_led(race: "Race", places: Places) -> int:
    """The car with the most Turn Leader markers, a tie going to the better finisher; 0 if nobody led."""
    led = [(-car.led, _rank(race, places[number]), number) for number, car in race.cars.items() if car.led]
    return min(led)[2] if led else 0


def _rank(race: "Race", place: int) -> int:
    """A place to compare by: no place comes last."""
    return place or len(race.cars) + 1


def ranking(race: "Race") -> tuple[str, ...]:
    """Seats by points; of tied teams the one that owns the best-placed car goes first."""
    sums, best = by_seat(race), dict.fromkeys(race.options.seats, len(race.cars) + 1)
    for car in race.cars.values():
        best[car.seat] = min(best[car.seat], _rank(race, car.place))
    return tuple(sorted(sums, key=lambda seat: (-sums[seat], best[seat])))
