"""An event loop whose clock the test sets. Nothing here waits."""

import heapq
import select
from collections.abc import Callable
from itertools import count
from typing import Any


class SetTimer:
    """A call that is to come, unless it is cancelled."""

    def __init__(self, callback: Callable[..., object], args: tuple[Any, ...]) -> None:
        self.callback = callback
        self.args = args
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class SetLoop:
    """Keeps timers and readers; `run` moves the clock and calls what comes due in its order."""

    def __init__(self, start: float = 1000.0) -> None:
        self.now = start
        self.readers: dict[int, tuple[Callable[..., object], tuple[Any, ...]]] = {}
        self._timers: list[tuple[float, int, SetTimer]] = []
        self._order = count()

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> SetTimer:
        timer = SetTimer(callback, args)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> SetTimer:
        return self.call_at(self.now, callback, *args)

    def add_reader(self, fd: int, callback: Callable[..., object], *args: Any) -> None:
        self.readers[fd] = (callback, args)

    def remove_reader(self, fd: int) -> bool:
        return self.readers.pop(fd, None) is not None

    def read(self) -> None:
        """Calls every reader that has something to read."""
        readable, _, _ = select.select(list(self.readers), [], [], 0)
        for callback, args in [self.readers[fd] for fd in readable]:
            callback(*args)

    def run(self, seconds: float = 0.0) -> None:
        """Moves the clock on, calling all that comes due on the way."""
        until = self.now + seconds
        while self._timers and self._timers[0][0] <= until + 1e-9:
            when, _, timer = heapq.heappop(self._timers)
            self.now = max(self.now, when)
            if not timer.cancelled:
                timer.callback(*timer.args)
        self.now = until
