"""The fakes are products: strict, and quiet about nothing."""

import pytest
from PIL import Image

from hardware.errors import HardwareError, UnknownControl
from hardware.fakes import FakeDisplay, FakeLamp, FakePanel, FakeReader
from tests.support.oled_table import picture, same


def test_a_control_that_the_panel_lacks_is_refused_with_those_it_has() -> None:
    panel = FakePanel("centre", ("ok", "undo"))
    panel.open(lambda press: None)
    with pytest.raises(UnknownControl, match="no menu; it has ok, undo"):
        panel.press("menu")


def test_pressing_a_panel_that_is_not_open_is_a_mistake_of_the_test() -> None:
    with pytest.raises(HardwareError, match="not open"):
        FakePanel("red").press("ok")
    with pytest.raises(HardwareError, match="not open"):
        FakeReader("cards").tap("1")


def test_a_broken_display_keeps_nothing_and_shows_the_latest_once_it_heals() -> None:
    heard: list[Image.Image] = []
    display = FakeDisplay("red", on_show=heard.append)
    display.break_down("No answer.")
    for text in ("ONE", "TWO"):
        display.show(picture((128, 64), text))
    assert (display.shown, display.health().text) == ([], "No answer.")
    display.heal()
    assert same(display.shown[-1], picture((128, 64), "TWO"))
    assert len(heard) == 1


def test_a_display_keeps_only_as_many_pictures_as_it_was_told() -> None:
    display = FakeDisplay("red", keep=2)
    for text in ("ONE", "TWO", "THREE"):
        display.show(picture((128, 64), text))
    assert len(display.shown) == 2


def test_a_lamp_remembers_what_it_was_told() -> None:
    lamp = FakeLamp("buzzer")
    lamp.set("blink")
    lamp.close()
    assert (lamp.modes, lamp.mode) == (["off", "blink", "off"], "off")
