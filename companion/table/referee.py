"""One race in play: the table's public face.

Everything that is accepted goes the same way: the step is worked out (pure), written and synced, only then made
true, and only then told. One thing at a time: the callers queue up.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from companion.engine import Action, Draw, Drawn, Game, ImpossibleOutcome, Over, Pending, Said, Seat, View
from companion.table import undo
from companion.table.chance import Source, offered
from companion.table.clock import Clock, SystemClock
from companion.table.errors import NotAllowed
from companion.table.floor import Floor
from companion.table.history import History, in_turn
from companion.table.keeper import Keeper, Listener
from companion.table.lines import Seated
from companion.table.motions import Motion
from companion.table.news import shown_to
from companion.table.record import MemoryRecord, Record
from companion.table.replay import Played, header_for, header_of, replay
from companion.table.rollcall import RollCall, roll_of
from companion.table.working import Working


class Referee:
    """Runs a race for whoever sits at the table. `start` first, `close` last.

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
        clock = clock or SystemClock()
        record = record or MemoryRecord()
        if record.lines:
            played = replay(game, record.lines)
        else:
            header = header_for(game, seats, options, bots or {}, source)
            played = Played(game, replace(header, wall=clock.wall()))
        self.game = game
        self.seats = played.header.seats
        self.options = dict(played.header.options)
        self.roll_call: RollCall | None = None
        self._keeper = Keeper(played, record, source, clock)
        self._floor = Floor(self._keeper, lambda: self.people)

    @classmethod
    def resumed(cls, game: Game, record: Record, *, source: Source, clock: Clock | None = None) -> "Referee":
        """Take up the race that the record holds; BadRecord if these rules cannot."""
        header = header_of(record.lines)
        return cls(game, header.seats, header.options, source=source, record=record, clock=clock)

    # What anybody may ask

    @property
    def bots(self) -> Mapping[Seat, str]:
        """The seats that no person drives, each with the profile that the table named."""
        return self._keeper.played.bots

    @property
    def first_bots(self) -> Mapping[Seat, str]:
        """The same at the start of the race."""
        return self._keeper.played.header.bots

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.bots)

    @property
    def pending(self) -> Pending:
        """What the race waits for, whole: for the table's own use, never for a screen."""
        return self._keeper.pending

    @property
    def history(self) -> History:
        """The way that the race has come, and its whole state: for the table's own use, never for a screen."""
        return self._keeper.played.history

    @property
    def race_over(self) -> bool:
        return self._keeper.over

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """First to last once the race is over; empty before."""
        pending = self.pending
        return pending.ranking if isinstance(pending, Over) else ()

    @property
    def clock(self) -> Clock:
        return self._keeper.clock

    @property
    def code(self) -> str:
        """The short code of the seal, for every screen; empty if nothing is drawn under one."""
        mark = self._keeper.played.mark
        return mark.code if mark else ""

    @property
    def motion(self) -> Motion | None:
        """What the table votes about."""
        return self._floor.motion

    @property
    def held_up(self) -> bool:
        """A vote or a roll call is on: nobody drives, no bot either."""
        return self.motion is not None or self.roll_call is not None

    def pending_for(self, viewer: Seat | None) -> Pending:
        pending = self.pending
        if isinstance(pending, Draw) and self.may_key(viewer, pending):
            return shown_to(pending, viewer, offered(pending, self.history.seen(pending.name)))
        return shown_to(pending, viewer)

    def view(self, viewer: Seat | None) -> View:
        return self._keeper.view(viewer)

    def messages(self, viewer: Seat | None, last: int = 20) -> tuple[Said, ...]:
        """The last sentences that this viewer may know, oldest first."""
        return self._keeper.messages(viewer, last)

    def may_key(self, viewer: Seat | None, draw: Draw) -> bool:
        """A secret card is keyed in by its own seat, a bot's by any person; the rest by any person."""
        if viewer not in self.people:
            return False
        return not draw.secret or draw.seat in (None, viewer) or draw.seat in self.bots

    def may_take_back(self, seat: Seat) -> bool:
        """Whether `take_back` is free for that seat now."""
        return not self.held_up and undo.own_last(self._situation(), seat) is not None

    def in_turn(self, seat: Seat) -> bool:
        """Whether that seat has begun a turn that is not over yet."""
        return in_turn(self.history, seat)

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Tell `callback` whatever becomes true from now on; the answer stops it."""
        return self._keeper.listen(callback)

    # What moves the race

    async def start(self) -> None:
        """Set up, or take up the race that the record holds, and let come what needs nobody."""
        await self._keeper.one_at_a_time(self._keeper.start)

    async def decide(self, seat: Seat, action: Action) -> None:
        """A seat's action; IllegalAction says why not."""
        await self._move(lambda working: working.decided(seat, action))

    async def answer(self, drawn: Drawn, by: Seat | None = None) -> None:
        """What a player keyed in for the draw that waits."""

        def keyed(working: Working) -> None:
            pending = self.pending
            if isinstance(pending, Draw) and by is not None and not self.may_key(by, pending):
                raise NotAllowed(f"That is for {(pending.seat or 'the referee').title()} to key in.")
            try:
                working.came(drawn, "keyed", by)
            except ImpossibleOutcome:
                if isinstance(pending, Draw) and pending.secret:
                    raise ImpossibleOutcome("That cannot have come; look at it again.") from None
                raise

        await self._move(keyed)

    async def take_back(self, seat: Seat) -> None:
        """The seat's own last decision of a move that is still being made: nothing came of it yet, no piece either."""

        def taken_back(working: Working) -> None:
            line = undo.own_last(self._situation(), seat)
            if line is None:
                raise NotAllowed("That cannot be taken back without the table.")
            working.back_to(line, seat, by_hand=False)

        await self._move(taken_back)

    async def _move(self, work: Callable[[Working], None]) -> None:
        async def moved() -> None:
            if self.motion is not None:
                raise NotAllowed("The table is voting; wait for the answer.")
            if self.roll_call is not None:
                raise NotAllowed("A roll call is on; confirm your pieces first.")
            working = self._keeper.working()
            work(working)
            await self._keeper.accept(working)

        await self._keeper.one_at_a_time(moved)

    # What the table agrees to

    async def propose_undo(self, seat: Seat) -> None:
        """Ask the table to take the last turn back; alone at the table it is done at once."""
        await self._propose(lambda: undo.to_undo(self._situation(), seat))

    async def propose_key_again(self, seat: Seat) -> None:
        """Ask the table to key the last real card or die in again: it was a slip."""
        await self._propose(lambda: undo.to_key_again(self._situation(), seat))

    async def propose_correction(self, seat: Seat, patch: Mapping[str, object]) -> None:
        """Ask the table to put the referee's state right, as it is on the board."""
        await self._propose(lambda: self._floor.correction(seat, patch))

    async def vote(self, seat: Seat, ok: bool) -> None:
        """A person's OK to the motion, or not."""

        async def voted() -> None:
            await self._floor.vote(seat, ok)
            self._look_again()

        await self._keeper.one_at_a_time(voted)

    async def correct(self, patch: Mapping[str, object], why: str = "") -> None:
        """The race director's hand: a patch over the state, in the state's own form."""

        async def corrected() -> None:
            await self._floor.correct(patch, None, why, ())
            self._look_again()

        await self._keeper.one_at_a_time(corrected)

    async def hand_over(self, seat: Seat, bot: str | None) -> None:
        """From now on a bot of that profile drives the seat, or (none) a person."""

        async def handed_over() -> None:
            if seat not in self.seats:
                raise NotAllowed(f"There is no seat {seat} in this race.")
            who = "A bot drives" if bot is not None else "A person drives"
            said = (Said(f"{who} {seat.title()} from here on."),)
            await self._keeper.note(Seated(seat=seat, bot=bot), said)
            if bot is not None:
                await self._floor.left(seat)
            self._look_again()

        await self._keeper.one_at_a_time(handed_over)

    async def _propose(self, find: Callable[[], Motion]) -> None:
        async def proposed() -> None:
            await self._floor.propose(find)
            self._look_again()

        await self._keeper.one_at_a_time(proposed)

    # Where the pieces stand

    def call_roll(self) -> None:
        """Go through the pieces, owner by owner. Any player may ask for it, at any moment."""
        self._roll(roll_of(self.view(None), self.people), "There are no pieces to look at.")

    def confirm_roll(self, seat: Seat) -> None:
        """The pieces that are called now stand where they should."""
        if self.roll_call is None:
            raise NotAllowed("There is no roll call.")
        self._roll(self.roll_call.confirmed(seat), "Every piece is where it should be.")

    def end_roll(self) -> None:
        """Enough; the race goes on."""
        self._roll(None, "The roll call ends here.")

    def _look_again(self) -> None:
        """Something else is true now: a roll call that is on begins anew."""
        if self.roll_call is not None and self.motion is None:
            self.call_roll()

    def _roll(self, roll_call: RollCall | None, ending: str) -> None:
        self.roll_call = None if roll_call is None or roll_call.done else roll_call
        said = self.roll_call.asks if self.roll_call else (Said(ending),)
        self._keeper.say("roll-call", said)

    async def close(self) -> None:
        """Finish what is being accepted, and let go of the record."""
        await self._keeper.close()

    def _situation(self) -> undo.Situation:
        keeper = self._keeper
        return undo.Situation(
            history=keeper.played.history,
            people=self.people,
            bots=self.bots,
            pending=keeper.pending,
            policy=str(self.options.get("undo_policy", "consent")),
            over=keeper.over,
            now=keeper.clock.now(),
        )
