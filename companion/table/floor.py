"""Who has the floor: votes of the table, and what it agrees to."""

from collections.abc import Callable, Mapping

from companion.engine import Said, Seat
from companion.table import director
from companion.table.clock import Alarm
from companion.table.errors import NotAllowed
from companion.table.keeper import Keeper
from companion.table.lines import Lapsed, Proposed, Voted
from companion.table.motions import PATIENCE, Motion
from companion.table.working import Working

TOO_LATE = "Nobody answered in time."


class Floor:
    """At most one motion at a time; everything it leads to goes through the keeper."""

    def __init__(self, keeper: Keeper, people: Callable[[], tuple[Seat, ...]]) -> None:
        self.motion: Motion | None = None
        self._keeper = keeper
        self._people = people
        self._alarm: Alarm | None = None

    async def propose(self, find: Callable[[], Motion]) -> None:
        """Put a motion to the table; nobody to ask: it is done at once."""
        if self.motion is not None:
            raise NotAllowed("The table is voting; wait for the answer.")
        motion = find()
        if motion.carried:
            await self._carry_out(motion)
            return
        line = Proposed(by=motion.by, to=motion.back_to, patch=motion.patch)
        await self._keeper.note(line, motion.asks)
        self.motion = motion
        self._alarm = self._keeper.later(motion.deadline, self._expire)

    async def vote(self, seat: Seat, ok: bool) -> None:
        if self.motion is None:
            raise NotAllowed("There is nothing to vote about.")
        if self._keeper.clock.now() >= self.motion.deadline:
            await self._expire()
            raise NotAllowed("That answer came too late.")
        motion = self.motion.voted(seat, ok)
        await self._keeper.note(Voted(seat=seat, ok=ok))
        await self._settle(motion, f"{seat.title()} says no.")

    async def left(self, seat: Seat) -> None:
        """That person is gone, and their vote with them."""
        if self.motion is not None:
            await self._settle(self.motion.without(seat), "Nobody is left to say yes.")

    def correction(self, seat: Seat, patch: Mapping[str, object]) -> Motion:
        """The motion to put the state right, tried first: what cannot be is refused at once."""
        people = self._people()
        if seat not in people:
            raise NotAllowed("Only a person may ask to put something right.")
        trial = self._corrected(patch, seat, "", ())
        said = director.changes(self._keeper.view(None), self._keeper.view(None, trial.state))
        voters = tuple(other for other in people if other != seat)
        return Motion(seat, said, True, voters, self._keeper.clock.now() + PATIENCE, patch=patch)

    async def correct(self, patch: Mapping[str, object], by: Seat | None, why: str, agreed: tuple[Seat, ...]) -> None:
        """A patch over the state as it is, announced to everybody."""
        working = self._corrected(patch, by, why, agreed)
        viewers = (None, *self._keeper.played.header.seats)
        before = {viewer: self._keeper.view(viewer) for viewer in viewers}
        after = {viewer: self._keeper.view(viewer, working.state) for viewer in viewers}
        who = f"{by.title()} puts right" if by else "The race director puts right"
        await self._keeper.accept(working, director.told(before, after, f"{who} ({why})" if why else who))

    def _corrected(self, patch: Mapping[str, object], by: Seat | None, why: str, agreed: tuple[Seat, ...]) -> Working:
        if self._keeper.over:
            raise NotAllowed("The race is over; nothing can be put right any more.")
        working = self._keeper.working()
        working.corrected(patch, by, why, agreed)
        return working

    async def _settle(self, motion: Motion, why_not: str) -> None:
        """Carry the motion out, or drop it, if its votes are enough for either."""
        self.motion = motion
        if motion.carried:
            await self._carry_out(motion)
        elif motion.lost:
            await self._lapse(why_not)

    async def _carry_out(self, motion: Motion) -> None:
        if motion.patch is not None:
            await self.correct(motion.patch, motion.by, "", motion.agreed)
        elif motion.back_to is not None:
            working = self._keeper.working()
            working.back_to(motion.back_to, motion.by, motion.agreed)
            await self._keeper.accept(working)
        self._drop()

    async def _lapse(self, why: str) -> None:
        await self._keeper.note(Lapsed(why=why), (Said(f"{why} Everything stays as it is."),))
        self._drop()

    async def _expire(self) -> None:
        if self.motion is not None and self._keeper.clock.now() >= self.motion.deadline:
            await self._lapse(TOO_LATE)

    def _drop(self) -> None:
        self.motion = None
        if self._alarm is not None:
            self._alarm.cancel()
