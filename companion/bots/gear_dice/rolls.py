"""A way as a game against its dice: roll the next step, secure it, stop, or roll everything at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from companion.games.gear_dice.focus import price
from companion.games.gear_dice.odds import Pool

Deed = Literal["roll", "roll-flat-out", "secure", "stop"]

FACES = 6


class Stop(Struct, frozen=True):
    """The end of one step: what it is worth to stop there, or to lose control there, and the dice that lead to it."""

    worth: float
    wreck: float
    pool: Pool
    dice: int


class Rolls:
    """A way as a game against its dice."""

    def __init__(self, stops: tuple[Stop, ...], threshold: int, focus: Callable[[int], float]) -> None:
        self.stops = stops
        self.threshold = threshold
        self.focus = focus
        self._known: dict[tuple[int, int, int, int], float] = {}

    def deeds(self, at: int, hazards: int, secured: int, focus: int) -> Iterator[tuple[Deed, float]]:
        """What may be done with the next step, and what it is worth."""
        step = self.stops[at]
        yield "roll", self._roll(at, hazards, secured, focus)
        cost = price(secured, step.dice)
        if cost <= focus:
            left, came = focus - cost, hazards + step.pool.sure
            yield "secure", self._after(at, came, secured + step.dice, left)

    def _roll(self, at: int, hazards: int, secured: int, focus: int) -> float:
        pool = self.stops[at].pool
        return sum(
            share * self._after(at, hazards + pool.sure + count, secured, focus)
            for count, share in enumerate(spread(pool.light, pool.heavy))
        )

    def _after(self, at: int, hazards: int, secured: int, focus: int) -> float:
        """The step is driven: control is lost, or the next decision comes."""
        if hazards >= self.threshold:
            return self.stops[at].wreck + self.focus(focus)
        return self._on(at + 1, hazards, secured, focus)

    def _on(self, at: int, hazards: int, secured: int, focus: int) -> float:
        key = at, hazards, secured, focus
        if key not in self._known:
            stop = self.stops[at - 1].worth + self.focus(focus)
            more = self.deeds(at, hazards, secured, focus) if at < len(self.stops) else ()
            self._known[key] = max([stop, *(worth for _, worth in more)])
        return self._known[key]

    def flat_out(self, hazards: int, focus: int) -> float:
        """All of it at once: a crash comes where the last hazard falls."""
        gained, total, left = self.focus(focus + len(self.stops)), 0.0, {hazards: 1.0}
        for step in self.stops:
            left, crashed = _fallen(left, step.pool, self.threshold)
            total += crashed * step.wreck
        return total + sum(left.values()) * self.stops[-1].worth + gained


def _fallen(left: Mapping[int, float], pool: Pool, threshold: int) -> tuple[dict[int, float], float]:
    """The hazards so far, each with its share, after one step more, and the share that has lost control there."""
    after: dict[int, float] = {}
    for hazards, share in left.items():
        for count, part in enumerate(spread(pool.light, pool.heavy)):
            came = hazards + pool.sure + count
            after[came] = after.get(came, 0.0) + share * part
    crashed = sum(share for hazards, share in after.items() if hazards >= threshold)
    return {hazards: share for hazards, share in after.items() if hazards < threshold}, crashed


@cache
def spread(light: int, heavy: int) -> tuple[float, ...]:
    """How likely exactly 0, 1, 2, ... of these dice show a hazard."""
    found: tuple[float, ...] = (1.0,)
    for bad in _faces(light, heavy):
        lower, upper = (*found, 0.0), (0.0, *found)
        found = tuple((few * (FACES - bad) + one * bad) / FACES for few, one in zip(lower, upper, strict=True))
    return found


def _faces(light: int, heavy: int) -> Iterable[int]:
    return (1,) * light + (2,) * heavy
