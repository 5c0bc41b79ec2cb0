"""A race begun in the middle: what a patch leaves out, and what could not exist."""

import pytest

from companion.engine import BadState
from tests.support.fuel_and_fortune import Table, cars, race

rule = pytest.mark.rule


def test_set_up_draws_count_as_done_with_seats_in_order_and_hands_empty() -> None:
    table = Table({}, 3, grid_order="random")
    assert (table.race.grid, table.race.order, table.asked) == (("red", "blue", "green"),) * 2 + ("red",)
    assert table.race.stacks == {"0": ("red", "blue", "green")}
    assert all(car.hand == () for car in table.race.cars.values())


def test_the_order_follows_the_grid_and_the_first_turn_the_order() -> None:
    table = Table({"grid": ["blue", "red"]})
    assert (table.race.order, table.asked) == (("blue", "red"), "blue")
    assert Table({"order": ["blue", "red"]}).asked == "blue"
    assert Table({"order": ["blue", "red"], "turn": "red"}).asked == "red"


def test_a_place_without_a_stack_takes_the_order_of_the_seats() -> None:
    table = Table({**cars(green="5", blue="5", red="5")}, 3)
    assert table.race.stacks == {"5": ("red", "blue", "green")}
    lane = Table({**cars(red="P5", blue="P5"), "stacks": {"P5": ["blue", "red"]}})
    assert lane.race.stacks == {"P5": ("blue", "red")}


@rule("A-60")
def test_a_patched_hand_takes_its_cards_from_the_deck() -> None:
    table = race(red="5 GE GE", blue="9 AC")
    assert table.race.bags.chance.draw["good-exit"] == 5
    assert table.race.bags.chance.draw["avoid-crash"] == 3
    assert table.race.bags.chance.draw["debris"] == 1
    assert table.race.bags.chance.discard["debris"] == 0


def test_patched_bags_are_filled_in() -> None:
    hands = cars(red="5 GE", blue="9")
    aside = Table({**hands, "bags": {"chance": {"discard": {"debris": 1, "good-exit": 2}}}}).race.bags.chance
    assert (aside.draw["good-exit"], aside.draw["debris"], aside.draw["avoid-crash"]) == (4, 0, 4)
    drawn = Table({**hands, "bags": {"chance": {"draw": {"debris": 1}}}}).race.bags.chance
    assert (drawn.draw["good-exit"], drawn.discard["good-exit"], drawn.discard["debris"]) == (0, 6, 0)


@rule("A-80")
def test_a_safety_car_may_be_put_down_in_the_middle_of_its_work() -> None:
    patch = {
        **cars(red="7 out", blue="9", green="8"),
        "turn": "red",
        "safety_car": {"phase": "advancing", "rounds_left": 2},
    }
    table = Table(patch, 3)
    assert table.events == [
        "safety-car-advanced 2",
        "moved blue 9 11",
        "moved green 8 10",
        "moved red 7 9",
        "safety-car-advanced 3",
        "moved blue 11 13",
        "moved green 10 12",
        "moved red 9 11",
        "green-flag-shown red",
    ]


def test_what_needs_no_choice_happens_before_the_first_step() -> None:
    patch = {"cars": {"red": {"at": "5", "out_turns": 1}, "blue": {"at": "9"}}, "turn": "red"}
    table = Table(patch, crash_out_turns=2)
    assert (table.asked, table.race.cars["red"].out_turns) == ("blue", 0)


@pytest.mark.parametrize(
    ("patch", "key"),
    [
        ({"ranking": ["red", "blue"]}, "ranking"),
        ({"winner": "red"}, "winner"),
        ({"awards": {}}, "awards"),
        ({"options": {}}, "options"),
        ({"awaits": "over"}, "awaits"),
        ({"lap": 3}, "lap"),
        ({"turn": "green"}, "turn"),
        ({"turn": 3}, "turn"),
        ({"round": 0}, "round"),
        ({"order": ["red"]}, "order"),
        ({"order": ["red", "red"]}, "order"),
        ({"grid": ["red", "green"]}, "grid"),
        ({"cars": {"green": {"at": "3"}}}, "cars.green"),
        ({"cars": {"red": "3"}}, "cars.red"),
        ({"cars": ["red"]}, "cars"),
        ({"cars": {"red": {"at": "24"}}}, "cars.red.at"),
        ({"cars": {"red": {"at": "-1"}}}, "cars.red.at"),
        ({"cars": {"red": {"at": "P6"}}}, "cars.red.at"),
        ({"cars": {"red": {"at": "P0"}}}, "cars.red.at"),
        ({"cars": {"red": {"at": 3}}}, "cars.red.at"),
        ({"cars": {"red": {"place": "3"}}}, "cars.red.place"),
        ({"cars": {"red": {"lap": 2}}}, "cars.red.lap"),
        ({"cars": {"red": {"lap": -1}}}, "cars.red.lap"),
        ({"cars": {"red": {"fuel": 6}}}, "cars.red.fuel"),
        ({"cars": {"red": {"fuel": -1}}}, "cars.red.fuel"),
        ({"cars": {"red": {"fuel": "full"}}}, "cars.red.fuel"),
        ({"cars": {"red": {"hand": ["good-exit"] * 4}}}, "cars.red.hand"),
        ({"cars": {"red": {"hand": ["debris"]}}}, "cars.red.hand"),
        ({"cars": {"red": {"hand": ["joker"]}}}, "cars.red.hand"),
        ({"cars": {"red": {"out": True}}}, "cars.red.out"),
        ({"cars": {"red": {"out_turns": 1}}}, "cars.red.out_turns"),
        ({"cars": {"red": {"stats": {"passes": -1}}}}, "cars.red.stats.passes"),
        ({"cars": {"red": {"stats": {"wins": 1}}}}, "cars.red.stats.wins"),
        ({"cars": {seat: {"hand": ["late-brake"] * 3} for seat in ("red", "blue")}}, "bags.chance"),
        ({"stacks": {"5": ["red", "blue"]}}, "stacks.5"),
        ({"stacks": {"0": ["red"]}}, "stacks.0"),
        ({"stacks": {"0": ["red", "red"]}}, "stacks.0"),
        ({"stacks": []}, "stacks"),
        ({"stacks": {"24": []}}, "stacks.24"),
        ({"bags": {"events": {}}}, "bags.events"),
        ({"bags": {"chance": {"draw": {"debris": 2}}}}, "bags.chance.draw"),
        ({"bags": {"overtake": {"draw": {"crash": 1}, "discard": {"crash": 1}}}}, "bags.overtake"),
        ({"bags": {"overtake": {"draw": {"joker": 1}}}}, "bags.overtake.draw.joker"),
        ({"safety_car": {"phase": "bunching"}}, "safety_car.phase"),
        ({"safety_car": {"head": 3}}, "safety_car.head"),
        ({"safety_car": {"queue": ["red"]}}, "safety_car.phase"),
        ({"safety_car": {"phase": "advancing", "rounds_left": 4}}, "safety_car.rounds_left"),
        ({"safety_car": {"phase": "advancing", "rounds_left": 0}}, "safety_car.rounds_left"),
        ({"safety_car": {"phase": "advancing", "queue": ["red", "red"]}}, "safety_car.queue"),
        ({"safety_car": {"phase": "advancing", "queue": ["red"]}}, "safety_car.queue"),
        ({"safety_car": {"phase": "advancing", "queue": ["red", "green"]}}, "safety_car.queue"),
        ({"safety_car": {"phase": "advancing", "held": ["red"]}}, "safety_car.held"),
    ],
)
def test_a_state_that_could_not_exist_is_refused_with_the_field_that_is_wrong(
    patch: dict[str, object], key: str
) -> None:
    with pytest.raises(BadState) as refused:
        Table(patch)
    assert refused.value.key == key
    assert refused.value.why


def test_an_unknown_key_is_told_with_the_nearest_one() -> None:
    with pytest.raises(BadState, match="did you mean 'locked'"):
        Table({"cars": {"red": {"lock": True}}})
    with pytest.raises(BadState, match="did you mean 'incidents'"):
        Table({"cars": {"red": {"stats": {"incident": 1}}}})


def test_a_full_hand_is_that_of_the_house() -> None:
    assert Table({"cars": {"red": {"hand": ["good-exit"] * 5}}}, hand_limit=5).race.cars["red"].hand


def test_a_correction_in_the_middle_of_a_race_leaves_an_open_question_open() -> None:
    table = race(red="20", blue="9")
    table.do("drive 2")
    table.mend({"cars": {"blue": {"fuel": 5}}})
    assert table.choices() == ["stay-out", "enter-pits"]
    assert table.race.cars["blue"].fuel == 5
    table.mend({"cars": {"red": {"at": "5"}}})
    assert "drive 2" in table.choices()


def test_a_correction_behind_the_safety_car_begins_its_round_anew_only_if_cars_are_moved() -> None:
    table = race(red="2", blue="P1 f1", green="9")
    table.do("drive 2")
    table.draw("debris")
    before = table.race.safety_car
    assert table.mend({"cars": {"blue": {"fuel": 4}}}) == []
    assert table.race.safety_car == before
    assert table.mend({"cars": {"green": {"at": "12"}, "red": {"at": "11"}}}) == [
        "safety-car-advanced 1",
        "moved green 12 14",
        "moved red 11 13",
    ]
    assert table.asked == "blue"


def test_a_race_that_is_over_cannot_be_corrected() -> None:
    table = race(red="L1 23", blue="5")
    table.do("drive 1")
    with pytest.raises(BadState):
        table.mend({"cars": {"blue": {"fuel": 5}}})
