"""Real pods: the firmware's own files under a real MicroPython at the end of a pty, pressed and watched by a test."""

import asyncio
import os
import pty
import shutil
import subprocess
import termios
import tty
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from PIL import Image

from hardware import wire
from hardware.displays.pod import PodDisplay
from hardware.displays.windows import pages_of
from hardware.panels.pod import PodPanel
from hardware.pods import PodFacts, PodHub, Ports
from hardware.pods.flashing import firmware_files
from hardware.pods.port import Found, SerialPort
from hardware.ports import Press
from tests.support.glass import Glass
from tests.support.needs import needs_micropython

STUBS = Path(__file__).parent.parent / "firmware" / "stubs"
PINS = {"minus": 2, "plus": 3, "card": 4, "ok": 5, "back": 6, "menu": 7}
BROKEN_BUS = 255
DOWN, UP = 0, 1
TAP = 0.03
LOOK = 0.1
"""Seconds until a test's table looks for its pods again."""


async def until(fact: Callable[[], object], seconds: float = 10.0, what: str = "") -> None:
    """Waits for a fact, not for a time."""
    end = asyncio.get_running_loop().time() + seconds
    while not fact():
        assert asyncio.get_running_loop().time() < end, f"never came: {what or fact}"
        await asyncio.sleep(0.004)


def picture(seed: int) -> Image.Image:
    """A picture that no other seed gives."""
    image = Image.new("1", (128, 64))
    for at in range(64):
        image.putpixel(((seed * 37 + at * 11) % 128, (seed * 5 + at * 3) % 64), 1)
        image.putpixel((at, seed % 64), 1)
    return image


class Talk:
    """A table of the test's own at the end of a pod's cable: says what it likes, hears everything."""

    def __init__(self, path: str) -> None:
        self.heard: list[dict[str, Any]] = []
        self._port = SerialPort(path)
        self._lines = wire.Lines()
        self._open = True
        asyncio.get_running_loop().add_reader(self._port.fileno(), self._read)

    def say(self, kind: str, link: int = 7, /, **more: object) -> None:
        self.send(wire.encode({"t": kind, "l": link, **more}))

    def send(self, data: bytes) -> None:
        assert self._port.write(data) == len(data)

    async def hi(self, link: int = 7, session: int = 1) -> dict[str, Any]:
        """Greets until there is an answer."""
        told: list[dict[str, Any]] = []
        while not told:
            self.say("hi", link, s=session, proto=[1, 2])
            await asyncio.sleep(0.02)
            told = [m for m in self.of("hello") if m["l"] == link]
        return told[-1]

    async def answer(self, kind: str, what: str = "", **more: object) -> dict[str, Any]:
        """Says this, and waits for the next answer of that kind."""
        before = len(self.of(what))
        self.say(kind, **more)
        await until(lambda: len(self.of(what)) > before, what=what)
        return self.of(what)[-1]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["t"] == kind]

    def heard_of(self, number: int) -> bool:
        """True when the press of that number has been told."""
        return any(message["n"] == number for message in self.of("press"))

    def close(self) -> None:
        if self._open:
            self._open = False
            asyncio.get_running_loop().remove_reader(self._port.fileno())
            self._port.close()

    def _read(self) -> None:
        try:
            self.heard += self._lines.feed(self._port.read())
        except OSError:
            self.close()


class RealPod:
    """One board. `plug` gives it power on a fresh port, `unplug` takes it away; its flash memory stays."""

    def __init__(self, folder: Path, identity: str = "e661a4d1c3b2f007") -> None:
        self.folder = folder
        self._stderr = folder.with_suffix(".stderr")
        self.identity = identity
        self.path = ""
        self.glass = Glass()
        self.told: list[str] = []
        self.on_write: Callable[[bytes], None] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._slave = self._control = self._report = -1
        self._rest = b""
        folder.mkdir(exist_ok=True)
        for file in firmware_files():
            shutil.copy(file, folder)

    @property
    def id(self) -> str:
        return self.identity.upper()

    @property
    def found(self) -> Found:
        return Found(self.path, self.identity, "2e8a:0005")

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def plug(self, script: str = "main.py") -> None:
        """Power on. What is held down while it starts is said by `hold` before."""
        master, self._slave = pty.openpty()
        self.path = os.ttyname(self._slave)
        self.start(master, script)
        os.close(master)

    def start(self, wire: int, script: str = "main.py") -> None:
        """Power on, with this file descriptor as its USB cable."""
        if self._slave >= 0:
            tty.setraw(self._slave, termios.TCSANOW)
        self.glass = Glass()
        theirs, control = self._control_pipe()
        self._report, report = os.pipe()
        os.set_blocking(self._report, False)
        environment = {
            "MICROPYPATH": f"{STUBS}:.frozen:.",
            "POD_CONTROL": str(theirs),
            "POD_REPORT": str(report),
            "POD_ID": self.identity,
        }
        with self._stderr.open("ab") as errors:
            self._process = subprocess.Popen(
                [needs_micropython(), script],
                cwd=self.folder,
                stdin=wire,
                stdout=wire,
                stderr=errors,
                pass_fds=(theirs, report),
                env=environment,
            )
        os.close(theirs)
        os.close(report)
        self._control = control
        asyncio.get_running_loop().add_reader(self._report, self._watch)

    def unplug(self) -> None:
        """Power off: the port goes with it."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._process = None
        asyncio.get_running_loop().remove_reader(self._report)
        for fd in (self._slave, self._control, self._report):
            if fd >= 0:
                os.close(fd)
        self._slave = self._control = self._report = -1
        self.path = ""

    def set(self, pin: int, level: int) -> None:
        os.write(self._control, bytes((pin, level)))

    def look_away(self) -> None:
        """Hears no reports any more, which cost whoever measures."""
        asyncio.get_running_loop().remove_reader(self._report)

    def break_bus(self) -> None:
        """From now on nothing answers on the pod's I2C bus."""
        self.set(BROKEN_BUS, DOWN)

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def down(self, control: str) -> None:
        self.set(PINS[control], DOWN)

    def up(self, control: str) -> None:
        self.set(PINS[control], UP)

    async def tap(self, control: str) -> None:
        """A finger: down, and up again."""
        self.down(control)
        await asyncio.sleep(TAP)
        self.up(control)
        await asyncio.sleep(TAP)

    def hold(self, *controls: str) -> None:
        """These are down when the board starts."""
        self._held = controls

    def shows(self, image: Image.Image) -> bool:
        """True when exactly these pixels are on the glass."""
        return self.glass.lit and pages_of(self.glass.image()) == pages_of(image)

    @property
    def errors(self) -> str:
        """Tracebacks of the firmware; there should be none."""
        return self._stderr.read_text() if self._stderr.exists() else ""

    def _control_pipe(self) -> tuple[int, int]:
        theirs, ours = os.pipe()
        for control in getattr(self, "_held", ()):
            os.write(ours, bytes((PINS[control], DOWN)))
        return theirs, ours

    def _watch(self) -> None:
        data = os.read(self._report, 65536)
        if not data:
            asyncio.get_running_loop().remove_reader(self._report)
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._hear(line.decode())

    def _hear(self, line: str) -> None:
        kind, *words = line.split()
        if kind == "i2c":
            self.glass.write(bytes.fromhex(words[1]))
            if self.on_write is not None:
                self.on_write(bytes.fromhex(words[1]))
        else:
            self.told.append(line)


class Table:
    """A hub with a panel and a display at each seat, and real pods that it can find."""

    def __init__(
        self, folder: Path, *pods: RealPod, seats: tuple[str, ...] = ("red", "blue"), hurry: float = 1
    ) -> None:
        self.pods = list(pods)
        self.extra: list[Found] = []
        self.presses: list[Press] = []
        self.changes = 0
        self.memory = folder / "pods.toml"
        self.hub = PodHub(seats, self.memory, Ports(self.find, self.open_port, LOOK), lambda: monotonic() * hurry)
        self.panels = {seat: PodPanel(seat, self.hub) for seat in seats}
        self.displays = {seat: PodDisplay(seat, self.hub) for seat in seats}
        self.opened: list[str] = []
        self.hub.on_change = self._changed
        for panel in self.panels.values():
            panel.open(self.presses.append)

    def find(self) -> list[Found]:
        return [pod.found for pod in self.pods if pod.path] + self.extra

    def open_port(self, path: str) -> SerialPort:
        port = SerialPort(path)
        self.opened.append(path)
        return port

    def remember(self, **seats: RealPod) -> None:
        """These pods sit where they sat before."""
        for seat, pod in seats.items():
            self.hub.seat(pod.id, seat)

    def seated(self, *seats: str) -> bool:
        return all(self.hub.places[seat].cable is not None for seat in seats)

    def took(self, seat: str) -> list[str]:
        return [press.control for press in self.presses if press.panel == seat]

    def facts(self, pod: RealPod) -> PodFacts | None:
        return next((facts for facts in self.hub.facts() if facts.id == pod.id), None)

    async def __aenter__(self) -> "Table":
        self.hub.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.hub.close()
        for pod in self.pods:
            pod.unplug()

    def _changed(self) -> None:
        self.changes += 1
