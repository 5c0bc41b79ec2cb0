"""Reads the words on a small screen back from its pixels, as eyes would."""

from functools import cache

from PIL import Image, ImageChops

from companion.drawing.font import BIG, SMALL, _codes, glyph

CELLS = {SMALL: (6, 8, 1), BIG: (8, 16, 0)}
"""Width and height of a cell, and where the first begins."""


def read(image: Image.Image) -> list[str]:
    """Line by line; a line of big letters is read where small ones make no sense."""
    lines, y = [], 0
    while y < image.height:
        small, sense = _line(image, y, SMALL)
        if not sense and y + 16 <= image.height:
            big, _ = _line(image, y, BIG)
            lines.append(big)
            y += 16
        else:
            lines.append(small)
            y += 8
    return lines


def _line(image: Image.Image, y: int, font: str) -> tuple[str, bool]:
    width, height, left = CELLS[font]
    text = ""
    for x in range(left, image.width - width + 1, width):
        cell = image.crop((x, y, x + 5 if font == SMALL else x + width, y + height))
        text += _letters(font).get(cell.tobytes(), "\x00")
    return text.replace("\x00", "?").strip(), "\x00" not in text


@cache
def _letters(font: str) -> dict[bytes, str]:
    """Every letter by its pixels, lit and dark."""
    found: dict[bytes, str] = {}
    for letter in _codes(font):
        shape = glyph(font, letter)
        shape = shape.crop((0, 0, 5, 8)) if font == SMALL else shape
        found.setdefault(shape.tobytes(), letter)
        found.setdefault(ImageChops.invert(shape).tobytes(), letter)
    return found
