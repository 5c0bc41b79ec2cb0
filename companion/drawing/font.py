"""Bitmap letters out of the data files beside this one; each is unpacked when it is first needed."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from PIL import Image

SMALL = "spleen-5x8"
BIG = "spleen-8x16"
WIDTHS: Mapping[str, int] = {SMALL: 6, BIG: 8}
"""How far each letter reaches, its gap to the next included."""


@cache
def _codes(font: str) -> Mapping[str, str]:
    text = Path(__file__).with_name(f"{font}.txt").read_text("utf-8")
    pairs = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {chr(int(code, 16)): rows for code, rows in pairs}


@cache
def glyph(font: str, letter: str) -> Image.Image:
    """The letter as a one-bit picture eight pixels wide; a question mark for one that the font lacks."""
    codes = _codes(font)
    rows = bytes.fromhex(codes.get(letter, codes["?"]))
    return Image.frombytes("1", (8, len(rows)), rows).crop((0, 0, WIDTHS[font], len(rows)))


def write(image: Image.Image, at: tuple[int, int], text: str, font: str = SMALL) -> None:
    """Put the text on the picture, its upper left corner at `at`."""
    x, y = at
    for letter in text:
        if letter != " ":
            image.paste(glyph(font, letter), (x, y))
        x += WIDTHS[font]
