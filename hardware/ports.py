"""What hardware promises: presses, panels, displays, readers, lamps. No pin and no game in it."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from PIL import Image

CONTROLS = ("minus", "plus", "card", "ok", "back", "menu")
"""The six buttons of a seat's panel, as pin maps, pods and pages name them."""

REPEATING = ("minus", "plus")
"""Controls that ask again while they are down; the others are told once as held."""

MODES = ("off", "on", "blink")
"""What a lamp can be told."""

BRIGHT = 255
"""The most that `Display.light` takes."""


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


class Health(Struct, frozen=True):
    """How a device is: `ok`, or the fault in one plain sentence and what would cure it. `restart`: only a new start
    of the whole service would. `absent`: nothing of it is there."""

    device: str
    ok: bool
    text: str = ""
    restart: bool = False
    absent: bool = False


class Panel(Protocol):
    """A box of controls. `on_press` is called on the loop's own thread."""

    @property
    def name(self) -> str: ...
    @property
    def controls(self) -> tuple[str, ...]: ...

    def open(self, on_press: Callable[[Press], None]) -> None: ...
    def health(self) -> Health: ...
    def close(self) -> None: ...


class Display(Protocol):
    """A one-bit screen of `size` pixels. `show` returns at once; showing the same picture twice costs nothing.
    `light` sets the brightness, 0 (dark, asleep) to 255; the picture stays."""

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> tuple[int, int]: ...

    def show(self, image: Image.Image) -> None: ...
    def light(self, level: int) -> None: ...
    def health(self) -> Health: ...
    def close(self) -> None: ...


class Reader(Protocol):
    """A card reader. `on_card` is called on the loop's own thread; the same card twice within a second counts once."""

    @property
    def name(self) -> str: ...

    def open(self, on_card: Callable[[CardSeen], None]) -> None: ...
    def health(self) -> Health: ...
    def close(self) -> None: ...


class Lamp(Protocol):
    """A light or a buzzer: `off`, `on` or `blink`."""

    @property
    def name(self) -> str: ...

    def set(self, mode: str) -> None: ...
    def health(self) -> Health: ...
    def close(self) -> None: ...
