"""Written, made true, told: the one place where a race changes."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from companion.engine import Event, Over, Pending, Said, Seat, State, View
from companion.table.chance import Source
from companion.table.clock import Alarm, Clock
from companion.table.errors import NotAllowed, RecordError
from companion.table.lines import AnyLine, Finished, Resealed, Resumed, Seated, Undone, kind_of, short
from companion.table.news import News, heard_by, shown_to
from companion.table.record import Record
from companion.table.replay import Played, seated
from companion.table.working import Accepted, Working

REMEMBERED = 200
REPEATED = 12
"""So many of the last moves are told again when a race is taken up."""
RETRY = 5.0
"""Seconds until the record is tried again for what it still owes."""
Listener = Callable[[News], object]
Work = Callable[[], Awaitable[None]]


class Keeper:
    """Holds what is true. Nothing becomes true before the record has it; nothing is told before it is true."""

    def __init__(self, played: Played, record: Record, source: Source, clock: Clock) -> None:
        self.played = played
        self.clock = clock
        self._record = record
        self._source = source
        self._lines = len(record.lines)
        self._greeted = False
        self._troubled = False
        self._listeners: list[Listener] = []
        self._said: deque[Said] = deque(maxlen=REMEMBERED)
        self._lock = asyncio.Lock()
        self._jobs: set[asyncio.Future[None]] = set()

    @property
    def pending(self) -> Pending:
        return self.played.history.pending(self.played.history.state)

    @property
    def over(self) -> bool:
        return isinstance(self.pending, Over)

    def view(self, viewer: Seat | None, state: State | None = None) -> View:
        """Of the state as it is, or as it would be."""
        return self.played.history.rules.view(state or self.played.history.state, viewer)

    def messages(self, viewer: Seat | None, last: int) -> tuple[Said, ...]:
        return heard_by(tuple(self._said), viewer)[-last:]

    def listen(self, callback: Listener) -> Callable[[], None]:
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    # One thing at a time

    async def one_at_a_time(self, work: Work) -> None:
        """To the end, even if whoever asked has gone meanwhile; listeners have heard of it when this returns."""
        await asyncio.shield(self._begin(work))
        await asyncio.sleep(0)

    def later(self, when: float, work: Work) -> Alarm:
        """The same at a time of the clock."""
        return self.clock.call_at(when, lambda: self._begin(work))

    def _begin(self, work: Work) -> asyncio.Future[None]:
        job = asyncio.ensure_future(self._locked(work))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job

    async def _locked(self, work: Work) -> None:
        async with self._lock:
            await work()

    # Written, made true, told

    def working(self) -> Working:
        return Working(self.played.history, self._lines)

    async def accept(self, working: Working, said: tuple[Said, ...] = ()) -> None:
        """What was worked out, and the draws that come of it by themselves; `said` is told before all else.

        Once the record has the lines nothing here may fail: whatever can has been worked out before.
        """
        if self.played.finished is not None:
            raise NotAllowed("The race is over.")
        working.let_come(self._source)
        await self._record.append([one.line for one in working.accepted])
        self._lines += len(working.accepted)
        for one in working.accepted:
            self._make_true(one)
            self._tell(one.line.n, kind_of(one.line), one.step.events if one.step else (), said + one.said)
            said = ()
        if self.over and self.played.finished is None:
            await self._catch_up()

    async def note(self, line: AnyLine, said: tuple[Said, ...] = ()) -> None:
        """Something for the record that moves nothing."""
        working = self.working()
        working.note(line)
        await self.accept(working, said)

    def say(self, kind: str, said: tuple[Said, ...]) -> None:
        """Something that is not for the record."""
        self._tell(self._lines - 1, kind, (), said)

    def _make_true(self, one: Accepted) -> None:
        history = self.played.history
        if one.entry is not None and one.step is not None:
            history.push(one.entry, one.step.state)
        match one.line:
            case Undone(to=to):
                history.cut(history.count_at(to))
            case Seated(seat=seat, bot=bot):
                self.played.bots = seated(self.played.bots, seat, bot)
            case Resealed(seal=seal):
                self.played.mark = seal
            case Finished() as finished:
                self.played.finished = finished

    def _tell(self, number: int, kind: str, events: tuple[Event, ...], said: tuple[Said, ...]) -> None:
        self._said.extend(said)
        news = News(number, kind, events, said, shown_to(self.pending, None))
        for listener in tuple(self._listeners):
            asyncio.get_running_loop().call_soon(listener, news)

    # What the record owes

    async def start(self) -> None:
        """The header of a new race, or that this one was taken up."""
        if self._record.lines:
            history = self.played.history
            self._said.extend(history.told_since(max(0, len(history.entries) - REPEATED)))
            await self._catch_up()
        else:
            mark = self.played.mark
            await self.note(self.played.header, (Said(f"Seal {mark.code}"),) if mark else ())

    async def _catch_up(self) -> None:
        """Write what is due. A disk that is full now may have room again in a while."""
        try:
            await self._pay()
        except RecordError as error:
            if not self._troubled:
                self.say("trouble", (Said(str(error)),))
            self._troubled = True
            self.later(self.clock.now() + RETRY, self._catch_up)
            return
        self._troubled = False

    async def _pay(self) -> None:
        if self._record.lines and not self._greeted and self.played.finished is None:
            await self._greet()
        if self.over and self.played.finished is None:
            await self._finish()

    async def _finish(self) -> None:
        pending, digest, seal = self.pending, self._record.digest, self._source.seal
        assert isinstance(pending, Over)
        secret = seal.secret.hex() if seal else ""
        told = (Said(f"The seal is open. Record {short(digest)}"),) if seal else ()
        await self.note(Finished(ranking=pending.ranking, digest=digest, secret=secret), told)

    async def _greet(self) -> None:
        working, told, mine = self.working(), self._record.told, self._source.seal
        working.note(Resumed(wall=self.clock.wall(), told=told))
        if mine is not None and self.played.mark != mine.mark:
            working.note(Resealed(seal=mine.mark))
            told += (f"The secret of the seal was lost; from here on the seal is {mine.mark.code}.",)
        self._greeted = True
        try:
            await self.accept(working, tuple(Said(sentence) for sentence in told))
        except RecordError:
            self._greeted = False
            raise

    async def close(self) -> None:
        """Finish what is being accepted, and let go of the record."""
        async with self._lock:
            self._record.close()
