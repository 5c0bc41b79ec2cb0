"""The panels of one race: keeps what each remembers, and carries out what a press asks of the table."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Protocol

from msgspec.structs import replace

from companion.controls import console, table_talk
from companion.controls.placing import Placings
from companion.controls.situation import (
    Answer,
    Decide,
    Face,
    GoBack,
    KeyIn,
    Pick,
    Placed,
    Read,
    Reply,
    Situation,
    Unplaced,
    Wish,
)
from companion.controls.tapping import Pupil, tapped
from companion.controls.tick import MOMENT, ticked
from companion.drawing import Page
from companion.engine import Choice, Draw, IllegalAction, Over, Pending, RefereeError, Ruling, Said, Seat, View
from companion.table import News, Referee
from companion.table.seats import Drivers


class Meant(Protocol):
    """What a code stands for."""

    @property
    def card(self) -> str: ...


class Book(Protocol):
    """Which code is which card."""

    def meaning(self, code: str) -> Meant | None: ...
    def teach(self, code: str, deck: str, card: str) -> None: ...


class Unread:
    """A book with nothing in it, for a table without a reader."""

    def meaning(self, code: str) -> Meant | None:
        return None

    def teach(self, code: str, deck: str, card: str) -> None:
        """Nobody keeps it."""


class Desk:
    """What happens between the panels and the referee."""

    def __init__(self, referee: Referee, confirm: str = "several", keyed: bool = False) -> None:
        self.referee = referee
        self.placings = Placings(confirm)
        self._persons = frozenset(referee.seats) - frozenset(referee.first_bots)
        self._pending: Pending | None = None
        self.drivers: Drivers | None = None
        self.book: Book = Unread()
        self._pupil = Pupil(lambda code, deck, card: self.book.teach(code, deck, card))
        self.sound = True
        self._keyed = keyed
        self._calm = asyncio.Event()
        self._faces: dict[Seat, Face] = {seat: Face() for seat in referee.seats}
        self._letters: dict[Seat, tuple[Said, ...]] = dict.fromkeys(referee.seats, ())
        self._now: dict[Seat, Situation] = {}
        self._met: dict[Seat, Situation] = {}
        self._busy: set[Seat] = set()
        self._ticked: dict[Seat, Page] = {}
        self._accepting: dict[Seat, Page] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[Callable[[Seat | None], object]] = []
        self._wrong: list[Callable[[Seat], object]] = []
        referee.listen(self._hear)

    # What screens ask

    def page(self, seat: Seat) -> Page:
        """What that seat's screen shows."""
        now = self._meet(seat)
        return console.page(self._faces[seat], now)

    def shown(self, seat: Seat, at_once: bool = False) -> tuple[Page, bool]:
        """What its glass shows, and whether its person must act. `at_once`: without looking what comes next."""
        if seat in self._ticked and (at_once or not self.wanted(seat)):
            return self._ticked[seat], True
        self._ticked.pop(seat, None)
        return self.page(seat), self.wanted(seat)

    def situation(self, seat: Seat) -> Situation:
        """What that panel's screen is made from; a panel of no seat stands in the middle of the table."""
        if seat not in self._now:
            here = self._look if seat in self.referee.seats else self._look_from_the_middle
            self._now[seat] = here(seat)
        return self._now[seat]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats with a screen: persons, and those who left their car to a bot for now."""
        return tuple(seat for seat in self.referee.seats if seat in self._persons or seat in self.referee.people)

    @property
    def pending(self) -> Pending:
        """What the race waits for, worked out once a step; for the table's own use."""
        if self._pending is None:
            self._pending = self.referee.pending
        return self._pending

    @property
    def public(self) -> Situation:
        """What everybody may know; its seat is nobody's."""
        return self.situation("")

    def wanted(self, seat: Seat) -> bool:
        """Must that seat's person do something now?"""
        now = self.situation(seat)
        return bool(now.ask or now.draw or now.placing or now.question or now.letters)

    def pointed(self, seat: Seat) -> Choice | None:
        """The choice under that seat's cursor, if it is asked."""
        ask = self._meet(seat).ask
        at = self._faces[seat].at
        return ask.choices[at] if ask is not None and at < len(ask.choices) and not self.placings.current else None

    @property
    def held_up(self) -> bool:
        """Do pieces stand to be moved, or is there a vote? Then nobody drives on, no bot either."""
        return self.placings.current is not None or self.referee.held_up

    async def settled(self) -> None:
        """Until every piece stands on its place."""
        while self.placings.current is not None:
            self._calm.clear()
            await self._calm.wait()

    def listen(self, callback: Callable[[Seat | None], object]) -> None:
        """Call whenever that seat's screen (None: every screen) may have changed."""
        self._listeners.append(callback)

    def on_wrong(self, callback: Callable[[Seat], object]) -> None:
        """Call when a button meant nothing."""
        self._wrong.append(callback)

    # What panels tell

    def press(self, seat: Seat, control: str, repeat: bool = False) -> None:
        """A button of that seat's panel, or of one in the middle of the table."""
        self._ticked.pop(seat, None)
        now = self._meet(seat)
        if seat in self.referee.seats and seat not in self.people:
            return
        if seat not in self.referee.seats and control == "back" and now.placing is None:
            self._start(seat, table_talk.take_back_for_anybody(self.referee))
            return
        self._reply(seat, console.press(self._faces[seat], now, control, repeat))

    def tap(self, code: str) -> None:
        """A card at a reader: the first panel to which it means something takes it."""
        meaning = self.book.meaning(code)
        card = meaning.card if meaning is not None else ""
        for seat in self.people:
            reply = tapped(self._faces[seat], self._meet(seat), card)
            if reply is not None:
                self._reply(seat, reply)
                return
        self._pupil.code = "" if card else code

    def _reply(self, seat: Seat, reply: Reply) -> None:
        self._faces[seat], wish = reply
        self._pupil.learn(self.situation(seat), wish)
        if wish is not None:
            self._carry_out(seat, wish)
        self._changed(seat)

    def _meet(self, seat: Seat) -> Situation:
        """The situation as it is, and the face turned to it."""
        now, before = self.situation(seat), self._met.get(seat)
        if before is not now:
            self._faces[seat] = console.met(self._faces.get(seat, Face()), before, now)
            self._met[seat] = now
        return now

    # What the table tells

    def _hear(self, news: News) -> None:
        if news.kind == "decided":
            self._tick()
        if news.kind == "undone":
            self._letters = dict.fromkeys(self.referee.seats, ())
            self.placings.forget()
        for said in news.said:
            self._keep(said, news.kind != "roll-call")
        if isinstance(news.pending, Over):
            self.placings.forget()
        self.refresh()

    def _tick(self) -> None:
        """Whoever pressed sees at once that it is written down, then, a moment later, the next page."""
        clock = self.referee.clock
        for seat, page in self._accepting.items():
            self._ticked[seat] = ticked(page)
            clock.call_at(clock.now() + MOMENT, partial(self._untick, seat))
            self._changed(seat)
        self._accepting.clear()

    def _untick(self, seat: Seat) -> None:
        if self._ticked.pop(seat, None) is not None:
            self._changed(seat)

    def _keep(self, said: Said, moving: bool) -> None:
        if said.title and said.only_for in self.referee.people:
            seat = str(said.only_for)
            self._letters[seat] = (*self._letters[seat], said)
        if moving and said.moves and said.only_for is None and self.referee.people:
            self.placings.add(said, self.referee.view(None).board)

    def refresh(self) -> None:
        """Everything may be different: look again."""
        self._pending = None
        self._now.clear()
        if self.placings.current is None:
            self._calm.set()
        self._changed(None)

    def _changed(self, seat: Seat | None) -> None:
        for listener in self._listeners:
            listener(seat)

    def _look(self, seat: Seat) -> Situation:
        referee = self.referee
        pending = referee.pending_for(seat)
        keys_in = isinstance(pending, Draw) and bool(pending.odds) and self._keyer(seat, pending)
        return Situation(
            seat=seat,
            view=referee.view(seat),
            pending=pending,
            said=referee.messages(seat),
            letters=self._letters[seat],
            placing=self.placings.current,
            question=table_talk.question(referee, seat),
            entries=table_talk.entries(isinstance(pending, Over), self._keyed, self.sound),
            keys_in=keys_in,
            code=referee.code,
            may_go_back=referee.may_take_back(seat),
            idle=seat in referee.bots,
            everybody=self._seen_by_all,
        )

    def _seen_by_all(self) -> View:
        return self.public.view

    def _look_from_the_middle(self, seat: Seat) -> Situation:
        referee = self.referee
        view, pending, said = referee.view(None), referee.pending_for(None), referee.messages(None)
        return Situation(seat, view, pending, said, placing=self.placings.current, code=referee.code)

    def _keyer(self, seat: Seat, draw: Draw) -> bool:
        """The seat that draws keys in; where that is a bot or nobody, any person may."""
        return draw.seat == seat or draw.seat not in self.referee.people

    # Wishes

    def _carry_out(self, seat: Seat, wish: Wish) -> None:
        match wish:
            case Read():
                self._letters[seat] = self._letters[seat][1:]
                self._now.pop(seat, None)
            case Placed(everything):
                self.placings.confirm(everything)
                self.refresh()
            case Unplaced():
                self.placings.withdraw()
                self.refresh()
            case Decide():
                self._accepting[seat] = self.page(seat)
                self._start(seat, table_talk.carry_out(self.referee, self.drivers, seat, wish))
            case Pick(table_talk.SOUND):
                self.sound = not self.sound
                self.refresh()
            case KeyIn() | Answer() | Pick() | GoBack():
                self._start(seat, table_talk.carry_out(self.referee, self.drivers, seat, wish))
            case _ if self.sound:
                for listener in self._wrong:
                    listener(seat)

    def _start(self, seat: Seat, work: Coroutine[object, object, None]) -> None:
        """One wish of a seat at a time: a second OK on the same page is no second move."""
        if seat in self._busy:
            work.close()
            return
        self._busy.add(seat)
        task = asyncio.get_running_loop().create_task(self._finish(seat, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _finish(self, seat: Seat, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except IllegalAction as error:
            self._refuse(seat, error.ruling)
        except RefereeError as error:
            self._refuse(seat, Ruling("", str(error)))
        finally:
            self._busy.discard(seat)
            self._accepting.pop(seat, None)
            self.refresh()

    def _refuse(self, seat: Seat, ruling: Ruling) -> None:
        self._faces[seat] = replace(self._faces[seat], why=ruling, page="", risk=False)
