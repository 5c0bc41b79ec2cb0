"""Marks in every secret of every game, and a search of every byte that the service lets out: to a spectator, to the
phones of other seats, to the table's page, into the log, into the record that others may have."""

import asyncio
import logging
import random
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from companion.bots import make_bot
from companion.controls.desk import Desk
from companion.controls.setting import HIDDEN, PERSON, Setting
from companion.engine import Ask, IllegalAction, Seat
from companion.engine.codec import to_text
from companion.games import GAMES, load
from companion.service import Service
from companion.table import News, NotAllowed, Seal
from companion.table.seats import Bot
from tests.support.canary import Tap, mark, marked, tap
from tests.support.services import address, run, serving
from tests.support.table import QuickFiles, open_choices
from tests.support.tables import quiet

SECRET = bytes.fromhex("c0ffee5ec4e7" * 5 + "abad")
PROFILE = "zq7profile"
PEOPLE, BOT = ("red", "blue"), "green"
SEATS = (*PEOPLE, BOT)
BROWSING = ("menu", "plus", "minus", "card", "back", "ok", "ok", "menu", "plus", "ok")
WATCHED = 30
"""So many moves are searched, with leafing, undo and reconnecting between them; the rest of the race in one go."""


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The marks, and files that are not synced."""
    monkeypatch.setattr("companion.races.load", lambda name: marked(load(name)))
    monkeypatch.setattr("companion.races.fresh", lambda words: Seal(SECRET, words))
    monkeypatch.setattr("companion.races.deal_profiles", lambda game, seats, seed: dict.fromkeys(seats, PROFILE))
    monkeypatch.setattr("companion.races.make_bot", random_bot)
    monkeypatch.setattr("companion.table.folder.DiskFiles", QuickFiles)


def random_bot(game: str, profile: str, seed: int) -> Bot:
    assert profile == PROFILE
    return make_bot(game, "random", seed)


def setting(game: str) -> Setting:
    own = {option.name for option in load(game).rules.options}
    wanted: dict[str, object] = {"ai_delay_ms": 0, "confirm_tokens": "never"}
    options = {"laps": 1} | {name: value for name, value in wanted.items() if name in own}
    table = {name: value for name, value in wanted.items() if name not in own}
    drivers = dict.fromkeys(PEOPLE, PERSON) | {BOT: HIDDEN}
    return Setting(game, drivers, options, table=table)


def seal_forms() -> Iterator[str]:
    """The secret as it might be written."""
    yield from (SECRET.hex(), b64encode(SECRET).decode().rstrip("=").lower(), SECRET.decode("latin-1"), repr(SECRET))


def forbidden(kind: str, seat: Seat) -> Iterator[str]:
    """What may not reach that page. The table is one screen for all persons: their screens are on it."""
    yield from (PROFILE, *seal_forms())
    for other in SEATS:
        if other != seat and not (kind == "table" and other in PEOPLE):
            yield mark(other)


class Canary:
    """A race in a whole service, pages open, and the search."""

    def __init__(self, service: Service, seed: int) -> None:
        self.service = service
        self.stream = random.Random(seed)
        self.taps: list[Tap] = []
        self.found = dict.fromkeys(PEOPLE, 0)
        self.facts: dict[str, bool] = {}
        self.client = httpx.AsyncClient(verify=False, base_url=address(service, ""))
        assert isinstance(service.stage, Desk)
        self.referee = service.stage.referee
        self.referee.listen(self.hear)

    def hear(self, news: News) -> None:
        """Facts as a record would spell them, and whether only one seat was told."""
        for event in news.events:
            text = to_text(event)
            self.facts[text] = self.facts.get(text, True) and event.only_for is not None

    async def open(self) -> None:
        """Everybody comes back, by a new door."""
        for one in self.taps:
            await one.close()
        viewers = (("table", ""), ("watch", ""), *(("seat", seat) for seat in SEATS))
        self.taps = [await tap(self.service, kind, seat) for kind, seat in viewers]
        await self.look()
        await self.fetch("/check", "/", "/watch", "/seat/red", "/seat/blue?key=wrong", "/nothing")

    async def look(self) -> None:
        """Search what has come, and what anybody may fetch."""
        for one in self.taps:
            await one.caught_up()
            if self.referee.race_over:
                return
            out = one.taken()
            for word in forbidden(one.kind, one.seat):
                assert word not in out, (one.kind, one.seat, word, self.referee.pending)
            if one.seat in self.found:
                self.found[one.seat] += mark(one.seat) in out
        if not self.referee.race_over:
            await self.fetch()

    async def fetch(self, *paths: str) -> None:
        """What anybody may ask for, who has no key."""
        private = [text for text, only_one in self.facts.items() if only_one]
        for path in paths or ("/record",):
            answer = await self.client.get(path)
            if self.referee.race_over:
                return
            out = (answer.text + str(answer.headers)).lower()
            for word in (PROFILE, *seal_forms(), *map(mark, SEATS), *private):
                assert word not in out, (path, word)

    async def leaf(self) -> None:
        """Somebody presses a few buttons on a phone."""
        phone = self.stream.choice([one for one in self.taps if one.kind == "seat"])
        for control in self.stream.sample(BROWSING, 4):
            await phone.say({"press": control, "seat": phone.seat})
        await phone.caught_up()

    async def move(self) -> None:
        pending = self.referee.pending
        if isinstance(pending, Ask) and pending.seat in PEOPLE and not self.referee.held_up:
            with suppress(IllegalAction, NotAllowed):  # a phone's OK came first
                await self.referee.decide(pending.seat, self.stream.choice(open_choices(pending)).action)
        await quiet()

    async def undo(self) -> None:
        """Whoever may asks for it; the table says yes or no."""
        for seat in self.stream.sample(PEOPLE, 2):
            try:
                await self.referee.propose_undo(seat)
            except NotAllowed:
                continue
            await self.look()
            while self.referee.motion is not None:
                await self.referee.vote(self.referee.motion.waiting[0], self.stream.random() < 0.7)
            return

    async def settle(self) -> None:
        """No vote and no roll call is left open."""
        while self.referee.motion is not None:
            await self.referee.vote(self.referee.motion.waiting[0], True)
        if self.referee.roll_call is not None:
            self.referee.end_roll()

    async def watch(self) -> None:
        """So many moves with everything that may happen between them."""
        await self.open()
        for step in range(WATCHED):
            await self.leaf()
            await self.move()
            await self.look()
            if step % 9 == 4:
                await self.undo()
            if step % 12 == 6:
                await self.open()
            await self.settle()
            if self.referee.race_over:
                return

    async def to_the_end(self) -> None:
        async with asyncio.timeout(60):
            while not self.referee.race_over:
                await self.move()
                await self.settle()

    async def close(self) -> None:
        for one in self.taps:
            await one.close()
        await self.client.aclose()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_mark_gets_out_before_the_race_ends(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for name_of in ("websockets", "httpx", "httpcore"):
        caplog.set_level(logging.WARNING, name_of)  # they would tell what the test's own phones are sent

    async def play() -> None:
        async with serving(tmp_path, setting(name), new=True) as service:
            canary = Canary(service, 5)
            try:
                await canary.watch()
                assert min(canary.found.values()) > 5, "each phone is told its own"
                await canary.to_the_end()
                await at_the_end(canary)
            finally:
                await canary.close()

    run(play())
    log = caplog.text.lower() + "".join(capfd.readouterr()).lower()
    for word in (PROFILE, *seal_forms(), *map(mark, SEATS)):
        assert word not in log


async def at_the_end(canary: Canary) -> None:
    """Once the race is over the secret and the profiles are out: the search does find what is there."""
    watch = await tap(canary.service, "watch")
    await watch.caught_up()
    assert watch.told["profiles"] == {BOT: PROFILE}
    assert SECRET.hex() in (await canary.client.get("/record")).text
    await watch.close()
