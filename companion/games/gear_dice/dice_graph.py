"""All that the dice of a turn allow, step by step; equal dice used in another order are one node."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from companion.games.gear_dice.grammar import House, Kit, Use, uses
from companion.games.gear_dice.odds import Pool


class Node(Struct, frozen=True):
    """The gear held and the dice used so far; `edges`: each next step with its place in the next layer.

    `flying`: it began with a flying start that a hazard would end; that die is not in the pool.
    """

    gear: int
    pool: Pool
    flying: bool
    edges: tuple[tuple[Use, int], ...]


Layers = tuple[tuple[Node, ...], ...]
_Mark = tuple[int, Kit, bool]


class _Layer:
    """A layer while it fills: what tells its nodes apart, and the dice that led to each."""

    def __init__(self) -> None:
        self.places: dict[_Mark, int] = {}
        self.pools: list[Pool] = []

    def place(self, mark: _Mark, pool: Pool) -> int:
        """The place of a node, which is new or known."""
        if mark not in self.places:
            self.places[mark] = len(self.pools)
            self.pools.append(pool)
        return self.places[mark]


@lru_cache(maxsize=256)
def dice_graph(gear: int, kit: Kit, house: House, penalty: bool, depth: int) -> Layers:
    """From a gear on, with these dice, up to so many steps; `penalty`: a hazard would end a flying start."""
    layer, layers = _Layer(), list[tuple[Node, ...]]()
    layer.place((gear, kit, False), Pool())
    while layer.places:
        ahead = _Layer()
        ends = len(layers) >= depth
        nodes = []
        for mark, pool in zip(layer.places, layer.pools, strict=True):
            edges = () if ends else tuple(_edges(mark, pool, ahead, house, penalty))
            nodes.append(Node(mark[0], pool, mark[2], edges))
        layers.append(tuple(nodes))
        layer = ahead
    return tuple(layers)


def _edges(mark: _Mark, pool: Pool, ahead: _Layer, house: House, penalty: bool) -> Iterator[tuple[Use, int]]:
    held, kit, flying = mark
    for use in uses(held, kit, house):
        flies = penalty and held == 0 and use.number == 2
        onto = (use.gear(held), kit.without(use), flying or flies)
        yield use, ahead.place(onto, pool if flies else pool.plus(use.dice))
