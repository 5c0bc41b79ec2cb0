"""Printable cards with codes: for a barcode scanner, for a phone or a scanner of squares, and for people. The only file
here that imports reportlab, and only when something is printed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct

from hardware.readers.card_book import CardBook

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing, Group

MM = 72 / 25.4
CARD = (63.0, 88.0)
"""A playing card, in millimetres; sleeves for it are sold everywhere."""
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SQUARE, BARS = 34.0, 12.0


class Slip(Struct, frozen=True):
    """One card to print."""

    deck: str
    card: str
    code: str


def slips(deck: str, cards: Mapping[str, int]) -> list[Slip]:
    """A slip for each copy of each card. Its code is short, for the bars' sake: the deck's initials and a number."""
    initials = "".join(word[0] for word in deck.split("-")).upper()
    names = [name for name, count in cards.items() for _ in range(count)]
    return [Slip(deck, name, f"{initials}{number:03}") for number, name in enumerate(names, 1)]


def teach(book: CardBook, printed: Iterable[Slip]) -> None:
    """Writes the codes into the card book, so that nobody has to teach them one by one."""
    for slip in printed:
        book.teach(slip.code, slip.deck, slip.card)


def pdf(printed: Sequence[Slip], paper: str = "a4") -> bytes:
    """Sheets of cards in real size, to be cut along the lines."""
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    width, height = PAPERS[paper]
    canvas = Canvas(out, pagesize=(width * MM, height * MM), invariant=1)
    for sheet in sheets(printed, paper):
        renderPDF.draw(sheet, canvas, 0, 0)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def svgs(printed: Sequence[Slip], paper: str = "a4") -> list[str]:
    """The same sheets, each an SVG."""
    from reportlab.graphics import renderSVG

    return [str(renderSVG.drawToString(sheet)) for sheet in sheets(printed, paper)]


def sheets(printed: Sequence[Slip], paper: str) -> "Iterator[Drawing]":
    """Sheets with as many cards as fit, in the middle of the paper."""
    from reportlab.graphics.shapes import Drawing

    width, height = PAPERS[paper]
    across, down = int(width // CARD[0]), int(height // CARD[1])
    left, bottom = (width - across * CARD[0]) / 2, (height - down * CARD[1]) / 2
    for first in range(0, len(printed), across * down):
        sheet = Drawing(width * MM, height * MM)
        for place, slip in enumerate(printed[first : first + across * down]):
            column, row = place % across, down - 1 - place // across
            sheet.add(_card(slip, left + column * CARD[0], bottom + row * CARD[1]))
        yield sheet


def _card(slip: Slip, x: float, y: float) -> "Group":
    from reportlab.graphics.shapes import Group, Rect, String

    card = Group(transform=(MM, 0, 0, MM, x * MM, y * MM))
    edge = Rect(0, 0, *CARD)
    edge.fillColor, edge.strokeWidth = None, 0.2
    card.add(edge)
    card.add(String(CARD[0] / 2, 76, slip.card.replace("-", " ").upper(), fontSize=5.5, textAnchor="middle"))
    card.add(String(CARD[0] / 2, 70, slip.deck.replace("-", " "), fontSize=3.2, textAnchor="middle"))
    card.add(_code("QR", slip.code, ((CARD[0] - SQUARE) / 2, 30, SQUARE, SQUARE)))
    card.add(_code("Code128", slip.code, (8, 11, CARD[0] - 16, BARS)))
    card.add(String(CARD[0] / 2, 5, slip.code, fontSize=4, textAnchor="middle"))
    return card


def _code(kind: str, text: str, box: tuple[float, float, float, float]) -> "Group":
    """A code, stretched to its box: left, bottom, width, height."""
    from reportlab.graphics import barcode
    from reportlab.graphics.shapes import Group

    make: Callable[..., Drawing] = barcode.createBarcodeDrawing
    x, y, width, height = box
    code = make(kind, value=text)
    return Group(code, transform=(width / code.width, 0, 0, height / code.height, x, y))
