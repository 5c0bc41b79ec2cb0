"""All that a card can lead to, quickly: whole moves as sets of positions instead of one step after the other.

Free steps are looked up in the lane grid; every push, shove and row is worked out by its own chapter, once for each
arrangement of the other cars. `outcomes` says which moves this holds for, and plays the others by the rules.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec import structs

from companion.games.stock_car import corners, links, pushes, shoves, specials
from companion.games.stock_car.situation import Answers, Asked, Full, Shift, Situation
from companion.parts.lanes import NOWHERE, LaneGrid

T = TypeVar("T")

Outcome = frozenset[tuple[int, int]]
"""Where everybody on the track ends: pairs of a space and a car."""

Others = dict[int, int]

STRAIGHT, INWARD, OUTWARD = 0, 1, 2
"""How the car came to its space in this sector: it cannot go back sideways."""

LEFT, FREED, READY = 0, 1, 2
"""Cars right behind a draft: left for good; out of reach after a step ahead; pulled if there are any."""

Node = tuple[int, tuple[int, ...], int, int]
"""An arrangement of the others, the car and its followers, how it came, and what else the move has to remember."""

Body = tuple[int, tuple[int, ...], tuple[int, ...]]
"""An arrangement of the others, and a locked line: its spaces and its cars, the front first."""


def ways(grid: LaneGrid, plan: Callable[[Answers], T], answers: tuple[str, ...] = ()) -> Iterator[T]:
    """A plan with each possible answer to its questions; none where a lane is full all the way round."""
    try:
        yield plan(iter(answers))
    except Asked as asked:
        for space in asked.question.spaces:
            yield from ways(grid, plan, (*answers, grid.lane[space]))
    except Full:
        return


class Field:
    """The cars around one car: every arrangement that its move leads to, each kept once under a number."""

    def __init__(self, sit: Situation) -> None:
        where = {car: space for space, car in sit.who.items()}
        self.sit, self.grid = sit, sit.grid
        self.mine = (sit.car, *sit.linked)
        self.spaces = tuple(where[car] for car in self.mine)
        self.drafts, self.price = sit.drafting, 0 if sit.special == "rubbin" else 1
        self.arranged: list[Others] = []
        self.keys: list[Outcome] = []
        self.ways = [way for way in (INWARD, OUTWARD) if specials.bars_sideways(sit, way == OUTWARD) is None]
        self._numbers: dict[Outcome, int] = {}
        self._after: dict[tuple[Node, int, int], tuple[int, ...]] = {}
        self.first = self.number({space: car for space, car in sit.who.items() if car not in self.mine})

    def number(self, others: Others) -> int:
        """The number of an arrangement."""
        key = frozenset(others.items())
        if key not in self._numbers:
            self._numbers[key] = len(self.arranged)
            self.arranged.append(others)
            self.keys.append(key)
        return self._numbers[key]

    def at(self, node: Node) -> Situation:
        """The board as it is at a node."""
        who = self.arranged[node[0]] | dict(zip(node[1], self.mine, strict=True))
        return structs.replace(self.sit, who=who, space=node[1][0])

    def displaced(self, node: Node, space: int, way: int) -> tuple[int, ...]:
        """The arrangements once the car has pushed or shoved its way into this space."""
        key = (node, space, way)
        if key not in self._after:
            sit, others = self.at(node), self.arranged[node[0]]
            found = ways(self.grid, lambda told: displacement(sit, space, way, told))
            self._after[key] = tuple(self.number(shifted(others, shifts)) for shifts in found)
        return self._after[key]

    def without(self, number: int, spaces: tuple[int, ...]) -> int:
        """The arrangement without the cars in these spaces, which have joined the line."""
        if not spaces:
            return number
        return self.number({space: car for space, car in self.arranged[number].items() if space not in spaces})

    def lanes(self, space: int) -> tuple[int, ...]:
        """The lanes ahead that the card allows."""
        return lanes(self.sit, self.grid.ahead[space])

    def paths(self, number: int, space: int) -> Iterator[tuple[int, ...]]:
        """The ways ahead: the row of taken spaces, and the free one beyond it."""
        for ahead in self.lanes(space):
            if ahead not in self.arranged[number]:
                yield (ahead,)
                continue
            for path in self.paths(number, ahead):
                yield (ahead, *path)


def displacement(sit: Situation, space: int, way: int, told: Answers) -> tuple[Shift, ...]:
    """Who makes room: the row ahead, or whoever is in the way of a shove."""
    if way == STRAIGHT:
        return pushes.push(sit, space, told)
    return shoves.shove(sit, space, way == OUTWARD, told)


def shifted(others: Others, shifts: tuple[Shift, ...]) -> Others:
    """The others after all of these have gone where they go."""
    after = dict(others)
    for _, start, _ in shifts:
        del after[start]
    after.update((end, car) for car, _, end in shifts)
    return after


def lanes(sit: Situation, spaces: tuple[int, ...]) -> tuple[int, ...]:
    """Outside and Inside Line leave one lane."""
    if len(spaces) == 1 or not sit.special:
        return spaces
    only = corners.bound(sit, spaces)
    return spaces if only is None else (only,)


def entered(grid: LaneGrid, space: int, came: int) -> tuple[int, ...]:
    """The space beside that the car came from, if it did."""
    return (grid.beside(space, came == INWARD),) if came else ()


def sideways(field: Field, node: Node) -> Iterator[tuple[int, Node]]:
    """Steps sideways with their cost; a car out of reach of those behind comes into it again."""
    number, spaces, came, was = node
    kept = READY if field.drafts and was == FREED else was
    for way in field.ways:
        space = field.grid.beside(spaces[0], way == OUTWARD)
        if space == NOWHERE or came + way == INWARD + OUTWARD:
            continue
        after = (space, *spaces[:-1])
        if space not in field.arranged[number]:
            yield field.price, (number, after, way, kept)
            continue
        for arranged in field.displaced(node, space, way):
            yield 2 * field.price, (arranged, after, way, kept)


def trailing(field: Field, node: Node) -> Iterator[tuple[int, Node]]:
    """Solo and Lead: steps with their cost. `kept`: the diagonal step is still there."""
    number, spaces, _, kept = node
    for space in field.grid.ahead[spaces[0]]:
        after = (space, *spaces[:-1])
        if space not in field.arranged[number]:
            yield 1, (number, after, STRAIGHT, kept)
            continue
        for arranged in field.displaced(node, space, STRAIGHT):
            yield 3, (arranged, after, STRAIGHT, kept)
    yield from sideways(field, node)
    if field.sit.special:
        yield from _by_card(field, node)


def _by_card(field: Field, node: Node) -> Iterator[tuple[int, Node]]:
    """Working the Pack and Slingshot."""
    number, spaces, _, kept = node
    others = field.arranged[number]
    for ahead in field.grid.ahead[spaces[0]] if field.sit.special == "swap" else ():
        if ahead in others:
            passed = field.number(shifted(others, ((others[ahead], ahead, spaces[0]),)))
            yield 1, (passed, (ahead,), STRAIGHT, kept)
    for outward in (False, True) if kept else ():
        for space in specials.landings(field.at(node), outward):
            yield 1, (number, (space, *spaces[:-1]), STRAIGHT, 0)


def alone_ahead(field: Field, node: Node) -> Iterator[Node | Body]:
    """Draft and Pursuit with nobody linked: one step ahead, still alone or as a locked line."""
    number, spaces, _, kept = node
    pulled = rows_behind(field, node) if kept == READY and field.sit.kind == "draft" else ()
    leaves = (LEFT,) if pulled and not field.sit.forced else ()
    for path in field.paths(number, spaces[0]):
        for row in pulled:
            yield locked(field, node, path, row)
        if not pulled or leaves:
            if len(path) > 1 or touches(field, number, path[0]):
                yield locked(field, node, path, ())
            else:
                yield number, path, STRAIGHT, LEFT if leaves else min(kept, FREED)


def rows_behind(field: Field, node: Node) -> tuple[tuple[int, ...], ...]:
    """The rows right behind that may be pulled; none if nobody is there."""
    if not any(space in field.arranged[node[0]] for space in field.grid.behind[node[1][0]]):
        return ()
    sit = field.at(node)
    return tuple(ways(field.grid, lambda told: links.row_behind(sit, told)))


def touches(field: Field, number: int, space: int) -> bool:
    """Whether a car that comes to this space by itself is linked there."""
    return all(ahead in field.arranged[number] for ahead in field.lanes(space))


def locked(field: Field, node: Node, path: tuple[int, ...], row: tuple[int, ...]) -> Body:
    """The line one sector on: the row ahead, the car, and the row that it pulls."""
    number, spaces, _, _ = node
    others, ahead = field.arranged[number], path[-2::-1]
    cars = (*(others[space] for space in ahead), field.sit.car, *(others[space] for space in row))
    line = (path[-1], *ahead, *spaces, *row)
    return field.without(number, (*ahead, *row)), line[: len(cars)], cars


def rolled(field: Field, body: Body) -> Iterator[Body]:
    """A locked line one sector on: it takes along whom it has run into."""
    number, spaces, cars = body
    others = field.arranged[number]
    for path in field.paths(number, spaces[0]):
        if len(path) == 1:
            yield number, (path[0], *spaces[:-1]), cars
            continue
        ahead = path[-2::-1]
        joined = tuple(others[space] for space in ahead)
        yield field.without(number, ahead), (path[-1], *ahead, *spaces[:-1]), (*joined, *cars)
