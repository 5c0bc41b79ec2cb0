"""A panel on the header, pressed through every backend that can run here."""

import random
from collections.abc import Iterator

import pytest

from hardware.errors import NotAvailable
from hardware.gpio import Opened, Pins, pins_over
from hardware.panels.gpio import GpioPanel
from hardware.pin_map import KNOB
from hardware.ports import CONTROLS, Press
from tests.support.gpio_table import Bench, mock_bench, rpi_bench
from tests.support.set_loop import SetLoop

BUTTONS = dict(zip(CONTROLS, (27, 17, 6, 22, 5, 26), strict=True))


@pytest.fixture(params=["mock", "rpigpio with edges", "rpigpio without edges"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    with mock_bench() if request.param == "mock" else rpi_bench("with edges" in request.param) as made:
        yield made


@pytest.fixture
def mock() -> Iterator[Bench]:
    with mock_bench() as made:
        yield made


class Finger:
    """A panel on an open bench, and what it told."""

    def __init__(self, bench: Bench, knob: tuple[int, int] | None = None) -> None:
        self.loop = SetLoop()
        self.bench = bench
        self.told: list[tuple[Press, float]] = []
        self.panel = GpioPanel(
            "red", bench.pins, BUTTONS | (dict(zip(KNOB, knob, strict=True)) if knob else {}), self.loop
        )
        self.panel.open(lambda press: self.told.append((press, round(self.loop.now - 1000, 4))))

    def chatter(self, control: str, *waits: float) -> None:
        """Changes the contact, waiting so many milliseconds after each change."""
        for count, wait in enumerate(waits):
            self.bench.drive(BUTTONS[control], count % 2 == 0)
            self.loop.run(wait / 1000)

    def heard(self) -> list[Press]:
        return [press for press, _ in self.told]


def test_each_button_is_told_by_its_name(bench: Bench) -> None:
    finger = Finger(bench)
    for control in CONTROLS:
        finger.chatter(control, 60, 60)
    assert finger.heard() == [Press("red", control) for control in CONTROLS]


def test_a_press_that_chatters_is_told_once_within_twenty_milliseconds(bench: Bench) -> None:
    finger = Finger(bench)
    finger.loop.run(0.003)
    finger.chatter("ok", 2, 3, 1, 4, 2, 2, 3, 1)  # an even number of changes: open again
    assert finger.heard() == []
    finger.loop.run(1)
    pressed = finger.loop.now - 1000
    finger.chatter("ok", 2, 3, 1, 4, 200)
    assert finger.heard() == [Press("red", "ok")]
    assert finger.told[0][1] <= pressed + 0.020


def test_twenty_presses_at_eight_a_second_all_count(bench: Bench) -> None:
    finger, chance = Finger(bench), random.Random(3)
    for _ in range(20):
        finger.chatter("plus", 1, 2, chance.uniform(45, 60), 1.5, 2, 60)
    assert finger.heard() == [Press("red", "plus")] * 20


def test_a_spike_never_counts(bench: Bench) -> None:
    finger = Finger(bench)
    for _ in range(60):
        finger.chatter("back", 3.9, 22)
    assert finger.heard() == []


def test_holding_asks_again_for_plus_and_is_told_once_for_ok(bench: Bench) -> None:
    finger = Finger(bench)
    finger.chatter("plus", 960, 100)
    finger.chatter("ok", 1500, 100)
    assert finger.heard() == [
        Press("red", "plus"),
        *[Press("red", "plus", repeat=True)] * 3,
        Press("red", "ok"),
        Press("red", "ok", held=True),
    ]


def test_a_line_that_chatters_without_end_is_a_fault_and_heals(bench: Bench) -> None:
    finger = Finger(bench)
    for _ in range(300):
        finger.chatter("card", 2, 2)
    assert "card on GPIO 6 (pin 31) chatters without end" in finger.panel.health().text
    finger.chatter("ok", 60, 60)
    assert finger.heard().count(Press("red", "ok")) == 1
    finger.loop.run(3)
    assert finger.panel.health().ok
    finger.chatter("card", 60, 60)
    assert finger.heard()[-1] == Press("red", "card")


def test_nothing_is_told_after_it_was_closed(bench: Bench) -> None:
    finger = Finger(bench)
    finger.panel.close()
    finger.loop.run(1)
    assert finger.heard() == []


def test_a_missed_edge_heals_within_an_idle_second(mock: Bench) -> None:
    finger = Finger(mock)
    mock.pins.open().factory.pin("GPIO22")._state = False  # the level, and no edge
    finger.loop.run(1.1)
    assert finger.heard() == [Press("red", "ok")]


def test_the_vendors_thread_only_hands_over(mock: Bench) -> None:
    finger = Finger(mock)
    mock.drive(BUTTONS["ok"], True)
    assert finger.heard() == []
    finger.loop.run(0.02)
    assert finger.heard() == [Press("red", "ok")]


def test_an_edge_after_the_loop_has_closed_harms_nobody(mock: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    finger = Finger(mock)

    def closed(*args: object) -> None:
        raise RuntimeError("Event loop is closed")

    monkeypatch.setattr(finger.loop, "call_soon_threadsafe", closed)
    mock.drive(BUTTONS["ok"], True)
    assert finger.heard() == []


def test_a_listener_that_fails_does_not_silence_the_panel(mock: Bench) -> None:
    finger = Finger(mock)

    def fails(press: Press) -> None:
        raise ValueError(press.control)

    finger.panel.open(fails)
    mock.drive(BUTTONS["ok"], True)
    with pytest.raises(ValueError, match="ok"):
        finger.loop.run(1)
    with pytest.raises(ValueError, match="ok"):
        finger.loop.run(1)  # the same button, now held: the timer was set again


def test_when_edges_die_the_buttons_are_polled_and_it_is_said(mock: Bench) -> None:
    finger = Finger(Bench(Pins(lambda: Opened(mock.pins.open().factory, "lgpio", lambda: False)), mock.drive))
    mock.pins.open().factory.pin("GPIO22")._state = False
    finger.loop.run(1.1)
    assert finger.heard()[:1] == [Press("red", "ok")]
    assert "lgpio tells no more edges" in finger.panel.health().text


def test_when_edges_stay_away_without_a_word_the_buttons_are_polled_until_one_is_heard(mock: Bench) -> None:
    finger, pin = Finger(mock), mock.pins.open().factory.pin("GPIO22")
    pin._state = False  # the level, and no edge
    finger.loop.run(1.1)
    pin._state = True
    finger.loop.run(3)
    assert "tells no more edges" in finger.panel.health().text
    for level in (False, True):
        pin._state = level
        finger.loop.run(0.06)
    assert finger.heard() == [Press("red", "ok")] * 2
    finger.chatter("back", 60, 60)
    assert finger.heard()[-1] == Press("red", "back")
    assert finger.panel.health().ok


def test_a_pin_that_somebody_else_holds_is_a_fault_and_the_rest_works(mock: Bench) -> None:
    from gpiozero import OutputDevice

    holder = OutputDevice(22, pin_factory=mock.pins.open().factory)
    finger = Finger(mock)
    assert "GPIO 22 (pin 15) cannot be used" in finger.panel.health().text
    assert not finger.panel.health().absent
    finger.chatter("back", 60, 60)
    assert finger.heard() == [Press("red", "back")]
    holder.close()
    finger.loop.run(6)
    assert finger.panel.health().ok
    finger.chatter("ok", 60, 60)
    assert finger.heard()[-1] == Press("red", "ok")


def turn(finger: Finger, *contacts: tuple[bool, bool]) -> None:
    for a, b in contacts:
        finger.bench.drive(13, a)
        finger.bench.drive(19, b)
        finger.loop.run(0.01)


def test_a_knob_is_plus_and_minus(bench: Bench) -> None:
    finger = Finger(bench, knob=(13, 19))
    for _ in range(3):
        turn(finger, (True, False), (True, True), (False, True), (False, False))
    turn(finger, (False, True), (True, True), (True, False), (False, False))
    assert finger.heard() == [Press("red", "plus")] * 3 + [Press("red", "minus")]


def test_a_knob_that_is_heard_late_is_not_mixed_with_where_it_is_now(bench: Bench) -> None:
    finger = Finger(bench, knob=(13, 19))
    for a, b in ((True, False), (True, True), (False, True), (False, False)):
        bench.drive(13, a)
        bench.drive(19, b)
    finger.loop.run(0.05)
    expected = [] if finger.panel._poll else [Press("red", "plus")]
    assert finger.heard() == expected


def test_an_edge_counts_from_when_it_happened_not_from_when_its_thread_was_let_run(
    mock: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    finger = Finger(mock)
    late = {"ticks": 0.0}
    factory = mock.pins.open().factory
    monkeypatch.setattr(type(factory), "ticks_diff", staticmethod(lambda later, earlier: late["ticks"]))
    finger.chatter("ok", 0)  # told at once
    finger.loop.run(0.0055)
    late["ticks"] = 0.003  # a spike of 2.5 ms, whose end is told 3 ms late
    finger.loop.now += 0.003  # the loop was kept from its timers, too
    finger.bench.drive(BUTTONS["ok"], False)
    finger.loop.run(1)
    assert finger.heard() == []


def test_an_edge_that_was_stamped_by_another_clock_counts_from_now(
    mock: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    finger = Finger(mock)
    factory = mock.pins.open().factory
    monkeypatch.setattr(type(factory), "ticks_diff", staticmethod(lambda later, earlier: 1.7e9))
    finger.chatter("ok", 60, 60)
    assert finger.heard() == [Press("red", "ok")]


def test_the_backend_is_never_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with pytest.raises(NotAvailable):
        pins_over("rpigpio").open()
