"""Card readers that act as keyboards (barcode or NFC, most of what is sold), through evdev. Grabbed, so that the digits
land nowhere else; found by id, never by number. The only file that imports evdev, and only when a reader is found."""

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from hardware.errors import NotAvailable
from hardware.loop import Loop, Timer
from hardware.ports import CardSeen, Health
from hardware.readers.keys import Typist
from hardware.readers.once import Once
from hardware.tally import Tally

LOOK_EVERY = 1.0
EV_KEY = 1
BY_ID = Path("/dev/input/by-id")
USB = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}")


class KeyEvent(Protocol):
    """One event of the kernel's."""

    @property
    def type(self) -> int: ...
    @property
    def code(self) -> int: ...
    @property
    def value(self) -> int: ...


class Keyboard(Protocol):
    """An evdev device, as far as it is needed."""

    fd: int

    def grab(self) -> None: ...
    def read(self) -> Iterable[KeyEvent]: ...
    def close(self) -> None: ...


class KeyboardReader:
    """Looks for its device each second until it is there, and again once it was unplugged."""

    def __init__(
        self,
        name: str,
        wanted: str,
        loop: Loop,
        finder: Callable[[str], str | None] | None = None,
        opener: Callable[[str], Keyboard] | None = None,
    ) -> None:
        self.name = name
        self._wanted = wanted
        self._loop = loop
        self._finder = finder or find
        self._opener = opener or _open
        self._tally = Tally()
        self._typist = Typist()
        self._once = Once()
        self._keyboard: Keyboard | None = None
        self._fault = ""
        self._timer: Timer | None = None
        self._on_card: Callable[[CardSeen], None] | None = None

    def open(self, on_card: Callable[[CardSeen], None]) -> None:
        self._on_card = on_card
        self._look()

    def health(self) -> Health:
        return Health(self.name, not self._fault, self._fault)

    def close(self) -> None:
        self._on_card = None
        if self._timer is not None:
            self._timer.cancel()
        self._let_go()

    def _look(self) -> None:
        self._timer = self._loop.call_at(self._loop.time() + LOOK_EVERY, self._look)
        if self._keyboard is None:
            self._take()

    def _take(self) -> None:
        path = self._finder(self._wanted)
        if path is None:
            self._lost(f"No reader called {self._wanted} is plugged in: see `ls {BY_ID}`.")
            return
        try:
            self._keyboard = self._opener(path)
            self._keyboard.grab()
        except (OSError, NotAvailable) as error:
            self._let_go()
            self._lost(_reason(error, path))
            return
        self._fault = ""
        self._tally.healed(self.name)
        self._loop.add_reader(self._keyboard.fd, self._readable)

    def _readable(self) -> None:
        if self._keyboard is None:
            return
        try:
            events = list(self._keyboard.read())
        except OSError:
            self._let_go()
            self._lost(f"The reader {self._wanted} was unplugged.")
            return
        for event in events:
            if event.type == EV_KEY:
                self._typed(self._typist.key(event.code, event.value, self._loop.time()))

    def _typed(self, code: str) -> None:
        if code and self._once.fresh(code, self._loop.time()) and self._on_card is not None:
            self._on_card(CardSeen(self.name, code))

    def _lost(self, text: str) -> None:
        self._fault = text
        self._tally.fault(self.name, text)

    def _let_go(self) -> None:
        keyboard, self._keyboard = self._keyboard, None
        if keyboard is not None:
            self._loop.remove_reader(keyboard.fd)
            keyboard.close()


def find(wanted: str, by_id: Path = BY_ID, classes: Path = Path("/sys/class/input")) -> str | None:
    """The device that an id stands for: part of a name in /dev/input/by-id, or vendor:product in hexadecimal."""
    if USB.fullmatch(wanted.lower()):
        return next((path for path, usb in _usb_ids(classes) if usb == wanted.lower()), None)
    names = sorted(path for path in by_id.glob("*") if wanted in path.name)
    return next((str(path) for path in names if path.name.endswith("event-kbd")), next(map(str, names), None))


def _usb_ids(classes: Path) -> Iterable[tuple[str, str]]:
    for folder in sorted(classes.glob("event*")):
        try:
            ids = [(folder / "device" / "id" / part).read_text("ascii").strip() for part in ("vendor", "product")]
        except OSError:
            continue
        yield f"/dev/input/{folder.name}", ":".join(ids)


def _open(path: str) -> Keyboard:
    try:
        from evdev import InputDevice
    except ImportError as error:
        raise NotAvailable("evdev is not installed: `sudo apt install python3-evdev`.") from error
    device: Keyboard = InputDevice(path)
    return device


def _reason(error: Exception, path: str) -> str:
    if isinstance(error, NotAvailable):
        return str(error)
    if isinstance(error, PermissionError) or not os.access(path, os.R_OK):
        return f"{path} may not be used: `sudo usermod -aG input $USER`, then log in again."
    return f"{path} is held by another program: stop that first."
