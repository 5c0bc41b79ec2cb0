"""A board on paper, in real size: one SVG, or a PDF tiled to sheets that are glued together."""

from collections.abc import Iterator
from io import BytesIO
from math import ceil

from msgspec import Struct
from reportlab.graphics import renderPDF, renderSVG
from reportlab.graphics.shapes import Circle, Drawing, Group, Line, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.engine import Board, Place

PAPERS = {"a4": A4, "letter": LETTER}
MARGIN = 10 * mm
OVERLAP = 8 * mm
"""How much of each sheet lies under its neighbour."""

INK, ROAD, MARKED = HexColor("#222222"), HexColor("#f4f1ea"), HexColor("#cfe3f5")


class Sheet(Struct, frozen=True):
    """One sheet of paper: which column and row of the board it shows, and from where, in points."""

    column: int
    row: int
    left: float
    top: float


def svg(board: Board) -> str:
    """The whole board as one SVG; its units are points, 72 to the inch."""
    text: str = renderSVG.drawToString(_drawing(board))
    return text


def pdf(board: Board, title: str, paper: str) -> bytes:
    """The board over as many sheets as it needs, each with its cut line, its name and a ruler to check the size."""
    width, height = _landscape(PAPERS[paper])
    out = BytesIO()
    canvas = Canvas(out, pagesize=(width, height), invariant=1)
    canvas.setTitle(title)
    sheets = tuple(sheets_of(board, paper))
    for sheet in sheets:
        name = f"{title}: row {sheet.row + 1}, column {sheet.column + 1} of {len(sheets)} sheets"
        _sheet(canvas, board, sheet, name, (width - 2 * MARGIN, height - 2 * MARGIN))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def sheets_of(board: Board, paper: str) -> Iterator[Sheet]:
    """The sheets of a board, row by row; each shows what its paper holds inside the margins."""
    width, height = _room(paper)
    across, down = _count(board.width * mm, width), _count(board.height * mm, height)
    for row in range(down):
        for column in range(across):
            yield Sheet(column, row, column * (width - OVERLAP), row * (height - OVERLAP))


def _room(paper: str) -> tuple[float, float]:
    width, height = _landscape(PAPERS[paper])
    return width - 2 * MARGIN, height - 2 * MARGIN


def _landscape(size: tuple[float, float]) -> tuple[float, float]:
    return max(size), min(size)


def _count(length: float, room: float) -> int:
    sheets: int = ceil((length - OVERLAP) / (room - OVERLAP))
    return max(1, sheets)


def _sheet(canvas: Canvas, board: Board, sheet: Sheet, name: str, room: tuple[float, float]) -> None:
    canvas.saveState()
    cut = canvas.beginPath()
    cut.rect(MARGIN, MARGIN, *room)
    canvas.clipPath(cut, stroke=0)
    drawing = _drawing(board)
    renderPDF.draw(drawing, canvas, MARGIN - sheet.left, MARGIN + room[1] - drawing.height + sheet.top)
    canvas.restoreState()
    canvas.setDash(2, 2)
    canvas.rect(MARGIN, MARGIN, *room)
    canvas.setDash()
    canvas.setFont("Helvetica", 7)
    canvas.drawString(MARGIN, MARGIN - 8, f"{name}. This bar is 50 mm long:")
    canvas.line(MARGIN + room[0] - 50 * mm, MARGIN - 6, MARGIN + room[0], MARGIN - 6)


def _drawing(board: Board) -> Drawing:
    drawing = Drawing(board.width * mm, board.height * mm)
    for place in board.places:
        drawing.add(_place(place, board.height * mm))
    return drawing


def _place(place: Place, height: float) -> Group:
    """A place around its own centre, turned; y grows upward on paper and downward on a board."""
    shape = _outline(place)
    group = Group(shape, *_words(place))
    group.translate(place.x * mm, height - place.y * mm)
    group.rotate(-place.angle)
    return group


def _outline(place: Place) -> Rect | Circle:
    w, h = place.width * mm, place.height * mm
    shape = Circle(0, 0, w / 2) if place.shape == "dot" else Rect(-w / 2, -h / 2, w, h, rx=1 * mm, ry=1 * mm)
    shape.fillColor = MARKED if place.marks else ROAD
    shape.strokeColor, shape.strokeWidth = INK, 0.6
    return shape


def _words(place: Place) -> Iterator[String | Line]:
    size = min(7.0, place.height * mm / 4)
    yield String(0, -size / 3, place.label or place.id, textAnchor="middle", fontSize=size, fillColor=INK)
    if place.marks:
        text = " ".join(place.marks)
        yield String(0, size, text, textAnchor="middle", fontSize=size * 0.7, fillColor=INK)
