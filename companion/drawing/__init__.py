"""Pages for small one-bit screens, and their pictures. Knows no game."""

from companion.drawing.page import COLUMNS, GAP, RULE, Line, Page, keys, title, wrap
from companion.drawing.picture import draw

__all__ = ["COLUMNS", "GAP", "RULE", "Line", "Page", "draw", "keys", "title", "wrap"]
