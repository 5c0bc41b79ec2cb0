"""The header's pins in a test: gpiozero's mock pins, or RPi.GPIO with a stand-in under it, pressed like buttons."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest

from hardware.gpio import Pins, pins_over
from tests.support.fake_rpi import FakeGpio


class Bench:
    """Pins, and a finger to press them with."""

    def __init__(self, pins: Pins, drive: Callable[[int, bool], None]) -> None:
        self.pins = pins
        self.drive = drive
        """`drive(gpio, closed)` closes or opens the contact to ground."""


@contextmanager
def mock_bench() -> Iterator[Bench]:
    pins = pins_over("mock")

    def drive(gpio: int, closed: bool) -> None:
        pin = pins.open().factory.pin(f"GPIO{gpio}")
        (pin.drive_low if closed else pin.drive_high)()

    try:
        yield Bench(pins, drive)
    finally:
        pins.close()


@contextmanager
def rpi_bench(edges: bool) -> Iterator[Bench]:
    """RPi.GPIO through gpiozero, on a kernel with or without edges."""
    with pytest.MonkeyPatch.context() as patch:
        gpio = fake_rpi(patch, edges)
        pins = pins_over("rpigpio")
        try:
            yield Bench(pins, lambda number, closed: gpio.drive(number, int(not closed)))
        finally:
            pins.close()


def fake_rpi(patch: pytest.MonkeyPatch, edges: bool) -> FakeGpio:
    """Puts the stand-in where gpiozero imports it from, and forgets gpiozero's own copy afterwards."""
    package, gpio = ModuleType("RPi"), FakeGpio(edges)
    patch.setattr(package, "GPIO", gpio, raising=False)
    patch.setitem(sys.modules, "RPi", package)
    patch.setitem(sys.modules, "RPi.GPIO", gpio)
    patch.setitem(sys.modules, "gpiozero.pins.rpigpio", ModuleType("to be imported afresh"))
    del sys.modules["gpiozero.pins.rpigpio"]
    patch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03114)
    return gpio
