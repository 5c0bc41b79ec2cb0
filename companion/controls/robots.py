"""Drives the seats that no person drives, each after the same delay, so that thinking time tells nothing."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

from companion.controls.desk import Desk
from companion.engine import Action, Ask, Seat, View
from companion.table import Clock


class Driver(Protocol):
    """Chooses from a seat's view and its ask, and from nothing else."""

    def choose(self, view: View, ask: Ask) -> Action: ...


class Robots:
    """Waits until a bot is asked and nobody is busy with pieces, then lets it decide."""

    def __init__(self, desk: Desk, drivers: Mapping[Seat, Driver], clock: Clock, delay: float) -> None:
        self.drivers = dict(drivers)
        self._desk = desk
        self._clock = clock
        self._delay = delay
        self._asked: Ask | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        desk.listen(lambda seat: self.look())

    def look(self) -> None:
        """Is a bot asked that has not been told yet?"""
        ask = self._ask()
        if ask is not None and ask is not self._asked:
            self._asked = ask
            self._clock.call_at(self._clock.now() + self._delay, lambda: self._drive(ask))
        elif ask is None:
            self._asked = None

    def _ask(self) -> Ask | None:
        pending = self._desk.referee.pending
        if self._desk.held_up or not isinstance(pending, Ask) or pending.seat not in self.drivers:
            return None
        return self._asked if self._asked == pending else pending

    def _drive(self, ask: Ask) -> None:
        if self._asked is ask and self._ask() is ask:
            task = asyncio.get_running_loop().create_task(self._decide(ask))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _decide(self, ask: Ask) -> None:
        referee = self._desk.referee
        action = self.drivers[ask.seat].choose(referee.view(ask.seat), ask)
        self._asked = None
        await referee.decide(ask.seat, action)
