"""A toy race at a table of fakes: panels to press, screens to read, time to set."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from companion.controls.desk import Desk
from companion.controls.screens import HEAD_START, Plain, Screens
from companion.engine import Seat
from companion.table import KeyedIn, Referee, Scripted, SetClock
from companion.table.seats import Cast, Drivers
from hardware.fakes import FakeDisplay, FakePanel
from tests.support.toy_game import TOY


class Table:
    """Everything between a fake button and a fake screen."""

    def __init__(
        self,
        source: Scripted | KeyedIn | None = None,
        bots: Mapping[Seat, str] | None = None,
        confirm: str = "never",
        seats: Sequence[Seat] = ("red", "blue"),
        **options: object,
    ) -> None:
        self.clock = SetClock()
        source = source or Scripted([])
        self.referee = Referee(TOY, seats, options, source=source, clock=self.clock, bots=bots)
        self.desk = Desk(self.referee, confirm, keyed=isinstance(source, KeyedIn))
        self.panels = {seat: FakePanel(seat) for seat in seats}
        self.displays = {seat: FakeDisplay(seat) for seat in seats}
        glasses = {seat: [Plain(self.displays[seat])] for seat in seats}
        self.screens = Screens(self.desk, glasses, clock=self.clock)
        for panel in self.panels.values():
            panel.open(lambda press: self.desk.press(press.panel, press.control, press.repeat))
        self.desk.listen(self.screens.change)

    def read(self, seat: Seat) -> tuple[str, ...]:
        """The words on that seat's screen."""
        return self.desk.page(seat).texts()

    async def press(self, seat: Seat, *controls: str) -> None:
        """Presses, each with time to take effect on every glass."""
        for control in controls:
            self.panels[seat].press(control)
            await quiet()
            self.clock.advance(HEAD_START)


async def quiet() -> None:
    """Let everything that waits for nothing but the loop happen."""
    for _ in range(30):
        await asyncio.sleep(0)


def at_table(play: Callable[[Table], Coroutine[Any, Any, None]], table: Callable[[], Table] = Table) -> None:
    """Runs `play` at a table whose race has started."""

    async def run() -> None:
        made = table()
        await made.referee.start()
        await quiet()
        await play(made)

    asyncio.run(run())


def with_bots(table: Table, make: Callable[[str, int], Any]) -> Drivers:
    """Bots that wait for the pieces, with no delay."""

    async def pause(seat: Seat) -> None:
        await table.desk.settled()

    cast = Cast(table.referee, None, lambda seats, seed: dict.fromkeys(seats, "random"), make)
    drivers = Drivers(table.referee, cast, pause)
    table.desk.drivers = drivers
    return drivers
