"""One worker for one bus: the latest picture of each screen wins, and a screen that fails delays nobody."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, Thread
from time import monotonic
from typing import Protocol

IDLE = 60.0
"""The longest sleep of a worker, in seconds, when no screen wants anything."""


class Screen(Protocol):
    """What a bus serves. All of it runs on the worker."""

    def urgent_at(self) -> float: ...
    def idle_at(self) -> float: ...
    def serve(self, now: float) -> None: ...
    def refresh(self, now: float) -> None: ...
    def dark(self) -> None: ...
    def twin(self) -> Hashable: ...
    def lead(self, followers: Sequence["Screen"]) -> None: ...


class Bus:
    """Serves its screens, urgent wishes first, upkeep when there are none. Without `start` the caller turns the
    crank himself by `work`."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self._screens: list[Screen] = []
        self._leaving: list[Screen] = []
        self._wish = Condition()
        self._wished = False
        self._held = 0
        self._thread: Thread | None = None

    @property
    def alive(self) -> bool:
        """False if the worker has ended though there are screens to serve."""
        return self._thread is None or self._thread.is_alive() or not self._screens

    def add(self, screen: Screen) -> None:
        self._screens.append(screen)

    def start(self) -> None:
        """Starts the worker, once."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="pitboard-bus", daemon=True)
            self._thread.start()

    def join(self, patience: float) -> None:
        """Waits until the worker has ended."""
        if self._thread is not None:
            self._thread.join(patience)

    def poke(self) -> None:
        """A screen wants something."""
        with self._wish:
            self._wished = True
            self._wish.notify_all()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is shown inside goes out as one: equal pictures may then share their bytes."""
        with self._wish:
            self._held += 1
        try:
            yield
        finally:
            with self._wish:
                self._held -= 1
            self.poke()

    def leave(self, screen: Screen, patience: float = 0.5) -> None:
        """The screen goes dark and is served no more; the worker ends with the last one."""
        with self._wish:
            self._leaving.append(screen)
        if self._thread is None:
            self._farewell()
            return
        self.poke()
        with self._wish:
            self._wish.wait_for(lambda: screen not in self._screens, patience)

    def work(self) -> float:
        """Does what is due; returns the seconds until something is."""
        self._farewell()
        now = self.clock()
        urgent = [screen for screen in self._screens if screen.urgent_at() <= now]
        for screen in self._shared(urgent):
            screen.serve(now)
        if not urgent:
            self._upkeep(now)
        times = [min(screen.urgent_at(), screen.idle_at()) for screen in self._screens]
        return max(0.0, min(times, default=now + IDLE) - self.clock())

    def _shared(self, urgent: list[Screen]) -> list[Screen]:
        """Lets twins share their bytes; what is left is served one by one."""
        twins: dict[Hashable, list[Screen]] = {}
        for screen in urgent:
            twins.setdefault(screen.twin(), []).append(screen)
        for twin, (leader, *followers) in twins.items():
            if twin is not None and followers:
                leader.lead(followers)
        return urgent

    def _upkeep(self, now: float) -> None:
        due = min(self._screens, key=lambda screen: screen.idle_at(), default=None)
        if due is not None and due.idle_at() <= now:
            due.refresh(now)

    def _farewell(self) -> None:
        with self._wish:
            leaving, self._leaving = self._leaving, []
        for screen in leaving:
            screen.dark()
        with self._wish:
            self._screens = [screen for screen in self._screens if screen not in leaving]
            self._wish.notify_all()

    def _run(self) -> None:
        while self._screens:
            pause = self.work()
            with self._wish:
                self._wish.wait_for(lambda: self._wished and not self._held, pause)
                self._wished = False
