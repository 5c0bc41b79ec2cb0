"""Screens on a real I2C character device: luma, smbus2, i2c-dev and a driver that takes whole messages; decoded into
pixels at the other end."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from bench.vm import prove
from bench.vm.header import Table, table
from bench.vm.prove import until
from bench.vm.tiny_usb import TinyUsb, number
from companion.drawing import Line, Page, draw, keys, title
from hardware.displays.windows import pages_of
from tests.support.oled_chip import Bus, Chip, Switch, bytes_of

TINY = TinyUsb(Bus())
TWO = '[display.red]\nbackend = "oled"\nbus = {0}\n[display.blue]\nbackend = "oled"\nbus = {0}\naddress = 0x3D\n'
BEHIND = "".join(
    f'[display.{seat}]\nbackend = "oled"\nbus = {{0}}\nswitch = 0x70\nchannel = {channel}\n'
    for seat, channel in (("red", 0), ("blue", 5))
)


def page(fuel: int) -> Image.Image:
    """A seat's page on which one number changes."""
    return draw(Page("cockpit", (title("RED"), Line(f"FUEL {fuel:2}", look="big"), keys("OK drive"))))


class Screens:
    """A table with screens, the bus that they hang on, and its cable."""

    def __init__(self, at: Table, tiny: TinyUsb) -> None:
        self.at = at
        self.tiny = tiny
        self.bus = tiny.bus

    def show(self, seat: str, image: Image.Image) -> None:
        self.at.hardware.displays[seat].show(image)

    async def seen(self, chip: Chip, image: Image.Image, what: str) -> None:
        await until(lambda: pages_of(chip.glass()) == pages_of(image), 20, what)

    def fault(self, seat: str) -> str:
        return self.at.fault(f"display.{seat}")


def two_chips() -> Bus:
    bus = Bus()
    bus.chips = {0x3C: Chip(), 0x3D: Chip()}
    return bus


@asynccontextmanager
async def screens(text: str, bus: Bus) -> AsyncIterator[Screens]:
    tiny = TINY
    tiny.bus = bus
    tiny.plug()
    try:
        await until(lambda: number() is not None, what="the bus")
        await until(lambda: Path(f"/dev/i2c-{number()}").exists(), what="its device")
        async with table(text.format(number())) as at:
            yield Screens(at, tiny)
    finally:
        tiny.unplug()
        await until(lambda: number() is None, what="the end of the bus")


async def every_pixel_arrives_on_both_screens() -> str:
    async with screens(TWO, two_chips()) as at:
        red, blue = at.bus.chips.values()
        for fuel in (12, 7):
            at.show("red", page(fuel))
            at.show("blue", page(90 - fuel))
            await at.seen(red, page(fuel), "red's picture")
            await at.seen(blue, page(90 - fuel), "blue's picture")
        assert not at.fault("red")
        assert not at.fault("blue")
        longest = max(len(payload) for _, payload in at.bus.log)
    assert not red.on
    assert not blue.on
    return f"longest message {longest} bytes; dark at the end"


async def a_changed_number_is_a_few_bytes() -> str:
    async with screens(TWO, two_chips()) as at:
        red, _ = at.bus.chips.values()
        at.show("red", page(12))
        await at.seen(red, page(12), "the picture")
        at.bus.taken()
        at.show("red", page(13))
        await at.seen(red, page(13), "the number")
        sent = bytes_of([each for each in at.bus.taken() if each[0] == 0x3C])
    assert sent < 150
    return f"{sent} bytes"


async def a_screen_that_is_pulled_out_is_a_fault_and_heals() -> str:
    async with screens(TWO, two_chips()) as at:
        red, blue = at.bus.chips.values()
        at.show("red", page(1))
        await at.seen(red, page(1), "the first picture")
        red.dead = True
        at.show("red", page(2))
        at.show("blue", page(3))
        await at.seen(blue, page(3), "the other screen")
        await until(lambda: at.fault("red"), 5, "the fault")
        told = at.fault("red")
        assert "Nothing answers at 0x3C" in told
        assert not at.fault("blue")
        red.brown_out()
        red.dead = False
        await at.seen(red, page(2), "the picture that it missed")
        assert not at.fault("red")
    return told


async def a_brown_out_that_nobody_reports_heals_when_its_turn_comes() -> None:
    async with screens(TWO, two_chips()) as at:
        red, _ = at.bus.chips.values()
        at.show("red", page(4))
        await at.seen(red, page(4), "the picture")
        red.brown_out()
        at.at.hardware.displays["red"].light(255)
        await at.seen(red, page(4), "the picture again")


async def a_bus_that_goes_is_a_fault_and_its_return_heals() -> str:
    async with screens(TWO, two_chips()) as at:
        red, _ = at.bus.chips.values()
        before = number()
        at.show("red", page(5))
        await at.seen(red, page(5), "the picture")
        at.tiny.unplug()
        await until(lambda: at.fault("red") and at.fault("blue"), 8, "the faults")
        await until(lambda: number() is None, 10, "the kernel letting go")
        await until(lambda: "There is no I2C bus" in at.fault("red"), 8, "its sentence")
        told = at.fault("red")
        red.brown_out()
        at.tiny.plug()
        at.show("red", page(6))
        await at.seen(red, page(6), "the picture on the bus that came back")
        await until(lambda: not at.fault("blue"), 8, "the other screen")
        assert number() == before
    return told


async def two_screens_of_one_address_behind_a_switch() -> str:
    bus, switch = Bus(), Switch()
    bus.switches[0x70] = switch
    red, blue = Chip(), Chip()
    switch.branches[0][0x3C], switch.branches[5][0x3C] = red, blue
    async with screens(BEHIND, bus) as at:
        at.show("red", page(21))
        at.show("blue", page(22))
        await at.seen(red, page(21), "red's")
        await at.seen(blue, page(22), "blue's")
        at.bus.taken()
        with at.at.hardware.together():
            at.show("red", page(50))
            at.show("blue", page(50))
        await at.seen(red, page(50), "red's share")
        await at.seen(blue, page(50), "blue's share")
        switch.dead = True
        at.show("red", page(51))
        await until(lambda: "switch at 0x70" in at.fault("red"), 8, "the fault")
        told = at.fault("red")
        switch.dead = False
        await at.seen(red, page(51), "red's after the fault")
        assert pages_of(blue.glass()) == pages_of(page(50))
    return told


async def the_doctor_sees_who_answers() -> str:
    bus = two_chips()
    del bus.chips[0x3D]
    tiny = TINY
    tiny.bus = bus
    tiny.plug()
    await until(lambda: number() is not None, what="the bus")
    with TemporaryDirectory() as folder:
        plan = Path(folder) / "bench.toml"
        plan.write_text(TWO.format(number()))
        words = ("-m", "companion", "doctor", str(plan), "--no-hands", "--data", folder)
        doctor = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=asyncio.subprocess.PIPE)
        told = (await doctor.communicate())[0].decode()
    tiny.unplug()
    await until(lambda: number() is None, what="the end of the bus")
    print(told)
    lines = [" ".join(line.split()) for line in told.splitlines() if "0x3" in line]
    assert any("0x3C" in line and line.startswith("ok") for line in lines), told
    assert any("0x3D" in line and line.startswith("FAULT") for line in lines), told
    return "; ".join(lines)


if __name__ == "__main__":
    prove.run(
        "oled",
        (
            every_pixel_arrives_on_both_screens,
            a_changed_number_is_a_few_bytes,
            a_screen_that_is_pulled_out_is_a_fault_and_heals,
            a_brown_out_that_nobody_reports_heals_when_its_turn_comes,
            a_bus_that_goes_is_a_fault_and_its_return_heals,
            two_screens_of_one_address_behind_a_switch,
            the_doctor_sees_who_answers,
        ),
    )
