"""From a pin map to devices that work: a whole table over mock pins and a bus of chip doubles."""

import asyncio
import errno
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.build import Hardware, Outside, build
from hardware.errors import NotAvailable
from hardware.pin_reading import load, read
from hardware.pods import Ports
from hardware.ports import Press
from tests.support.oled_chip import Bus, Chip
from tests.support.oled_table import picture, same
from tests.support.set_loop import SetLoop

MOCK_LITE = """
gpio = "mock"
[panel.red]
backend = "gpio"
plus = 17
ok = 22
[panel.centre]
backend = "gpio"
knob = [13, 19]
[display.red]
backend = "oled"
[display.blue]
backend = "oled"
address = 0x3D
chip = "sh1106"
[lamp.safety-car]
backend = "gpio"
pin = 18
[lamp.buzzer]
backend = "gpio"
pin = 12
fitted = false
"""


class Table:
    """Hardware made from a map, its bus, and what its panels told."""

    def __init__(self, raw: str) -> None:
        self.wire = Bus()
        self.loop = SetLoop()
        self.hardware = build(read("own.toml", raw), self.loop, outside=Outside(lambda port: self.wire, threads=False))
        self.told: list[Press] = []

    def open(self) -> None:
        self.hardware.open(self.told.append, lambda card: None)

    def crank(self) -> None:
        """Turns the buses, which have no threads here."""
        for bus in self.hardware._buses:
            while bus.work() == 0:
                pass


@contextmanager
def table(raw: str = MOCK_LITE) -> Iterator[Table]:
    made = Table(raw)
    yield made
    made.hardware.close()


def drive(hardware: Hardware, gpio: int, closed: bool) -> None:
    pin = hardware._pins.open().factory.pin(f"GPIO{gpio}")
    (pin.drive_low if closed else pin.drive_high)()


def test_everything_that_is_fitted_is_there_by_name() -> None:
    with table() as made:
        hardware = made.hardware
        names = [list(kind) for kind in (hardware.panels, hardware.displays, hardware.readers, hardware.lamps)]
    assert names == [["red", "centre"], ["red", "blue"], [], ["safety-car"]]


def test_a_press_on_a_pin_comes_out_of_its_panel() -> None:
    with table() as made:
        made.open()
        drive(made.hardware, 22, True)
        drive(made.hardware, 13, True)
        made.loop.run(0.05)
    assert made.told == [Press("red", "ok")]
    assert made.hardware.running == "mock pins"


def test_pictures_reach_their_own_glass_before_anything_is_opened() -> None:
    with table() as made:
        made.wire.chips = {0x3C: Chip(), 0x3D: Chip(132)}
        for name, display in made.hardware.displays.items():
            display.show(picture(display.size, name))
        made.crank()
        assert same(made.wire.chips[0x3C].glass(), picture((128, 64), "red"))
        assert same(made.wire.chips[0x3D].glass(), picture((128, 64), "blue"))


def test_what_is_missing_is_a_fault_by_name_and_the_rest_works() -> None:
    with table() as made:
        made.wire.chips = {0x3D: Chip(132)}
        made.open()
        made.crank()
        faults = {health.device: health.text for health in made.hardware.health() if not health.ok}
    assert list(faults) == ["display.red"]
    assert "Nothing answers at 0x3C" in faults["display.red"]


def test_a_stuck_bus_is_said_of_each_of_its_screens() -> None:
    with table() as made:
        made.wire.fault = errno.ETIMEDOUT
        made.crank()
        stuck = [health.device for health in made.hardware.health() if "stuck" in health.text]
    assert stuck == ["display.red", "display.blue"]


def test_a_clean_stop_leaves_the_screens_dark() -> None:
    with table() as made:
        made.wire.chips = {0x3C: Chip(), 0x3D: Chip(132)}
        made.open()
        made.crank()
        lit = [chip.on for chip in made.wire.chips.values()]
    assert lit == [True, True]
    assert [chip.on for chip in made.wire.chips.values()] == [False, False]


def test_a_header_that_is_not_there_is_said_at_once_and_nothing_falls_back_to_mock() -> None:
    with table(MOCK_LITE.replace('"mock"', '"rpigpio"')) as made, pytest.raises(NotAvailable, match=r"RPi\.GPIO"):
        made.open()


def test_the_full_map_seats_pods_that_are_not_there_yet() -> None:
    async def whole() -> list[str]:
        nobody = Ports(finder=lambda: ())
        plan = read("own.toml", '[pods]\nseats = ["red", "blue"]')
        hardware = build(plan, asyncio.get_running_loop(), outside=Outside(pods=nobody))
        hardware.open(lambda press: None, lambda card: None)
        missing = [health.device for health in hardware.health() if not health.ok]
        hardware.close()
        return missing

    assert asyncio.run(whole()) == [
        f"{kind}.{seat}" if kind != "lamp" else f"lamp.turn-{seat}"
        for kind in ("panel", "display", "lamp")
        for seat in ("red", "blue")
    ]


@pytest.mark.parametrize("name", ["lite", "full"])
def test_the_maps_that_come_with_pitboard_can_be_built(name: str) -> None:
    async def whole() -> set[str]:
        outside = Outside(lambda port: Bus(), Ports(finder=lambda: ()), threads=False)
        hardware = build(load(name), asyncio.get_running_loop(), outside=outside)
        panels = set(hardware.panels)
        hardware.close()
        return panels

    assert {"red", "blue"} <= asyncio.run(whole())
