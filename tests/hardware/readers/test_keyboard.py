"""A reader that acts as a keyboard, over a fake evdev on a socket pair."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.ports import CardSeen
from hardware.readers.keyboard import KeyboardReader, find
from hardware.readers.keys import Typist
from tests.support.readers import FakeKeyboard
from tests.support.set_loop import SetLoop


class Desk:
    """A reader that finds the keyboard that is plugged in, if any."""

    def __init__(self, keyboard: FakeKeyboard | None = None) -> None:
        self.loop = SetLoop()
        self.keyboard = keyboard
        self.seen: list[CardSeen] = []
        self.reader = KeyboardReader("cards", "usb-Sycreader", self.loop, self._find, self._open)
        self.reader.open(self.seen.append)

    def type(self, text: str, enter: bool = True) -> None:
        assert self.keyboard is not None
        self.keyboard.type(text, enter)
        self.loop.read()

    def _find(self, wanted: str) -> str | None:
        assert wanted == "usb-Sycreader"
        return "/dev/input/event7" if self.keyboard else None

    def _open(self, path: str) -> FakeKeyboard:
        assert self.keyboard is not None
        return self.keyboard


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk(FakeKeyboard())
    yield made
    made.reader.close()


def test_what_it_types_is_a_code_once_enter_comes(desk: Desk) -> None:
    desk.type("04A1", enter=False)
    assert desk.seen == []
    desk.type("B2")
    assert desk.seen == [CardSeen("cards", "04A1B2")]


def test_it_is_grabbed_so_that_the_digits_land_nowhere_else(desk: Desk) -> None:
    assert desk.keyboard is not None
    assert desk.keyboard.grabbed


def test_a_pause_begins_a_new_code(desk: Desk) -> None:
    desk.type("99", enter=False)
    desk.loop.run(0.4)
    desk.type("0123")
    assert [card.code for card in desk.seen] == ["0123"]


def test_the_same_card_twice_within_a_second_counts_once(desk: Desk) -> None:
    for pause in (0.5, 0.5, 1.5, 0):
        desk.type("0123")
        desk.loop.run(pause)
    assert len(desk.seen) == 2


def test_unplugged_and_back_it_works_again(desk: Desk) -> None:
    assert desk.keyboard is not None
    desk.keyboard.unplug()
    gone, desk.keyboard = desk.keyboard, None
    desk.loop.read()
    assert "was unplugged" in desk.reader.health().text
    assert gone.fd not in desk.loop.readers
    desk.loop.run(3)
    assert "No reader called usb-Sycreader" in desk.reader.health().text
    desk.keyboard = FakeKeyboard()
    desk.loop.run(1)
    desk.type("77")
    assert desk.reader.health().ok
    assert [card.code for card in desk.seen] == ["77"]


def test_a_reader_that_somebody_else_holds_is_a_fault() -> None:
    keyboard = FakeKeyboard()
    keyboard.taken = True
    assert not Desk(keyboard).reader.health().ok


def test_without_evdev_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "evdev", None)
    reader = KeyboardReader("cards", "x", SetLoop(), lambda wanted: "/dev/input/event7")
    reader.open(lambda card: None)
    assert "python3-evdev" in reader.health().text


def test_it_is_found_by_part_of_its_name_or_by_its_usb_id(tmp_path: Path) -> None:
    by_id, classes = tmp_path / "by-id", tmp_path / "class"
    by_id.mkdir()
    for name in ("usb-Sycreader_RFID-event-if01", "usb-Sycreader_RFID-event-kbd", "usb-Logitech-event-kbd"):
        (by_id / name).touch()
    (classes / "event3/device/id").mkdir(parents=True)
    (classes / "event3/device/id/vendor").write_text("ffff\n")
    (classes / "event3/device/id/product").write_text("0035\n")
    assert find("Sycreader", by_id, classes) == str(by_id / "usb-Sycreader_RFID-event-kbd")
    assert find("FFFF:0035", by_id, classes) == "/dev/input/event3"
    assert find("ffff:0036", by_id, classes) is None
    assert find("Nobody", by_id, classes) is None


def test_small_letters_digits_and_the_number_pad_are_read() -> None:
    typist = Typist()
    typed = [typist.key(code, 1, 0.0) for code in (30, 48, 12, 79, 80, 11, 28)]
    assert typed == ["", "", "", "", "", "", "ab-120"]
