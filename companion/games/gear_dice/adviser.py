"""Section 0 and 10, the odds adviser: the safest and the fastest ways on, without trying them one by one.

A three-lane road has over a million routes in a turn, yet few dice are ever different: what a route risks depends
only on the dice that it has used, on its track hazards, and on where and in which gear it ends. So the dice go
forward step by step (`dice_graph`), each with the set of places that can be reached with them, and as few track
hazards as can be. A set of places is the bits of one whole number, once for each count of hazards still allowed.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from companion.games.gear_dice.dice import FACES
from companion.games.gear_dice.dice_graph import Node, dice_graph
from companion.games.gear_dice.grammar import House, Kit, Use
from companion.games.gear_dice.odds import MOST, WHOLE, Pool, ways
from companion.games.gear_dice.stretch import Stretch

FOREVER = MOST


class Turn(Struct, frozen=True):
    """What a driver has in hand: `need` more hazards and control is lost; `pool` is laid already, and not rolled.

    `flying`: what is laid begins with a flying start that a hazard would end; `penalty`: one that is still to be
    laid would end so.
    """

    gear: int
    kit: Kit
    need: int
    pool: Pool = Pool()
    house: House = House()
    penalty: bool = False
    flying: bool = False


class Way(Struct, frozen=True):
    """A way on: its steps in their text form, the gear it ends in, how far it comes, and what it risks flat out."""

    steps: tuple[str, ...]
    gear: int
    distance: float
    chance: Fraction


class End(Struct, frozen=True):
    """Where a way may end: the node of the dice, the place on the road, and the track hazards on the way."""

    layer: int
    node: int
    place: int
    hazards: int


class Sweep:
    """One forward pass of the dice over the road. `reached`: for each node the places it can be on."""

    def __init__(self, stretch: Stretch, turn: Turn, depth: int) -> None:
        self.stretch = stretch
        self.turn = turn
        self.layers = dice_graph(turn.gear, turn.kit, turn.house, turn.penalty, depth)
        self.width = len(stretch.places)
        self.levels = max(turn.need - turn.pool.sure, 0)
        self.one_level = (1 << self.width) - 1
        self.every_level = sum(1 << level * self.width for level in range(self.levels))
        self.all = (1 << self.width * self.levels) - 1
        self._spread: dict[tuple[int, int, int], int] = {}
        self._furthest: dict[int, int] = {}
        self.reached = self._run()

    def _run(self) -> list[list[int]]:
        reached = [[0] * len(layer) for layer in self.layers]
        reached[0][0] = self.every_level
        for layer, places, ahead in zip(self.layers, reached, reached[1:], strict=False):
            for node, there in zip(layer, places, strict=True):
                if there:
                    for use, index in node.edges:
                        ahead[index] |= self._step(there, node.gear, use.number or node.gear)
        return reached

    def _step(self, there: int, held: int, gear: int) -> int:
        """Where one step in this gear leads from a set of places, on every level."""
        key = there, held, gear
        found = self._spread.get(key)
        if found is None:
            found = self._spread[key] = self._spread_out(there, held, gear)
        return found

    def _spread_out(self, there: int, held: int, gear: int) -> int:
        """The highest level has the places of all levels: few hazards are also at most many."""
        found, some = 0, there >> (self.levels - 1) * self.width
        while some:
            place = (some & -some).bit_length() - 1
            some &= some - 1
            on_levels = there >> place & self.every_level
            for end, hazards in self.stretch.steps(place, held, gear):
                found |= on_levels << end + hazards * self.width
        return found & self.all

    def ends(self) -> Iterator[tuple[int, int, End]]:
        """For each node and count of hazards the furthest place: its gear, its chance in ways, and where it is."""
        for number, (layer, places) in enumerate(zip(self.layers[1:], self.reached[1:], strict=True), 1):
            for index, (node, there) in enumerate(zip(layer, places, strict=True)):
                if there:
                    yield from self._ends_of(number, index, node, there)

    def _ends_of(self, number: int, index: int, node: Node, there: int) -> Iterator[tuple[int, int, End]]:
        last = -1.0
        for level in range(self.levels):
            here = there >> level * self.width & self.one_level
            place = self._far(here) if here else -1
            if place >= 0 and self.stretch.progress[place] > last:
                last = self.stretch.progress[place]
                yield node.gear, self.chance(node, level), End(number, index, place, level)

    def everywhere(self) -> Mapping[tuple[int, int], tuple[int, End]]:
        """For each gear and place that a way may end in, the least risk, in ways, and where it is."""
        best: dict[tuple[int, int], tuple[int, End]] = {}
        for number, (layer, places) in enumerate(zip(self.layers[1:], self.reached[1:], strict=True), 1):
            for index, (node, there) in enumerate(zip(layer, places, strict=True)):
                for place, level in self._spots(there):
                    key, risk = (node.gear, place), self.chance(node, level)
                    if key not in best or risk < best[key][0]:
                        best[key] = risk, End(number, index, place, level)
        return best

    def _spots(self, there: int) -> Iterator[tuple[int, int]]:
        """Each place of a set with the fewest track hazards on the way to it."""
        seen = 0
        for level in range(self.levels):
            here = there >> level * self.width & self.one_level
            fresh, seen = here & ~seen, here
            while fresh:
                yield (fresh & -fresh).bit_length() - 1, level
                fresh &= fresh - 1

    def _far(self, here: int) -> int:
        """The furthest place of a set."""
        found = self._furthest.get(here)
        if found is None:
            places = [place for place in range(self.width) if here >> place & 1]
            found = self._furthest[here] = max(places, key=self.stretch.progress.__getitem__)
        return found

    def chance(self, node: Node, hazards: int) -> int:
        """Out of WHOLE, for these dice and so many track hazards."""
        laid, used = self.turn.pool, node.pool
        risk = ways(laid.light + used.light, laid.heavy + used.heavy, self.levels - hazards)
        return risk * (FACES - 1) // FACES if node.flying or self.turn.flying else risk

    def steps_to(self, end: End) -> tuple[str, ...]:
        """One way that leads there, found from its end backward."""
        steps: list[str] = []
        while end.layer:
            step, end = self._before(end)
            steps.append(step)
        return tuple(reversed(steps))

    def _before(self, end: End) -> tuple[str, End]:
        for index, node in enumerate(self.layers[end.layer - 1]):
            there = self.reached[end.layer - 1][index]
            for use, onto in node.edges if there else ():
                if onto == end.node and (found := self._from(there, node.gear, use, end)):
                    place, hazards = found
                    step = f"{use.die} {self.stretch.places[end.place]}"
                    return step, End(end.layer - 1, index, place, hazards)
        raise AssertionError("whatever was reached was reached from somewhere")

    def _from(self, there: int, held: int, use: Use, end: End) -> tuple[int, int] | None:
        for place in self.stretch.before[end.place]:
            for onto, hazards in self.stretch.steps(place, held, use.gear(held)):
                level = end.hazards - hazards
                if onto == end.place and level >= 0 and there >> level * self.width + place & 1:
                    return place, level
        return None


@lru_cache(maxsize=64)
def frontier(stretch: Stretch, turn: Turn, depth: int = FOREVER) -> tuple[Way, ...]:
    """For each gear the ways on of which none is both longer and safer, from the safest to the longest.

    A way that is sure to lose control is none.
    """
    sweep = Sweep(stretch, turn, depth)
    best: dict[tuple[int, float], tuple[int, End]] = {}
    for gear, risk, end in sweep.ends():
        if risk < WHOLE:
            key = gear, stretch.progress[end.place]
            if key not in best or risk < best[key][0]:
                best[key] = risk, end
    found = [(gear, distance, risk, end) for (gear, distance), (risk, end) in best.items()]
    return tuple(
        Way(sweep.steps_to(end), gear, distance, Fraction(risk, WHOLE))
        for gear, distance, risk, end in sorted(_unbeaten(found), key=lambda way: (way[0], way[2]))
    )


def _unbeaten(found: Sequence[tuple[int, float, int, End]]) -> Iterator[tuple[int, float, int, End]]:
    """Those of each gear that no longer one matches in safety."""
    for gear in {gear for gear, *_ in found}:
        least = WHOLE
        for way in sorted((way for way in found if way[0] == gear), key=lambda way: -way[1]):
            if way[2] < least:
                least = way[2]
                yield way


def to_gear(ways_on: Sequence[Way], gear: int) -> tuple[Way, ...]:
    """The ways that end in a gear, the safest first, the longest last."""
    return tuple(way for way in ways_on if way.gear == gear)


def safest(ways_on: Sequence[Way]) -> Way | None:
    """The least risk; of equal ones the longest, then the one in the highest gear."""
    return min(ways_on, key=lambda way: (way.chance, -way.distance, -way.gear), default=None)


def fastest(ways_on: Sequence[Way]) -> Way | None:
    """The furthest; of equal ones the safest, then the one in the highest gear."""
    return min(ways_on, key=lambda way: (-way.distance, way.chance, -way.gear), default=None)
