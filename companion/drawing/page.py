"""What a small screen says: lines of 21 characters, eight of them or four."""

from typing import Literal

from msgspec import Struct

COLUMNS = 21
"""Characters in a line: cells of 6 x 8 pixels on a glass 128 pixels wide."""

BIG_COLUMNS = 16
"""Characters in a big line, which is two lines high."""

Look = Literal["plain", "title", "chosen", "barred", "big", "rule", "keys"]


class Line(Struct, frozen=True):
    """One line: `text` at the left, `right` at the right edge.

    `bar`: a level out of a top, drawn as boxes behind the text. `keep`: what a screen with fewer lines drops first
    is the smallest; 0 is only there to leave room.
    """

    text: str = ""
    right: str = ""
    look: Look = "plain"
    bar: tuple[int, int] | None = None
    keep: int = 2


class Page(Struct, frozen=True):
    """One screen, top to bottom. `name` is its kebab-case word, for tests and for the web page."""

    name: str
    lines: tuple[Line, ...]

    def texts(self) -> tuple[str, ...]:
        """The words alone, as a person would read them out."""
        return tuple(f"{line.text} {line.right}".strip() for line in self.lines)


RULE = Line(look="rule", keep=0)
GAP = Line(keep=0)


def title(text: str, right: str = "") -> Line:
    """The white bar on top."""
    return Line(text, right, "title", keep=5)


def keys(text: str, right: str = "") -> Line:
    """The bottom line: names of buttons (OK, BACK, CARD, MENU, -/+) are drawn as caps."""
    return Line(text, right, "keys", keep=4)


def wrap(text: str, width: int = COLUMNS) -> tuple[str, ...]:
    """Words laid into lines; a word too long for a line is cut."""
    lines: list[str] = []
    for word in text.split():
        pieces = [word[i : i + width] for i in range(0, len(word), width)]
        for piece in pieces:
            if lines and len(lines[-1]) + 1 + len(piece) <= width:
                lines[-1] += " " + piece
            else:
                lines.append(piece)
    return tuple(lines)


def height(line: Line) -> int:
    """How many text lines it takes."""
    return 2 if line.look == "big" else 1


def fitted(lines: tuple[Line, ...], rows: int) -> tuple[Line, ...]:
    """The lines that a screen of so many rows can show: big ones shrink, then the least worth keeping go."""
    if rows < 8:
        lines = tuple(_small(line) for line in lines)
    kept = list(lines)
    while sum(map(height, kept)) > rows:
        least = min(line.keep for line in kept)
        kept.remove(next(line for line in reversed(kept) if line.keep == least))
    return tuple(kept)


def _small(line: Line) -> Line:
    return Line(line.text, line.right, "chosen", keep=line.keep) if line.look == "big" else line
