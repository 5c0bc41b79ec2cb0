"""Scenario patches: what is filled in, and what could not exist."""

import pytest

from companion.engine import BadState
from companion.engine.codec import state_form
from tests.support.gear_dice import Play, Table, cars, on


def refused(patch: Table, **options: object) -> str:
    """The key that a patch is refused for."""
    with pytest.raises(BadState) as refusal:
        Play(patch, ("red", "blue"), **options)
    assert refusal.value.why
    return refusal.value.key


def test_set_up_draws_count_as_done_in_the_order_of_the_seats() -> None:
    race = Play({}).race
    assert (race.cars["red"].at, race.cars["blue"].at) == ("a12", "b12")
    assert (race.round, race.turn, race.order) == (1, "red", ("red", "blue"))


def test_turn_and_order_follow_each_other() -> None:
    assert Play({"turn": "blue"}).race.order == ("blue", "red")
    assert Play({"order": ["blue"]}).race.turn == "blue"
    assert refused({"turn": "red", "order": ["blue"]}) == "turn"
    assert refused({"order": ["red", "red"]}) == "order"
    assert refused({"turn": "green"}) == "turn"
    assert refused({"order": ["green"]}) == "order"


def test_the_bag_is_what_is_nowhere_else() -> None:
    race = Play(cars(on("b2", 1, damage={"gear": 2}), flags=["t3"])).race
    assert race.bag == {"gear": 4, "coast": 6, "brake": 6, "weather": 6, "yellow": 5, "green": 12}
    assert race.flag_rounds == {"t3": 1}


def test_a_patched_bag_never_holds_more_than_is_left() -> None:
    assert Play(cars(on("b2", 1, damage={"gear": 2}), bag={"gear": 4})).race.bag["gear"] == 4
    assert refused(cars(on("b2", 1, damage={"gear": 2}), bag={"gear": 5})) == "bag.gear"
    assert refused(cars(on("b2", 1), bag={"yellow": 7})) == "bag.yellow"
    assert refused(cars(on("b2", 1), bag={"red": 5})) == "bag.red"
    assert refused(cars(on("b2", 1), bag={"green": -1})) == "bag.green"
    assert refused(cars(on("b2", 1, damage={"gear": 7}))) == "cars.red.damage.gear"
    two = cars(on("b2", 1), flags=["t3"], bag={"yellow": 4})
    assert Play(two).race.yellows == (1, 1)


@pytest.mark.rule("3.3")
def test_a_bag_may_be_patched_short_and_then_gives_what_there_is() -> None:
    empty = dict.fromkeys(("gear", "coast", "brake", "weather", "green"), 0)
    table = Play(cars(on("b2", 6), hazards=2, bag={**empty, "yellow": 1}))
    table.do("lay g6 b3")
    table.roll("hazard")
    assert table.draw("yellow")[-1].startswith("flag-placed")
    assert sum(table.race.bag.values()) == 0


@pytest.mark.parametrize(
    ("car", "key"),
    [
        ({"at": "z1"}, "cars.red.at"),
        ({"at": "c9"}, "cars.blue.at"),
        ({"gear": 7}, "cars.red.gear"),
        ({"gear": 2, "status": "spun"}, "cars.red.gear"),
        ({"status": "flying"}, "cars.red.status"),
        ({"fuel": 3}, "cars.red.fuel"),
        ({"status": "finished", "lap": 1}, "cars.red.status"),
        ({"focus": -1}, "cars.red.focus"),
        ({"damage": {"paint": 1}}, "cars.red.damage.paint"),
    ],
)
def test_a_car_that_cannot_be_is_refused(car: Table, key: str) -> None:
    assert refused(cars({**on("b2", 0), **car})) == key


@pytest.mark.parametrize(
    ("patch", "key"),
    [
        ({"hazards": 3}, "hazards"),
        ({"route": ["g5 b3"]}, "route"),
        ({"route": ["g3 b9"]}, "route"),
        ({"route": ["flight b3"]}, "route"),
        ({"rolled": ["g3 b1"]}, "rolled"),
        ({"rolled": ["g2 b1", "g2 b2"]}, "rolled"),
        ({"rolled": ["coast b2"] * 3}, "rolled"),
        ({"results": ["hazard"]}, "results"),
        ({"route": ["g3 b3"], "results": ["clear"]}, "results"),
        ({"route": ["g3 b3"], "results": ["maybe"]}, "results[0]"),
        ({"rolled": ["g2 b2"], "route": ["g3 b3"], "results": ["hazard"], "hazards": 2}, "results"),
        ({"cars": 3}, "cars"),
        ({"cars": {"red": 3}}, "cars.red"),
        ({"flags": ["t9"]}, "flags"),
        ({"flag_rounds": {"t1": 1}}, "flag_rounds.t1"),
        ({"flags": ["t1"], "flag_rounds": {"t2": 1}}, "flag_rounds.t2"),
        ({"flags": ["t1"], "exempt": [["red", "green"]]}, "exempt"),
        ({"weather": "snow"}, "weather"),
        ({"winner": "red"}, "winner"),
        ({"options": {"laps": 3}}, "options"),
        ({"speed": 3}, "speed"),
    ],
)
def test_a_turn_that_cannot_be_is_refused(patch: Table, key: str) -> None:
    assert refused(cars(on("b2", 2), **patch)) == key


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        ({"wether": "wet"}, "did you mean 'weather'"),
        ({"weather": "snow"}, "known: dry, wet"),
        ({"flags": ["t9"]}, "known: t1"),
        ({"cars": {"red": {"status": "of"}}}, "did you mean 'off'"),
        ({"cars": {"red": {"at": "b13"}}}, "did you mean"),
        ({"cars": {"red": {"gaer": 3}}}, "did you mean 'gear'"),
    ],
)
def test_a_misspelt_word_comes_with_the_nearest(patch: Table, told: str) -> None:
    with pytest.raises(BadState, match=told):
        Play(patch)


def test_an_unknown_seat_is_refused() -> None:
    assert refused({"cars": {"green": on("b2")}}) == "cars.green"


def test_a_turn_under_way_is_taken_up() -> None:
    table = Play(cars(on("b3", 3), rolled=["g3 b3"], route=["g4 b4"], hazards=1, secured=1))
    assert {"stop", "roll", "unlay"} <= set(table.menu)
    assert table.refused("lay g3 b5").rule == "6.1"


def test_a_flat_out_crash_is_taken_up() -> None:
    table = Play(cars(on("b2", 2), route=["g3 b3", "g4 b4"], results=["hazard", "hazard"], hazards=1))
    assert table.menu == ["crash-at 2", "unlay"]
    assert table.race.thrown == ("g3", "g4")


def test_a_car_that_has_crossed_often_enough_has_finished() -> None:
    table = Play(cars(on("b2", 2), on("b5", 3) | {"lap": 3}), laps=2)
    assert table.car("blue").status == "finished"
    assert table.race.order == ("red",)
    assert table.race.ranking == ("blue", "red")


def test_new_tyres_are_due_after_a_stop_for_tyres() -> None:
    assert Play(cars(on("b2", 0, status="pit-tyres"))).car().new_tyres


def test_a_patch_in_mid_race_starts_the_new_turn_afresh() -> None:
    table = Play(cars(on("b2", 2)))
    table.do("lay g3 b3")
    table.session.patch({"turn": "blue"})
    assert (table.asked, table.race.route) == ("blue", ())


def test_a_race_without_a_patch_waits_for_the_grid() -> None:
    table = Play()
    assert table.draw_name == "grid"
    assert table.events == []


def test_the_form_names_what_a_scenario_may_expect() -> None:
    plain = state_form(Play({}).race)
    assert {"round", "weather", "turn", "order", "flags", "cars", "bag", "route", "rolled", "hazards"} <= set(plain)
    assert plain["ranking"] == ["red", "blue"]
    assert "winner" not in plain
