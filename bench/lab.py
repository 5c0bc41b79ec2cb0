"""P11: the bots' lab. Races an hour on one core, and the processor time that spreading over processes costs."""

import os
from collections.abc import Callable
from functools import partial
from statistics import median

from companion.bots.lab import Entry, Totals, play_races, play_spread
from companion.engine import SEATS

ROUNDS = 7
RACES = 320
JOBS = 2


def entry(cars: int) -> Entry:
    seats = SEATS[:cars]
    return Entry("fuel-and-fortune", seats, {}, dict.fromkeys(seats, "random"))


def spent(work: Callable[[], Totals]) -> tuple[Totals, float]:
    """Processor seconds of this process and of those that it started and that have ended."""
    before = sum(os.times()[:4])
    totals = work()
    return totals, sum(os.times()[:4]) - before


def _quiet(_: int) -> None:
    """No progress bar."""


def main() -> None:
    for cars in (2, 4):
        _, seconds = spent(partial(play_races, entry(cars), 1, range(RACES)))
        print(f"P11 {cars} cars at random: {RACES / seconds * 3600:,.0f} races an hour on one core")
    ratios = []
    for seed in range(ROUNDS):
        alone, one = spent(partial(play_races, entry(2), seed, range(RACES)))
        spread, many = spent(partial(play_spread, entry(2), seed, RACES, JOBS, _quiet))
        assert (alone.wins, alone.sums) == (spread.wins, spread.sums)
        ratios.append(many / one)
    print(f"P11 {JOBS} processes: {100 * (median(ratios) - 1):+.1f} % processor time against one, same totals")


if __name__ == "__main__":
    main()
