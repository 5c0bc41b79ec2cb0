"""Lamps and buzzers on mock pins."""

from collections.abc import Iterator

import pytest

from hardware.errors import HardwareError
from hardware.lamps.gpio import GpioLamp
from tests.support.gpio_table import Bench, mock_bench
from tests.support.set_loop import SetLoop


@pytest.fixture
def bench() -> Iterator[Bench]:
    with mock_bench() as made:
        yield made


def level(bench: Bench, gpio: int) -> float:
    return float(bench.pins.open().factory.pin(f"GPIO{gpio}").state)


def test_a_lamp_is_on_and_off(bench: Bench) -> None:
    lamp = GpioLamp("safety-car", bench.pins, 18, SetLoop())
    seen = []
    for mode in ("on", "off", "on"):
        lamp.set(mode)
        seen.append(level(bench, 18))
    lamp.close()
    assert seen == [1, 0, 1]


def test_a_lamp_blinks_on_the_loops_clock_until_told_otherwise(bench: Bench) -> None:
    loop = SetLoop()
    lamp = GpioLamp("safety-car", bench.pins, 18, loop)
    lamp.set("blink")
    seen = []
    for _ in range(4):
        seen.append(level(bench, 18))
        loop.run(0.5)
    lamp.set("on")
    loop.run(5)
    assert seen == [1, 0, 1, 0]
    assert level(bench, 18) == 1


def test_a_piezo_sounds_at_its_tone(bench: Bench) -> None:
    lamp = GpioLamp("buzzer", bench.pins, 12, SetLoop(), tone=2000)
    lamp.set("on")
    assert (level(bench, 12), bench.pins.open().factory.pin("GPIO12").frequency) == (0.5, 2000)


def test_a_pin_that_is_taken_is_a_fault_that_heals(bench: Bench) -> None:
    from gpiozero import InputDevice

    holder = InputDevice(18, pin_factory=bench.pins.open().factory)
    lamp = GpioLamp("safety-car", bench.pins, 18, SetLoop())
    lamp.set("on")
    assert "GPIO 18 (pin 12) cannot be used" in lamp.health().text
    holder.close()
    lamp.set("on")
    assert lamp.health().ok
    assert level(bench, 18) == 1


def test_a_mode_that_no_lamp_knows_is_refused(bench: Bench) -> None:
    with pytest.raises(HardwareError, match="off, on, blink"):
        GpioLamp("safety-car", bench.pins, 18, SetLoop()).set("dim")
