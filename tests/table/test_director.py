"""Corrections by hand: announced, recorded, undoable, and never a way to learn a secret."""

import pytest

from companion.engine import BadState
from companion.table import BadCorrection, MemoryRecord, NotAllowed, Scripted
from companion.table.director import correction, keys
from companion.table.lines import Corrected
from companion.table.replay import replay
from tests.support.table import agree, begun, decide_all, in_loop
from tests.support.toy_game import TOY, TakeCard, Walk


@in_loop
async def test_a_car_is_placed_and_the_table_is_told_which_piece_goes_where() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await referee.decide("red", Walk(1))
    await referee.correct({"cars": {"blue": {"at": 4}}}, "the board was bumped")
    said = referee.messages(None)[-1]
    assert said.text == "The race director puts right (the board was bumped): Blue to 4. Blue: 0 becomes 4."
    assert said.moves == ("blue",)
    assert isinstance(record.written[-1], Corrected)
    assert replay(TOY, record.written).history.state == referee.history.state


@in_loop
async def test_a_hand_is_keyed_in_and_only_its_owner_sees_which() -> None:
    referee = await begun()
    await referee.correct({"cars": {"blue": {"hand": ["drift"]}}})
    assert "drift" in str(referee.view("blue"))
    for viewer in ("red", None):
        assert "drift" not in str((referee.view(viewer), referee.messages(viewer)))
    assert referee.messages("blue")[-1].text == "Your hand was put right. Look at it."
    assert referee.messages(None)[-1].text == "The race director puts right: Blue's cards: 0 becomes 1."


@in_loop
async def test_a_correction_keeps_what_it_does_not_name() -> None:
    referee = await begun(source=Scripted(["sprint"]))
    await decide_all(referee, [("red", TakeCard()), ("blue", Walk(2))])
    await referee.correct({"cars": {"red": {"at": 5}}})
    assert "sprint" in str(referee.view("red"))
    assert "at=2" in str(referee.history.state)


@in_loop
async def test_a_correction_can_be_taken_back_by_the_table() -> None:
    referee = await begun()
    await referee.decide("red", Walk(1))
    before = referee.history.state
    await referee.correct({"cars": {"blue": {"at": 4}}})
    await referee.propose_undo("blue")
    await agree(referee)
    assert referee.history.state == before


@pytest.mark.parametrize(
    "patch", [{"cars": {"blue": {"at": 99}}}, {"cars": {"blue": {"hand": ["joker"]}}}, {"ranking": []}, {"speed": 3}]
)
@in_loop
async def test_what_could_not_be_is_refused_and_changes_nothing(patch: dict[str, object]) -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    before = referee.history.state
    with pytest.raises(BadState):
        await referee.correct(patch)
    with pytest.raises(BadState):
        await referee.propose_correction("red", patch)
    assert referee.history.state == before
    assert len(record.written) == 1


@in_loop
async def test_a_players_correction_needs_everybody() -> None:
    referee = await begun("red", "blue", "green")
    await referee.propose_correction("red", {"cars": {"red": {"at": 2}}})
    await referee.vote("blue", True)
    assert referee.motion is not None
    await referee.vote("green", False)
    assert "Green says no." in referee.messages(None)[-1].text


@in_loop
async def test_nothing_is_put_right_after_the_race() -> None:
    referee = await begun(goal=3)
    await decide_all(referee, [("red", Walk(2)), ("blue", Walk(1)), ("red", Walk(2))])
    with pytest.raises(NotAllowed, match="race is over"):
        await referee.correct({"cars": {"red": {"at": 2}}})


def test_what_can_be_put_right_is_listed_without_a_value() -> None:
    assert keys(TOY, ("red", "blue"), {})[:6] == (
        "order",
        "turn",
        "cars.red.at",
        "cars.red.hand",
        "cars.blue.at",
        "cars.blue.hand",
    )


def test_a_correction_is_written_like_a_state_in_a_scenario() -> None:
    known = keys(TOY, ("red", "blue"), {})
    assert correction('cars.red.at = 10\nturn = "blue"', known) == {"cars": {"red": {"at": 10}}, "turn": "blue"}
    with pytest.raises(BadCorrection, match="did you mean 'cars'"):
        correction("car.red.at = 10", known)
    with pytest.raises(BadCorrection, match=r"write it like cars\.red\.fuel = 3"):
        correction("red to ten", known)
