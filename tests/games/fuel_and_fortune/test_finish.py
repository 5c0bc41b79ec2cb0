"""Chapter 7, Winning and awards."""

import pytest

from companion.engine import Over
from tests.support.fuel_and_fortune import Table, cars, race

rule = pytest.mark.rule


def stats(**counts: int) -> dict[str, object]:
    return {"stats": counts}


@rule("7.1")
@rule("7.2")
@rule("A-130")
@rule("A-131")
def test_the_race_stops_at_once_and_everybody_is_ranked() -> None:
    table = race(red="5", blue="L1 23 f1", green="L1 10", turn="blue")
    assert table.do("drive 1") == ["moved blue 23 0", "lap-completed blue 2", "race-won blue"]
    assert table.pending == Over(("blue", "green", "red"))
    assert table.said == ["CHEQUERED FLAG. Blue wins."]
    assert table.refusal("drive 1") == "7.1"
    assert table.refusal("drive 1", "green") == "7.1"
    assert table.state["winner"] == "blue"


@rule("7.1")
def test_winner_and_awards_are_there_only_once_the_race_is_over() -> None:
    table = race(red="5", blue="L1 23", turn="blue")
    assert "winner" not in table.state
    assert "awards" not in table.state
    table.do("drive 1")
    assert {"winner", "awards"} <= set(table.state)


@rule("A-130")
def test_by_a_switch_the_round_is_driven_to_its_end_and_the_best_progress_wins() -> None:
    table = race(red="L1 23", blue="L1 22", green="L1 9", finish_mode="finish-round")
    assert table.do("drive 1") == ["moved red 23 0", "lap-completed red 2"]
    assert table.said == ["Move Red to 0.", "Red completes lap 2."]
    assert (table.asked, table.race.winner) == ("blue", None)
    assert table.do("drive 4") == ["fuel-burned blue 2", "moved blue 22 2", "lap-completed blue 2"]
    assert table.do("drive 1") == ["moved green 9 10", "race-won blue"]
    assert table.race.ranking == ("blue", "red", "green")


@rule("A-130")
def test_ties_at_the_end_of_the_round_go_to_who_crossed_first() -> None:
    table = race(red="L1 23", blue="L1 22", finish_mode="finish-round")
    table.do("drive 1")
    assert table.do("drive 2") == ["moved blue 22 0", "lap-completed blue 2", "race-won red"]


@rule("A-130")
def test_a_car_that_is_home_is_no_obstacle() -> None:
    patch = {**cars(red="L1 23", blue="23", green="L1 2"), "turn": "red"}
    table = Table(patch, 3, finish_mode="finish-round")
    table.do("drive 1")
    assert table.do("drive 1") == ["moved blue 23 0", "lap-completed blue 1"]
    assert table.asked == "green"


def ended(red: dict[str, object], blue: dict[str, object], green: dict[str, object]) -> Table:
    """Green wins before red and blue; the grid was red, blue, green."""
    patch = {
        "turn": "green",
        "cars": {
            "red": {"at": "9", "lap": 1, **red},
            "blue": {"at": "5", "lap": 1, **blue},
            "green": {"at": "23", "lap": 1, **green},
        },
    }
    table = Table(patch, 3)
    table.do("drive 1")
    return table


@rule("7.3")
@rule("7.4")
@rule("7.5")
@rule("7.6")
@rule("7.7")
@rule("7.8")
@rule("7.9")
@rule("A-132")
@rule("A-136")
@rule("A-137")
def test_awards_with_ties() -> None:
    table = ended(
        stats(fuel_burned=4, good_exits=1, late_brakes=1, passes=2, incidents=1),
        stats(fuel_burned=4, avoid_crashes=2, passes=2, crashes=1),
        stats(fuel_burned=2, incidents=1),
    )
    assert table.state["awards"] == {
        "leadfoot": ["red", "blue"],
        "lucky-dog": ["red", "blue"],
        "pro-racer": ["red"],
        "elbows-out": ["red", "blue"],
        "squeaky-clean": ["red", "blue", "green"],
        "not-your-day": ["red", "blue"],
    }


@rule("A-133")
@rule("A-138")
def test_most_needs_at_least_one_and_cleanest_does_not() -> None:
    table = ended({}, {}, stats(crashes=1))
    assert table.state["awards"] == {
        "leadfoot": [],
        "lucky-dog": [],
        "pro-racer": [],
        "elbows-out": [],
        "squeaky-clean": ["red", "blue"],
        "not-your-day": ["red", "blue"],
    }


@rule("A-137")
def test_nobody_has_a_bad_day_if_nobody_lost_a_place() -> None:
    table = race(red="L1 23", blue="L1 5")
    table.do("drive 1")
    assert table.race.awards is not None
    assert table.race.awards["not-your-day"] == ()


@rule("A-137")
def test_places_are_counted_against_the_grid() -> None:
    table = Table({**cars(red="L1 23", blue="L1 5"), "grid": ["blue", "red"], "turn": "red"})
    table.do("drive 1")
    assert table.race.awards is not None
    assert table.race.awards["not-your-day"] == ("blue",)


@rule("A-139")
def test_a_practice_run_has_no_awards() -> None:
    table = race(red="L1 23")
    table.do("drive 1")
    assert table.race.winner == "red"
    assert set(table.race.awards or {}) == {
        "leadfoot",
        "lucky-dog",
        "pro-racer",
        "elbows-out",
        "squeaky-clean",
        "not-your-day",
    }
    assert not any((table.race.awards or {}).values())


@rule("7.3")
def test_statistics_are_kept_from_the_first_turn() -> None:
    table = race(red="9 f2 GE AC LB", blue="15")
    table.do("drive 6 card:good-exit avoid-crash")
    found = table.race.cars["red"].stats
    assert (found.fuel_burned, found.good_exits, found.avoid_crashes, found.passes, found.overlaps) == (2, 1, 1, 1, 1)


@rule("7.1")
def test_a_win_from_the_last_box_counts_its_lap() -> None:
    table = race(red="L1 P5 f1", blue="L1 20")
    table.do("drive 1")
    assert (table.race.winner, table.race.cars["red"].lap, table.race.cars["red"].at) == ("red", 2, "1")


@rule("A-130")
@rule("A-108")
def test_cars_led_home_behind_the_safety_car_in_the_last_round_go_on_with_the_queue_until_green() -> None:
    table = Table({**cars(red="15 f3", blue="L1 20", green="L1 5"), "turn": "red"}, 3, finish_mode="finish-round")
    table.do("drive 2")
    table.draw("debris")
    while table.race.safety_car.out:
        table.do("stay-out")
    assert table.race.finished == ("blue", "green")
    assert (table.race.cars["blue"].at, table.race.cars["green"].at) == ("2", "1")
    assert table.events[-1] == "race-won blue"
