"""Time as an argument: a monotonic clock for waiting, a wall clock for people to read, never for order."""

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol


class Alarm(Protocol):
    """Something that will be called; `cancel` calls it off."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """`now` only ever grows; `wall` is what a watch shows and may jump days either way."""

    def now(self) -> float: ...
    def wall(self) -> float: ...
    def call_at(self, when: float, callback: Callable[[], object]) -> Alarm: ...
    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The running loop's own clock."""

    def now(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()

    def call_at(self, when: float, callback: Callable[[], object]) -> Alarm:
        loop = asyncio.get_running_loop()
        return loop.call_at(loop.time() + when - self.now(), callback)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class SetAlarm:
    """An alarm of a clock that is set by hand."""

    def __init__(self, callback: Callable[[], object]) -> None:
        self._callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self._callback = None

    def ring(self) -> None:
        if self._callback is not None:
            self._callback()


class SetClock:
    """A clock that stands still until somebody moves it."""

    def __init__(self, now: float = 0.0, wall: float = 0.0) -> None:
        self._now = now
        self._wall = wall
        self._alarms: list[tuple[float, int, SetAlarm]] = []
        self._ties = count()

    def now(self) -> float:
        return self._now

    def wall(self) -> float:
        return self._wall

    def set_wall(self, wall: float) -> None:
        """The watch is put right, or wrong; nothing that waits may notice."""
        self._wall = wall

    def call_at(self, when: float, callback: Callable[[], object]) -> Alarm:
        alarm = SetAlarm(callback)
        heapq.heappush(self._alarms, (when, next(self._ties), alarm))
        return alarm

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self.call_at(self._now + seconds, woken.set)
        await woken.wait()

    def advance(self, seconds: float) -> None:
        """Let time pass; what is due rings in order."""
        until = self._now + seconds
        while self._alarms and self._alarms[0][0] <= until:
            when, _, alarm = heapq.heappop(self._alarms)
            self._wall += max(0.0, when - self._now)
            self._now = max(self._now, when)
            alarm.ring()
        self._wall += until - self._now
        self._now = until
