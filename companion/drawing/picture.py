"""A page becomes a one-bit picture. Each line is drawn once and kept: most of a screen stays as it was."""

from functools import lru_cache

from PIL import Image, ImageChops

from companion.drawing.font import BIG, SMALL, WIDTHS, write
from companion.drawing.page import COLUMNS, Line, Page, fitted, height

CELL = WIDTHS[SMALL]
MARGIN = 1
"""21 cells of 6 pixels leave 2 of 128: one at either edge."""

LIT = 255
"""A lit pixel of a one-bit picture; any other number inverts to a lit one again."""

CAPS = frozenset({"OK", "BACK", "CARD", "MENU", "-/+", "-", "+"})
"""Words that the bottom line draws as button caps."""


def draw(page: Page, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """The page on a glass of that size; lines that do not fit are left out, the least important first."""
    image = Image.new("1", size)
    y = 0
    for line in fitted(page.lines, size[1] // 8):
        image.paste(_strip(line, size[0]), (0, y))
        y += 8 * height(line)
    return image


@lru_cache(maxsize=1024)
def _strip(line: Line, width: int) -> Image.Image:
    image = Image.new("1", (width, 8 * height(line)))
    match line.look:
        case "rule":
            image.paste(LIT, (MARGIN, 3, width - MARGIN, 4))
        case "keys":
            _write_keys(image, line)
        case "big":
            _write_big(image, line)
        case _:
            _write_plain(image, line)
    return ImageChops.invert(image) if line.look in ("title", "chosen") else image


def _write_plain(image: Image.Image, line: Line) -> None:
    write(image, (MARGIN, 0), line.text[:COLUMNS])
    if line.bar:
        _write_bar(image, line)
    room = COLUMNS - len(line.right)
    if line.right:
        image.paste(0, (MARGIN + room * CELL, 0, image.width, 8))
        write(image, (MARGIN + room * CELL, 0), line.right[-COLUMNS:])
    if line.look == "barred":
        _strike(image, len(line.text) - len(line.text.lstrip()), min(len(line.text), room))


def _strike(image: Image.Image, first: int, last: int) -> None:
    """A dotted line through the words: there, but not to be had."""
    for x in range(MARGIN + first * CELL, MARGIN + last * CELL, 2):
        image.putpixel((x, 4), LIT)


def _write_bar(image: Image.Image, line: Line) -> None:
    level, top = line.bar or (0, 0)
    left = MARGIN + (len(line.text) + 1) * CELL
    room = image.width - left - (len(line.right) + 1) * CELL
    wide = max(3, min(10, room // max(top, 1)))
    for index in range(min(top, room // wide)):
        x = left + index * wide
        image.paste(LIT, (x, 1, x + wide - 1, 7))
        if index >= level:
            image.paste(0, (x + 1, 2, x + wide - 2, 6))


def _write_big(image: Image.Image, line: Line) -> None:
    write(image, (0, 0), line.text, BIG)
    if line.right:
        x = image.width - len(line.right) * WIDTHS[BIG]
        image.paste(0, (x, 0, image.width, 16))
        write(image, (x, 0), line.right, BIG)


def _write_keys(image: Image.Image, line: Line) -> None:
    _write_caps(image, MARGIN, line.text[: COLUMNS - len(line.right) - 1] if line.right else line.text)
    _write_caps(image, MARGIN + (COLUMNS - len(line.right)) * CELL, line.right)


def _write_caps(image: Image.Image, x: int, text: str) -> None:
    for word in text.split(" "):
        write(image, (x, 0), word)
        if word in CAPS:
            box = (x - 1, 0, x + len(word) * CELL, 8)
            image.paste(ImageChops.invert(image.crop(box)), box[:2])
        x += (len(word) + 1) * CELL
