"""Taking back: free before the commit of a move, with the table's OK after it, never a second roll of the dice."""

import asyncio
import random

import pytest

from companion.engine import Ask, Draw, IllegalAction, State
from companion.table import Electronic, KeyedIn, MemoryRecord, NotAllowed, Referee, Scripted, Seal, SetClock
from companion.table.lines import Lapsed, Proposed, Undone, Voted
from tests.support.table import SECRET, agree, begun, decide_all, in_loop, keyed, move, open_choices
from tests.support.toy_game import Agree, DropCard, PlayCard, TakeCard, Throw, Walk

rule = pytest.mark.rule


def state(referee: Referee) -> State:
    return referee.history.state


async def settled() -> None:
    """Let everything that was due run."""
    for _ in range(5):
        await asyncio.sleep(0)


def texts(referee: Referee, seat: str | None = None) -> list[str]:
    return [said.text for said in referee.messages(seat)]


@rule("6.5")
@in_loop
async def test_one_other_person_is_enough_while_nothing_hidden_came_out() -> None:
    referee = await begun("red", "blue", "green")
    start = state(referee)
    await referee.decide("red", Walk(2))
    await referee.propose_undo("red")
    assert referee.motion is not None
    assert referee.motion.takes_back == ("Red moves to 2.",)
    assert referee.motion.waiting == ("blue", "green")
    assert texts(referee)[-2:] == ["Red asks to take back: Red moves to 2.", "Blue, Green: OK or BACK."]
    await referee.vote("green", True)
    assert referee.motion is None
    assert state(referee) == start


@rule("6.5")
@in_loop
async def test_everybody_must_agree_once_something_hidden_came_out() -> None:
    referee = await begun("red", "blue", "green")
    start = state(referee)
    await referee.decide("red", TakeCard())
    await referee.propose_undo("red")
    assert texts(referee)[-1] == "Blue, Green: all must agree."
    await referee.vote("green", True)
    assert referee.motion is not None
    await referee.vote("blue", True)
    assert state(referee) == start


@rule("6.5")
@in_loop
async def test_one_no_refuses_what_all_must_agree_to() -> None:
    referee = await begun("red", "blue", "green")
    await referee.decide("red", TakeCard())
    after = state(referee)
    await referee.propose_undo("red")
    await referee.vote("blue", False)
    assert referee.motion is None
    assert texts(referee)[-1] == "Blue says no. Everything stays as it is."
    assert state(referee) == after


@in_loop
async def test_where_one_ok_is_enough_a_no_leaves_it_to_the_others() -> None:
    referee = await begun("red", "blue", "green")
    await referee.decide("red", Walk(1))
    await referee.propose_undo("red")
    await referee.vote("blue", False)
    assert referee.motion is not None
    await referee.vote("green", False)
    assert referee.motion is None
    assert "at-red" in str(referee.view(None))
    assert texts(referee)[-1] == "Green says no. Everything stays as it is."


@rule("6.5")
@in_loop
async def test_no_answer_in_thirty_seconds_is_a_no() -> None:
    clock = SetClock()
    referee = await begun(clock=clock)
    await referee.decide("red", Walk(1))
    after = state(referee)
    await referee.propose_undo("red")
    clock.advance(29.9)
    await settled()
    assert referee.motion is not None
    clock.set_wall(1e9)
    clock.advance(0.1)
    await settled()
    assert referee.motion is None
    assert texts(referee)[-1] == "Nobody answered in time. Everything stays as it is."
    assert state(referee) == after


@in_loop
async def test_one_person_alone_needs_nobody_and_the_bots_moves_go_with_it() -> None:
    referee = await begun("red", "blue", "green", bots={"blue": "random", "green": "random"})
    start = state(referee)
    await decide_all(referee, [("red", Walk(1)), ("blue", TakeCard()), ("green", Walk(2))])
    await referee.propose_undo("red")
    assert referee.motion is None
    assert state(referee) == start
    assert texts(referee)[-1] == "Taken back for Red. Put back: Red to 0, in front; Green to 0, behind Blue."


@rule("6.5")
@in_loop
async def test_after_a_bots_move_any_person_may_ask() -> None:
    referee = await begun("red", "blue", "green", bots={"green": "random"})
    start = state(referee)
    await decide_all(referee, [("red", Walk(1)), ("blue", Walk(1)), ("green", Walk(1))])
    await referee.propose_undo("red")
    await agree(referee)
    assert [entry.seat for entry in referee.history.entries] == ["red"]
    await referee.propose_undo("red")
    await agree(referee)
    assert state(referee) == start


@in_loop
async def test_only_the_last_mover_asks_and_a_vote_is_for_those_who_were_asked() -> None:
    referee = await begun("red", "blue", "green")
    await referee.decide("red", Walk(1))
    with pytest.raises(NotAllowed, match="Only Red may ask"):
        await referee.propose_undo("blue")
    with pytest.raises(NotAllowed, match="nothing to vote about"):
        await referee.vote("blue", True)
    await referee.propose_undo("red")
    for seat in ("red", "nobody"):
        with pytest.raises(NotAllowed, match="no vote"):
            await referee.vote(seat, True)
    with pytest.raises(NotAllowed, match="is voting"):
        await referee.propose_undo("red")


@in_loop
async def test_nobody_moves_while_the_table_votes() -> None:
    referee = await begun()
    await referee.decide("red", Walk(1))
    await referee.propose_undo("red")
    with pytest.raises(NotAllowed, match="is voting"):
        await referee.decide("blue", Walk(1))


@rule("A-150")
@in_loop
async def test_an_undone_draw_comes_up_the_same_even_if_others_are_played_between() -> None:
    referee = await begun()
    await referee.decide("red", TakeCard())
    first = referee.view("red").find("hand")
    await referee.propose_undo("red")
    await agree(referee)
    await decide_all(referee, [("red", Walk(1)), ("blue", Walk(1)), ("red", TakeCard())])
    assert referee.view("red").find("hand") == first


@rule("A-150")
@in_loop
async def test_a_table_may_choose_to_take_nothing_back() -> None:
    referee = await begun(undo_policy="none")
    await referee.decide("red", Walk(1))
    with pytest.raises(NotAllowed, match="takes nothing back"):
        await referee.propose_undo("red")
    assert not referee.may_take_back("red")


@in_loop
async def test_repeated_undo_walks_back_to_the_start_and_not_past_it() -> None:
    referee = await begun(source=Scripted(["red", "sprint"]), draw_start=True)
    start = state(referee)
    await decide_all(referee, [("red", Walk(1)), ("blue", TakeCard()), ("red", Walk(1))])
    for seat in ("red", "blue", "red"):
        await referee.propose_undo(seat)
        await agree(referee)
    assert state(referee) == start
    with pytest.raises(NotAllowed, match="Nothing has been played"):
        await referee.propose_undo("red")


@in_loop
async def test_nothing_is_taken_back_after_the_race() -> None:
    referee = await begun(goal=3)
    await decide_all(referee, [("red", Walk(2)), ("blue", Walk(1)), ("red", Walk(2))])
    assert referee.race_over
    with pytest.raises(NotAllowed, match="race is over"):
        await referee.propose_undo("red")


@rule("6.5")
@in_loop
async def test_a_turn_goes_back_whole_with_everything_that_it_caused() -> None:
    """Blue's answer to the swap that Red threw belongs to Red's turn; either of them may ask."""
    for seat in ("red", "blue"):
        referee = await begun(source=Scripted(["swap"]))
        await decide_all(referee, [("red", Walk(2)), ("blue", Walk(1))])
        before = state(referee)
        await decide_all(referee, [("red", Throw()), ("blue", Agree())])
        await referee.propose_undo(seat)
        await agree(referee)
        assert state(referee) == before


@in_loop
async def test_two_turns_in_a_row_of_one_seat_are_two() -> None:
    referee = await begun("red")
    for _ in range(3):
        await referee.decide("red", Walk(1))
    await referee.propose_undo("red")
    assert len(referee.history.entries) == 2


@in_loop
async def test_a_card_that_was_keyed_in_wrong_is_keyed_in_again() -> None:
    referee = await begun(source=KeyedIn())
    await referee.decide("red", Throw())
    await keyed(referee, "leap", by="red")
    await referee.decide("blue", Walk(1))
    await referee.propose_key_again("blue")
    await agree(referee)
    assert isinstance(referee.pending, Draw)
    await keyed(referee, "slip", by="blue")
    assert "Red throws slip." in texts(referee)


@in_loop
async def test_real_draws_are_asked_for_again_and_electronic_ones_come_again() -> None:
    referee = await begun(source=Electronic(Seal(SECRET), keyed=("die",)))
    await decide_all(referee, [("red", TakeCard()), ("blue", Throw())])
    card = referee.view("red").find("hand")
    await keyed(referee, "leap", by="blue")
    await referee.propose_undo("blue")
    await agree(referee)
    await referee.propose_undo("red")
    await agree(referee)
    await decide_all(referee, [("red", TakeCard()), ("blue", Throw())])
    assert referee.view("red").find("hand") == card
    assert isinstance(referee.pending, Draw)


@rule("6.2")
@in_loop
async def test_a_move_that_a_hand_has_carried_out_is_committed_even_where_nobody_else_was_asked() -> None:
    for seats in (("red",), ("red", "blue")):
        referee = await begun(*seats)
        assert not referee.may_take_back("red"), "not past the start"
        await referee.decide("red", Walk(1))
        assert not referee.may_take_back("red")
        with pytest.raises(NotAllowed, match="without the table"):
            await referee.take_back("red")


@in_loop
async def test_all_of_it_is_in_the_record() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await referee.decide("red", Walk(1))
    await referee.propose_undo("red")
    await referee.vote("blue", False)
    await referee.propose_undo("red")
    await referee.vote("blue", True)
    assert record.written[2:] == [
        Proposed(n=2, by="red", to=0),
        Voted(n=3, seat="blue", ok=False),
        Lapsed(n=4, why="Blue says no."),
        Proposed(n=5, by="red", to=0),
        Voted(n=6, seat="blue", ok=True),
        Undone(n=7, to=0, by="red", agreed=("blue",)),
    ]


@pytest.mark.parametrize("seed", range(3))
@in_loop
async def test_undo_pressed_at_every_moment_by_every_seat_gives_back_states_that_were(seed: int) -> None:
    stream = random.Random(seed)
    record = MemoryRecord()
    bots = {"green": "random"} if seed % 2 else None
    referee = await begun("red", "blue", "green", record=record, bots=bots, goal=8)
    came: dict[int, State] = {0: state(referee)}
    for _ in range(400):
        for seat in ("red", "blue", "green"):
            await press_undo(referee, seat, came, stream)
        if referee.race_over or not await move(referee, stream):
            break
        came[len(referee.history.entries)] = state(referee)
    replayed = MemoryRecord(record.written)
    again = Referee.resumed(referee.game, replayed, source=Electronic(Seal(SECRET)), clock=SetClock())
    assert state(again) == state(referee)


async def press_undo(referee: Referee, seat: str, came: dict[int, State], stream: random.Random) -> None:
    """Ask, let the table answer as it likes, and compare; then play on where the race stood."""
    before, count = state(referee), len(referee.history.entries)
    try:
        await referee.propose_undo(seat)
    except NotAllowed:
        assert state(referee) == before
        return
    while referee.motion is not None:
        await referee.vote(referee.motion.waiting[0], stream.random() < 0.7)
    now = len(referee.history.entries)
    assert state(referee) == (before if now == count else came[now])


@in_loop
async def test_what_is_refused_leaves_undo_as_it_was() -> None:
    referee = await begun(source=Scripted(["drift", "nudge", "sprint"]))
    for card in ("drift", "nudge"):
        await referee.decide("red", TakeCard())
        await referee.decide("blue", Walk(1))
        assert card in str(referee.view("red"))
    await referee.decide("red", TakeCard())
    with pytest.raises(IllegalAction):
        await referee.decide("red", PlayCard("sprint"))
    await referee.decide("red", DropCard("nudge"))
    await referee.propose_undo("red")
    await agree(referee)
    pending = referee.pending
    assert isinstance(pending, Ask)
    assert TakeCard() in [choice.action for choice in open_choices(pending)]
