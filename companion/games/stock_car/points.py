"""Chapter 4.7: what places and Turn Leader markers are worth."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.games.stock_car.state import Race

FIRST, SECOND, THIRD = 46, 42, 41


def for_place(place: int) -> int:
    """The number on a position marker; 0 for no marker."""
    if place <= 3:
        return (0, FIRST, SECOND, THIRD)[place]
    return max(0, 44 - place)


def most_led(race: "Race") -> int:
    """The car with the most Turn Leader markers, a tie going to the better finisher; 0 if nobody led."""
    led = [(-car.led, car.place or len(race.cars) + 1, number) for number, car in race.cars.items() if car.led]
    return min(led)[2] if led else 0


def of_car(race: "Race", number: int) -> int:
    """Place, one for having led at all, one for having led most."""
    car = race.cars[number]
    return for_place(car.place) + (car.led > 0) + (number == most_led(race))


def by_seat(race: "Race") -> dict[str, int]:
    """Each team's sum over its cars."""
    sums = dict.fromkeys(race.options.seats, 0)
    for number, car in race.cars.items():
        sums[car.seat] += of_car(race, number)
    return sums


def ranking(race: "Race") -> tuple[str, ...]:
    """Seats by points; of tied teams the one that owns the best-placed car goes first."""
    sums = by_seat(race)
    best = {
        seat: min(car.place or len(race.cars) + 1 for car in race.cars.values() if car.seat == seat) for seat in sums
    }
    return tuple(sorted(sums, key=lambda seat: (-sums[seat], best[seat])))
