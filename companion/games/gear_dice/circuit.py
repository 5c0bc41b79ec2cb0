"""Chapter 4.1 to 4.3: tiles in driving order become spaces and links, and where each space is drawn.

The width of the road is six parts; a lane is the parts that it covers, counted from the left. Two spaces that meet
are linked straight where they share a part, diagonally where they only touch.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.games.gear_dice.layout import ROAD, Path
from companion.games.gear_dice.tiles import Corner, Hand, Line

if TYPE_CHECKING:
    from companion.games.gear_dice.catalogue import Laid

PARTS = 6
STEP = 2
"""Half spaces of progress in one space."""
LETTERS = "abc"
CORNER_LETTERS = "opq"
INNER = "i"

Span = tuple[int, int]
Table = dict[str, object]


class Cell(Struct, frozen=True):
    """One space of a section. `rear` and `front`: the parts of the road that its ends cover; `at`, `size`: half spaces
    from the section's start and long."""

    letter: str
    lane: int
    rear: Span
    front: Span
    at: int = 0
    size: int = STEP
    limit: int | None = None
    dangerous: bool = False
    edge: bool = True

    def spells(self, row: int) -> str:
        """Its id."""
        return f"{self.letter}{row}"


class Section(Struct, frozen=True):
    """A row of spaces side by side, or a corner. `start`, `end`: the parts of its tile's path, 0 to 1."""

    tile: int
    cells: tuple[Cell, ...]
    start: float = 0.0
    end: float = 0.0
    corner: Corner | None = None
    hand: Hand = "right"

    @property
    def size(self) -> int:
        """Half spaces of progress."""
        return max(cell.at + cell.size for cell in self.cells)

    @property
    def entered(self) -> tuple[Cell, ...]:
        """The spaces that border on the section before."""
        return tuple(cell for cell in self.cells if cell.at == 0)

    @property
    def left(self) -> tuple[Cell, ...]:
        """The spaces that border on the section after."""
        return tuple(cell for cell in self.cells if cell.at + cell.size == self.size)


class Row(Struct, frozen=True):
    """A section in its place: its number, and the progress of its rear edge."""

    number: int
    rear: int
    section: Section


def table(laid: Sequence["Laid"], paths: Sequence[Path] | None, warnings: tuple[str, ...]) -> Table:
    """The plain table of section 0."""
    names = _names(laid)
    rows = tuple(_rows(laid))
    return {
        "tiles": [{"id": name, "danger": one.tile.danger} for name, one in zip(names, laid, strict=True)],
        "space": [space for row in rows for space in _spaces(row, names, paths, _hand_ahead(rows, row))],
        "link": list(_links(rows)),
        "grid": _grid(laid[0], rows),
        "warnings": list(warnings),
    }


def _names(laid: Sequence["Laid"]) -> tuple[str, ...]:
    """Each tile's code; from the second of a kind on with its number."""
    codes = [one.code for one in laid]
    counts = [codes[: index + 1].count(code) for index, code in enumerate(codes)]
    return tuple(code if count == 1 else f"{code}-{count}" for code, count in zip(codes, counts, strict=True))


def _rows(laid: Sequence["Laid"]) -> Iterator[Row]:
    """From the line on: the start tile's grid comes last."""
    sections = [section for index, one in enumerate(laid) for section in _sections(index, one)]
    grid = laid[0].tile.grid
    rear = 0
    for number, section in enumerate((*sections[grid:], *sections[:grid]), 1):
        yield Row(number, rear, section)
        rear += section.size


def _sections(index: int, one: "Laid") -> Iterator[Section]:
    """The sections of a tile, spread along its path by their length."""
    before, after = reversed(one.tile.rows) if one.widens else one.tile.rows
    found = [Section(index, _lanes(one.lanes[0]))] * before
    if one.tile.corner is not None:
        found.append(Section(index, _corner(one, one.tile.corner), corner=one.tile.corner, hand=one.hand))
    found += [Section(index, _lanes(one.lanes[1]))] * after
    whole, done = sum(section.size for section in found), 0
    for section in found:
        yield replace(section, start=done / whole, end=(done + section.size) / whole)
        done += section.size


def _lanes(count: int) -> tuple[Cell, ...]:
    width = PARTS // count
    spans = [(width * lane, width * (lane + 1)) for lane in range(count)]
    return tuple(
        Cell(LETTERS[lane], lane + 1, span, span, edge=lane in (0, count - 1)) for lane, span in enumerate(spans)
    )


def _corner(one: "Laid", corner: Corner) -> tuple[Cell, ...]:
    """The outer spaces one after the other, the inner one beside all of them."""
    rear = _split(one.lanes[0], corner, one.hand)
    front = _split(one.lanes[1], corner, one.hand)
    outer_lane, inner_lane = (1, 2) if one.hand == "right" else (2, 1)
    count = len(corner.outer)
    outer = [
        Cell(CORNER_LETTERS[n], outer_lane, rear[0], front[0], n * STEP, STEP, limit, corner.triangle)
        for n, limit in enumerate(corner.outer)
    ]
    return (*outer, Cell(INNER, inner_lane, rear[1], front[1], 0, count * STEP, corner.inner))


def _split(lanes: int, corner: Corner, hand: Hand) -> tuple[Span, Span]:
    """The parts of the outer and of the inner way where the corner meets so many lanes."""
    inner = PARTS // 2 if lanes == 2 else 4 if corner.fed == "inner" else 2
    return ((0, PARTS - inner), (PARTS - inner, PARTS)) if hand == "right" else ((inner, PARTS), (0, inner))


def _hand_ahead(rows: Sequence[Row], row: Row) -> Hand | None:
    """Which way the corner turns in which a row lies, or else the next one (5.5)."""
    around = (*rows[row.number - 1 :], *rows[: row.number - 1])
    return next((other.section.hand for other in around if other.section.corner is not None), None)


def _spaces(row: Row, names: Sequence[str], paths: Sequence[Path] | None, hand: Hand | None) -> Iterator[Table]:
    section = row.section
    lanes = max(cell.lane for cell in section.cells)
    for cell in section.cells:
        rear = row.rear + cell.at
        space: Table = {"id": cell.spells(row.number), "tile": names[section.tile], "lane": cell.lane}
        space |= {"rear": rear, "front": rear + cell.size, "edge": cell.edge}
        if hand is not None:
            space["inside"] = cell.lane if hand == "left" else lanes - cell.lane + 1
        if cell.limit is not None:
            space |= {"limit": cell.limit, "dangerous": cell.dangerous}
        yield space | (_drawn(section, cell, paths[section.tile]) if paths else {})


def _drawn(section: Section, cell: Cell, path: Path) -> Table:
    """Where a space is drawn, and how large."""
    part = (section.end - section.start) / section.size
    left, right = ((cell.rear[n] + cell.front[n]) / 2 * ROAD / PARTS for n in (0, 1))
    middle, width = (left + right - ROAD) / 2, right - left
    length = path.room(part * cell.size, middle, width / 2)
    aside = path.inward(length, middle, width / 2) if cell.letter == INNER else 0.0
    spot = path.at(section.start + part * (cell.at + cell.size / 2), middle + aside)
    told = {"x": spot.x, "y": spot.y, "angle": spot.angle, "length": length, "width": width}
    return {key: round(value, 1) for key, value in told.items()}


def _links(rows: Sequence[Row]) -> Iterator[Table]:
    for row, ahead in zip(rows, (*rows[1:], rows[0]), strict=True):
        outer = [cell for cell in row.section.cells if cell.letter in CORNER_LETTERS and row.section.corner]
        for one, two in pairwise(outer):
            yield {"from": one.spells(row.number), "to": two.spells(row.number), "kind": "straight"}
        for cell in row.section.left:
            for onto in ahead.section.entered:
                if kind := _kind(cell.front, onto.rear):
                    link: Table = {"from": cell.spells(row.number), "to": onto.spells(ahead.number), "kind": kind}
                    link |= _lines(row.section, cell, ahead.section, onto) if kind == "straight" else {}
                    yield link | ({"finish": True} if ahead is rows[0] else {})


def _kind(front: Span, rear: Span) -> str | None:
    shared = min(front[1], rear[1]) - max(front[0], rear[0])
    return None if shared < 0 else "straight" if shared else "diagonal"


def _lines(section: Section, cell: Cell, ahead: Section, onto: Cell) -> Table:
    """The dotted lines that a straight step crosses, into an inner space or out of one."""
    told: Table = {}
    if ahead.corner and onto.letter == INNER and (line := _line(ahead.corner, ahead.hand, cell, section)):
        told |= {"into_limit": line.limit, "into_hazard": line.hazard}
    if section.corner and cell.letter == INNER and (line := _line(section.corner, section.hand, onto, ahead)):
        told |= {"outof_limit": line.limit, "outof_hazard": line.hazard}
    return {key: value for key, value in told.items() if value}


def _line(corner: Corner, hand: Hand, lane: Cell, row: Section) -> Line | None:
    """The line in front of a lane of the row beside the corner."""
    rank = lane.lane if hand == "left" else len(row.cells) - lane.lane + 1
    named = {1: "inside", 2: "middle"}.get(rank)
    return next((line for line in corner.lines if line.lane == named), None)


def _grid(start: "Laid", rows: Sequence[Row]) -> list[str]:
    """The boxes behind the line: front row first, left before right (4.7)."""
    behind = rows[len(rows) - start.tile.grid :]
    return [f"{LETTERS[lane - 1]}{row.number}" for row in reversed(behind) for lane in start.tile.boxes]
