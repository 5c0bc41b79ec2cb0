"""The firmware's pure files under CPython, on a clock that the test sets, with a glass that only remembers."""

import importlib
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from hardware import wire
from hardware.debounce import Debouncer
from hardware.ports import REPEATING

ROOT = Path(__file__).parent.parent.parent
FOLDERS = (str(ROOT / "hardware"), str(ROOT / "firmware"))
ON_THE_POD = ("wire", "pod")
BUTTONS = ("minus", "plus", "card", "ok", "back", "menu")


def load(name: str) -> ModuleType:
    """A module as the pod imports it: by its bare name, beside the files that are copied with it."""
    sys.path[:0] = FOLDERS
    try:
        return importlib.import_module(name)
    finally:
        for bare in ON_THE_POD:
            sys.modules.pop(bare, None)
        del sys.path[: len(FOLDERS)]


class PlainGlass:
    """What is drawn, as text."""

    ok = True
    busy = False

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.windows: list[tuple[int, int, bytes]] = []
        self.level = 255

    def draw(self, page: int, column: int, data: bytes) -> None:
        self.lines = []
        self.windows.append((page, column, data))

    def say(self, lines: list[str]) -> None:
        self.lines, self.windows = lines, []

    def bright(self, level: int) -> None:
        self.level = level

    def work(self, now: int) -> None:
        pass


class DeskPod:
    """The firmware's pod on a desk: buttons to press, a clock to turn, a wire to talk over."""

    def __init__(self, identity: str = "E6", run: str = "r1", proto: tuple[int, int] = (1, 2)) -> None:
        self.now = 0
        self.closed: set[str] = set()
        self.glass = PlainGlass()
        self.lights: list[tuple[int, int, int]] = []
        self.said: list[dict[str, Any]] = []
        self.out = b""
        facts = {"id": identity, "fw": "1.0.0", "proto": list(proto), "boot": 1, "run": run, "can": ["z"]}
        debouncer = Debouncer(BUTTONS, lambda name: name in self.closed, REPEATING)
        self.pod: Any = load("pod").Pod(facts, debouncer, self.glass, self._shine, inflate)

    def _shine(self, colour: tuple[int, int, int], bright: bool) -> None:
        self.lights.append(colour)

    def step(self, data: bytes = b"") -> list[dict[str, Any]]:
        """One turn of the pod's loop; what it says."""
        out = self.pod.step(self.now, data)
        self.out += out
        told: list[dict[str, Any]] = wire.Lines().feed(out)
        self.said += told
        return told

    def tell(self, *messages: dict[str, object]) -> list[dict[str, Any]]:
        return self.step(b"".join(wire.encode(message) for message in messages))

    def wait(self, ms: int) -> list[dict[str, Any]]:
        """Lets time pass, a millisecond at a time."""
        told = []
        for _ in range(ms):
            self.now += 1
            told += self.step()
        return told

    def press(self, *buttons: str) -> list[dict[str, Any]]:
        """A finger each."""
        told = []
        for button in buttons:
            self.closed.add(button)
            told += self.wait(30)
            self.closed.discard(button)
            told += self.wait(30)
        return told

    def greet(self, link: int = 7, session: int = 1) -> dict[str, Any]:
        (hello,) = self.tell({"t": "hi", "l": link, "s": session, "proto": [1, 2]})
        return hello


def inflate(data: bytes) -> bytes:
    try:
        return zlib.decompress(data, -10)
    except zlib.error:
        return b""


def of(told: Iterable[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [message for message in told if message["t"] == kind]
