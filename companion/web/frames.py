"""What each viewer of the page is told: one small table a viewer, of which only what changed is sent.

A spectator gets what everybody may know; a phone in a seat that seat's screen and nothing more; the virtual table,
which is one screen for all, the screens of the persons who sit at it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from companion.drawing import Page
from companion.engine import Board, Choice, Flag, Gauge, Hand, Number, Pending, Said, Seat, Text, View
from companion.web.pictures import Pictures

Frame = dict[str, object]


class Viewer(Struct, frozen=True):
    """Who looks: the whole table on one screen, a spectator, or a seat on a phone."""

    kind: Literal["table", "watch", "seat"]
    seat: Seat = ""


class Piece(Struct, frozen=True):
    """One piece to move, as the page lists it."""

    token: str
    name: str
    place: str
    seat: Seat


class Moves(Struct, frozen=True):
    """Pieces to move, one at a time."""

    text: str
    moves: Sequence[Piece]
    at: int


class Source(Protocol):
    """Where a page gets its facts; each is asked for one viewer or is public."""

    @property
    def stage(self) -> Literal["setup", "race"]: ...
    @property
    def title(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def seats(self) -> Mapping[Seat, str]: ...
    @property
    def people(self) -> Sequence[Seat]: ...
    @property
    def view(self) -> View | None: ...
    @property
    def pending(self) -> Pending | None: ...
    @property
    def said(self) -> Sequence[Said]: ...
    @property
    def moves(self) -> Moves | None: ...
    @property
    def faults(self) -> Sequence[str]: ...
    def setup(self) -> object: ...
    def screen(self, seat: Seat) -> Page: ...
    def pointed(self, seat: Seat) -> Choice | None: ...
    def wanted(self, seat: Seat) -> bool: ...


def frame(source: Source, pictures: Pictures, viewer: Viewer) -> Frame:
    """Everything that viewer may be shown now."""
    mine = screens_of(source, viewer)
    told: Frame = {"hello": _hello(source, viewer, mine), "faults": list(source.faults)}
    for seat in mine:
        told[f"oled:{seat}"] = pictures.bits(seat)
        told[f"read:{seat}"] = [text for text in source.screen(seat).texts() if text]
    if viewer.kind == "seat":
        return told
    told |= public(source)
    if viewer.kind == "table":
        told["touched"] = _touched(source, mine)
        told["wanted"] = [seat for seat in mine if source.wanted(seat)]
        told["setup"] = source.setup()
    return told


def screens_of(source: Source, viewer: Viewer) -> tuple[Seat, ...]:
    """The seats whose screens that viewer may see."""
    if viewer.kind == "seat":
        return (viewer.seat,) if viewer.seat in source.people else ()
    return tuple(source.people) if viewer.kind == "table" else ()


def _hello(source: Source, viewer: Viewer, mine: Sequence[Seat]) -> Frame:
    return {
        "kind": viewer.kind,
        "stage": source.stage,
        "title": source.title,
        "code": source.code,
        "seats": dict(source.seats),
        "mine": list(mine),
    }


def public(source: Source) -> Frame:
    """What everybody may know."""
    view = source.view
    told: Frame = {
        "said": [[said.text, bool(said.moves)] for said in source.said],
        "moves": source.moves,
        "pending": source.pending,
    }
    if view is not None:
        board = view.board
        told |= {"where": view.title, "rows": rows(view, source.seats), "facts": facts(view, source.seats)}
        told |= board_parts(board) if board is not None else {}
    return told


def board_parts(board: Board) -> Frame:
    """The board in what stays and what moves."""
    return {
        "places": {"width": board.width, "height": board.height, "places": board.places},
        "tokens": board.tokens,
        "lit": board.highlights,
    }


def rows(view: View, seats: Iterable[Seat]) -> Frame:
    """Widgets named `something-seat` as a table: a row a seat, a column a something."""
    table: dict[str, dict[str, object]] = {seat: {} for seat in seats}
    for widget in view.widgets:
        head, _, seat = widget.name.rpartition("-")
        if head and seat in table:
            table[seat][head] = _cell(widget)
    heads = dict.fromkeys(head for cells in table.values() for head in cells)
    return {"heads": list(heads), "seats": table}


def facts(view: View, seats: Iterable[Seat]) -> list[list[str]]:
    """The other public widgets, as label and words."""
    known = set(seats)
    told = [widget for widget in view.widgets if widget.name.rpartition("-")[2] not in known]
    pairs = [(widget.name, widget.label, _cell(widget)) for widget in told if not isinstance(widget, Board | Hand)]
    return [[name, label, str(cell)] for name, label, cell in pairs if cell != ""]


def _cell(widget: object) -> object:
    match widget:
        case Gauge(value=value, top=top):
            return [value, top]
        case Number(value=value, unit=unit):
            return f"{value} {unit}".strip()
        case Flag(on=on):
            return "yes" if on else ""
        case Text(text=text):
            return text
        case _:
            return ""


def _touched(source: Source, mine: Sequence[Seat]) -> list[str]:
    """What the choices under the cursors of this table's persons would use or move."""
    pointed = [source.pointed(seat) for seat in mine]
    return [id_ for choice in pointed if choice is not None for id_ in choice.touches]
