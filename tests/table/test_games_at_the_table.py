"""Every registered game at the table: undo at every moment, corrections over a running race, the record."""

import asyncio
import random
from collections.abc import Mapping

import pytest
from msgspec import structs

from companion.engine import Action, Ask, BadState, Drawn, Number, State
from companion.engine.codec import parse, state_form
from companion.games import GAMES, load
from companion.parts.patch import merged
from companion.table import Electronic, MemoryRecord, NotAllowed, Referee, Scripted, Seal
from companion.table.blocks import plain, survey
from companion.table.lines import encode
from companion.table.verify import verify
from tests.support.table import SECRET, agree, begun, in_loop, move, play

SEATS = ("red", "blue", "green")


@pytest.mark.parametrize("name", GAMES)
@in_loop
async def test_undo_at_every_moment_gives_back_states_that_were_and_the_same_draws(name: str) -> None:
    stream, game = random.Random(2), load(name)
    referee = await begun(*SEATS, game=game, laps=1)
    came: dict[int, State] = {len(referee.history.entries): referee.history.state}
    for _ in range(30):
        if not await move(referee, stream):
            break
        came[len(referee.history.entries)] = referee.history.state
        for seat in SEATS:
            moves = [entry.move for entry in referee.history.entries]
            if await taken_back(referee, seat):
                assert referee.history.state == came[len(referee.history.entries)]
                await again(referee, moves)
                assert referee.history.state == came[len(referee.history.entries)]


async def taken_back(referee: Referee, seat: str) -> bool:
    try:
        await referee.propose_undo(seat)
    except NotAllowed:
        return False
    await agree(referee)
    return True


async def again(referee: Referee, moves: list[Action | Drawn]) -> None:
    """Decide the same once more; the draws must come the same by themselves."""
    while len(entries := referee.history.entries) < len(moves):
        wanted = moves[len(entries)]
        pending = referee.pending
        assert isinstance(pending, Ask)
        action = next(choice.action for choice in pending.choices if choice.action == bare(wanted))
        await referee.decide(pending.seat, action)
    assert [entry.move for entry in referee.history.entries] == moves


def bare(wanted: Action | Drawn) -> Action:
    assert isinstance(wanted, Action)
    return structs.replace(wanted, by=None)


MADE_STEP_BY_STEP = {"stock-car", "gear-dice"}
"""Games whose moves are made of several decisions; in the others each decision is one."""


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("name", GAMES)
@in_loop
async def test_back_is_free_while_a_move_is_being_made_and_at_no_other_time(name: str) -> None:
    stream, game, free = random.Random(4), load(name), 0
    referee = await begun(*SEATS, game=game, laps=1)
    for _ in range(120):
        before, count = referee.history.state, len(referee.history.entries)
        if not await move(referee, stream):
            break
        able = [seat for seat in SEATS if referee.may_take_back(seat)]
        if able:
            free += 1
            moves, after = [entry.move for entry in referee.history.entries], referee.history.state
            assert len(moves) == count + 1, "nothing was drawn"
            assert able == [referee.history.entries[-1].seat]
            assert not [said for said in referee.history.told_since(count) if said.moves or said.only_for]
            await referee.take_back(able[0])
            assert referee.history.state == before
            assert not referee.messages(None)[-1].moves, "no piece has to go back"
            await again(referee, moves)
            assert referee.history.state == after
    assert bool(free) is (name in MADE_STEP_BY_STEP)


@pytest.mark.rule("6.2")
@in_loop
async def test_a_drive_onto_pit_entry_is_committed_though_the_same_seat_is_asked_again() -> None:
    game = load("fuel-and-fortune")
    referee = await begun(*SEATS, game=game)
    entry = referee.view(None).find("pit-entry")
    assert isinstance(entry, Number)
    await referee.correct({"turn": "red", "cars": {"red": {"at": str(entry.value - 1)}}})
    await referee.decide("red", parse(game.rules.actions, "drive 1"))
    pending = referee.pending
    assert isinstance(pending, Ask)
    assert (pending.seat, len(pending.choices)) == ("red", 2)
    assert not referee.may_take_back("red")
    await referee.propose_undo("red")
    assert referee.motion is not None


PATCHES: Mapping[str, Mapping[str, object]] = {
    "fuel-and-fortune": {"cars": {"red": {"fuel": 3}}},
    "gear-dice": {"cars": {"red": {"focus": 2}}},
    "stock-car": {"first_player": "blue"},
}
"""In stock car a patch chooses the First Player anew unless it says who it is."""


@pytest.mark.parametrize("name", GAMES)
@in_loop
async def test_a_correction_changes_what_it_names_and_nothing_else(name: str) -> None:
    for seed in range(6):
        referee = await begun(*SEATS, game=load(name), laps=2)
        await play(referee, seed, 6 + 7 * seed)
        before = plain_state(referee.history.state)
        await referee.correct(PATCHES[name])
        assert plain_state(referee.history.state) == merged(before, PATCHES[name])
        await play(referee, seed, 10)


def plain_state(state: State) -> dict[str, object]:
    return {key: value for key, value in state_form(state).items() if key not in type(state).worked_out}


@pytest.mark.parametrize("name", GAMES)
@in_loop
async def test_a_correction_that_could_not_be_is_refused(name: str) -> None:
    referee = await begun(*SEATS, game=load(name), laps=1)
    before = referee.history.state
    patches: list[dict[str, object]] = [{"no_such_thing": 1}, {"turn": "nobody"}, {"ranking": []}]
    for patch in patches:
        with pytest.raises(BadState):
            await referee.correct(patch)
    assert referee.history.state == before


@pytest.mark.parametrize("name", GAMES)
@in_loop
async def test_a_whole_race_verifies(name: str) -> None:
    record = MemoryRecord()
    referee = await begun(*SEATS, game=load(name), record=record, laps=1)
    await play(referee, 4)
    assert referee.race_over
    verdict = verify(load(name), survey(plain([encode(line) for line in record.written])))
    assert verdict.problems == ()
    assert verdict.sealed > 0


@pytest.mark.rule("6.5")
@in_loop
async def test_a_turn_that_brought_the_safety_car_out_goes_back_whole_and_the_next_one_alone() -> None:
    """Red crashes, Blue answers in the pits, green flag, and Red drives again: two turns of Red in one round."""
    game = load("fuel-and-fortune")
    source = Scripted(["crash"])
    referee = await begun(*SEATS, game=game, source=source, sc_rounds=1, grid_order="seating")
    cars = {"red": {"at": "6"}, "blue": {"at": "P2"}, "green": {"at": "8"}}
    await referee.correct({"turn": "red", "cars": cars})
    placed = referee.history.state
    await decide(referee, "red", "drive 2")
    await decide(referee, "blue", "pit-step")
    flagged = referee.history.state
    pending = referee.pending
    assert isinstance(pending, Ask)
    assert pending.seat == "red"
    await decide(referee, "red", "drive 1")
    await taken_back(referee, "red")
    assert referee.history.state == flagged
    await taken_back(referee, "red")
    assert referee.history.state == placed


async def decide(referee: Referee, seat: str, wish: str) -> None:
    pending = referee.pending
    assert isinstance(pending, Ask)
    assert pending.seat == seat
    await referee.decide(seat, parse(referee.game.rules.actions, wish))


def test_two_tables_with_one_seal_draw_the_same() -> None:
    async def race() -> State:
        referee = await begun(*SEATS, game=load("fuel-and-fortune"), source=Electronic(Seal(SECRET)), laps=1)
        await play(referee, 9)
        return referee.history.state

    assert asyncio.run(race()) == asyncio.run(race())
