"""A grid of lanes around a closed course: sections two or three lanes wide, and how their spaces join.

Spaces are small numbers, so that a whole line can be looked up quickly; `names` and `index` turn them into words
and back. Where a section meets a wider or a narrower one, a space may continue into either of two lanes.
"""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

LANES: dict[int, tuple[str, ...]] = {2: ("I", "O"), 3: ("I", "M", "O")}
"""The lanes of a section by its width, from the inside out."""

LINKS: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {
    (2, 2): ((0,), (1,)),
    (3, 3): ((0,), (1,), (2,)),
    (3, 2): ((0,), (0, 1), (1,)),
    (2, 3): ((0, 1), (1, 2)),
}
"""From one width to the next, each lane's lanes ahead; read with the widths exchanged, its lanes behind."""

NOWHERE = -1


class LaneGrid(Struct, frozen=True):
    """Every space with its neighbours; tables are indexed by space, NOWHERE stands for "no such space".

    `row`: the spaces of each sector; `joint`: whether the next sector has another width.
    """

    sectors: int
    names: tuple[str, ...]
    lane: tuple[str, ...]
    sector: tuple[int, ...]
    row: tuple[tuple[int, ...], ...]
    index: dict[str, int]
    ahead: tuple[tuple[int, ...], ...]
    behind: tuple[tuple[int, ...], ...]
    inward: tuple[int, ...]
    outward: tuple[int, ...]
    joint: tuple[bool, ...]

    @property
    def last(self) -> int:
        """The first space of the last sector: it and all later ones lie right before the line."""
        return self.row[-1][0]

    def spaces_of(self, sector: int) -> tuple[int, ...]:
        """The spaces of a sector (1 to `sectors`, or beyond: it goes round), from the inside out."""
        return self.row[(sector - 1) % self.sectors]

    def crossed(self, start: int, end: int) -> int:
        """How a step to a neighbouring sector counts at the line: 1 over it, -1 back over it, else 0."""
        if end < len(self.row[0]) and start >= self.last:
            return 1
        return -1 if end >= self.last and 0 <= start < len(self.row[0]) else 0

    def beside(self, space: int, outward: bool) -> int:
        """The next space outward or inward."""
        return self.outward[space] if outward else self.inward[space]


@cache
def lane_grid(widths: tuple[int, ...]) -> LaneGrid:
    """The grid of a course whose sectors are so many lanes wide, in driving order; the last joins the first."""
    row = _rows(widths)
    names = tuple(f"{lane}{sector}" for sector, width in enumerate(widths, 1) for lane in LANES[width])
    return LaneGrid(
        sectors=len(widths),
        names=names,
        lane=tuple(name[0] for name in names),
        sector=tuple(int(name[1:]) for name in names),
        row=row,
        index={name: space for space, name in enumerate(names)},
        ahead=_neighbours(row, 1),
        behind=_neighbours(row, -1),
        inward=_beside(row, -1),
        outward=_beside(row, 1),
        joint=tuple(
            width != widths[(sector + 1) % len(widths)] for sector, width in enumerate(widths) for _ in range(width)
        ),
    )


def _rows(widths: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    starts = [sum(widths[:sector]) for sector in range(len(widths))]
    return tuple(tuple(range(start, start + width)) for start, width in zip(starts, widths, strict=True))


def _neighbours(row: tuple[tuple[int, ...], ...], step: int) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    for sector, spaces in enumerate(row):
        beyond = row[(sector + step) % len(row)]
        found += [tuple(beyond[lane] for lane in lanes) for lanes in LINKS[len(spaces), len(beyond)]]
    return tuple(found)


def _beside(row: tuple[tuple[int, ...], ...], step: int) -> tuple[int, ...]:
    return tuple(
        spaces[lane + step] if 0 <= lane + step < len(spaces) else NOWHERE
        for spaces in row
        for lane in range(len(spaces))
    )
