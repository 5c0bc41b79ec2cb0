"""What one viewer may know, in widgets that know no game.

Every widget has a `name` (the game's own kebab-case word, for programs) and a `label` (for people).
The order of a view's widgets is their importance: a small screen shows the first that fit.
"""

from msgspec import Struct


def _kebab(name: str) -> str:
    return "".join("-" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(name))


class Widget(Struct, frozen=True, tag=_kebab, tag_field="kind"):
    """Anything that a screen or a page can show."""

    name: str
    label: str


class Gauge(Widget, frozen=True):
    """A level in a tank of `top` units."""

    value: int
    top: int


class Number(Widget, frozen=True):
    """A whole number, with its unit where it has one."""

    value: int
    unit: str = ""


class Flag(Widget, frozen=True):
    """A lamp: on or off."""

    on: bool


class Text(Widget, frozen=True):
    """Words; each line at most 21 characters where a small screen must show it."""

    text: str


class Card(Struct, frozen=True):
    """One card in a hand: `short` for a narrow line, `text` for what it does."""

    name: str
    label: str
    short: str
    text: str = ""


class Hand(Widget, frozen=True):
    """Cards that only this view's seat may see."""

    cards: tuple[Card, ...]


class Place(Struct, frozen=True):
    """A space of the board: centre in mm, `shape` box or dot, size in mm, `angle` in degrees clockwise."""

    id: str
    x: float
    y: float
    shape: str = "box"
    width: float = 10.0
    height: float = 10.0
    angle: float = 0.0
    marks: tuple[str, ...] = ()
    label: str = ""


class Token(Struct, frozen=True):
    """A piece on a place: `order` counts from the front; `text` is printed on it."""

    id: str
    place: str
    order: int = 0
    seat: str = ""
    text: str = ""
    label: str = ""


class Board(Widget, frozen=True):
    """The physical board, laid out by the game: sizes in mm, `highlights` are ids of places or tokens."""

    width: float
    height: float
    places: tuple[Place, ...]
    tokens: tuple[Token, ...]
    highlights: tuple[str, ...] = ()


AnyWidget = Gauge | Number | Flag | Text | Hand | Board


class View(Struct, frozen=True):
    """All that `viewer` may know now; None is everybody."""

    viewer: str | None
    title: str
    widgets: tuple[AnyWidget, ...]

    def find(self, name: str) -> AnyWidget | None:
        """The widget of that name, if this view has it."""
        return next((widget for widget in self.widgets if widget.name == name), None)

    @property
    def board(self) -> Board | None:
        return next((widget for widget in self.widgets if isinstance(widget, Board)), None)
