"""Who drives: bots with one seat's view, persons who come and go."""

import asyncio
from collections.abc import Coroutine, Sequence

import pytest

from companion.engine import Action, Ask, Seat, View
from companion.table import (
    HIDDEN,
    Cast,
    Drivers,
    Electronic,
    MemoryRecord,
    NotAllowed,
    RecordError,
    Referee,
    Seal,
    SetClock,
)
from companion.table.lines import AnyLine
from tests.support.table import SECRET, begun, in_loop, play
from tests.support.toy_game import DropCard, PlayCard, TakeCard, Throw, Walk


class Walker:
    """Always walks one; answers whatever else first. Remembers what it was given."""

    def __init__(self, profile: str, seed: int) -> None:
        self.profile = profile
        self.seed = seed
        self.given: list[tuple[View, Ask]] = []
        self.wish: Action | None = None

    def choose(self, view: View, ask: Ask) -> Action:
        self.given.append((view, ask))
        actions = [choice.action for choice in ask.choices if choice.barred is None]
        return self.wish or (Walk(1) if Walk(1) in actions else actions[0])


def deal(seats: Sequence[Seat], seed: int) -> dict[Seat, str]:
    return {seat: ("bold", "meek", "even")[(seed + at) % 3] for at, seat in enumerate(seats)}


class Table:
    """A race with drivers, and the bots that were made."""

    def __init__(self, referee: Referee, seal: Seal | None) -> None:
        self.made: list[Walker] = []
        self.referee = referee
        self.cast = Cast(referee, seal, deal, self.make)
        self.drivers = Drivers(referee, self.cast, self.pause)
        self.pauses: list[Seat] = []
        self.meanwhile: list[Coroutine[object, object, None]] = []
        self.work: list[asyncio.Task[None]] = []

    def make(self, profile: str, seed: int) -> Walker:
        self.made.append(Walker(profile, seed))
        return self.made[-1]

    async def pause(self, seat: Seat) -> None:
        self.pauses.append(seat)
        while self.meanwhile:
            self.work.append(asyncio.get_running_loop().create_task(self.meanwhile.pop()))
        await asyncio.sleep(0)


async def table(*seats: Seat, bots: dict[Seat, str], record: MemoryRecord | None = None, goal: int = 12) -> Table:
    seal = Seal(SECRET)
    referee = await begun(*seats, source=Electronic(seal), bots=bots, record=record, goal=goal)
    made = Table(referee, seal)
    made.drivers.open()
    return made


async def quiet() -> None:
    for _ in range(60):
        await asyncio.sleep(0)


@pytest.mark.rule("A-155")
@in_loop
async def test_bots_race_to_the_end_each_after_a_pause() -> None:
    race = await table("red", "blue", bots={"red": "bold", "blue": "meek"}, goal=5)
    while not race.referee.race_over:
        await asyncio.sleep(0)
    assert race.pauses == ["red", "blue"] * 4 + ["red"]
    await race.drivers.close()


@pytest.mark.rule("A-154")
@in_loop
async def test_a_bot_is_given_its_seats_view_and_ask_and_nothing_else() -> None:
    race = await table("red", "blue", bots={"blue": "bold"})
    await race.referee.decide("red", TakeCard())
    await quiet()
    ((view, ask),) = race.made[0].given
    assert view.viewer == "blue"
    assert ask.seat == "blue"
    hand = race.referee.view("red").find("hand")
    assert str(hand) not in str((view, ask))
    await race.drivers.close()


@in_loop
async def test_a_bot_that_wishes_for_what_is_barred_gets_the_first_open_choice() -> None:
    race = await table("red", "blue", bots={"blue": "bold"})
    bot = race.cast.bot("blue")
    assert isinstance(bot, Walker)
    bot.wish = PlayCard("sprint")
    await race.referee.decide("red", Walk(2))
    await quiet()
    assert race.referee.messages(None)[-1].text == "Blue moves to 1."
    await race.drivers.close()


@in_loop
async def test_bots_wait_while_the_table_votes_or_calls_the_roll() -> None:
    race = await table("red", "blue", "green", bots={"green": "bold"})
    await race.referee.decide("red", Walk(1))
    await race.referee.decide("blue", Walk(1))
    race.referee.call_roll()
    await quiet()
    assert "Green moves to 1." not in [said.text for said in race.referee.messages(None)]
    race.referee.end_roll()
    await quiet()
    assert "Green moves to 1." in [said.text for said in race.referee.messages(None)]
    await race.drivers.close()


@in_loop
async def test_an_undone_bot_plays_again() -> None:
    race = await table("red", "blue", bots={"blue": "bold"})
    await race.referee.decide("red", Walk(2))
    await quiet()
    await race.referee.propose_undo("red")
    await race.referee.decide("red", Walk(1))
    await quiet()
    assert [said.text for said in race.referee.messages(None)][-2:] == ["Red moves to 1.", "Blue moves to 1."]
    await race.drivers.close()


@pytest.mark.rule("A-157")
@in_loop
async def test_hidden_profiles_follow_from_the_seal_and_show_at_the_end() -> None:
    seats = ("red", "blue", "green")
    race = await table(*seats, bots=dict.fromkeys(seats, HIDDEN), goal=5)
    assert race.cast.revealed == {}
    again = Table(race.referee, Seal(SECRET))
    while not race.referee.race_over:
        await asyncio.sleep(0)
    dealt = race.cast.revealed
    assert sorted(dealt.values()) == ["bold", "even", "meek"]
    assert again.cast.revealed == dealt
    assert {bot.profile: bot.seed for bot in race.made} != {}
    await race.drivers.close()


@in_loop
async def test_a_table_may_keep_the_profiles_to_itself() -> None:
    seal = Seal(SECRET)
    referee = await begun("red", "blue", source=Electronic(seal), bots={"blue": HIDDEN})
    referee.options["reveal_profiles"] = False
    await play(referee, 1)
    assert Table(referee, seal).cast.revealed == {}


@pytest.mark.rule("A-151")
@in_loop
async def test_who_leaves_is_replaced_by_a_bot_with_that_seats_view() -> None:
    race = await table("red", "blue", bots={})
    await race.drivers.leave("red")
    await quiet()
    assert race.referee.people == ("blue",)
    assert race.made[0].given[0][0].viewer == "red"
    assert "A bot drives Red from here on." in [said.text for said in race.referee.messages(None)]
    await race.drivers.close()


@pytest.mark.rule("A-151")
@in_loop
async def test_a_bot_in_the_middle_of_its_turn_finishes_it_before_it_hands_back() -> None:
    record = MemoryRecord()
    race = await table("red", "blue", bots={"red": "bold"}, record=record)
    bot = race.cast.bot("red")
    assert isinstance(bot, Walker)
    bot.wish = TakeCard()
    for _ in range(2):
        await quiet()
        await race.referee.decide("blue", Walk(1))
    await until_dropping(race)
    await race.drivers.join("red")
    assert race.referee.people == ("blue",), "three cards in its hand: one must go first"
    await quiet()
    assert "red" in race.referee.people
    assert dropped(record.written)
    await race.drivers.close()


async def until_dropping(race: Table) -> None:
    while not (isinstance(race.referee.pending, Ask) and race.referee.pending.prompt == "Drop a card"):
        await asyncio.sleep(0)


def dropped(lines: Sequence[AnyLine]) -> bool:
    said = [getattr(line, "do", "") for line in lines]
    return any(text.startswith("drop-card") for text in said)


@in_loop
async def test_a_free_seat_is_taken_at_once_and_a_driven_one_not_at_all() -> None:
    race = await table("red", "blue", bots={"blue": HIDDEN})
    await race.drivers.join("blue")
    assert race.referee.people == ("red", "blue")
    with pytest.raises(NotAllowed, match="Blue has a driver"):
        await race.drivers.join("blue")
    with pytest.raises(NotAllowed, match="no seat white"):
        await race.referee.hand_over("white", None)
    await race.drivers.close()


@in_loop
async def test_a_bot_whose_turn_has_gone_while_it_chose_is_asked_again_when_it_comes() -> None:
    race = await table("red", "blue", bots={"blue": "bold"})
    race.meanwhile.append(race.referee.correct({"turn": "red"}))
    await race.referee.decide("red", Walk(2))
    await quiet()
    assert race.cast.bot("blue") is race.made[0]
    assert len(race.made[0].given) == 1
    assert isinstance(race.referee.pending, Ask)
    assert race.referee.pending.seat == "red"
    assert race.drivers.alive
    await race.referee.decide("red", Walk(2))
    await quiet()
    assert race.referee.messages(None)[-1].text == "Blue moves to 1."
    await race.drivers.close()


@in_loop
async def test_who_leaves_during_a_vote_takes_the_vote_along() -> None:
    race = await table("red", "blue", "green", bots={})
    await race.referee.decide("red", Throw())
    await race.referee.propose_undo("red")
    await race.referee.vote("blue", True)
    assert race.referee.motion is not None
    await race.drivers.leave("green")
    assert race.referee.motion is None
    assert race.referee.history.entries == []
    await race.drivers.close()


class StubbornRecord(MemoryRecord):
    """Refuses while `full`."""

    full = False

    async def append(self, lines: Sequence[AnyLine]) -> None:
        if self.full:
            raise RecordError("The record cannot be saved: the disk is full.")
        await super().append(lines)


@in_loop
async def test_a_bot_tries_again_when_the_record_has_room() -> None:
    record, clock = StubbornRecord(), SetClock()
    referee = await begun("red", "blue", record=record, clock=clock, bots={"red": "bold"})
    record.full = True
    race = Table(referee, None)
    race.drivers.open()
    await quiet()
    assert referee.history.entries == []
    record.full = False
    clock.advance(5)
    await quiet()
    assert len(referee.history.entries) == 1
    assert DropCard("sprint") not in [entry.move for entry in referee.history.entries]
    await race.drivers.close()
