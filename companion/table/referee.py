"""One race in play, and the only thing that changes.

Everything that is accepted goes the same way: the step is worked out (pure), written and synced, only then made
true, and only then told. One thing at a time: the callers queue up behind one lock.
"""

import asyncio
import zlib
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.metadata import version

import msgspec
from msgspec import Struct, structs

from companion.engine import Action, Ask, Draw, Drawn, Event, Game, Over, Pending, Resume, Said, Seat, State, Step, View
from companion.engine.codec import to_text
from companion.table import undo
from companion.table.chance import Source
from companion.table.clock import Clock, SystemClock
from companion.table.errors import NotAllowed
from companion.table.history import Entry, History, entry_of
from companion.table.lines import FORMAT, Came, Decided, Finished, Header, Lapsed, Line, Proposed, Undone, Voted
from companion.table.motions import Motion
from companion.table.news import News, heard_by, shown_to
from companion.table.record import MemoryRecord, Record

REMEMBERED = 200
Listener = Callable[[News], object]


class Accepted(Struct, frozen=True):
    """A line for the record and, if it moves the race on, what it leads to."""

    line: Line
    entry: Entry | None = None
    step: Step | None = None


class Referee:
    """Runs a race for whoever sits at the table.

    `record` keeps what is accepted, `source` answers the draws, `bots` says which seats no person drives.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, object],
        *,
        source: Source,
        record: Record | None = None,
        clock: Clock | None = None,
        bots: Mapping[Seat, str] | None = None,
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.options = dict(options)
        self.bots = dict(bots or {})
        self.motion: Motion | None = None
        self._source = source
        self._record: Record = record or MemoryRecord()
        self._clock: Clock = clock or SystemClock()
        self._listeners: list[Listener] = []
        self._said: deque[Said] = deque(maxlen=REMEMBERED)
        self._lines = 0
        self._lock = asyncio.Lock()
        self._history = History(game, game.rules.setup(self.seats, self.options))

    # What anybody may ask

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that persons drive."""
        return tuple(seat for seat in self.seats if seat not in self.bots)

    @property
    def pending(self) -> Pending:
        """What the race waits for, whole: for the table's own use, never for a screen."""
        return self.game.rules.pending(self._history.state)

    @property
    def race_over(self) -> bool:
        return isinstance(self.pending, Over)

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """First to last once the race is over; empty before."""
        pending = self.pending
        return pending.ranking if isinstance(pending, Over) else ()

    def pending_for(self, viewer: Seat | None) -> Pending:
        pending = self.pending
        return shown_to(pending, viewer, isinstance(pending, Draw) and self.may_key(viewer, pending))

    def view(self, viewer: Seat | None) -> View:
        return self.game.rules.view(self._history.state, viewer)

    def messages(self, viewer: Seat | None, last: int = 20) -> tuple[Said, ...]:
        """The last sentences that this viewer may know, oldest first."""
        return heard_by(tuple(self._said), viewer)[-last:]

    def may_key(self, viewer: Seat | None, draw: Draw) -> bool:
        """A secret card is keyed in by its own seat, a bot's by any person; the rest by any person."""
        if viewer not in self.people:
            return False
        return not draw.secret or draw.seat in (None, viewer) or draw.seat in self.bots

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Tell `callback` whatever becomes true from now on; the answer stops it."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    # What changes the race

    async def start(self) -> None:
        """Set up, and let come what needs nobody."""
        await self._one_at_a_time(self._start)

    async def decide(self, seat: Seat, action: Action) -> None:
        """A seat's action; IllegalAction says why not."""
        await self._one_at_a_time(lambda: self._decide(seat, action))

    async def answer(self, drawn: Drawn, by: Seat | None = None) -> None:
        """What a player keyed in for the draw that waits."""
        await self._one_at_a_time(lambda: self._answer(drawn, by))

    async def propose_undo(self, seat: Seat) -> None:
        """Ask the table to take the last turn back; alone at the table it is done at once."""
        await self._one_at_a_time(lambda: self._propose(seat))

    async def vote(self, seat: Seat, ok: bool) -> None:
        await self._one_at_a_time(lambda: self._vote(seat, ok))

    async def _one_at_a_time(self, work: Callable[[], Awaitable[None]]) -> None:
        """To the end, even if whoever asked has gone meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self._locked(work)))

    async def _locked(self, work: Callable[[], Awaitable[None]]) -> None:
        async with self._lock:
            await work()

    async def _start(self) -> None:
        rules = self.game.rules
        step = rules.apply(self._history.state, Resume())
        self._history = History(self.game, step.state)
        header = Header(
            format=FORMAT,
            pitboard=version("pitboard"),
            game=rules.name,
            edition=rules.edition,
            seats=self.seats,
            options=self.options,
            bots=self.bots,
            wall=self._clock.wall(),
        )
        await self._accept([Accepted(header, step=step), *self._chance(step.state, 1, 0)])

    async def _decide(self, seat: Seat, action: Action) -> None:
        self._no_motion()
        state = self._history.state
        move = structs.replace(action, by=seat)
        step = self.game.rules.apply(state, move)
        line = Decided(n=self._lines, seat=seat, do=to_text(action), sum=sum_of(step.state))
        entry = entry_of(self.game.rules, state, move, step, line.n, seat)
        await self._accept([Accepted(line, entry, step), *self._chance(step.state, line.n + 1, self._history.draws)])

    async def _answer(self, drawn: Drawn, by: Seat | None) -> None:
        self._no_motion()
        pending = self.pending
        if isinstance(pending, Draw) and by is not None and not self.may_key(by, pending):
            raise NotAllowed(f"That card is for {(pending.seat or 'nobody').title()} alone.")
        state, number = self._history.state, self._history.draws + 1
        accepted = self._drawn(state, drawn, self._lines, number, "keyed", by)
        assert accepted.step is not None
        await self._accept([accepted, *self._chance(accepted.step.state, self._lines + 1, number)])

    def _chance(self, state: State, line: int, draws: int) -> list[Accepted]:
        """Every draw from here on that the source answers by itself."""
        out: list[Accepted] = []
        while isinstance(pending := self.game.rules.pending(state), Draw):
            number = draws + len(out) + 1
            if (drawn := self._source.answer(pending, number)) is None:
                break
            out.append(self._drawn(state, drawn, line + len(out), number, self._source.how, None))
            assert out[-1].step is not None
            state = out[-1].step.state
        return out

    def _drawn(self, state: State, drawn: Drawn, n: int, number: int, how: str, by: Seat | None) -> Accepted:
        rules = self.game.rules
        pending = rules.pending(state)
        step = rules.apply(state, drawn)
        odds = pending.odds if isinstance(pending, Draw) else ()
        bag = isinstance(pending, Draw) and pending.bag
        line = Came(
            n=n,
            draw=drawn.name,
            number=number,
            outcomes=drawn.outcomes,
            how=how,
            odds=odds,
            bag=bag,
            by=by,
            sum=sum_of(step.state),
        )
        return Accepted(line, entry_of(rules, state, drawn, step, n, None), step)

    # Agreeing to take something back

    async def _propose(self, seat: Seat) -> None:
        self._no_motion()
        motion = undo.proposed(self, self._history, seat, self._clock.now())
        if self.motion_passes(motion):
            await self._undo(motion)
            return
        await self._accept([Accepted(Proposed(n=self._lines, by=seat, to=motion.back_to))], undo.asks(motion))
        self.motion = motion
        self._clock.call_at(motion.deadline, lambda: self._expire(motion))

    @staticmethod
    def motion_passes(motion: Motion) -> bool:
        return motion.carried

    async def _vote(self, seat: Seat, ok: bool) -> None:
        if self.motion is None:
            raise NotAllowed("There is nothing to vote about.")
        motion = self.motion.voted(seat, ok)
        await self._accept([Accepted(Voted(n=self._lines, seat=seat, ok=ok))], ())
        self.motion = motion
        if motion.carried:
            await self._undo(motion)
        elif motion.lost:
            await self._lapse(f"{seat.title()} says no.")

    async def _undo(self, motion: Motion) -> None:
        assert motion.back_to is not None
        before = self.view(None)
        line = Undone(n=self._lines, to=motion.back_to, by=motion.by, agreed=motion.agreed)
        await self._record.append([line])
        self._lines += 1
        self.motion = None
        self._history.cut(self._history.count_at(motion.back_to))
        self._tell(line, (), undo.done(motion, before, self.view(None)))

    async def _lapse(self, why: str) -> None:
        self.motion = None
        await self._accept([Accepted(Lapsed(n=self._lines, why=why))], (Said(f"Nothing is taken back: {why}"),))

    def _expire(self, motion: Motion) -> None:
        if self.motion is not None and self.motion.deadline == motion.deadline:
            self._expiring = asyncio.ensure_future(self._one_at_a_time(lambda: self._lapse("nobody answered in time.")))

    def _no_motion(self) -> None:
        if self.motion is not None:
            raise NotAllowed("The table is voting; wait for the answer.")

    # Written, made true, told

    async def _accept(self, accepted: Sequence[Accepted], said: tuple[Said, ...] | None = None) -> None:
        await self._record.append([one.line for one in accepted])
        self._lines += len(accepted)
        for one in accepted:
            before = self._history.state
            if one.entry is not None and one.step is not None:
                self._history.push(one.entry, one.step.state)
            words = said if one.step is None else self.game.narrate(before, one.step)
            self._tell(one.line, one.step.events if one.step else (), words or ())
        if self.race_over and accepted and accepted[-1].entry is not None:
            await self._finish()

    async def _finish(self) -> None:
        line = Finished(n=self._lines, ranking=self.ranking, digest=self._record.digest)
        await self._accept([Accepted(line)], ())

    def _tell(self, line: Line, events: Sequence[Event], said: tuple[Said, ...]) -> None:
        self._said.extend(said)
        kind = str(type(line).__struct_config__.tag)
        news = News(line.n, kind, tuple(events), said, self.pending_for(None))
        for listener in tuple(self._listeners):
            asyncio.get_running_loop().call_soon(listener, news)


def sum_of(state: State) -> str:
    """A short check of a state: the same race under the same rules has the same sums."""
    return f"{zlib.crc32(msgspec.json.encode(state, order='deterministic')):08x}"


def is_asked(pending: Pending, seat: Seat) -> bool:
    return isinstance(pending, Ask) and pending.seat == seat
