"""A race of three hundred random moves with bad wires: it ends as it does with good ones, and no move waits."""

import asyncio
import errno
import random

import msgspec
import pytest

from companion.controls.desk import Desk
from companion.controls.screens import Plain, Screens
from companion.engine import Draw, Over, draw_with
from companion.games import load
from companion.table import Electronic, Referee, Seal, SetClock
from hardware.build import Outside, build
from hardware.pin_reading import read
from hardware.ports import Press
from tests.support.oled_chip import Bus, Chip
from tests.support.set_loop import SetLoop
from tests.support.tables import quiet

MOVES = 300
SLOWEST = 0.150
SEATS = ("red", "blue")
OK = {"red": 22, "blue": 25}
OTHERS = (17, 27, 5, 6, 26, 23, 24, 16, 20, 21)
MAP = """
gpio = "mock"
[panel.red]
backend = "gpio"
plus = 17
minus = 27
ok = 22
back = 5
card = 6
menu = 26
[panel.blue]
backend = "gpio"
plus = 23
minus = 24
ok = 25
back = 16
card = 20
menu = 21
[display.red]
backend = "oled"
[display.blue]
backend = "oled"
address = 0x3D
"""


class Race:
    """A referee, two wired panels and two OLEDs. `chance` decides who does what, `trouble` what breaks."""

    def __init__(self, trouble: random.Random | None) -> None:
        self.trouble = trouble
        self.chance = random.Random(300)
        self.loop, self.wire = SetLoop(), Bus()
        self.wire.chips = {0x3C: Chip(), 0x3D: Chip()}
        outside = Outside(lambda port: self.wire, threads=False, clock=self.loop.time)
        self.hardware = build(read("own.toml", MAP), self.loop, outside=outside)
        self.hardware.open(self._pressed, lambda card: None)
        source = Electronic(Seal(bytes(range(32))))
        game = load("fuel-and-fortune")
        self.referee = Referee(game, SEATS, {"laps": 9}, source=source, clock=SetClock())
        self.heard: list[tuple[Press, float]] = []
        self.waits: list[float] = []
        self.faults = 0

    async def run(self) -> bytes:
        """Plays, mends everything, and returns all that is true and shown in the end."""
        await self.referee.start()
        desk = Desk(self.referee, "never")
        screens = Screens(desk, {seat: [Plain(self.hardware.displays[seat])] for seat in SEATS})
        desk.listen(screens.change)
        screens.change(None)
        for _ in range(MOVES):
            await self._move()
        self._mend()
        await self._settle(8)
        await self.referee.close()
        glasses = [chip.glass().tobytes() for chip in self.wire.chips.values()]
        self.hardware.close()
        return msgspec.json.encode([self.referee.history.state, glasses])

    async def _move(self) -> None:
        pending = self.referee.pending
        assert not isinstance(pending, Over)
        if isinstance(pending, Draw):
            await self.referee.answer(draw_with(pending, self.chance.randrange))
            return
        action = self.chance.choice([choice.action for choice in pending.choices if choice.barred is None])
        self._harm()
        self._push(OK[pending.seat])
        assert self.heard, f"{pending.seat} was not heard"
        await self.referee.decide(pending.seat, action)
        await self._settle(0.2)

    def _push(self, gpio: int) -> None:
        """A finger: down with some chatter, a while, up with some."""
        self.heard.clear()
        contact = self.loop.now
        self._bounce(gpio, True)
        self._wander(0.09)
        self._bounce(gpio, False)
        self._wander(0.06)
        oks = [at for press, at in self.heard if press.control == "ok"]
        assert len(oks) == 1, self.heard
        self.waits.append(oks[0] - contact)

    def _bounce(self, gpio: int, closed: bool) -> None:
        for _ in range(self.trouble.randrange(6) if self.trouble else 0):
            self._drive(gpio, closed)
            self.loop.run(0.001)
            self._drive(gpio, not closed)
            self.loop.run(0.001)
        self._drive(gpio, closed)

    def _wander(self, seconds: float) -> None:
        """Time passes, with spikes and endless chatter on other lines."""
        end = self.loop.now + seconds
        while self.trouble and self.loop.now < end and self.trouble.random() < 0.8:
            gpio = self.trouble.choice(OTHERS)
            self._drive(gpio, True)
            self.loop.run(0.003)
            self._drive(gpio, False)
            self.loop.run(0.002)
        self.loop.run(max(0.0, end - self.loop.now))

    def _harm(self) -> None:
        if self.trouble is None:
            return
        for chip in self.wire.chips.values():
            chip.dead = self.trouble.random() < 0.2
            if self.trouble.random() < 0.05:
                chip.brown_out()
        self.wire.fault = self.trouble.choice((0, 0, 0, 0, errno.ETIMEDOUT, errno.EIO, errno.ENOENT))
        self.faults += sum(not health.ok for health in self.hardware.health())

    def _mend(self) -> None:
        self.wire.fault = 0
        for chip in self.wire.chips.values():
            chip.dead = False

    async def _settle(self, seconds: float) -> None:
        await quiet()
        until = self.loop.now + seconds
        while self.loop.now < until:
            pause = max(bus.work() for bus in self.hardware._buses)
            self.loop.run(min(max(pause, 0.001), until - self.loop.now))

    def _pressed(self, press: Press) -> None:
        self.heard.append((press, self.loop.now))

    def _drive(self, gpio: int, closed: bool) -> None:
        pin = self.hardware._pins.open().factory.pin(f"GPIO{gpio}")
        (pin.drive_low if closed else pin.drive_high)()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_it_ends_as_with_good_wires_and_no_move_waits(seed: int) -> None:
    good, bad = Race(None), Race(random.Random(seed))
    ended = asyncio.run(good.run())
    assert asyncio.run(bad.run()) == ended
    assert bad.faults > 50
    assert max(*good.waits, *bad.waits) <= SLOWEST
