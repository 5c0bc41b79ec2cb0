"""Drives the seats that no person drives, each after the same delay, so that thinking time tells nothing."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from companion.controls.desk import Desk
from companion.engine import Action, Ask, Seat, View
from companion.table import Clock


class Driver(Protocol):
    """Chooses from a seat's view and its ask, and from nothing else."""

    def choose(self, view: View, ask: Ask) -> Action: ...


class Robots:
    """Waits until a bot is asked and nobody is busy with pieces, then lets it decide."""

    def __init__(self, desk: Desk, make: Callable[[Seat], Driver], clock: Clock, delay: float) -> None:
        self._desk = desk
        self._make = make
        self._clock = clock
        self._delay = delay
        self._drivers: dict[Seat, Driver] = {}
        self._asked: Ask | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        desk.listen(lambda seat: self.look())

    def look(self) -> None:
        """Is a bot asked that has not been told yet?"""
        ask = self._ask()
        if ask is None:
            self._asked = None
        elif ask is not self._asked:
            self._asked = ask
            self._clock.call_at(self._clock.now() + self._delay, lambda: self._drive(ask))

    def _ask(self) -> Ask | None:
        pending = self._desk.pending
        if self._desk.held_up or not isinstance(pending, Ask) or pending.seat not in self._desk.referee.bots:
            return None
        return pending

    def _drive(self, ask: Ask) -> None:
        if self._asked is ask and self._ask() is ask:
            task = asyncio.get_running_loop().create_task(self._decide(ask))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _decide(self, ask: Ask) -> None:
        seat, referee = ask.seat, self._desk.referee
        if seat not in self._drivers:
            self._drivers[seat] = self._make(seat)
        action = self._drivers[seat].choose(referee.view(seat), ask)
        await referee.decide(seat, action)
