"""What hardware promises: presses, panels, displays, readers, lamps. No pin and no game in it."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from PIL import Image

CONTROLS = ("minus", "plus", "card", "ok", "back", "menu")
"""The six buttons of a seat's panel, as pin maps, pods and pages name them."""


class Press(Struct, frozen=True):
    """A control on a panel was pressed: debounced, counted, told once. `held`: it has been down for a while;
    `repeat`: it is still down and asks again (only minus and plus repeat)."""

    panel: str
    control: str
    held: bool = False
    repeat: bool = False


class CardSeen(Struct, frozen=True):
    """A reader saw a code."""

    reader: str
    code: str


class Panel(Protocol):
    """A box of controls. `on_press` is called on the loop's own thread."""

    name: str
    controls: tuple[str, ...]

    def open(self, on_press: Callable[[Press], None]) -> None: ...
    def close(self) -> None: ...


class Display(Protocol):
    """A one-bit screen of `size` pixels. `show` returns at once; showing the same picture twice costs nothing."""

    name: str
    size: tuple[int, int]

    def show(self, image: Image.Image) -> None: ...
    def close(self) -> None: ...


class Reader(Protocol):
    """A card reader. `on_card` is called on the loop's own thread."""

    name: str

    def open(self, on_card: Callable[[CardSeen], None]) -> None: ...
    def close(self) -> None: ...


class Lamp(Protocol):
    """A light or a buzzer: `off`, `on` or `blink`."""

    name: str

    def set(self, mode: str) -> None: ...
    def close(self) -> None: ...


class Health(Struct, frozen=True):
    """How a device is: `ok`, or the fault in one plain sentence and what would cure it."""

    device: str
    ok: bool
    text: str = ""
