"""Pages onto glasses: whatever may have changed is drawn once the loop has a moment, and sent only if it differs."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from PIL import Image

from companion.drawing import Page, draw
from companion.engine import Seat
from companion.table import Clock, SystemClock

HEAD_START = 0.001
"""Seconds that the bus has for the picture of whoever pressed before the others' are worked out."""


class Glass(Protocol):
    """A display, looked after or not."""

    @property
    def size(self) -> tuple[int, int]: ...
    def show(self, image: Image.Image, urgent: bool = False) -> None: ...


class Bare(Protocol):
    """A display that needs no care: the virtual table's."""

    @property
    def size(self) -> tuple[int, int]: ...
    def show(self, image: Image.Image) -> None: ...


class Plain:
    """A glass without care."""

    def __init__(self, display: Bare) -> None:
        self._display = display

    @property
    def size(self) -> tuple[int, int]:
        return self._display.size

    def show(self, image: Image.Image, urgent: bool = False) -> None:
        self._display.show(image)


class Pages(Protocol):
    """Who knows what a seat's screen says. `people` are the seats that have one."""

    @property
    def people(self) -> Sequence[Seat]: ...
    def shown(self, seat: Seat, at_once: bool = False) -> tuple[Page, bool]: ...


class Screens:
    """Every glass of the table by seat; a seat may have several, of different sizes. `always`: those that show
    something even if nobody sits there. What is shown inside `together` may be sent as one."""

    def __init__(
        self,
        pages: Pages,
        glasses: Mapping[Seat, Sequence[Glass]],
        always: Iterable[Seat] = (),
        together: Callable[[], AbstractContextManager[None]] = nullcontext,
        clock: Clock | None = None,
    ) -> None:
        self._pages = pages
        self._glasses = glasses
        self._always = frozenset(always)
        self._together = together
        self._clock = clock or SystemClock()
        self._shown: dict[Seat, tuple[Page, bool]] = {}
        self._first: dict[Seat, None] = {}
        self._rest = False
        self._coming = False
        self._started: dict[Seat, None] = {}

    def change(self, seat: Seat | None) -> None:
        """That seat's page (None: every page) may be another one now. Seats that are named come first."""
        if seat is None:
            self._rest = True
        else:
            self._first[seat] = None
        if not self._coming:
            self._coming = True
            asyncio.get_running_loop().call_soon(self.flush)

    def turn_to(self, pages: Pages) -> None:
        """From now on these pages: another race, or the set-up."""
        self._pages = pages
        self._shown.clear()
        self.change(None)

    def flush(self) -> None:
        """Draw what differs: whoever pressed sees it before anybody else's page is worked out."""
        self._coming = False
        first, self._first = self._first, {}
        for seat in first:
            self._draw(seat, at_once=True)
        if first and not self._started:
            self._clock.call_at(self._clock.now() + HEAD_START, self._follow)
        self._started |= first
        if self._rest and not self._started:
            self._draw_all()

    def _follow(self) -> None:
        """The head start is over: what is next for those who pressed, then the others."""
        started, self._started = self._started, {}
        if self._rest:
            for seat in started:
                self._draw(seat)
            self._draw_all()

    def _draw_all(self) -> None:
        self._rest = False
        with self._together():
            for seat in (*self._pages.people, *self._always):
                self._draw(seat)

    def _draw(self, seat: Seat, at_once: bool = False) -> None:
        if seat not in self._glasses or seat not in (*self._pages.people, *self._always):
            return
        told = self._pages.shown(seat, at_once)
        if self._shown.get(seat) != told:
            self._shown[seat] = told
            self._show(seat, *told)

    def _show(self, seat: Seat, page: Page, urgent: bool) -> None:
        pictures: dict[tuple[int, int], Image.Image] = {}
        for glass in self._glasses[seat]:
            size = glass.size
            if size not in pictures:
                pictures[size] = draw(page, size)
            glass.show(pictures[size], urgent)
