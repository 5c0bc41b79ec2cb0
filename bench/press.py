"""P6: from a press to the last byte on the glass, with the record on the disk in between; ours and the usual way in
turns, in one run.

Ours: a mock pin, the debouncer, the referee, a synced record, pages drawn, changed windows on the bus, on the real
loop with its real threads. The usual way does the same rules step, then a row in SQLite with full sync, the page by
`ImageDraw`, and stock luma's whole frame, from a line that `readline` read. Time on the wire is worked out at 400 kHz
and added to both. The debouncer's 6 ms of quiet come before both and are told apart.

Two cases: a move that changes one number on the page, and the pages of a real race, where the turn goes on with
every move and most of the glass changes.
"""

import asyncio
import os
import random
import sqlite3
import sys
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image, ImageDraw

from bench import on_this_disk
from companion.cli.play import SWITCH
from companion.controls.desk import Desk
from companion.controls.screens import Plain, Screens
from companion.controls.tick import MOMENT
from companion.drawing import Line, Page, draw, keys, title
from companion.engine import Ask, Draw, Over, Resume, draw_with
from companion.games import load
from companion.table import DataFolder, Electronic, Referee, Seal, SystemClock
from hardware.build import Hardware, Outside, build
from hardware.pin_reading import read
from hardware.ports import Press
from tests.support.oled_chip import Bus as Wire
from tests.support.oled_chip import SMBusOn, bytes_of, clocks

MOVES = 250
HERTZ = 400_000
SEATS = ("red", "blue")
OK = {"red": 22, "blue": 25}
ADDRESS = {"red": 0x3C, "blue": 0x3D}
MAP = (
    'gpio = "mock"\n[panel.red]\nbackend = "gpio"\nok = 22\n[panel.blue]\nbackend = "gpio"\nok = 25\n'
    '[display.red]\nbackend = "oled"\n[display.blue]\nbackend = "oled"\naddress = 0x3D\n'
)


class Timed(Wire):
    """A bus that notes when its last byte came, and the last for each address."""

    last = 0.0

    def __init__(self) -> None:
        super().__init__()
        self.lasts: dict[int, float] = {}

    def write(self, address: int, payload: bytes) -> None:
        self.log.append((address, payload))
        self.last = self.lasts[address] = perf_counter()


class Waits(NamedTuple):
    """Seconds from the contact to the accepted press, from there to the last byte on one's own glass and on all of
    them; and the bytes for one's own."""

    debounce: float
    own: float
    all: float
    bytes: int


def seconds(log: list[tuple[int, bytes]]) -> float:
    return clocks(log) / HERTZ


def cockpit(seat: str, moves: int) -> Image.Image:
    """A page on which one number changes with every move."""
    lines = (title(seat.upper()), Line("FUEL 12", look="big"), Line("Moves", f"{moves % 100:2}"), keys("OK drive"))
    return draw(Page("cockpit", lines))


class Ours:
    """A table with two wired players, who press OK whenever they are asked."""

    def __init__(self, folder: Path, game: str, whole_pages: bool) -> None:
        self.whole_pages = whole_pages
        self.chance = random.Random(6)
        self.wire = Timed()
        self.folder = DataFolder(folder)
        self.game = load(game)
        self.accepted: asyncio.Future[float] | None = None
        self.deciding: asyncio.Task[None] | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self.hardware: Hardware = build(read("own.toml", MAP), loop, outside=Outside(lambda port: self.wire))
        begun = self.folder.new_race(Seal(bytes(32)))
        source = Electronic(begun.seal)
        self.referee = Referee(self.game, SEATS, {}, source=source, record=begun.record, clock=SystemClock())
        await self.referee.start()
        self.desk = Desk(self.referee, "never")
        if self.whole_pages:
            screens = Screens(self.desk, {seat: [Plain(self.hardware.displays[seat])] for seat in SEATS})
            self.desk.listen(screens.change)
            screens.change(None)
        else:
            self.referee.listen(lambda news: self._show_number())
            self._show_number()
        self.hardware.open(self._pressed, lambda card: None)
        await self._quiet()

    async def close(self) -> None:
        await self.referee.close()
        self.hardware.close()
        self.folder.close()

    async def move(self) -> Waits:
        """Presses OK until something is accepted into the record."""
        waits = None
        while waits is None or not self.referee.race_over:
            seat = self._mover()
            before = len(self.referee.history.entries)
            waits = await self._press(seat)
            if len(self.referee.history.entries) > before:
                return waits
        return waits

    async def _press(self, seat: str) -> Waits:
        self.wire.taken()
        self.accepted = asyncio.get_running_loop().create_future()
        contact = self.wire.last = perf_counter()
        self._drive(seat, True)
        accepted = await self.accepted
        if self.deciding is not None:
            await self.deciding
        await self._quiet()
        log = self.wire.taken()
        mine = [each for each in log if each[0] == ADDRESS[seat]]
        work = max(0.0, self.wire.last - accepted)
        own = max(0.0, self.wire.lasts.get(ADDRESS[seat], accepted) - accepted)
        self._drive(seat, False)
        await self._forgotten()
        return Waits(accepted - contact, own + seconds(mine), work + seconds(log), bytes_of(mine))

    async def _forgotten(self) -> None:
        """Until the button is up for good and no tick of this move is left to be wiped off a glass."""
        await asyncio.sleep(0.03)
        if self.whole_pages:
            await asyncio.sleep(MOMENT)
        await self._quiet()

    def _pressed(self, press: Press) -> None:
        if self.accepted is not None and not self.accepted.done():
            self.accepted.set_result(perf_counter())
        if self.whole_pages:
            self.desk.press(press.panel, press.control, press.repeat)
        elif isinstance(pending := self.referee.pending, Ask) and pending.seat == press.panel:
            action = self.chance.choice([choice.action for choice in pending.choices if choice.barred is None])
            self.deciding = asyncio.get_running_loop().create_task(self.referee.decide(press.panel, action))

    def _show_number(self) -> None:
        for seat, display in self.hardware.displays.items():
            display.show(cockpit(seat, len(self.referee.history.entries)))

    def _mover(self) -> str:
        if not self.whole_pages and isinstance(pending := self.referee.pending, Ask):
            return pending.seat
        return next((seat for seat in SEATS if self.desk.wanted(seat)), SEATS[0])

    def _drive(self, seat: str, closed: bool) -> None:
        pin = self.hardware._pins.open().factory.pin(f"GPIO{OK[seat]}")
        (pin.drive_low if closed else pin.drive_high)()

    async def _quiet(self) -> None:
        """Until the record is written and the bus has nothing more to do."""
        for _ in range(12):
            await asyncio.sleep(0.002)
        while any(screen.urgent_at() < perf_counter() for bus in self.hardware._buses for screen in bus._screens):
            await asyncio.sleep(0.001)


class Usual:
    """The same race the way such things are mostly built."""

    def __init__(self, folder: Path, game: str) -> None:
        from luma.core.interface.serial import i2c
        from luma.oled.device import ssd1306

        self.wire = Timed()
        with patch("smbus2.SMBus", lambda port: SMBusOn(self.wire)):
            self.device = ssd1306(i2c(port=1, address=0x3C))
        self.rules = load(game).rules
        self.state = self._start()
        self.base = sqlite3.connect(folder / "race.sqlite", isolation_level=None)
        self.base.execute("PRAGMA journal_mode=WAL")
        self.base.execute("PRAGMA synchronous=FULL")
        self.base.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, action TEXT)")
        self.chance = random.Random(6)
        reading, self.writing = os.pipe()
        self.line = os.fdopen(reading, "rb")

    def press(self) -> float:
        """Seconds from the line to the last byte."""
        while isinstance(pending := self.rules.pending(self.state), Draw):
            self.state = self.rules.apply(self.state, draw_with(pending, self.chance.randrange)).state
        if isinstance(pending, Over):
            self.state = self._start()
            return self.press()
        action = self.chance.choice([choice.action for choice in pending.choices if choice.barred is None])
        self.wire.taken()
        os.write(self.writing, b"PRESS ok\n")
        start = perf_counter()
        self.line.readline()
        self.state = self.rules.apply(self.state, action).state
        self.base.execute("INSERT INTO moves (action) VALUES (?)", (repr(action),))
        self._show(str(self.rules.pending(self.state))[:100])
        return self.wire.last - start + seconds(self.wire.taken())

    def _start(self) -> Any:
        return self.rules.apply(self.rules.setup(SEATS, {}), Resume()).state

    def _show(self, text: str) -> None:
        image = Image.new("1", (128, 64))
        pen = ImageDraw.Draw(image)
        for row in range(5):
            pen.text((0, 12 * row), text[20 * row : 20 * row + 20], fill=255)
        self.device.display(image)


async def compare(game: str, whole_pages: bool) -> None:
    with on_this_disk() as folder:
        ours, usual = Ours(folder / "data", game, whole_pages), Usual(folder, game)
        await ours.open()
        pairs: list[tuple[Waits, float]] = []
        while not ours.referee.race_over and len(pairs) < MOVES:
            pairs.append((await ours.move(), usual.press()))
        await ours.close()
    case = "whole pages change" if whole_pages else "one number changes"
    sent = median(mine.bytes for mine, _ in pairs)
    print(f"P6 {game}, {case}: {len(pairs)} accepted moves, median {sent:.0f} bytes to the mover's glass")
    for name, of in (("median", median), ("p99", lambda values: quantiles(values, n=100)[98])):
        own, both, other = of([m.own for m, _ in pairs]), of([m.all for m, _ in pairs]), of([o for _, o in pairs])
        print(
            f"   {name}: {own * 1000:.1f} ms to the mover's glass (1/{other / own:.1f}), {both * 1000:.1f} ms to both, "
            f"the usual way {other * 1000:.1f} ms"
        )
    print(f"   before both, the debouncer: {median(mine.debounce for mine, _ in pairs) * 1000:.1f} ms")


def main() -> None:
    sys.setswitchinterval(SWITCH)
    for whole_pages in (False, True):
        asyncio.run(compare("fuel-and-fortune", whole_pages))
