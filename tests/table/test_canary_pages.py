"""The same marks, searched on every screen and in every frame of the pages, while buttons are pressed at random."""

import random

import msgspec
import pytest

from companion.controls.desk import Desk
from companion.engine import Ask
from companion.table import Electronic, Referee, Seal
from companion.web.frames import Viewer, public
from companion.web.source import RaceSource
from tests.support.table import begun, in_loop, open_choices
from tests.support.tables import quiet
from tests.support.toy_game import PlayCard, TakeCard

SEATS = ("red", "blue", "green")
BROWSING = ("menu", "plus", "minus", "card", "back", "ok", "menu", "plus")
SECRET = bytes.fromhex("c0ffee5ec4e7" * 5 + "abad")


def told(desk: Desk, viewer: Viewer) -> str:
    """All the words that a seat's screen, or a spectator's page, holds; blanks and hyphens left out."""
    if viewer.kind == "seat":
        words = [*desk.page(viewer.seat).texts(), *desk.shown(viewer.seat)[0].texts()]
        return squeezed(" ".join(words))
    return squeezed(msgspec.json.encode(public(RaceSource(desk, lambda: ()))).decode())


def squeezed(text: str) -> str:
    return text.lower().replace(" ", "").replace("-", "").replace("…", "")


class Table:
    """A marked race under panels."""

    def __init__(self, referee: Referee, seed: int) -> None:
        self.referee = referee
        self.desk = Desk(referee, "never")
        self.stream = random.Random(seed)
        self.known: dict[str, set[str]] = {seat: set() for seat in (*SEATS, "")}
        self.found = 0

    async def browse(self) -> None:
        """Everybody leafs through their pages; a press may also decide something."""
        for seat in SEATS:
            for _ in range(3):
                self.desk.press(seat, self.stream.choice(BROWSING))
                await quiet()
                self.look()

    async def move(self) -> None:
        pending = self.referee.pending
        if not isinstance(pending, Ask) or self.referee.held_up:
            return
        action = self.stream.choice(open_choices(pending)).action
        await self.referee.decide(pending.seat, action)
        self.look()

    def look(self) -> None:
        self.learn()
        for viewer in (Viewer("watch"), *(Viewer("seat", seat) for seat in SEATS)):
            out = told(self.desk, viewer)
            assert SECRET.hex() not in out
            for card in self.cards() - self.known[viewer.seat]:
                assert squeezed(card) not in out, (viewer, card)
            self.found += any(squeezed(card) in out for card in self.known[viewer.seat])

    def cards(self) -> set[str]:
        return set(msgspec.to_builtins(self.referee.history.state)["bag"])

    def learn(self) -> None:
        """What a seat has held it knows; what was played all know."""
        for entry in self.referee.history.entries:
            if isinstance(entry.move, PlayCard):
                for seat in self.known:
                    self.known[seat].add(entry.move.card)
        for seat, car in msgspec.to_builtins(self.referee.history.state)["cars"].items():
            self.known[seat] |= set(car["hand"])


@pytest.mark.parametrize("seed", range(3))
@in_loop
async def test_no_screen_and_no_page_shows_what_belongs_to_another_seat(seed: int) -> None:
    referee = await begun(*SEATS, source=Electronic(Seal(SECRET)), goal=40, mark="k7q")
    table = Table(referee, seed)
    for seat in SEATS:
        if referee.pending == referee.pending_for(seat):
            await referee.decide(seat, TakeCard())
    for _ in range(25):
        await table.browse()
        await table.move()
        if referee.race_over:
            break
    assert table.found > 5, "hands do show on their own screens"
