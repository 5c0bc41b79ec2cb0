"""Screens on i2c-stub, a chip of registers that knows SMBus and no plain messages: the fault that the product's own
messages meet there, and pictures sent in SMBus blocks instead."""

import os
import subprocess
from pathlib import Path

from PIL import Image

from bench.vm import prove
from bench.vm.header import Table, table
from bench.vm.prove import until
from hardware.build import Outside
from hardware.displays.i2c import KernelWire

BLOCK = 32
SCREEN = '[display.red]\nbackend = "oled"\nbus = {0}\n'
BOTH = SCREEN + '[display.blue]\nbackend = "oled"\nbus = {0}\naddress = 0x3D\n'
REGISTER_OF_DATA = 0x40


class BlockWire(KernelWire):
    """The same device file, in blocks of at most 32 bytes behind their control byte."""

    def write(self, address: int, payload: bytes) -> None:
        control, rest = payload[0], payload[1:]
        for at in range(0, len(rest), BLOCK):
            self._opened().write_i2c_block_data(address, control, list(rest[at : at + BLOCK]))

    def register(self, address: int, register: int) -> int:
        return int(self._opened().read_byte_data(address, register))


def load(*addresses: int) -> int:
    """Puts the chips in; the number of their bus."""
    chips = ",".join(f"{address:#x}" for address in addresses)
    _modprobe("i2c-stub", f"chip_addr={chips}")
    for name in Path("/sys/class/i2c-adapter").glob("i2c-*/name"):
        if "stub" in name.read_text():
            return int(name.parent.name.removeprefix("i2c-"))
    raise AssertionError("there is no i2c-stub")


def unload() -> bool:
    """False while somebody has the bus open."""
    return subprocess.run(("rmmod", "i2c-stub"), capture_output=True, check=False).returncode == 0


def _modprobe(*words: str) -> None:
    subprocess.run(("modprobe", "-d", os.environ["MODULES"], *words), check=True)


def stripes() -> Image.Image:
    """Every byte of it is 0b00001111."""
    image = Image.new("1", (128, 64))
    for page in range(8):
        image.paste(1, (0, 8 * page, 128, 8 * page + 4))
    return image


async def a_bus_without_plain_messages_is_a_fault_and_no_end() -> str:
    port = load(0x3C)
    async with table(SCREEN.format(port)) as at:
        at.hardware.displays["red"].show(stripes())
        await until(lambda: at.fault("display.red"), 5, "the fault")
        told = at.fault("display.red")
    await until(unload, 5, "the bus being let go")
    assert "0x3C" in told
    return told


async def in_blocks_the_pictures_bytes_arrive() -> None:
    port = load(0x3C)
    wire = BlockWire(port)
    async with table(SCREEN.format(port), Outside(wire=BlockWire)) as at:
        at.hardware.displays["red"].show(stripes())
        await _data_in(wire, 0x3C, b"\x0f" * BLOCK)
        wire.close()
        assert not at.fault("display.red")
    await until(unload, 5, "the bus being let go")


async def a_chip_that_is_missing_and_then_there_heals_by_itself() -> str:
    port = load(0x3C)
    async with table(BOTH.format(port), Outside(wire=BlockWire)) as at:
        for display in at.hardware.displays.values():
            display.show(stripes())
        await until(lambda: at.fault("display.blue") and not _starting(at), 8, "the fault of the missing one")
        told = at.fault("display.blue")
        await until(unload, 20, "a moment when nobody has the bus open")
        load(0x3C, 0x3D)
        await until(lambda: not at.fault("display.red") and not at.fault("display.blue"), 15, "both being well")
        wire = BlockWire(port)
        await _data_in(wire, 0x3D, b"\x0f" * BLOCK)
        wire.close()
    await until(unload, 5, "the bus being let go")
    return told


def _starting(at: Table) -> bool:
    return bool(at.fault("display.red"))


async def _data_in(wire: BlockWire, address: int, wanted: bytes) -> None:
    def arrived() -> bool:
        got = bytes(wire.register(address, REGISTER_OF_DATA + offset) for offset in range(len(wanted)))
        return got == wanted

    await until(arrived, 10, "the data")


if __name__ == "__main__":
    prove.run(
        "stub",
        (
            a_bus_without_plain_messages_is_a_fault_and_no_end,
            in_blocks_the_pictures_bytes_arrive,
            a_chip_that_is_missing_and_then_there_heals_by_itself,
        ),
    )
