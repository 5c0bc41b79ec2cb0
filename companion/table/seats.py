"""Who drives each seat: a person at a panel or a page, or a bot with that seat's view and nothing more."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from companion.engine import Action, Ask, IllegalAction, Seat, View
from companion.table.errors import NotAllowed, RecordError
from companion.table.keeper import RETRY
from companion.table.news import News
from companion.table.referee import Referee
from companion.table.seal import Seal

HIDDEN = "hidden"
"""The profile that nobody may know before the end: dealt from the seal."""
SEEDS = 1 << 48


class Bot(Protocol):
    """Chooses from a seat's view and its ask."""

    def choose(self, view: View, ask: Ask) -> Action: ...


Deal = Callable[[Sequence[Seat], int], Mapping[Seat, str]]
"""Gives each of the seats a profile, from a seed."""
Make = Callable[[str, int], Bot]
"""A bot of a profile, from a seed."""


class Cast:
    """Which bot plays which seat. Profiles and seeds follow from the seal: the same after every restart, in no
    record before the end."""

    def __init__(self, referee: Referee, seal: Seal | None, deal: Deal, make: Make) -> None:
        self._referee = referee
        self._seal = seal
        self._deal = deal
        self._make = make
        self._bots: dict[Seat, tuple[str, Bot]] = {}
        hidden = [seat for seat, profile in referee.first_bots.items() if profile == HIDDEN]
        self._dealt = dict(deal(hidden, self._seed("profiles")))

    def bot(self, seat: Seat) -> Bot:
        """The seat's bot; the same one as long as its profile stays."""
        profile = self._profile(seat)
        if seat not in self._bots or self._bots[seat][0] != profile:
            self._bots[seat] = (profile, self._make(profile, self._seed(f"bot {seat}")))
        return self._bots[seat][1]

    @property
    def revealed(self) -> Mapping[Seat, str]:
        """The bots' profiles, once the race is over and if the table wants to know; empty before."""
        if not self._referee.race_over or self._referee.options.get("reveal_profiles") is False:
            return {}
        return {seat: self._profile(seat) for seat in self._referee.bots}

    def _profile(self, seat: Seat) -> str:
        named = self._referee.bots[seat]
        if named != HIDDEN:
            return named
        if seat not in self._dealt:
            self._dealt |= self._deal([seat], self._seed(f"profile {seat}"))
        return self._dealt[seat]

    def _seed(self, purpose: str) -> int:
        return self._seal.tickets(purpose)(SEEDS) if self._seal else 0


class Drivers:
    """Lets the bots decide, one at a time, each after the same delay, so that thinking time tells nothing.

    `pause(seat)` is awaited before each decision: a delay, or until the pieces of the last move stand.
    """

    def __init__(self, referee: Referee, cast: Cast, pause: Callable[[Seat], Awaitable[None]]) -> None:
        self._referee = referee
        self._cast = cast
        self._pause = pause
        self._coming: set[Seat] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._deaf: Callable[[], None] = lambda: None

    def open(self) -> None:
        self._deaf = self._referee.listen(self._hear)
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._wake.set()

    @property
    def alive(self) -> bool:
        """False once the bots will never be asked again, because of a mistake in one of them."""
        return self._task is None or not self._task.done()

    async def close(self) -> None:
        self._deaf()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def leave(self, seat: Seat) -> None:
        """The person goes: a bot of a hidden profile takes the car, the hand, everything."""
        self._coming.discard(seat)
        await self._referee.hand_over(seat, HIDDEN)

    async def join(self, seat: Seat) -> None:
        """A person sits down. A bot in the middle of its turn finishes it first."""
        if seat not in self._referee.bots:
            raise NotAllowed(f"{seat.title()} has a driver.")
        self._coming.add(seat)
        await self._welcome()

    def _hear(self, news: News) -> None:
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._welcome()
            await self._drive()

    async def _welcome(self) -> None:
        for seat in sorted(self._coming):
            if not self._referee.in_turn(seat):
                self._coming.discard(seat)
                await self._referee.hand_over(seat, None)

    async def _drive(self) -> None:
        ask = self._asked()
        if ask is None:
            return
        await self._pause(ask.seat)
        if self._asked() == ask:
            await self._decide(ask)
        self._wake.set()

    def _asked(self) -> Ask | None:
        pending = self._referee.pending
        if self._referee.held_up or not isinstance(pending, Ask) or pending.seat not in self._referee.bots:
            return None
        return pending

    async def _decide(self, ask: Ask) -> None:
        """A bot that wishes for what is not open gets the first thing that is; nothing, if the race has gone elsewhere
        meanwhile. A record that cannot be written is tried again after a while."""
        first = next(choice.action for choice in ask.choices if choice.barred is None)
        for action in (self._cast.bot(ask.seat).choose(self._referee.view(ask.seat), ask), first):
            try:
                await self._referee.decide(ask.seat, action)
            except IllegalAction:
                continue
            except NotAllowed:
                return
            except RecordError:
                await self._referee.clock.sleep(RETRY)
            return
