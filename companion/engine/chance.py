"""What may come up and how likely; never how it was found out."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.engine.errors import ImpossibleOutcome, NotPending

Odds = Mapping[str, int]
"""Each possible outcome with its weight: a die's faces, or how many of each card are left."""


class Draw(Struct, frozen=True):
    """The race waits for chance.

    One table of odds for each independent card or die; with `bag` one table, out of which `count`
    are taken one after the other. `secret`: only `seat` may learn what came.
    """

    name: str
    odds: tuple[Odds, ...]
    seat: str | None = None
    secret: bool = False
    bag: bool = False
    count: int = 1

    def size(self) -> int:
        """How many outcomes answer this draw."""
        return self.count if self.bag else len(self.odds)

    def left(self, taken: tuple[str, ...]) -> Odds:
        """The odds of the next outcome, once `taken` have come."""
        if not self.bag:
            return self.odds[len(taken)]
        return {name: weight - taken.count(name) for name, weight in self.odds[0].items()}


class Drawn(Struct, frozen=True):
    """The answer to a draw: one outcome for each card or die, in order."""

    name: str
    outcomes: tuple[str, ...]


def check_drawn(draw: Draw, drawn: Drawn) -> None:
    """Raise unless `drawn` is something that `draw` can give."""
    if drawn.name != draw.name:
        raise NotPending(f"the race waits for {draw.name}, not for {drawn.name}")
    if len(drawn.outcomes) != draw.size():
        raise ImpossibleOutcome(f"{draw.name} takes {draw.size()} outcome(s), not {len(drawn.outcomes)}")
    for index, outcome in enumerate(drawn.outcomes):
        odds = draw.left(drawn.outcomes[:index])
        if odds.get(outcome, 0) <= 0:
            likely = ", ".join(name for name, weight in odds.items() if weight > 0)
            raise ImpossibleOutcome(f"{draw.name} cannot give {outcome!r} now: it can give {likely}")


def draw_with(draw: Draw, below: Callable[[int], int]) -> Drawn:
    """Answer a draw with numbers from `below(n)`, which gives 0 to n - 1, each equally likely."""
    taken: tuple[str, ...] = ()
    for _ in range(draw.size()):
        odds = draw.left(taken)
        taken += (_pick(odds, below(sum(odds.values()))),)
    return Drawn(draw.name, taken)


def _pick(odds: Odds, ticket: int) -> str:
    for name, weight in odds.items():
        if ticket < weight:
            return name
        ticket -= weight
    raise AssertionError("a ticket is below the sum of the weights")
