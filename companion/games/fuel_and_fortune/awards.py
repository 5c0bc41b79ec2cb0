"""Chapter 7, Awards: what else there is to be won, worked out from what the drivers did."""

from collections.abc import Callable, Mapping

from companion.engine import Seat
from companion.games.fuel_and_fortune.cars import Car, Stats

MOST: Mapping[str, Callable[[Stats], int]] = {
    "leadfoot": lambda stats: stats.fuel_burned,
    "lucky-dog": lambda stats: stats.plays,
    "pro-racer": lambda stats: stats.good_exits,
    "elbows-out": lambda stats: stats.passes,
}
"""Awards for the most of something."""

NAMES = (*MOST, "squeaky-clean", "not-your-day")


def awarded(cars: Mapping[Seat, Car], grid: tuple[Seat, ...], ranking: tuple[Seat, ...]) -> dict[str, tuple[Seat, ...]]:
    """Every award with those who share it; nobody gets one in a practice run."""
    if len(cars) == 1:
        return dict.fromkeys(NAMES, ())
    given = {name: best({seat: count(car.stats) for seat, car in cars.items()}) for name, count in MOST.items()}
    scrapes = {seat: car.stats.scrapes for seat, car in cars.items()}
    given["squeaky-clean"] = tuple(seat for seat, count in scrapes.items() if count == min(scrapes.values()))
    given["not-your-day"] = best({seat: ranking.index(seat) - grid.index(seat) for seat in cars})
    return given


def best(values: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Everybody with the highest value, if that is at least 1."""
    highest = max(values.values())
    return tuple(seat for seat, value in values.items() if value == highest) if highest > 0 else ()
