"""The real wire (over a stand-in for smbus2's bus), the worker's thread, and the words for what fails."""

import errno
from threading import Event

import pytest
import smbus2
from PIL import Image

from hardware.displays.bus import Bus
from hardware.displays.glass import Link, glass
from hardware.displays.i2c import KernelWire, Trunk, reason
from hardware.displays.oled import OledDisplay
from tests.support.oled_chip import Bus as WireDouble
from tests.support.oled_chip import Chip, SMBusOn
from tests.support.oled_table import picture


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> WireDouble:
    double = WireDouble()
    double.chips[0x3C] = Chip()
    monkeypatch.setattr(smbus2, "SMBus", lambda port: SMBusOn(double))
    return double


def test_the_kernels_bus_is_opened_when_first_needed(wire: WireDouble) -> None:
    kernel = KernelWire(1)
    kernel.write(0x3C, b"\x00\xaf")
    assert kernel.read(0x3C) == 0
    assert wire.chips[0x3C].on


def test_a_missing_bus_is_a_fault_and_not_the_end() -> None:
    with pytest.raises(OSError, match="No such file"):
        KernelWire(99).write(0x3C, b"\x00")


class WatchedChip(Chip):
    """Tells when something is on the glass."""

    def __init__(self) -> None:
        super().__init__()
        self.lit = Event()

    def take(self, payload: bytes) -> None:
        super().take(payload)
        if self.glass().getbbox():
            self.lit.set()


class StuckWire(WireDouble):
    """A wire that hangs until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = Event()

    def write(self, address: int, payload: bytes) -> None:
        assert self.let_go.wait(5)


def test_a_worker_of_its_own_brings_pictures_to_the_glass_and_ends_dark(wire: WireDouble) -> None:
    bus, chip = Bus(), WatchedChip()
    wire.chips[0x3C] = chip
    display = OledDisplay("red", bus, 1, glass("ssd1306", Link(Trunk(KernelWire(1)), 0x3C), (128, 64)))
    bus.start()
    display.show(picture(display.size, "HELLO"))
    assert chip.lit.wait(5)
    display.close()
    assert not chip.on


def test_the_last_screen_of_a_clean_stop_lets_go_of_the_bus(wire: WireDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    wire.chips[0x3D] = Chip()
    closed: list[str] = []
    monkeypatch.setattr(wire, "close", lambda: closed.append("closed"))
    bus, trunk = Bus(), Trunk(KernelWire(1))
    displays = [
        OledDisplay(name, bus, 1, glass("ssd1306", Link(trunk, address), (128, 64)))
        for name, address in (("red", 0x3C), ("blue", 0x3D))
    ]
    bus.work()
    assert not closed
    for display in displays:
        display.close()
    assert not any(chip.on for chip in wire.chips.values())
    assert len(closed) == 2  # opened again for the second, and closed again


def test_a_stuck_bus_does_not_hold_up_whoever_shows() -> None:
    bus, wire = Bus(), StuckWire()
    display = OledDisplay("red", bus, 1, glass("ssd1306", Link(Trunk(wire), 0x3C), (128, 64)))
    bus.start()
    for count in range(100):
        display.show(picture(display.size, str(count)))
    assert not wire.let_go.is_set()
    wire.let_go.set()
    display.close()


class BrokenWire(WireDouble):
    """A wire with a mistake in its program."""

    def write(self, address: int, payload: bytes) -> None:
        raise ZeroDivisionError


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_worker_that_died_is_said_by_its_screens() -> None:
    bus = Bus()
    display = OledDisplay("red", bus, 1, glass("ssd1306", Link(Trunk(BrokenWire()), 0x3C), (128, 64)))
    bus.start()
    bus.join(5)
    assert display.health().text == "The worker of its bus has stopped; restart Pitboard."


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EREMOTEIO, "Nothing answers at 0x3D on I2C bus 1"),
        (errno.ETIMEDOUT, "I2C bus 1 is stuck"),
        (errno.ENOENT, "There is no I2C bus 1"),
        (errno.EACCES, "usermod -aG i2c"),
        (errno.ENOMEM, "0x3D on I2C bus 1 failed"),
    ],
)
def test_each_failure_names_its_cause(number: int, words: str) -> None:
    assert words in reason(OSError(number, "x"), 1, 0x3D)


def test_a_picture_changed_after_it_was_shown_changes_nothing() -> None:
    bus = Bus(clock=lambda: 0.0)
    wire = WireDouble()
    wire.chips[0x3C] = Chip()
    display = OledDisplay("red", bus, 1, glass("ssd1306", Link(Trunk(wire), 0x3C), (128, 64)))
    image = Image.new("1", (128, 64))
    display.show(image)
    image.putpixel((0, 0), 255)
    bus.work()
    assert wire.chips[0x3C].glass().getbbox() is None
