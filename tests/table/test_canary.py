"""Unique marks are planted in every secret; whatever leaves for somebody else is searched for them."""

import logging
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from companion.engine import Action, Ask, Draw, Drawn, Event, Game, IllegalAction, State, Step, View
from companion.games import GAMES, load
from companion.table import HIDDEN, Cast, DataFolder, Electronic, KeyedIn, MemoryRecord, News, NotAllowed, Referee, Seal
from companion.table.blocks import Survey, plain, survey
from companion.table.export import exported
from companion.table.folder import Begun
from companion.table.lines import AnyLine, Came, encode
from companion.table.resume import question, standing
from companion.table.seats import Bot
from tests.support.table import QuickFiles, begun, in_loop, open_choices, play
from tests.support.toy_game import TOY, PlayCard, TakeCard

SECRET = bytes.fromhex("c0ffee5ec4e7" * 5 + "abad")
MARK = "mark7q"
SEATS = ("red", "blue", "green")
VIEWERS = (None, *SEATS)


class Ears:
    """Everything that has left for each viewer since it was last looked at."""

    def __init__(self) -> None:
        self.heard: dict[str | None, list[bytes]] = {viewer: [] for viewer in VIEWERS}

    def hear(self, news: News) -> None:
        for viewer in VIEWERS:
            self.heard[viewer].append(repr(news.seen_by(viewer)).encode())


def leaves(referee: Referee, viewer: str | None) -> bytes:
    """All that a viewer may ask for: at connect, at any time, at reconnect."""
    said = [referee.messages(viewer, 1000), referee.motion, referee.roll_call, referee.code, referee.bots]
    asked = [referee.view(viewer), referee.pending_for(viewer), question(referee), standing(referee.view(viewer))]
    return msgspec.json.encode([*said, *asked, referee.ranking])


def secrets_from(referee: Referee, viewer: str | None, played: set[str]) -> Iterator[bytes]:
    """What that viewer may not know now: the cards of the bag, of others' hands, the seal's secret, the profiles."""
    state = msgspec.to_builtins(referee.history.state)
    for card in state["bag"]:
        own = viewer is not None and card in state["cars"][viewer]["hand"]
        if not own and card not in played:
            yield card.encode()
    yield from (SECRET.hex().encode(), SECRET, b"bold7q", b"meek7q")


class Canary:
    """A marked race; `look` searches everything."""

    def __init__(self, folder: DataFolder, seed: int) -> None:
        self.folder = folder
        self.stream = random.Random(seed)
        self.ears = Ears()
        self.known: dict[str | None, set[str]] = {viewer: set() for viewer in VIEWERS}
        self.looked = 0

    async def start(self) -> None:
        begun_race = self.folder.new_race(Seal(SECRET, ("rhubarb",)))
        self.name = begun_race.name
        self.referee = await race(begun_race)
        self.referee.listen(self.ears.hear)
        self.look()

    async def reconnect(self) -> None:
        await self.referee.close()
        again = self.folder.resume(self.name)
        self.referee = Referee.resumed(TOY, again.record, source=Electronic(again.seal))
        await self.referee.start()
        self.referee.listen(self.ears.hear)
        self.look()

    def look(self) -> None:
        """Search what has left since the last time, and what anybody may ask for now."""
        self.learn()
        shared = exported(TOY, self.folder.survey(self.name))
        for viewer in VIEWERS:
            out = b"\n".join([*self.ears.heard[viewer], leaves(self.referee, viewer), shared])
            for secret in secrets_from(self.referee, viewer, self.known[viewer]):
                assert secret not in out, (viewer, secret)
            self.ears.heard[viewer].clear()
        self.looked += 1

    def learn(self) -> None:
        """A card that a seat has held, or that all have seen played, is no secret from it any more."""
        state = msgspec.to_builtins(self.referee.history.state)
        for seat in SEATS:
            self.known[seat] |= set(state["cars"][seat]["hand"])

    async def move(self) -> bool:
        pending = self.referee.pending
        if not isinstance(pending, Ask):
            return False
        action = self.stream.choice(open_choices(pending)).action
        if isinstance(action, PlayCard):
            for viewer in VIEWERS:
                self.known[viewer].add(action.card)
        await self.referee.decide(pending.seat, action)
        return not self.referee.race_over

    async def refuse(self) -> None:
        """Somebody asks for a card that they cannot have seen; the answer may not tell them whether it is there."""
        seat, card = self.stream.choice(SEATS), f"sprint-{self.stream.randrange(4)}-{MARK}"
        pending = self.referee.pending
        if isinstance(pending, Ask) and PlayCard(card) not in [choice.action for choice in pending.choices]:
            with pytest.raises(IllegalAction) as error:
                await self.referee.decide(seat, PlayCard(card))
            assert MARK not in str(error.value)

    async def undo(self) -> None:
        for seat in SEATS:
            try:
                await self.referee.propose_undo(seat)
            except NotAllowed:
                continue
            self.look()
            while self.referee.motion is not None:
                await self.referee.vote(self.referee.motion.waiting[0], self.stream.random() < 0.8)
                self.look()
            return


async def race(new: Begun) -> Referee:
    source = Electronic(new.seal)
    bots = {"green": HIDDEN}
    referee = await begun(*SEATS, source=source, record=new.record, bots=bots, goal=14, mark=MARK)
    cast = Cast(referee, new.seal, lambda seats, seed: dict.fromkeys(seats, ("bold7q", "meek7q")[seed % 2]), make)
    assert cast.bot("green") is not None
    assert cast.revealed == {}
    return referee


class Idle:
    """A bot that is never asked here."""

    def choose(self, view: View, ask: Ask) -> Action:
        raise AssertionError(ask)


def make(profile: str, seed: int) -> Bot:
    return Idle()


@pytest.mark.parametrize("seed", range(2))
@in_loop
async def test_no_secret_leaves_before_the_race_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    caplog.set_level(logging.DEBUG)
    canary = Canary(DataFolder(tmp_path, QuickFiles()), seed)
    await canary.start()
    while await canary.move():
        canary.look()
        await canary.refuse()
        if canary.stream.random() < 0.3:
            await canary.undo()
        if canary.stream.random() < 0.1:
            await canary.reconnect()
    assert canary.looked > 20
    assert MARK not in caplog.text
    assert SECRET.hex() not in caplog.text
    await canary.referee.close()
    assert SECRET.hex().encode() in exported(TOY, canary.folder.survey(canary.name)), "the search finds what is there"
    canary.folder.close()


@in_loop
async def test_the_search_finds_a_card_where_it_may_be(tmp_path: Path) -> None:
    canary = Canary(DataFolder(tmp_path, QuickFiles()), 1)
    await canary.start()
    await canary.referee.decide("red", TakeCard())
    (card,) = msgspec.to_builtins(canary.referee.history.state)["cars"]["red"]["hand"]
    assert card.encode() in leaves(canary.referee, "red")
    assert card.encode() in b"".join(canary.ears.heard["red"])
    await canary.referee.close()
    canary.folder.close()


@pytest.mark.parametrize("name", GAMES)
@in_loop
async def test_two_races_that_differ_in_one_secret_leave_the_same_for_everybody_else(name: str) -> None:
    """A secret card comes out as another one; until its owner acts, no byte for anybody else is different."""
    game, tried = load(name), 0
    for seed in range(1 if name == "gear-dice" else 8):
        lines = await recorded(game, seed)
        for at, line in enumerate(lines):
            if isinstance(line, Came) and tried < 6:
                tried += await compared(game, lines[: at + 1])
    assert tried or name == "gear-dice", "gear dice keeps nothing secret"


async def recorded(game: Game, seed: int) -> list[AnyLine]:
    record = MemoryRecord()
    referee = await begun(*SEATS, game=game, record=record, laps=1)
    await play(referee, seed, 40)
    return record.written


async def compared(game: Game, lines: list[AnyLine]) -> int:
    """Compare the race that came out so with one that ends in another secret outcome; 0 if there is none."""
    one = Referee.resumed(game, MemoryRecord(lines), source=KeyedIn())
    before = Referee.resumed(game, MemoryRecord(lines[:-1]), source=KeyedIn()).history.state
    draw, last = game.rules.pending(before), lines[-1]
    if not isinstance(draw, Draw) or not draw.secret or not isinstance(last, Came):
        return 0
    for outcome in draw.left(last.outcomes[:-1]):
        changed = structs.replace(last, outcomes=(*last.outcomes[:-1], outcome))
        step = game.rules.apply(before, Drawn(draw.name, changed.outcomes))
        if outcome != last.outcomes[-1] and not said_to_all(game, before, step, last):
            other = Referee.resumed(game, MemoryRecord([*lines[:-1], changed]), source=KeyedIn())
            await one.start()
            await other.start()
            for viewer in (None, *(seat for seat in SEATS if seat != draw.seat)):
                assert leaves(one, viewer) == leaves(other, viewer)
            assert exported(game, surveyed([*lines[:-1], changed])) == exported(game, surveyed(lines))
            return 1
    return 0


def said_to_all(game: Game, before: State, step: Step, last: Came) -> bool:
    """Whether the rules let everybody see the difference: an instant effect."""
    as_it_came = game.rules.apply(before, Drawn(last.draw, last.outcomes))
    return public(step) != public(as_it_came)


def public(step: Step) -> list[Event]:
    return [event for event in step.events if event.only_for is None]


def surveyed(lines: list[AnyLine]) -> Survey:
    return survey(plain([encode(line) for line in lines]))
