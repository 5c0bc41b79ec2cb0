"""Whole races at random, and what must hold at every step of them (section 6 of the rules page)."""

import random
from collections import Counter

import pytest

from companion.engine import SEATS, Action, Ask, Draw, Drawn, Event, Over, Resume, Step, draw_with
from companion.games.stock_car import GAME, running_order
from companion.games.stock_car.actions import Discard, Pit, Play, Retire
from companion.games.stock_car.events import Finished, Moved, Pushed, Retired, Shoved, Wore
from companion.games.stock_car.state import Race
from companion.games.stock_car.tracks import NAMES

RULES = GAME.rules
SELDOM: dict[type[Action], float] = {Retire: 0.02, Pit: 0.3, Discard: 0.3}
MANY_STEPS = 40_000


def chosen(stream: random.Random) -> tuple[tuple[str, ...], dict[str, object]]:
    """Seats and options of a race: any that a table may set up."""
    seats = tuple(stream.sample(SEATS, stream.randint(2, 7)))
    options: dict[str, object] = {
        "laps": 1,
        "track": stream.choice(NAMES),
        "draft_rear": stream.choice(("optional", "forced")),
        "cards": stream.choice(("dealt", "dealt", "held")),
        "events": stream.random() < 0.8,
        "team_bars": stream.choice(("random", "entered")) if len(seats) < 6 else "random",
        "variable_pits": stream.random() < 0.3,
        "start_order": stream.choice(("alternating", "card-per-rank", "card-per-place")),
    }
    if stream.random() < 0.8:
        options["cars_per_team"] = stream.randint(1, 4)
    return seats, options


def moved(stream: random.Random, pending: Ask | Draw) -> Action | Drawn:
    if isinstance(pending, Draw):
        return draw_with(pending, stream.randrange)
    actions = [choice.action for choice in pending.choices if choice.barred is None]
    assert actions, f"a dead end: {pending}"
    return stream.choices(actions, [SELDOM.get(type(action), 1) for action in actions])[0]


def play(seed: int) -> Counter[str]:
    """A race to its end, every step looked at; what happened, counted."""
    stream = random.Random(seed)
    race = RULES.apply(RULES.setup(*chosen(stream)), Resume()).state
    told: Counter[str] = Counter()
    for _ in range(MANY_STEPS):
        assert isinstance(race, Race)
        pending = RULES.pending(race)
        if isinstance(pending, Over):
            look_at_the_end(race, told)
            return told
        move = moved(stream, pending)
        step = RULES.apply(race, move)
        look(race, move, step)
        told.update(type(event).__name__ for event in step.events)
        race = step.state
    raise AssertionError("the race never ends")


def look(before: Race, move: Action | Drawn, step: Step) -> None:
    after = step.state
    assert isinstance(after, Race)
    spaces_hold_one_car(after)
    cards_are_there_once(after)
    order_is_total_and_strict(after)
    displaced_by_one_space(before, step.events)
    if before.move is not None:
        only_the_active_car_wears(before, step.events)
        nobody_enters_the_apron(before, after)
    if isinstance(move, Play):
        assert not before.cars[move.car].used
    assert list(after.cars) == list(before.cars)


def spaces_hold_one_car(race: Race) -> None:
    stands = [car.at for car in race.cars.values() if car.status == "racing"]
    assert len(stands) == len(set(stands))
    assert all(at in race.options.track.grid.index for at in stands)
    for number, car in race.cars.items():
        assert (car.at[:1] == "A") is (car.status == "pitted") is (number in race.apron)
        assert bool(car.at) is running_order.on_board(car) is not bool(car.place)


def cards_are_there_once(race: Race) -> None:
    seen = [card for hand in race.hands.values() for card in hand] + list(race.discards)
    assert len(seen) == len(set(seen))
    assert all(len(hand) <= len(race.options.cars[seat]) + 1 for seat, hand in race.hands.items())


def order_is_total_and_strict(race: Race) -> None:
    order = race.running_order
    assert sorted(order) == sorted(number for number, car in race.cars.items() if running_order.on_board(car))
    assert race.leader == (order[0] if order else 0)
    behind = [running_order.progress(race, number) for number in order]
    assert behind == sorted(behind, reverse=True)


def displaced_by_one_space(before: Race, events: tuple[Event, ...]) -> None:
    sectors = before.options.track.sectors
    for event in events:
        if isinstance(event, Pushed):
            assert (int(event.end[1:]) - int(event.start[1:])) % sectors == 1
        if isinstance(event, Shoved):
            assert (int(event.end[1:]) - int(event.start[1:])) % sectors in (0, 1, sectors - 1)


def only_the_active_car_wears(before: Race, events: tuple[Event, ...]) -> None:
    assert before.move is not None
    assert all(event.car == before.move.car for event in events if isinstance(event, Wore))


def nobody_enters_the_apron(before: Race, after: Race) -> None:
    assert all(car.status != "pitted" or before.cars[number].at == car.at for number, car in after.cars.items())


def look_at_the_end(race: Race, told: Counter[str]) -> None:
    assert sorted(car.place for car in race.cars.values()) == list(range(1, len(race.cars) + 1))
    assert told["Finished"] + told["Retired"] == len(race.cars)
    assert sorted(race.ranking or ()) == sorted(race.options.seats)
    assert race.move is None


@pytest.mark.parametrize("part", range(4))
def test_random_races_keep_every_invariant(part: int) -> None:
    told: Counter[str] = Counter()
    for seed in range(25 * part, 25 * (part + 1)):
        told += play(seed)
    for kind in (Moved, Pushed, Shoved, Wore, Retired, Finished):
        assert told[kind.__name__] > 25


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_two_thousand_random_races_keep_every_invariant(part: int) -> None:
    told: Counter[str] = Counter()
    for seed in range(1000 + 100 * part, 1100 + 100 * part):
        told += play(seed)
    assert told["Finished"] > 100
