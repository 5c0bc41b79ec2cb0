"""Linked spaces: which follow which, how far along they are, and which stand side by side.

Spaces are numbered in the order given, so that a set of them is the bits of one whole number.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct


class Spot(Struct, frozen=True):
    """A space as a graph sees it; `rear` and `front` say how far along its two edges lie."""

    id: str
    lane: int
    rear: float
    front: float


class Graph(Struct, frozen=True):
    """Spots by number: those that follow each, those before it, and a mask of those beside it."""

    spots: tuple[Spot, ...]
    numbers: Mapping[str, int]
    ahead: tuple[tuple[int, ...], ...]
    behind: tuple[tuple[int, ...], ...]
    beside: tuple[int, ...]

    def mask(self, ids: Iterable[str]) -> int:
        """A set of spaces as bits."""
        return sum({1 << self.numbers[id] for id in ids})

    def ids(self, mask: int) -> tuple[str, ...]:
        """The spaces of a set, in the order of their numbers."""
        return tuple(spot.id for number, spot in enumerate(self.spots) if mask >> number & 1)

    def are_beside(self, one: str, other: str) -> bool:
        """Whether two spaces stand side by side."""
        return bool(self.beside[self.numbers[one]] >> self.numbers[other] & 1)


def graph(spots: Iterable[Spot], links: Iterable[tuple[str, str]], reach: int | None = None) -> Graph:
    """Link the spots. Two stand side by side if their rears or their fronts line up, at most `reach` lanes apart."""
    spots = tuple(spots)
    numbers = {spot.id: number for number, spot in enumerate(spots)}
    pairs = [(numbers[start], numbers[end]) for start, end in links]
    ahead = _adjacent(spots, pairs)
    behind = _adjacent(spots, [(end, start) for start, end in pairs])
    return Graph(spots, numbers, ahead, behind, _beside(spots, reach))


def _adjacent(spots: tuple[Spot, ...], pairs: list[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in spots]
    for start, end in pairs:
        found[start].append(end)
    return tuple(tuple(sorted(ends, key=lambda end: (spots[end].lane, end))) for ends in found)


def _beside(spots: tuple[Spot, ...], reach: int | None) -> tuple[int, ...]:
    return tuple(sum(1 << n for n, other in enumerate(spots) if _line_up(spot, other, reach)) for spot in spots)


def _line_up(one: Spot, other: Spot, reach: int | None) -> bool:
    near = reach is None or abs(one.lane - other.lane) <= reach
    return one is not other and near and (one.front == other.front or one.rear == other.rear)


def step(graph: Graph, mask: int, closed: int = 0) -> int:
    """The spaces one step on from any of a set, but for the closed ones."""
    found = 0
    for number, ahead in enumerate(graph.ahead):
        if mask >> number & 1:
            for end in ahead:
                found |= 1 << end
    return found & ~closed


def reachable(graph: Graph, start: int, steps: int, closed: int = 0) -> tuple[int, ...]:
    """The sets of spaces after 0, 1, 2, ... `steps` steps from one space."""
    layers = [1 << start]
    for _ in range(steps):
        layers.append(step(graph, layers[-1], closed))
    return tuple(layers)


def leading_to(graph: Graph, goals: int) -> int:
    """Every space from which one of the goals can be reached, goals included."""
    found = fresh = goals
    while fresh:
        before = {end for number, ends in enumerate(graph.behind) if fresh >> number & 1 for end in ends}
        fresh = sum(1 << number for number in before) & ~found
        found |= fresh
    return found


def count_routes(graph: Graph, start: int, steps: int, closed: int = 0) -> int:
    """How many routes of exactly so many steps there are."""
    counts = {start: 1}
    for _ in range(steps):
        onward: dict[int, int] = {}
        for number, count in counts.items():
            for end in graph.ahead[number]:
                if not closed >> end & 1:
                    onward[end] = onward.get(end, 0) + count
        counts = onward
    return sum(counts.values())
