"""Whole races at random: whatever happens, nothing is lost and nothing gets stuck."""

import random
from collections.abc import Iterator
from typing import cast

import pytest

from companion.engine import Action, Ask, Draw, Event, Over, Resume, draw_with
from companion.engine.codec import load_state, state_form
from companion.games.gear_dice.actions import Unlay
from companion.games.gear_dice.damage import COMPOSITION, full_bag, held
from companion.games.gear_dice.rules import RULES
from companion.games.gear_dice.state import Race
from tests.support.gear_dice import Table, ring

SEATS = ("red", "blue", "green", "yellow", "black", "white")
ROADS: tuple[object, ...] = (
    "proving-ground",
    ring(),
    ring(8, 2, 4),
    ring(b3={"limit": 3}, b2_b3={"into_limit": 1, "into_hazard": 1}, b3_b4={"outof_limit": 2}, t2={"danger": 3}),
)


def setting(chance: random.Random) -> Table:
    """Options of all kinds."""
    return {
        "track": chance.choice(ROADS),
        "laps": 1,
        "weather": chance.choice(["dry", "wet"]),
        "weather_tokens": chance.random() < 0.7,
        "flying_start": chance.random() < 0.5,
        "flying_start_penalty": chance.random() < 0.5,
        "redline": chance.random() < 0.5,
        "reentry_uses_turn": chance.random() < 0.5,
        "yellow_rounds": chance.randrange(3),
        "alongside_adjacent_only": chance.random() < 0.5,
        "end_mode": chance.choice(["finish-round", "sudden-death"]),
        "adviser": chance.random() < 0.3,
    }


def race(seed: int) -> Iterator[tuple[Race, Race, tuple[Event, ...]]]:
    """Each step of a race of random decisions and random chance: before, after, and what happened."""
    chance = random.Random(seed)
    seats = SEATS[: chance.randrange(1, 7)]
    state = cast("Race", RULES.apply(RULES.setup(seats, setting(chance)), Resume()).state)
    for _ in range(50_000):
        pending = RULES.pending(state)
        if isinstance(pending, Over):
            return
        move = draw_with(pending, chance.randrange) if isinstance(pending, Draw) else decide(pending, chance)
        step = RULES.apply(state, move)
        after = cast("Race", step.state)
        yield state, after, step.events
        state = after
    pytest.fail(f"race {seed} never ends")


def decide(ask: Ask, chance: random.Random) -> Action:
    open_choices = [choice.action for choice in ask.choices if choice.barred is None]
    assert open_choices, f"a dead end: {ask}"
    forward = [action for action in open_choices if not isinstance(action, Unlay)]
    return chance.choice(forward if forward and chance.random() < 0.9 else open_choices)


def check(before: Race, after: Race) -> None:
    conserved(after)
    alone(after)
    assert all(0 <= car.gear <= 6 for car in after.cars.values())
    assert after.turn == (after.order[0] if after.order else None)
    assert set(after.flags) == set(after.flag_rounds)
    assert bool(after.flags) >= bool(after.exempt)
    if after.turn is not None and not after.tokens:
        assert after.hazards < after.side.threshold
    assert all(after.cars[seat].lap >= car.lap for seat, car in before.cars.items())


def conserved(state: Race) -> None:
    """All tokens are in the bag, on dashboards or on the road."""
    whole = dict(state.bag)
    for car in state.cars.values():
        for kind, count in held(car.damage).items():
            whole[kind] += count
    whole["yellow"] += len(state.yellows)
    assert whole == full_bag(state.options.weather_tokens)
    assert sum(whole.values()) == sum(COMPOSITION.values()) - (0 if state.options.weather_tokens else 6)


def alone(state: Race) -> None:
    """One car a space."""
    taken = [car.at for car in state.cars.values() if car.on_road and car.at]
    assert len(set(taken)) == len(taken)


def play(seed: int) -> None:
    last = None
    for number, (before, after, _) in enumerate(race(seed)):
        check(before, after)
        if number % 20 == 0:
            plain = {key: value for key, value in state_form(after).items() if key not in Race.worked_out}
            assert load_state(Race, plain) == after
        last = after
    assert last is not None
    assert sorted(last.places) == sorted(last.options.seats)


@pytest.mark.parametrize("tens", range(10))
def test_a_hundred_races_keep_every_promise(tens: int) -> None:
    for seed in range(tens * 10, tens * 10 + 10):
        play(seed)


@pytest.mark.nightly
@pytest.mark.parametrize("hundreds", range(20))
def test_two_thousand_races_keep_every_promise(hundreds: int) -> None:
    for seed in range(1000 + hundreds * 100, 1100 + hundreds * 100):
        play(seed)
