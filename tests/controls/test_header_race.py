"""Two people at one Raspberry Pi: pins are pressed, and the glasses are read from the bytes on their bus."""

import asyncio
import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from PIL import Image

from companion.controls.desk import Desk
from companion.controls.setting import PERSON, Setting
from companion.controls.tick import MOMENT
from companion.drawing.care import Habits
from companion.service import Service
from companion.table import SetClock
from hardware.build import Hardware, Outside, build
from hardware.pin_map import PinMap
from hardware.pin_reading import load, read
from tests.support.oled_chip import Bus, Chip
from tests.support.reading import read as words
from tests.support.services import serving
from tests.support.set_loop import SetLoop
from tests.support.tables import quiet

STILL = Habits(dim_after=0, sleep_after=0, drift_every=0)
ADDRESSES = {"red": 0x3C, "blue": 0x3D}
TWO = Setting("fuel-and-fortune", {"red": PERSON, "blue": PERSON}, {"laps": 1})


def lite() -> PinMap:
    """The pin map that comes with Pitboard, on gpiozero's mock pins."""
    text = Path("hardware/pin_maps/lite.toml").read_text("utf-8")
    return read("lite.toml", text.replace('gpio = "lgpio"', 'gpio = "mock"'))


class Header:
    """Fingers for the pins, eyes for the glasses."""

    def __init__(self) -> None:
        self.wire = Bus()
        self.wire.chips = {address: Chip() for address in ADDRESSES.values()}
        self.loop = SetLoop()
        self.buttons = {panel.name: panel.buttons for panel in load("lite").of("panel", fitted=True)}
        self.hardware: Hardware | None = None
        self.service: Service | None = None
        self.clock = SetClock()

    @asynccontextmanager
    async def table(self, data: Path, new: bool = False) -> AsyncIterator[Service]:
        async with serving(data, TWO, hardware=self.build, habits=STILL, clock=self.clock, new=new) as self.service:
            await self.settle()
            yield self.service

    def build(self, loop: asyncio.AbstractEventLoop) -> Hardware:
        outside = Outside(lambda port: self.wire, threads=False)
        self.hardware = build(lite(), self.loop, outside=outside)
        return self.hardware

    async def press(self, seat: str, control: str) -> None:
        """Down for 60 ms, up for 60 ms; then whatever follows may happen."""
        assert self.hardware is not None
        pin = self.hardware._pins.open().factory.pin(f"GPIO{self.buttons[seat][control]}")
        for move in (pin.drive_low, pin.drive_high):
            move()
            self.loop.run(0.06)
        await self.settle()

    async def settle(self) -> None:
        """Until the record is on the disk and the bytes are on the bus."""
        assert self.hardware is not None
        async with asyncio.timeout(60):
            await quiet()
            while self.busy():
                await asyncio.sleep(0.001)
            await quiet()
        self.clock.advance(MOMENT)
        await quiet()
        for bus in self.hardware._buses:
            while bus.work() == 0:
                pass

    def busy(self) -> bool:
        """Whether something that was asked for is still being done."""
        assert self.service is not None
        stage = self.service.stage
        return bool(self.service.races._jobs) or (isinstance(stage, Desk) and bool(stage._busy))

    def later(self, seconds: float) -> None:
        """The buses' clock goes on."""
        assert self.hardware is not None
        for bus in self.hardware._buses:
            bus.clock = partial(float, bus.clock() + seconds)

    def glass(self, seat: str) -> Image.Image:
        return self.wire.chips[ADDRESSES[seat]].glass()

    def read(self, seat: str) -> list[str]:
        return words(self.glass(seat))


def test_two_people_race_to_the_flag_on_pins_and_glasses(tmp_path: Path) -> None:
    header = Header()

    async def play() -> None:
        async with header.table(tmp_path) as service:
            assert header.read("red")[:2] == ["NEW RACE          Red", "Fuel and Fortune"]
            await header.press("blue", "ok")
            for _ in range(400):
                titles = {seat: header.read(seat)[0] for seat in ADDRESSES}
                if all(title.startswith("FINISH") for title in titles.values()):
                    break
                for seat in ADDRESSES:
                    assert header.glass(seat).tobytes() == service.displays[seat].shown[-1].tobytes()
                movers = [seat for seat in ADDRESSES if service.stage.wanted(seat)]
                await (header.press(movers[0], "ok") if movers else header.settle())
            places = [header.read(seat)[1].rpartition("place ")[2] for seat in ADDRESSES]
            assert sorted(places) == ["1", "2"]

    asyncio.run(play())


def test_a_bus_that_fails_ends_no_race_is_shown_as_a_fault_and_heals(tmp_path: Path) -> None:
    header = Header()

    async def play() -> None:
        async with header.table(tmp_path, new=True) as service:
            header.wire.fault = errno.EREMOTEIO
            desk = service.stage
            assert isinstance(desk, Desk)
            before = desk.public.said
            for _ in range(6):
                await header.press("red", "ok")
                await header.press("blue", "ok")
            assert desk.public.said != before
            assert [fault.partition(":")[0] for fault in service._faults()] == ["display.red", "display.blue"]
            header.wire.fault = 0
            header.later(30)
            await header.settle()
            assert service._faults() == ()
            for seat in ADDRESSES:
                assert header.glass(seat).tobytes() == service.displays[seat].shown[-1].tobytes()

    asyncio.run(play())


def test_a_person_out_of_turn_reads_whose_turn_it_is(tmp_path: Path) -> None:
    header = Header()

    async def play() -> None:
        async with header.table(tmp_path, new=True) as service:
            while service.stage.wanted("red") and service.stage.wanted("blue"):
                await header.press("red", "ok")
            mover, other = ("red", "blue") if service.stage.wanted("red") else ("blue", "red")
            assert header.read(mover)[0].startswith("YOUR TURN")
            assert f"{mover.title()} to move" in header.read(other)
            before = header.glass(other).tobytes()
            await header.press(other, "plus")
            assert header.glass(other).tobytes() == before

    asyncio.run(play())
