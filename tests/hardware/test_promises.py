"""What every panel, display, reader and lamp promises, whatever it is made of: fakes first, then each backend over
mock pins, RPi.GPIO's stand-in, a recording bus decoded into pixels, ptys and a fake evdev."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from PIL import Image

from hardware.errors import HardwareError
from hardware.fakes import FakeDisplay, FakeLamp, FakePanel, FakeReader
from hardware.lamps.gpio import GpioLamp
from hardware.lamps.pod import PodLamp
from hardware.panels.gpio import GpioPanel
from hardware.ports import CONTROLS, CardSeen, Display, Lamp, Panel, Press, Reader
from hardware.readers.keyboard import KeyboardReader
from hardware.readers.pn532 import Pn532
from hardware.readers.rdm6300 import Rdm6300
from hardware.readers.serial import SerialReader
from tests.support.gpio_table import Bench, mock_bench, rpi_bench
from tests.support.oled_table import OledTable, picture, same
from tests.support.pod_bench import pod_bench
from tests.support.readers import FakeKeyboard, Pn532Double, Pty
from tests.support.set_loop import SetLoop

BUTTONS = dict(zip(CONTROLS, (27, 17, 6, 22, 5, 26), strict=True))


class PanelCase:
    """A panel and a finger: `push` presses a control and lets go, `keep` holds it for a second."""

    def __init__(self, panel: Panel, push: Callable[[str], None], keep: Callable[[str], None]) -> None:
        self.panel = panel
        self.push = push
        self.keep = keep


def fake_panel(stack: ExitStack) -> PanelCase:
    panel = FakePanel("red")
    return PanelCase(panel, panel.press, lambda control: panel.hold(control, repeats=3))


def wired(bench: Bench) -> PanelCase:
    loop = SetLoop()
    panel = GpioPanel("red", bench.pins, BUTTONS, loop)

    def down(control: str, seconds: float) -> None:
        bench.drive(BUTTONS[control], True)
        loop.run(seconds)
        bench.drive(BUTTONS[control], False)
        loop.run(0.1)

    return PanelCase(panel, lambda control: down(control, 0.08), lambda control: down(control, 1.0))


def pod_panel(stack: ExitStack) -> PanelCase:
    bench = stack.enter_context(pod_bench())
    return PanelCase(bench.panel, bench.push, bench.keep)


PANELS: dict[str, Callable[[ExitStack], PanelCase]] = {
    "fake": fake_panel,
    "mock pins": lambda stack: wired(stack.enter_context(mock_bench())),
    "RPi.GPIO": lambda stack: wired(stack.enter_context(rpi_bench(edges=True))),
    "RPi.GPIO polled": lambda stack: wired(stack.enter_context(rpi_bench(edges=False))),
    "pod": pod_panel,
}


@pytest.fixture(params=PANELS)
def panel(request: pytest.FixtureRequest) -> Iterator[PanelCase]:
    with ExitStack() as stack:
        case = PANELS[request.param](stack)
        yield case
        case.panel.close()


def test_a_panel_tells_each_press_once_with_its_own_name(panel: PanelCase) -> None:
    told: list[Press] = []
    panel.panel.open(told.append)
    for control in panel.panel.controls:
        panel.push(control)
    assert told == [Press("red", control) for control in CONTROLS]


def test_a_panel_repeats_minus_and_plus_and_holds_the_others(panel: PanelCase) -> None:
    told: list[Press] = []
    panel.panel.open(told.append)
    panel.keep("plus")
    panel.keep("ok")
    assert told == [
        Press("red", "plus"),
        *[Press("red", "plus", repeat=True)] * 3,
        Press("red", "ok"),
        Press("red", "ok", held=True),
    ]


def test_a_panel_is_well_and_has_the_six_buttons(panel: PanelCase) -> None:
    panel.panel.open(lambda press: None)
    assert panel.panel.health().ok
    assert set(panel.panel.controls) == set(CONTROLS)


class DisplayCase:
    """A display and an eye: `glass` is what a person sees once all is done."""

    def __init__(self, display: Display, glass: Callable[[], Image.Image], cost: Callable[[], int]) -> None:
        self.display = display
        self.glass = glass
        self.cost = cost


def fake_display() -> DisplayCase:
    display = FakeDisplay("red")
    blank = Image.new("1", display.size)
    return DisplayCase(
        display, lambda: display.shown[-1] if display.shown and display.lit else blank, lambda: len(display.shown)
    )


def oled(chip: str) -> DisplayCase:
    table = OledTable()
    display = table.display(chip=chip)

    def glass() -> Image.Image:
        table.run()
        return table.wire.chips[0x3C].glass()

    def cost() -> int:
        table.run()
        return len(table.wire.log)

    return DisplayCase(display, glass, cost)


@pytest.fixture(params=["fake", "ssd1306", "ssd1309", "sh1106", "pod"])
def display(request: pytest.FixtureRequest) -> Iterator[DisplayCase]:
    with ExitStack() as stack:
        if request.param == "pod":
            bench = stack.enter_context(pod_bench())
            case = DisplayCase(bench.display, bench.glass, bench.cost)
        else:
            case = fake_display() if request.param == "fake" else oled(request.param)
        yield case
        case.display.close()


def test_a_display_shows_the_latest_picture(display: DisplayCase) -> None:
    for text in ("ONE", "TWO", "THREE"):
        display.display.show(picture((128, 64), text))
        assert same(display.glass(), picture((128, 64), text))


def test_showing_the_same_picture_twice_costs_nothing(display: DisplayCase) -> None:
    display.display.show(picture((128, 64), "SAME"))
    before = display.cost()
    display.display.show(picture((128, 64), "SAME"))
    assert display.cost() == before


def test_what_is_drawn_on_after_it_was_shown_is_not_seen(display: DisplayCase) -> None:
    image = picture((128, 64), "HELLO")
    display.display.show(image)
    image.paste(255, (0, 0, 128, 64))
    assert same(display.glass(), picture((128, 64), "HELLO"))


def test_a_display_that_slept_wakes_with_its_picture(display: DisplayCase) -> None:
    display.display.show(picture((128, 64), "HELLO"))
    display.display.light(0)
    asleep = display.glass()
    display.display.light(64)
    assert same(asleep, Image.new("1", (128, 64)))
    assert same(display.glass(), picture((128, 64), "HELLO"))


@pytest.mark.parametrize("image", [Image.new("1", (64, 128)), Image.new("L", (128, 64))])
def test_a_picture_that_does_not_fit_is_refused(display: DisplayCase, image: Image.Image) -> None:
    with pytest.raises(HardwareError, match="one-bit pictures of 128x64"):
        display.display.show(image)


@pytest.mark.parametrize("level", [-1, 256])
def test_a_brightness_that_is_none_is_refused(display: DisplayCase, level: int) -> None:
    with pytest.raises(HardwareError, match="0 to 255"):
        display.display.light(level)


def test_a_display_is_well(display: DisplayCase) -> None:
    display.glass()
    assert display.display.health().ok


class ReaderCase:
    """A reader and a card: `tap` holds one to it, `wait` lets time pass."""

    def __init__(self, reader: Reader, tap: Callable[[bytes], None], wait: Callable[[float], None]) -> None:
        self.reader = reader
        self.tap = tap
        self.wait = wait


def fake_reader() -> ReaderCase:
    loop = SetLoop()
    reader = FakeReader("cards", loop.time)
    return ReaderCase(reader, lambda card: reader.tap(card.hex().upper()), loop.run)


def keyboard() -> ReaderCase:
    loop, keys = SetLoop(), FakeKeyboard()
    reader = KeyboardReader("cards", "usb", loop, lambda wanted: "/dev/input/event1", lambda path: keys)

    def tap(card: bytes) -> None:
        keys.type(card.hex().upper())
        loop.read()

    return ReaderCase(reader, tap, loop.run)


def rdm6300() -> ReaderCase:
    loop, cable = SetLoop(), Pty()
    reader = SerialReader("cards", cable.path, Rdm6300(), loop)

    def tap(card: bytes) -> None:
        checksum = 0
        for byte in card:
            checksum ^= byte
        cable.write(b"\x02" + (card + bytes((checksum,))).hex().upper().encode() + b"\x03")
        loop.read()

    return ReaderCase(reader, tap, loop.run)


def pn532() -> ReaderCase:
    loop, cable = SetLoop(), Pty()
    reader = SerialReader("cards", cable.path, Pn532(), loop)
    chip = Pn532Double(cable)

    def wait(seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            loop.run(0.05)
            chip.answer()
            loop.read()

    def tap(card: bytes) -> None:
        chip.card = card
        wait(0.5)
        chip.card = b""

    return ReaderCase(reader, tap, wait)


READERS = {"fake": fake_reader, "keyboard": keyboard, "rdm6300": rdm6300, "pn532": pn532}


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest) -> Iterator[ReaderCase]:
    case = READERS[request.param]()
    yield case
    case.reader.close()


def test_a_reader_tells_each_card_once_with_its_own_name(reader: ReaderCase) -> None:
    seen: list[CardSeen] = []
    reader.reader.open(seen.append)
    for card in ("0400A1B2C3", "0400A1B2C4"):
        reader.tap(bytes.fromhex(card))
        reader.wait(1.2)
    assert seen == [CardSeen("cards", "0400A1B2C3"), CardSeen("cards", "0400A1B2C4")]
    assert reader.reader.health().ok


def test_the_same_card_twice_within_a_second_counts_once(reader: ReaderCase) -> None:
    seen: list[CardSeen] = []
    reader.reader.open(seen.append)
    for _ in range(3):
        reader.tap(bytes.fromhex("0400A1B2C3"))
        reader.wait(0.3)
    assert len(seen) == 1


@contextmanager
def gpio_lamp() -> Iterator[Lamp]:
    with mock_bench() as bench:
        yield GpioLamp("safety-car", bench.pins, 18, SetLoop())


@contextmanager
def fake_lamp() -> Iterator[Lamp]:
    yield FakeLamp("safety-car")


@contextmanager
def pod_lamp() -> Iterator[Lamp]:
    with pod_bench() as bench:
        yield PodLamp("red", bench.table.hub)


@pytest.fixture(params=[fake_lamp, gpio_lamp, pod_lamp])
def lamp(request: pytest.FixtureRequest) -> Iterator[Lamp]:
    with request.param() as made:
        yield made


def test_a_lamp_takes_its_three_modes_and_no_other(lamp: Lamp) -> None:
    for mode in ("on", "blink", "off"):
        lamp.set(mode)
    with pytest.raises(HardwareError, match="off, on, blink, not dim"):
        lamp.set("dim")
    assert lamp.health().ok
    lamp.close()
