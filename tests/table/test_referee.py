"""The referee runs a race: asks, draws, tells, and gives nobody more than is theirs."""

import asyncio

import pytest

from companion.engine import Ask, Draw, Drawn, IllegalAction
from companion.table import KeyedIn, News, NotAllowed, Referee, Scripted, SetClock
from tests.support.toy_game import TOY, PlayCard, TakeCard, Throw, Walk


async def race(source: Scripted | KeyedIn | None = None, **options: object) -> Referee:
    referee = Referee(TOY, ("red", "blue"), options, source=source or Scripted([]), clock=SetClock())
    await referee.start()
    return referee


def test_a_decision_moves_the_race_on_and_is_told() -> None:
    async def play() -> None:
        referee = await race()
        heard: list[News] = []
        referee.listen(heard.append)
        await referee.decide("red", Walk(2))
        await asyncio.sleep(0)
        assert [said.text for news in heard for said in news.said] == ["Red moves to 2."]
        assert referee.pending_for("blue") == referee.pending
        assert referee.pending_for("red") == Ask("blue", "Your turn", ())

    asyncio.run(play())


def test_an_action_out_of_turn_is_refused_and_changes_nothing() -> None:
    async def play() -> None:
        referee = await race()
        before = referee.view(None)
        with pytest.raises(IllegalAction, match="not your turn"):
            await referee.decide("blue", Walk(2))
        assert referee.view(None) == before

    asyncio.run(play())


def test_an_electronic_draw_is_answered_at_once() -> None:
    async def play() -> None:
        referee = await race(Scripted(["sprint"]))
        await referee.decide("red", TakeCard())
        assert "sprint" in str(referee.view("red"))
        assert "sprint" not in str(referee.view("blue"))
        assert [said.text for said in referee.messages("blue")] == ["Red takes a card."]
        assert [said.text for said in referee.messages("red")][-1] == "You drew sprint."

    asyncio.run(play())


def test_a_real_die_waits_for_a_player_and_only_what_is_possible_is_offered() -> None:
    async def play() -> None:
        referee = await race(KeyedIn())
        await referee.decide("red", Throw())
        pending = referee.pending_for("blue")
        assert isinstance(pending, Draw)
        assert dict(pending.odds[0]) == {"slip": 1, "stay": 1, "leap": 1, "swap": 1}
        await referee.answer(Drawn("die", ("leap",)), by="blue")
        assert referee.pending_for("blue") == referee.pending

    asyncio.run(play())


def test_a_secret_card_is_keyed_in_by_its_own_seat_alone() -> None:
    async def play() -> None:
        referee = await race(KeyedIn())
        await referee.decide("red", TakeCard())
        assert referee.pending_for("blue") == Draw("card", (), "red", secret=True)
        with pytest.raises(NotAllowed):
            await referee.answer(Drawn("card", ("drift",)), by="blue")
        await referee.answer(Drawn("card", ("drift",)), by="red")
        await referee.decide("blue", Walk(1))
        await referee.decide("red", PlayCard("drift"))

    asyncio.run(play())


def test_an_undo_needs_one_other_ok_while_nothing_was_revealed() -> None:
    async def play() -> None:
        referee = await race()
        await referee.decide("red", Walk(2))
        await referee.propose_undo("red")
        assert referee.motion is not None
        assert referee.motion.waiting == ("blue",)
        await referee.vote("blue", True)
        assert referee.motion is None
        assert referee.messages(None)[-1].text == "Taken back for Red. Put back: Red to 0, in front."
        assert isinstance(referee.pending_for("red"), Ask)

    asyncio.run(play())
