"""A table for tests: races that need no panels, and files that fail on demand."""

import asyncio
import errno
import functools
import os
import random
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import ParamSpec

from companion.engine import Action, Ask, Choice, Draw, Drawn, Game, Over, draw_with
from companion.table import Electronic, Record, Referee, Seal, SetClock, Source
from companion.table.files import DiskFiles
from tests.support.toy_game import TOY

P = ParamSpec("P")
SECRET = bytes(range(32))


def in_loop(test: Callable[P, Coroutine[object, object, None]]) -> Callable[P, None]:
    """A test that is a coroutine, in a loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def begun(
    *seats: str,
    source: Source | None = None,
    record: Record | None = None,
    clock: SetClock | None = None,
    bots: dict[str, str] | None = None,
    game: Game = TOY,
    **options: object,
) -> Referee:
    """A race that has started; two seats and a sealed source unless told otherwise."""
    referee = Referee(
        game,
        seats or ("red", "blue"),
        options,
        source=source or Electronic(Seal(SECRET)),
        record=record,
        clock=clock or SetClock(),
        bots=bots,
    )
    await referee.start()
    return referee


def open_choices(ask: Ask) -> list[Choice]:
    return [choice for choice in ask.choices if choice.barred is None]


async def move(referee: Referee, stream: random.Random) -> bool:
    """One random decision or keyed-in outcome; False when the race is over."""
    pending = referee.pending
    if isinstance(pending, Over):
        return False
    if isinstance(pending, Draw):
        await referee.answer(draw_with(pending, stream.randrange))
    else:
        await referee.decide(pending.seat, stream.choice(open_choices(pending)).action)
    return True


async def play(referee: Referee, seed: int, moves: int = 100_000) -> None:
    """Random moves, to the flag or so many of them."""
    stream = random.Random(seed)
    for _ in range(moves):
        if not await move(referee, stream):
            return


async def keyed(referee: Referee, *outcomes: str, by: str | None = None) -> None:
    pending = referee.pending
    assert isinstance(pending, Draw)
    await referee.answer(Drawn(pending.name, outcomes), by)


async def agree(referee: Referee) -> None:
    """Everybody says yes."""
    while referee.motion is not None:
        await referee.vote(referee.motion.waiting[0], True)


async def decide_all(referee: Referee, moves: Sequence[tuple[str, Action]]) -> None:
    for seat, action in moves:
        await referee.decide(seat, action)


class QuickFiles(DiskFiles):
    """Real files for tests in which no power is cut: nothing is synced."""

    def sync_data(self, handle: int) -> None:
        """Left to the system."""

    def sync(self, handle: int) -> None:
        """Left to the system."""

    def sync_folder(self, folder: Path) -> None:
        """Left to the system."""


class FaultyFiles(DiskFiles):
    """Real files on a disk that fills up, turns read-only or breaks when a test says so.

    `room`: so many more bytes fit; `fault`: the errno of every write; `sync_fault`: of every sync.
    `written` keeps where each write went.
    """

    def __init__(self) -> None:
        self.room: int | None = None
        self.fault = 0
        self.sync_fault = 0
        self.written: list[tuple[int, int]] = []

    def _check(self) -> None:
        if self.fault:
            raise OSError(self.fault, os.strerror(self.fault))

    def create(self, path: Path, mode: int) -> int:
        self._check()
        return super().create(path, mode)

    def make_folder(self, folder: Path, mode: int) -> None:
        if not folder.exists():
            self._check()
        super().make_folder(folder, mode)

    def lock(self, path: Path) -> int:
        self._check()
        return super().lock(path)

    def write_at(self, handle: int, data: bytes, offset: int) -> None:
        self._check()
        size = os.fstat(handle).st_size
        if self.room is not None and (grows := max(0, offset + len(data) - size)) > self.room:
            super().write_at(handle, data[: max(0, size + self.room - offset)], offset)
            self.room = 0
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.room is not None:
            self.room -= grows
        self.written.append((offset, len(data)))
        super().write_at(handle, data, offset)

    def cut(self, handle: int, size: int) -> None:
        if self.room is not None:
            self.room += max(0, os.fstat(handle).st_size - size)
        super().cut(handle, size)

    def sync_data(self, handle: int) -> None:
        self._sync()
        super().sync_data(handle)

    def sync(self, handle: int) -> None:
        self._sync()
        super().sync(handle)

    def _sync(self) -> None:
        if self.sync_fault:
            raise OSError(self.sync_fault, os.strerror(self.sync_fault))
