"""The tick beside OK: what was pressed is written down. It costs a bus twenty bytes, so it is there at once."""

from msgspec.structs import replace

from companion.drawing import COLUMNS, Line, Page

TICK = "✓"
MOMENT = 0.3
"""Seconds that it stays before the next page comes."""


def ticked(page: Page) -> Page:
    """The same page with a tick in the line that says OK, and nothing else different."""
    return replace(page, lines=tuple(_ticked(line) if _says_ok(line) else line for line in page.lines))


def _says_ok(line: Line) -> bool:
    return line.look == "keys" and "OK" in (*line.text.split(), *line.right.split())


def _ticked(line: Line) -> Line:
    if not line.right:
        return replace(line, right=TICK)
    text = line.text[: COLUMNS - len(line.right) - 2]
    return replace(line, text=f"{text.ljust(COLUMNS - len(line.right) - 2)}{TICK}")
