"""Where does every piece stand? One owner at a time; what stands wrong is put right on the board or by vote."""

import pytest

from companion.engine import Said
from companion.table import KeyedIn, NotAllowed
from tests.support.table import agree, begun, decide_all, in_loop, keyed
from tests.support.toy_game import Throw, Walk


@in_loop
async def test_every_owner_is_called_once_front_piece_first() -> None:
    referee = await begun("red", "blue", "green")
    await decide_all(referee, [("red", Walk(1)), ("blue", Walk(2)), ("green", Walk(1))])
    referee.call_roll()
    assert referee.roll_call is not None
    assert referee.roll_call.asked == ("blue",)
    assert referee.messages(None)[-1] == Said("Blue on 2.", moves=("blue",))
    for seat, told in (("blue", "Red on 1, in front."), ("red", "Green on 1, behind Red.")):
        referee.confirm_roll(seat)
        assert referee.messages(None)[-1].text == told
    referee.confirm_roll("green")
    assert referee.roll_call is None
    assert referee.messages(None)[-1].text == "Every piece is where it should be."


@in_loop
async def test_only_the_owner_confirms_and_a_bots_piece_is_for_any_person() -> None:
    referee = await begun("red", "blue", "green", bots={"blue": "random"})
    await decide_all(referee, [("red", Walk(1)), ("blue", Walk(2))])
    referee.call_roll()
    assert referee.roll_call is not None
    assert referee.roll_call.asked == ("red", "green")
    referee.confirm_roll("green")
    with pytest.raises(NotAllowed, match="Red must look first"):
        referee.confirm_roll("green")


@in_loop
async def test_nobody_drives_on_while_the_roll_is_called_until_somebody_ends_it() -> None:
    referee = await begun()
    referee.call_roll()
    assert referee.held_up
    with pytest.raises(NotAllowed, match="roll call"):
        await referee.decide("red", Walk(1))
    referee.end_roll()
    await referee.decide("red", Walk(1))
    with pytest.raises(NotAllowed, match="no roll call"):
        referee.confirm_roll("red")


@in_loop
async def test_it_may_be_called_at_any_moment_even_while_a_die_is_awaited() -> None:
    referee = await begun(source=KeyedIn())
    await referee.decide("red", Throw())
    referee.call_roll()
    with pytest.raises(NotAllowed):
        await keyed(referee, "leap")
    referee.end_roll()
    await keyed(referee, "leap")


@in_loop
async def test_a_piece_that_stands_wrong_is_put_right_in_the_referee_by_vote_and_the_roll_begins_anew() -> None:
    referee = await begun()
    await referee.decide("red", Walk(1))
    referee.call_roll()
    referee.confirm_roll("red")
    await referee.propose_correction("blue", {"cars": {"blue": {"at": 3}}})
    assert referee.motion is not None
    assert referee.motion.title == "PUT RIGHT?"
    assert referee.motion.text == "Blue asks to put right: Blue to 3. Blue: 0 becomes 3."
    await agree(referee)
    assert referee.roll_call is not None
    assert referee.roll_call.now.text == "Blue on 3."
