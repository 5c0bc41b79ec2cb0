"""The referee runs a race: asks, draws, tells, and gives nobody more than is theirs."""

import asyncio

import pytest

from companion.engine import Ask, Draw, Drawn, IllegalAction, ImpossibleOutcome, NotPending, Over, Resume
from companion.table import Electronic, KeyedIn, MemoryRecord, News, NotAllowed, Referee, Scripted, Seal
from companion.table.lines import Came, Decided, Finished, Header
from tests.support.table import SECRET, begun, decide_all, in_loop, keyed, play
from tests.support.toy_game import TOY, CardGained, CardHeld, DropCard, PlayCard, TakeCard, Throw, Walk


def heard_by(referee: Referee) -> list[News]:
    heard: list[News] = []
    referee.listen(heard.append)
    return heard


@in_loop
async def test_a_decision_moves_the_race_on_and_is_told() -> None:
    referee = await begun()
    heard = heard_by(referee)
    await referee.decide("red", Walk(2))
    assert [said.text for news in heard for said in news.said] == ["Red moves to 2."]
    assert heard[0].kind == "decided"
    assert heard[0].pending == Ask("blue", "Your turn", ())


@in_loop
async def test_a_menu_is_for_its_own_seat() -> None:
    referee = await begun()
    assert referee.pending_for("red") == referee.pending
    for viewer in ("blue", None):
        assert referee.pending_for(viewer) == Ask("red", "Your turn", ())


@in_loop
async def test_an_action_out_of_turn_is_refused_and_changes_nothing() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    before, written = referee.history.state, len(record.written)
    for seat, action in (("blue", Walk(2)), ("red", Walk(7)), ("red", PlayCard("sprint"))):
        with pytest.raises(IllegalAction):
            await referee.decide(seat, action)
    assert referee.history.state is before
    assert len(record.written) == written


@in_loop
async def test_no_seat_may_patch_the_race() -> None:
    referee = await begun()
    with pytest.raises(NotAllowed, match="patch"):
        await referee.decide("red", Resume(patch={"cars": {"red": {"at": 11}}}))


@in_loop
async def test_an_electronic_draw_is_answered_at_once_and_told_as_news_of_its_own() -> None:
    referee = await begun(source=Scripted(["sprint"]))
    heard = heard_by(referee)
    await referee.decide("red", TakeCard())
    assert [news.kind for news in heard] == ["decided", "came"]
    assert heard[1].seen_by("red").events == (CardHeld("red"), CardGained("red", "sprint"))
    assert heard[1].seen_by("blue").events == (CardHeld("red"),)
    assert "sprint" not in str(referee.view("blue"))
    assert [said.text for said in referee.messages("blue")] == ["Red takes a card."]
    assert [said.text for said in referee.messages("red")][-1] == "You drew sprint."


@in_loop
async def test_a_real_die_waits_for_a_player_and_only_what_is_possible_is_offered() -> None:
    referee = await begun(source=KeyedIn())
    await referee.decide("red", Throw())
    pending = referee.pending_for("blue")
    assert isinstance(pending, Draw)
    assert dict(pending.odds[0]) == {"slip": 1, "stay": 1, "leap": 1, "swap": 1}
    assert referee.pending_for(None) == Draw("die", (), "red")
    with pytest.raises(ImpossibleOutcome, match="it can give slip, stay, leap, swap"):
        await keyed(referee, "seven", by="red")
    with pytest.raises(NotPending):
        await referee.answer(Drawn("coin", ("heads",)), "red")
    await keyed(referee, "leap", by="blue")
    assert referee.pending_for("blue") == referee.pending


@in_loop
async def test_a_secret_card_is_keyed_in_by_its_own_seat_alone() -> None:
    referee = await begun(source=KeyedIn())
    await referee.decide("red", TakeCard())
    assert referee.pending_for("blue") == Draw("card", (), "red", secret=True)
    with pytest.raises(NotAllowed, match="for Red to key in"):
        await keyed(referee, "drift", by="blue")
    await keyed(referee, "drift", by="red")
    await decide_all(referee, [("blue", Walk(1)), ("red", PlayCard("drift"))])


@in_loop
async def test_a_bots_card_is_keyed_in_by_any_person() -> None:
    referee = await begun("red", "blue", source=KeyedIn(), bots={"red": "random"})
    await referee.decide("red", TakeCard())
    assert isinstance(referee.pending_for("blue"), Draw)
    assert referee.pending_for("blue") != referee.pending_for("red")
    await keyed(referee, "drift", by="blue")


@in_loop
async def test_what_is_offered_of_a_secret_deck_does_not_tell_what_others_hold() -> None:
    """Red holds all four sprints; Blue keys a card in and may not see that none is left."""
    referee = await begun("red", "blue", source=KeyedIn(), goal=60)
    for seat in ("red", "blue") * 4:
        await referee.decide(seat, TakeCard() if seat == "red" else Walk(1))
        if seat == "red":
            await keyed(referee, "sprint", by="red")
            while isinstance(ask := referee.pending, Ask) and ask.prompt == "Drop a card":
                await referee.decide("red", DropCard("sprint"))
    await referee.decide("red", Walk(1))
    await referee.decide("blue", TakeCard())
    pending = referee.pending_for("blue")
    assert isinstance(pending, Draw)
    assert dict(pending.odds[0]) == {"drift": 1, "nudge": 1, "sprint": 1}


@in_loop
async def test_an_impossible_secret_card_is_refused_without_telling_what_is_possible() -> None:
    referee = await begun(source=KeyedIn(), mark="m")
    for seat in ("red", "blue"):
        await referee.decide(seat, TakeCard())
        if seat == "red":
            await keyed(referee, "sprint-0-m", by="red")
    with pytest.raises(ImpossibleOutcome) as refusal:
        await keyed(referee, "sprint-0-m", by="blue")
    assert str(refusal.value) == "That cannot have come; look at it again."
    assert refusal.value.__suppress_context__


@in_loop
async def test_a_set_up_draw_comes_before_the_first_ask() -> None:
    referee = await begun(source=Scripted(["blue"]), draw_start=True)
    assert [said.text for said in referee.messages(None)] == ["Blue begins."]
    assert isinstance(referee.pending, Ask)
    assert referee.pending.seat == "blue"


@in_loop
async def test_every_accepted_thing_is_a_line_of_the_record_in_order() -> None:
    record = MemoryRecord()
    referee = await begun(record=record, source=Scripted(["leap"]), goal=6)
    await decide_all(referee, [("red", Throw()), ("blue", Walk(1)), ("red", Walk(2)), ("blue", Walk(1))])
    await referee.decide("red", Walk(2))
    assert [type(line) for line in record.written] == [Header, Decided, Came, *[Decided] * 4, Finished]
    assert [line.n for line in record.written] == list(range(8))
    assert referee.ranking == ("red", "blue")
    assert isinstance(referee.pending, Over)


@in_loop
async def test_the_record_has_it_before_anybody_is_told() -> None:
    order: list[str] = []

    class Watched(MemoryRecord):
        async def append(self, lines: object) -> None:
            await asyncio.sleep(0)
            order.append("written")

    referee = await begun(record=Watched())
    referee.listen(lambda news: order.append("told"))
    await referee.decide("red", Walk(1))
    assert order == ["written", "written", "told"]


@in_loop
async def test_two_who_press_at_once_are_heard_one_after_the_other() -> None:
    referee = await begun()
    first, second = await asyncio.gather(
        referee.decide("red", Walk(1)), referee.decide("red", Walk(1)), return_exceptions=True
    )
    assert first is None
    assert isinstance(second, IllegalAction)


@in_loop
async def test_a_press_whose_page_has_gone_is_carried_out_all_the_same() -> None:
    class Slow(MemoryRecord):
        async def append(self, lines: object) -> None:
            for _ in range(5):
                await asyncio.sleep(0)

    referee = await begun(record=Slow())
    press = asyncio.create_task(referee.decide("red", Walk(1)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    press.cancel()
    await asyncio.wait([press])
    await referee.decide("blue", Walk(1))
    assert [entry.seat for entry in referee.history.entries] == ["red", "blue"]


@in_loop
async def test_a_listener_that_fails_stops_nobody() -> None:
    referee = await begun()

    def broken(news: News) -> None:
        raise ValueError("a broken screen")

    referee.listen(broken)
    heard = heard_by(referee)
    failures: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, told: failures.append(told["exception"]))
    await referee.decide("red", Walk(1))
    assert len(heard) == 1
    assert [str(failure) for failure in failures] == ["a broken screen"]


@in_loop
async def test_who_stops_listening_hears_no_more() -> None:
    referee = await begun()
    heard: list[News] = []
    deaf = referee.listen(heard.append)
    deaf()
    await referee.decide("red", Walk(1))
    assert heard == []


@in_loop
async def test_after_the_race_nothing_is_added() -> None:
    record = MemoryRecord()
    referee = await begun(record=record, goal=4)
    await play(referee, 1)
    for work in (referee.decide("red", Walk(1)), referee.hand_over("red", "random"), referee.correct({})):
        with pytest.raises((IllegalAction, NotAllowed)):
            await work
    assert isinstance(record.written[-1], Finished)


def test_a_race_between_the_same_seals_is_the_same_race() -> None:
    async def race() -> list[object]:
        record = MemoryRecord()
        await play(await begun(record=record, source=Electronic(Seal(SECRET))), 7)
        return list(record.written)

    assert asyncio.run(race()) == asyncio.run(race())
    assert TOY.rules.name == "toy"
