"""Golden races: whole races as the table's own records, one for each way in which a race can end.

`python -m tests.support.golden_races [GAME/NAME ...]` plays them again and writes them; that is only right after the
rules of a game have changed on purpose. Each race is the first, by seed, that shows what it is named after.
"""

import asyncio
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from companion.engine import Action, Ask, Draw, Drawn, Game, Over, Resume, State, draw_with
from companion.engine.codec import name_of, to_text
from companion.games import load
from companion.table import Electronic, MemoryRecord, Referee, Seal, SetClock
from companion.table.blocks import plain
from companion.table.lines import encode

FOLDER = Path(__file__).parent.parent / "races"
SEEDS = 20_000

Events = Sequence[str]
"""The events of a race, or of its last step, in their text forms."""


class Golden(Struct, frozen=True):
    """A race that is wanted: how it is set up, what nobody does or all do, and how its end is known.

    `keyed`: draws that the players key in, `forced` says what if it can come. `shows` is asked of the state at the
    end, the events of the last step and those of the whole race.
    """

    game: str
    name: str
    options: Mapping[str, object]
    shows: Callable[[State, Events, Events], bool]
    seats: tuple[str, ...] = ("red", "blue")
    never: frozenset[str] = frozenset()
    always: frozenset[str] = frozenset()
    keyed: Mapping[str, str] = {}


class Raced(Struct):
    """What happened in a race, and where it ended."""

    moves: list[Action | Drawn]
    told: list[str]
    last: list[str]
    state: State


def race(golden: Golden, seed: int) -> Raced:
    """The race of that seed: draws under a seal, every decision by chance."""
    rules, seal, stream = load(golden.game).rules, seal_of(seed), random.Random(seed)
    start = rules.apply(rules.setup(golden.seats, golden.options), Resume()).state
    raced, draws = Raced([], [], [], start), 0
    while not isinstance(pending := rules.pending(raced.state), Over):
        if isinstance(pending, Draw):
            draws += 1
            move: Action | Drawn = drawn(golden, pending, seal, draws, stream)
        else:
            move = wished(golden, pending, stream)
        step = rules.apply(raced.state, move)
        raced.moves.append(move)
        raced.last = [to_text(event) for event in step.events]
        raced.told += raced.last
        raced.state = step.state
    return raced


def seal_of(seed: int) -> Seal:
    """A secret that is none: a golden race is to come the same again."""
    return Seal(seed.to_bytes(32))


def drawn(golden: Golden, draw: Draw, seal: Seal, number: int, stream: random.Random) -> Drawn:
    """Under the seal, or what a player keys in."""
    if draw.name not in golden.keyed:
        return seal.draw(draw, number)
    forced = golden.keyed[draw.name]
    return Drawn(draw.name, (forced,)) if draw.odds[0].get(forced, 0) else draw_with(draw, stream.randrange)


def wished(golden: Golden, ask: Ask, stream: random.Random) -> Action:
    """One of the open choices, but for what is never done; what is always done goes first."""
    wishes = [choice.action for choice in ask.choices if choice.barred is None]
    first = [wish for wish in wishes if name_of(type(wish)) in golden.always]
    kept = [wish for wish in wishes if name_of(type(wish)) not in golden.never]
    return stream.choice(first or kept or wishes)


def found(golden: Golden) -> tuple[int, Raced]:
    """The first seed whose race shows what is wanted."""
    for seed in range(SEEDS):
        raced = race(golden, seed)
        if golden.shows(raced.state, raced.last, raced.told):
            return seed, raced
    raise LookupError(f"no race of {golden.game} shows {golden.name}")


async def recorded(golden: Golden, seed: int, moves: Sequence[Action | Drawn]) -> bytes:
    """The same race at a table, as its record is exported."""
    game: Game = load(golden.game)
    record, source = MemoryRecord(), Electronic(seal_of(seed), keyed=tuple(golden.keyed))
    referee = Referee(game, golden.seats, golden.options, source=source, record=record, clock=SetClock())
    await referee.start()
    for move in moves:
        if isinstance(move, Drawn):
            if move.name in golden.keyed:
                await referee.answer(move)
            continue
        pending = referee.pending
        assert isinstance(pending, Ask)
        await referee.decide(pending.seat, move)
    assert referee.race_over
    return plain([encode(line) for line in record.written])


def after(events: Events, *names: str) -> str:
    """The last of these events that happened, by its name."""
    return next((event.split()[0] for event in reversed(events) if event.split()[0] in names), "")


def under_caution(state: State, last: Events, told: Events) -> bool:
    return after(told, "safety-car-deployed", "green-flag-shown") == "safety-car-deployed"


def out_of_the_pits(state: State, last: Events, told: Events) -> bool:
    moved = [event.split() for event in last if event.startswith("moved ")]
    return bool(moved) and moved[-1][2].startswith("P") and f"race-won {moved[-1][1]}" in last


def overhauled(state: State, last: Events, told: Events) -> bool:
    """Two cars came home in the last round, and the first over the line has not won."""
    home = [event.split()[1] for event in told if event.startswith("lap-completed")]
    won = last[-1].split()[1]
    return len(set(home)) > 1 and home[0] != won


def a_normal_end(state: State, last: Events, told: Events) -> bool:
    return not under_caution(state, last, told) and not out_of_the_pits(state, last, told)


def nobody_home(state: State, last: Events, told: Events) -> bool:
    return not any(event.startswith("lap-completed") and event.endswith(" 9") for event in told)


def rained_off(state: State, last: Events, told: Events) -> bool:
    return "flag-shown red" in last


def first_home(told: Events) -> str:
    return next((event.split()[1] for event in told if event.startswith("finished ")), "")


def distance_completed(state: State, last: Events, told: Events) -> bool:
    """Some cross the line, the others are ranked as they run."""
    ranked = sum(event.startswith("finished ") for event in last)
    return "flag-shown red" not in told and bool(first_home(told)) and 1 < ranked < told_finished(told)


def told_finished(told: Events) -> int:
    return sum(event.startswith("finished ") for event in told)


def all_across(state: State, last: Events, told: Events) -> bool:
    return told_finished(told) == 4 and sum(event.startswith("finished ") for event in last) == 1


def carried_home(state: State, last: Events, told: Events) -> bool:
    """The winner goes over the line in a move of another team's car."""
    first = next((at for at, event in enumerate(told) if event.startswith("finished ")), 0)
    played = next((event for event in reversed(told[:first]) if event.startswith("card-played ")), "- - - -")
    teams = {"25": "red", "29": "red", "4": "blue", "9": "blue"}
    return distance_completed(state, last, told) and teams[first_home(told)] != played.split()[1]


def everybody_lost(state: State, last: Events, told: Events) -> bool:
    return "finished" not in {event.split()[0] for event in told}


def level_on_points(state: State, last: Events, told: Events) -> bool:
    points = getattr(state, "points", {})
    return told_finished(told) > 0 and points["red"] == points["blue"]


def beaten_at_home(state: State, last: Events, told: Events) -> bool:
    """The round is played out: the first over the line for the last time has not won."""
    return told_finished(told) > 1 and home_first(told) != first_home(told)


def home_first(told: Events) -> str:
    return next((event.split()[1] for event in told if event.startswith("lap-completed ")), "")


def in_mid_turn(state: State, last: Events, told: Events) -> bool:
    """Over with the step that crosses the line, the dice of which are just rolled."""
    return last[0].startswith("rolled ") and "focus-gained" not in {event.split()[0] for event in last}


def flat_out_home(state: State, last: Events, told: Events) -> bool:
    """The last thing that happens is a route over the line, rolled at once."""
    names = [event.split()[0] for event in last]
    return "focus-gained" in names and "lap-completed" in names


def lost_beyond_the_line(state: State, last: Events, told: Events) -> bool:
    """Whoever wins has lost control on the very step that brought it home."""
    for event, then in pairwise(told):
        if event.startswith("lap-completed ") and then.startswith("lost-control "):
            return event.split()[1] == first_home(told)
    return False


def through_the_pits(state: State, last: Events, told: Events) -> bool:
    """The winner has been to the pits and came back."""
    names = {" ".join(event.split()[:2]) for event in told}
    return {f"pitted {first_home(told)}", f"reentered {first_home(told)}"} <= names


def always(state: State, last: Events, told: Events) -> bool:
    return True


OVAL = {"cars_per_team": 2, "laps": 1}
SHORT = {"cars_per_team": 3, "laps": 1, "track": {"sections": [{"lanes": 3, "sectors": 12}]}}
NO_GIVING_UP = frozenset({"retire"})
RING = {"track": ["102a", "105a", "111a", "104a", "105a", "111a"], "laps": 1}
TOWN = {"track": ["102b", "111b", "103b", "107b", "103b", "104b"], "laps": 1, "weather": "wet"}
STRAIGHT_ON = frozenset({"unlay"})

WANTED: tuple[Golden, ...] = (
    Golden("fuel-and-fortune", "instant-finish", {"laps": 1}, a_normal_end, ("red", "blue", "green")),
    Golden("fuel-and-fortune", "finish-round", {"laps": 1, "finish_mode": "finish-round"}, overhauled),
    Golden("fuel-and-fortune", "round-limit", {"laps": 9, "round_limit": 10}, nobody_home),
    Golden("fuel-and-fortune", "behind-the-safety-car", {"laps": 1}, under_caution),
    Golden("fuel-and-fortune", "out-of-the-pit-lane", {"laps": 1}, out_of_the_pits),
    Golden("stock-car", "distance-completed", OVAL, distance_completed, never=NO_GIVING_UP),
    Golden("stock-car", "all-across-the-line", OVAL, all_across, never=NO_GIVING_UP | {"pit"}),
    Golden("stock-car", "carried-over-the-line", OVAL, carried_home, never=NO_GIVING_UP),
    Golden("stock-car", "level-on-points", SHORT, level_on_points, never=NO_GIVING_UP),
    Golden("stock-car", "rained-off", SHORT | {"laps": 3}, rained_off, never=NO_GIVING_UP, keyed={"event": "rain"}),
    Golden("stock-car", "everybody-lost", OVAL | {"cards": "held"}, everybody_lost, always=NO_GIVING_UP),
    Golden("gear-dice", "finish-round", RING, beaten_at_home, ("red", "blue", "green"), never=STRAIGHT_ON),
    Golden("gear-dice", "flat-out-over-the-line", RING, flat_out_home, never=STRAIGHT_ON),
    Golden("gear-dice", "lost-beyond-the-line", TOWN, lost_beyond_the_line, never=STRAIGHT_ON),
    Golden("gear-dice", "through-the-pits", TOWN, through_the_pits, never=STRAIGHT_ON | {"no-pit"}),
    Golden("gear-dice", "sudden-death", RING | {"end_mode": "sudden-death"}, in_mid_turn, never=STRAIGHT_ON),
    Golden("gear-dice", "time-trial", RING, always, ("red",), never=STRAIGHT_ON | {"roll-flat-out"}),
)


def main(names: Sequence[str]) -> None:
    for golden in WANTED:
        name = f"{golden.game}/{golden.name}"
        if not names or name in names or golden.game in names:
            seed, raced = found(golden)
            path = FOLDER / golden.game / f"{golden.name}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(asyncio.run(recorded(golden, seed, raced.moves)))
            print(f"{name}: seed {seed}, {len(raced.moves)} moves, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
