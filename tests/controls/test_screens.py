"""Pages onto glasses: once a moment, the presser first, and only what differs."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from companion.controls.screens import HEAD_START, Plain, Screens
from companion.drawing import Line, Page
from companion.table import SetClock
from hardware.fakes import FakeDisplay


class Pages:
    """Two seats whose pages a test writes."""

    people = ("red", "blue")

    def __init__(self) -> None:
        self.words = dict.fromkeys((*self.people, "centre"), "a")
        self.asked: list[tuple[str, bool]] = []

    def shown(self, seat: str, at_once: bool = False) -> tuple[Page, bool]:
        self.asked.append((seat, at_once))
        return Page("page", (Line(self.words[seat]),)), False


def shown_after(*changes: str | None, words: dict[str, str] | None = None) -> tuple[Pages, dict[str, FakeDisplay]]:
    pages = Pages()
    displays = {seat: FakeDisplay(seat) for seat in (*pages.people, "green", "centre")}
    clock = SetClock()
    glasses = {seat: [Plain(display)] for seat, display in displays.items()}
    screens = Screens(pages, glasses, always=("centre",), clock=clock)

    async def run() -> None:
        screens.change(None)
        await asyncio.sleep(0)
        pages.words.update(words or {})
        pages.asked.clear()
        for seat in changes:
            screens.change(seat)
        await asyncio.sleep(0)
        clock.advance(HEAD_START)

    asyncio.run(run())
    return pages, displays


def test_every_seat_that_has_a_page_is_drawn_and_the_middle_too() -> None:
    _, displays = shown_after()
    assert {seat: len(display.shown) for seat, display in displays.items()} == {
        "red": 1,
        "blue": 1,
        "green": 0,
        "centre": 1,
    }


def test_many_changes_in_a_moment_are_one_picture() -> None:
    _, displays = shown_after("red", "red", None, words={"red": "b"})
    assert [len(displays[seat].shown) for seat in ("red", "blue")] == [2, 1]


def test_whoever_pressed_is_drawn_before_anybody_elses_page_is_worked_out() -> None:
    pages, _ = shown_after(None, "blue")
    assert pages.asked[0] == ("blue", True)
    assert {seat for seat, _ in pages.asked[1:]} == {"red", "blue", "centre"}


def test_a_second_wave_does_not_take_the_head_start_away() -> None:
    pages, clock = Pages(), SetClock()
    screens = Screens(pages, {seat: [Plain(FakeDisplay(seat))] for seat in pages.people}, clock=clock)

    async def run() -> None:
        screens.change("blue")
        screens.change(None)
        await asyncio.sleep(0)
        screens.change(None)
        await asyncio.sleep(0)
        assert pages.asked == [("blue", True)]
        clock.advance(HEAD_START)

    asyncio.run(run())
    assert pages.asked[:2] == [("blue", True), ("blue", False)], "what is next for whoever pressed, then the others"
    assert ("red", False) in pages.asked


def test_a_press_alone_has_nobody_elses_page_worked_out() -> None:
    pages, _ = shown_after("blue")
    assert pages.asked == [("blue", True)]


def test_a_seat_without_a_glass_or_a_page_is_left_alone() -> None:
    pages, _ = shown_after("green", "teapot")
    assert pages.asked == []


def test_what_goes_to_all_goes_out_together() -> None:
    told: list[str] = []

    @contextmanager
    def together() -> Iterator[None]:
        told.append("in")
        yield
        told.append("out")

    pages = Pages()
    display = FakeDisplay("red", on_show=lambda image: told.append("picture"))
    screens = Screens(pages, {"red": [Plain(display)]}, together=together)

    async def run() -> None:
        screens.change(None)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert told == ["in", "picture", "out"]
