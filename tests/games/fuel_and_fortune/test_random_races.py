"""Whole races at random, under every kind of house rule, with what must hold after every step."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from companion.engine import Action, Ask, Draw, Drawn, IllegalAction, Over, Resume, Ruling, Step, draw_with
from companion.engine.codec import load_state, name_of, state_form
from companion.games.fuel_and_fortune.actions import Discard, Drive, EnterPits, PitStep, SkipRefuelling, StayOut
from companion.games.fuel_and_fortune.narration import narrate
from companion.games.fuel_and_fortune.rules import RULES
from companion.games.fuel_and_fortune.state import Race
from companion.parts.bag import Bag
from tests.support.fuel_and_fortune import COLOURS

rule = pytest.mark.rule

HOUSES: Mapping[str, Mapping[str, object]] = {
    "default": {},
    "crowded": {"laps": 1, "overtake_deck": {"safe-pass": 20, "racing-incident": 10, "crash": 10}},
    "odds": {"laps": 2, "draw_mode": "probability", "dynamic_order": True, "sc_unlap": True},
    "stranded": {"laps": 2, "crash_catch_up": False, "green_flag_first": "next", "fuel_hidden": True},
    "out": {"laps": 2, "crash_out_turns": 2, "overlap_draws": "per-car", "grid_layout": "staggered"},
    "lane": {"laps": 2, "pit_lane_overlaps": True, "pit_entry_when": "pass", "pit_entry_grant": "extra"},
    "cards": {
        "laps": 2,
        "good_exit_mode": "add",
        "late_brake_immune": True,
        "chance_deck": {"good-exit": 5, "late-brake": 4},
    },
    "ends": {"finish_mode": "finish-round", "sc_can_finish": False, "green_flag_first": "new-round", "laps": 1},
    "round end": {"finish_mode": "finish-round", "sc_fuel_check": False, "laps": 2, "last_pit_refuels": True},
    "limit": {"round_limit": 12, "hand_limit": 1, "tank_max": 3, "show_deck_counts": True},
    "small": {"track_size": 14, "laps": 3, "chance_dots": 5, "sc_rounds": 2, "sc_advance": 6, "tank_max": 9},
    "no span": {"pit_entry": 10, "pit_exit": 16, "laps": 2, "avoid_under_lost_traction": False},
}
CRASHY = {"safe-pass": 10, "racing-incident": 4, "crash": 6}
SEATS = {"default": 4, "crowded": 8, "small": 5, "limit": 3}


class Walk:
    """One random race."""

    def __init__(self, house: str, seed: int) -> None:
        self.stream = random.Random(f"{house}/{seed}")
        self.options = {"overtake_deck": CRASHY, **HOUSES[house]} if house != "default" else {}
        seats = COLOURS[: SEATS.get(house, 4)]
        self.race: Race = RULES.setup(seats, self.options)
        self.counts: Counter[str] = Counter()

    def __iter__(self) -> "Walk":
        return self

    def __next__(self) -> tuple[Race, Action | Drawn, Step]:
        pending = RULES.pending(self.race)
        if isinstance(pending, Over):
            raise StopIteration
        move = self.move(pending)
        before, step = self.race, RULES.apply(self.race, move)
        assert isinstance(step.state, Race)
        self.race = step.state
        self.counts.update(name_of(type(event)) for event in step.events)
        return before, move, step

    def move(self, pending: Ask | Draw) -> Action | Drawn:
        if isinstance(pending, Draw):
            return draw_with(pending, self.stream.randrange)
        open_choices = [choice.action for choice in pending.choices if choice.barred is None]
        assert open_choices, "a dead end"
        return self.stream.choice(open_choices)


def whole(bag: Bag, hands: Counter[str]) -> dict[str, int]:
    return {card: count + bag.discard[card] + hands[card] for card, count in bag.draw.items()}


def check_cards(race: Race) -> None:
    hands = Counter(card for car in race.cars.values() for card in car.hand)
    options = race.options
    assert whole(race.bags.overtake, Counter()) == options.overtake_deck
    assert whole(race.bags.chance, hands if options.dealt else Counter()) == options.chance_deck
    limit = options.hand_limit + (race.awaits == "discard")
    assert all(len(car.hand) <= limit for car in race.cars.values())


def check_places(race: Race) -> None:
    places: dict[str, set[str]] = {}
    for seat, car in race.cars.items():
        assert car.at in race.track.merit
        assert 0 <= car.fuel <= race.options.tank_max
        places.setdefault(car.at, set()).add(seat)
    assert {at: set(stack) for at, stack in race.stacks.items()} == {at: s for at, s in places.items() if len(s) > 1}
    assert all(len(stack) == len(set(stack)) for stack in race.stacks.values())


def check_order(race: Race) -> None:
    assert sorted(race.ranking) == sorted(race.order) == sorted(race.cars)
    merit = {seat: car.lap * race.track.lap_merit + race.track.merit[car.at] for seat, car in race.cars.items()}
    ranks = [(seat in race.finished, merit[seat]) for seat in race.ranking]
    assert ranks == sorted(ranks, reverse=True)
    if race.awaits == "turn":
        assert race.turn not in race.finished
        assert not race.cars[race.turn].out_turns


def check_safety_car(race: Race) -> None:
    safety_car = race.safety_car
    assert race.awaits not in ("turn-end", "safety-car")
    if not safety_car.out:
        assert not safety_car.queue
        assert not any(car.out for car in race.cars.values())
    apart = (*safety_car.queue, *safety_car.ahead, *safety_car.held)
    assert len(apart) == len(set(apart))
    assert not any(race.track.box(race.cars[seat].at) for seat in apart)
    assert all(race.cars[seat].at == race.track.entry for seat in safety_car.held)


@rule("A-127")
@rule("A-60")
@rule("5.3")
@pytest.mark.parametrize("house", HOUSES)
def test_what_must_hold_after_every_step(house: str) -> None:
    for seed in range(3):
        walk = Walk(house, seed)
        for _, _, step in walk:
            race = step.state
            assert isinstance(race, Race)
            check_cards(race)
            check_places(race)
            check_order(race)
            check_safety_car(race)
        crashes = walk.counts["crashed"]
        debris = walk.counts["safety-car-deployed"] - crashes
        drawn = sum(car.stats.crashes for car in walk.race.cars.values())
        assert crashes == drawn
        assert debris >= 0
        assert walk.counts["race-won"] == 1


@rule("6.1")
def test_every_crash_and_every_debris_brings_one_safety_car() -> None:
    for seed in range(4):
        walk = Walk("odds", seed)
        deployed = debris = 0
        for _, move, step in walk:
            debris += isinstance(move, Drawn) and move.outcomes == ("debris",)
            deployed += sum(name_of(type(event)) == "safety-car-deployed" for event in step.events)
        assert deployed == walk.counts["crashed"] + debris


@pytest.mark.parametrize("house", HOUSES)
def test_every_state_survives_its_json_form_and_its_own_patch(house: str) -> None:
    walk = Walk(house, 5)
    for count, (_, _, step) in enumerate(walk):
        if count % 5:
            continue
        race = step.state
        assert isinstance(race, Race)
        plain = {key: value for key, value in state_form(race).items() if key not in Race.worked_out}
        assert load_state(Race, plain) == race
        if race.awaits not in ("over", "grid"):
            assert RULES.apply(race, Resume({})).state == race
        if race.awaits == "turn":
            patch = {key: value for key, value in plain.items() if key in PATCHABLE}
            assert RULES.apply(RULES.setup(race.seats, walk.options), Resume(patch)).state == race


PATCHABLE = ("turn", "order", "round", "grid", "cars", "stacks", "bags")
STRANGE: tuple[Action, ...] = (
    *(
        Drive(distance, card, avoid)
        for distance in range(-1, 14)
        for card in (None, "good-exit", "late-brake", "avoid-crash", "debris")
        for avoid in (False, True)
    ),
    *(EnterPits(), StayOut(), PitStep(), SkipRefuelling()),
    *(Discard(card) for card in ("good-exit", "late-brake", "avoid-crash", "crash")),
)


def refusal(race: Race, action: Action) -> Ruling | None:
    try:
        RULES.apply(race, action)
    except IllegalAction as refused:
        return refused.ruling
    return None


@rule("A-10")
@pytest.mark.parametrize("house", HOUSES)
def test_nothing_but_what_the_menu_shows_open_is_accepted(house: str) -> None:
    for count, (before, _, _) in enumerate(Walk(house, 6)):
        if count % 4:
            continue
        pending = RULES.pending(before)
        choices = pending.choices if isinstance(pending, Ask) else ()
        open_actions = {choice.action for choice in choices if choice.barred is None}
        barred = {choice.action: choice.barred for choice in choices if choice.barred is not None}
        for action in STRANGE:
            ruling = refusal(before, action)
            assert (ruling is None) is (action in open_actions), action
            assert ruling == barred.get(action, ruling)


@pytest.mark.parametrize("house", HOUSES)
def test_whole_races_can_be_told(house: str) -> None:
    told = [said for before, _, step in Walk(house, 7) for said in narrate(before, step)]
    assert any(said.text.startswith("CHEQUERED FLAG") for said in told)
    assert not any("_" in said.text for said in told)


@rule("A-62")
@rule("A-153")
@pytest.mark.parametrize("house", ["default", "stranded"])
def test_others_hands_and_hidden_tanks_change_no_view(house: str) -> None:
    """Change what blue may not know of red, and look again."""
    tried = 0
    for before, _, _ in Walk(house, 8):
        car = before.cars["red"]
        swapped = {"good-exit": "late-brake", "late-brake": "good-exit"}
        hand = tuple(swapped.get(card, card) for card in car.hand)
        hidden = before.options.fuel_hidden
        fuel = (car.fuel + 1) % before.options.tank_max if hidden and car.fuel > 1 else car.fuel
        if (hand, fuel) == (car.hand, car.fuel):
            continue
        other = before.put(
            "red", type(car)(car.at, car.lap, fuel, hand, car.locked, car.out, car.out_turns, car.turns, car.stats)
        )
        tried += 1
        for viewer in (None, "blue"):
            assert RULES.view(other, viewer) == RULES.view(before, viewer)
        assert RULES.view(other, "red") != RULES.view(before, "red")
    assert tried > 20
