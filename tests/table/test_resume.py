"""Start again and the race is there: offered in one line, its hands as before, whatever the clock says."""

from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from companion.engine import Action, Ask, Drawn, Game, Number, Rules, State, Step, View
from companion.table import BadRecord, DataFolder, Electronic, KeyedIn, MemoryRecord, Referee, Seal, SetClock
from companion.table.lines import AnyLine, Header, Resumed
from companion.table.resume import headline, question, standing
from tests.support.table import SECRET, FaultyFiles, begun, decide_all, in_loop, keyed, play
from tests.support.toy_game import TOY, TakeCard, Throw, ToyRace, ToyRules, Walk


async def again(lines: list[AnyLine], source: Electronic | KeyedIn | None = None, game: Game = TOY) -> Referee:
    record = MemoryRecord(lines)
    referee = Referee.resumed(game, record, source=source or Electronic(Seal(SECRET)), clock=SetClock(wall=-1e9))
    await referee.start()
    return referee


@in_loop
async def test_the_race_is_offered_in_one_line() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await decide_all(referee, [("red", TakeCard()), ("blue", Walk(2))])
    taken_up = await again(record.written)
    assert question(taken_up) == "Round 2, Red to move. Resume?"
    assert standing(taken_up.view(None)) == ("Blue on 2", "Red on 0")
    assert taken_up.history.state == referee.history.state
    assert taken_up.view("red") == referee.view("red")


@in_loop
async def test_what_was_said_last_is_said_again_to_those_who_may_know() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await decide_all(referee, [("red", TakeCard()), ("blue", Walk(2))])
    taken_up = await again(record.written)
    for viewer in ("red", "blue", None):
        assert taken_up.messages(viewer) == referee.messages(viewer)[1:], "all but the seal"


@in_loop
async def test_a_die_that_was_awaited_is_still_awaited() -> None:
    record = MemoryRecord()
    referee = await begun(record=record, source=KeyedIn())
    await referee.decide("red", Throw())
    taken_up = await again(record.written, KeyedIn())
    assert question(taken_up) == "Round 1, die to be drawn. Resume?"
    await keyed(taken_up, "stay", by="red")


@in_loop
async def test_a_vote_that_was_open_is_not_any_more() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await referee.decide("red", Walk(1))
    await referee.propose_undo("red")
    taken_up = await again(record.written)
    assert taken_up.motion is None
    await taken_up.propose_undo("red")
    await taken_up.vote("blue", True)
    assert not taken_up.history.entries


@in_loop
async def test_who_drives_is_remembered() -> None:
    record = MemoryRecord()
    referee = await begun(record=record, bots={"blue": "hidden"})
    await referee.hand_over("red", "hidden")
    await referee.hand_over("blue", None)
    taken_up = await again(record.written)
    assert taken_up.people == ("blue",)
    assert taken_up.bots == {"red": "hidden"}
    assert taken_up.first_bots == {"blue": "hidden"}


@in_loop
async def test_a_race_whose_seal_was_not_opened_any_more_opens_it_now() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await play(referee, 1)
    before_the_cut = record.written[:-1]
    taken_up = await again(before_the_cut)
    assert taken_up.race_over
    assert "The seal is open." in taken_up.messages(None)[-1].text


@in_loop
async def test_a_draw_that_was_lost_in_the_power_cut_comes_the_same() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await referee.decide("red", TakeCard())
    taken_up = await again(record.written[:-1])
    assert taken_up.view("red") == referee.view("red")


@in_loop
async def test_a_start_notes_it_in_the_record_and_order_is_by_number_not_by_the_clock() -> None:
    record = MemoryRecord()
    await begun(record=record, clock=SetClock(wall=2e9))
    taken = MemoryRecord(record.written)
    referee = Referee.resumed(TOY, taken, source=Electronic(Seal(SECRET)), clock=SetClock(wall=5.0))
    await referee.start()
    assert taken.written[1:] == [Resumed(n=1, wall=5.0)]


@in_loop
async def test_what_was_wrong_with_the_record_is_told() -> None:
    record = MemoryRecord()
    await begun(record=record)
    taken = MemoryRecord(record.written, told=("The last line was dropped.",))
    referee = Referee.resumed(TOY, taken, source=Electronic(Seal(SECRET)))
    await referee.start()
    assert [said.text for said in referee.messages(None)] == ["The last line was dropped."]


@in_loop
async def test_a_full_disk_lets_the_race_be_looked_at_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    files = FaultyFiles()
    folder = DataFolder(tmp_path, files)
    new = folder.new_race()
    referee = await begun(source=Electronic(new.seal), record=new.record)
    await play(referee, 1, 4)
    await referee.close()
    path = tmp_path / "races" / f"{new.name}.jsonl"
    data = path.read_bytes()
    path.write_bytes(data.rstrip(b"\0"))
    found, clock = folder.resume(new.name), SetClock()
    files.room = 0
    taken_up = Referee.resumed(TOY, found.record, source=Electronic(found.seal), clock=clock)
    await taken_up.start()
    assert (
        taken_up.messages(None)[-1].text
        == "The record cannot be saved: the disk is full. Nothing has changed; try again."
    )
    assert taken_up.history.state == referee.history.state
    files.room = None
    clock.advance(5)
    await play(taken_up, 2)
    assert taken_up.race_over
    await taken_up.close()
    assert folder.races()[-1].over
    folder.close()


class SlowerRules(ToyRules):
    """A second edition in which every walk is one space."""

    edition = 2

    def apply(self, race: ToyRace, move: Action | Drawn) -> Step:
        return super().apply(race, Walk(1, by=move.by) if isinstance(move, Walk) else move)


class SameRules(ToyRules):
    """A second edition with another wording only."""

    edition = 2


def toy(rules: ToyRules) -> Game:
    return replace(TOY, rules=cast("Rules[State]", rules))


@in_loop
async def test_a_record_of_an_older_edition_that_comes_to_the_same_is_taken_up() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await decide_all(referee, [("red", Walk(2)), ("blue", Walk(1))])
    taken_up = await again(record.written, game=toy(SameRules()))
    assert taken_up.history.state == referee.history.state


@in_loop
async def test_a_record_of_an_older_edition_that_comes_out_differently_says_which_version_it_needs() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await decide_all(referee, [("red", Walk(2)), ("blue", Walk(1))])
    with pytest.raises(BadRecord, match=r"comes out differently.*edition 1 of toy \(Pitboard"):
        await again(record.written, game=toy(SlowerRules()))


@in_loop
async def test_a_record_that_cannot_be_played_names_the_line() -> None:
    record = MemoryRecord()
    referee = await begun(record=record)
    await decide_all(referee, [("red", Walk(2)), ("blue", Walk(1))])
    wrong = [record.written[0], *(replace(line, seat="blue") for line in record.written[1:2])]
    with pytest.raises(BadRecord, match="Line 1 cannot be replayed: It is not your turn"):
        await again(wrong)


@in_loop
async def test_a_record_of_another_game_is_refused() -> None:
    header = Header(format=1, pitboard="0", game="chess", edition=1, seats=("red",))
    with pytest.raises(BadRecord, match="a record of chess, not of toy"):
        await again([header])
    with pytest.raises(BadRecord, match="no race record"):
        await again([])


def test_the_headline_finds_what_counts_the_race() -> None:
    ask = Ask("red", "Your turn", ())
    assert headline(View(None, "Race", (Number("lap", "Lap", 2),)), ask) == "Lap 2, Red to move."
    assert headline(View(None, "Race", ()), ask) == "Race, Red to move."
