"""Stock car, chapter 2.6: shoves, the wall, the apron, and the followers of a Lead."""

import pytest

from tests.support.stock_car import moving

rule = pytest.mark.rule


@rule("2.6")
def test_a_shoved_car_goes_one_lane_the_same_way() -> None:
    table = moving("29 I7, 43 M7", "solo", 5).do("sideways out")
    assert table.events == ["shoved 43 M7 O7", "moved 29 I7 M7"]
    assert table.move.points == 3


@rule("2.6")
def test_shoves_chain_farthest_first_and_still_cost_two() -> None:
    table = moving("29 I7, 43 M7, 21 O7, 22 O6, 23 O4", "solo", 5).do("sideways out")
    assert table.events == ["shoved 22 O6 O5", "shoved 21 O7 O6", "shoved 43 M7 O7", "moved 29 I7 M7"]
    assert table.move.points == 3
    assert table.at(23) == "23 O4"


@rule("2.6")
def test_at_the_wall_a_car_drops_back_with_the_unbroken_row_behind_it() -> None:
    table = moving("29 M7, 43 O7, 21 O6, 22 O5, 23 O3", "solo", 2).do("sideways out")
    assert table.at() == "29 O7, 43 O6, 21 O5, 22 O4, 23 O3"


@rule("2.6", "Q21")
def test_at_the_apron_a_car_drops_back_and_never_goes_onto_it() -> None:
    table = moving("29 M7, 43 I7", "solo", 2).do("sideways in")
    assert table.events == ["shoved 43 I7 I6", "moved 29 M7 I7"]


@rule("2.6")
def test_in_a_corner_every_shove_drops_back() -> None:
    table = moving("29 I7, 43 O7", "solo", 2, track="2x30").do("sideways out")
    assert table.at() == "29 O7, 43 O6"


@rule("2.6")
def test_shoves_may_be_repeated_in_one_move() -> None:
    table = moving("29 O7, 43 M7, 21 I8", "solo", 8).do("sideways in", "sideways in", "forward", "sideways out")
    assert table.at() == "29 M8, 43 I6, 21 I9"


@rule("2.6", "2.2")
def test_a_shoved_car_may_drop_back_over_the_line() -> None:
    table = moving("29 M1 2, 43 O1 2", "solo", 2).do("sideways out")
    assert table.at(43) == "43 O30"
    assert table.race.cars[43].lap == 1


@rule("2.6", "2.8", "A4")
def test_dropping_back_over_a_joint_the_active_player_picks_the_lane() -> None:
    table = moving("29 I10, 43 O10, 21 O9, 22 O8", "solo", 2, track="3x9 2x21").do("sideways out")
    assert table.open() == ["send 43 M", "send 43 O"]
    assert table.at() == "29 I10, 43 O10, 21 O9, 22 O8"
    assert table.do("send 43 M").at() == "29 O10, 43 M9, 21 O9, 22 O8"


@rule("2.6", "A4")
def test_the_row_behind_the_joint_drops_back_in_its_own_lane() -> None:
    table = moving("29 I10, 43 O10, 21 O9, 22 O8", "solo", 2, track="3x9 2x21").do("sideways out", "send 43 O")
    assert table.events == ["shoved 22 O8 O7", "shoved 21 O9 O8", "shoved 43 O10 O9", "moved 29 I10 O10"]


@rule("2.6")
def test_a_lane_behind_that_is_no_choice_is_not_asked() -> None:
    table = moving("29 M10, 43 O10", "solo", 2, track="2x9 3x21").do("sideways out")
    assert table.at() == "29 O10, 43 O9"


@rule("2.6", "A6")
def test_a_car_that_would_break_into_the_followers_goes_ahead_with_its_row() -> None:
    cars = "22 O8, 15 O7, 43 I7, 29 I6, 23 I8, 21 I9"
    table = moving(cars, "lead", 2, {"linked": [15, 43, 29]}, track="2x30").do("sideways in")
    assert table.events[:2] == ["shoved 21 I9 I10", "shoved 23 I8 I9"]
    assert table.at() == "22 I8, 15 O8, 43 O7, 29 I7, 23 I9, 21 I10"


@rule("2.6", "A6")
def test_one_follower_anywhere_in_the_row_behind_is_enough() -> None:
    cars = "22 O8, 15 O7, 43 O6, 29 I6, 23 I8, 21 I7"
    table = moving(cars, "lead", 2, {"linked": [15, 43, 29]}, track="2x30").do("sideways in")
    assert table.at() == "22 I8, 15 O8, 43 O7, 29 O6, 23 I9, 21 I7"


@rule("2.6")
def test_other_cars_drop_back_beside_the_followers() -> None:
    cars = "22 O8, 15 O7, 23 I8, 21 I7"
    table = moving(cars, "lead", 2, {"linked": [15]}, track="2x30").do("sideways in")
    assert table.at() == "22 I8, 15 O8, 23 I7, 21 I6"


@rule("A5")
def test_a_shove_never_puts_a_car_sideways_into_a_follower() -> None:
    cars = "22 I8, 15 O8, 23 M8, 21 M9"
    table = moving(cars, "lead", 2, {"linked": [15]}).do("sideways out")
    assert table.at() == "22 M8, 15 I8, 23 M9, 21 M10"


@rule("2.6", "2.8")
def test_a_backward_lane_that_would_move_a_follower_is_not_offered() -> None:
    cars = "22 O10, 15 O9, 43 M9, 23 I10"
    table = moving(cars, "lead", 2, {"linked": [15, 43]}, track="3x9 2x21").do("sideways in")
    assert table.at() == "22 I10, 15 O10, 43 O9, 23 I9"


@rule("2.6", "2.8")
def test_with_followers_in_both_backward_lanes_the_car_goes_ahead() -> None:
    cars = "22 O10, 15 M9, 43 I9, 23 I10"
    table = moving(cars, "lead", 2, {"linked": [15, 43]}, track="3x9 2x21").do("sideways in")
    assert table.at() == "22 I10, 15 O10, 43 M9, 23 I11"


@rule("2.6", "2.8")
def test_the_car_that_goes_ahead_is_sent_over_a_joint_by_choice() -> None:
    cars = "22 O9, 15 I8, 23 I9"
    table = moving(cars, "lead", 2, {"linked": [15]}, track="2x9 3x21").do("sideways in")
    assert table.open() == ["send 23 I", "send 23 M"]
    assert table.do("send 23 M").at() == "22 I9, 15 O9, 23 M10"


@rule("A8")
def test_a_shove_cannot_fail_to_burn_points() -> None:
    table = moving("29 M7, 43 O7", "solo", 1)
    assert table.refusal("sideways out").rule == "2.2"
    assert table.refusal("bump").rule == "2.7"


@rule("A34")
def test_nobody_is_shoved_into_a_lane_that_is_taken_all_the_way_round() -> None:
    ring = ", ".join(f"{number} O{number}" for number in range(2, 10))
    table = moving(f"1 I1, {ring}, 10 O1", "solo", 4, track="2x9", red=(1, 2, 3, 4, 5))
    assert table.refusal("sideways out").rule == "A34"


@rule("2.2", "2.3")
def test_nobody_shoves_a_follower_beside_it() -> None:
    table = moving("29 M7, 43 O7, 21 O6", "lead", 4, {"linked": [43, 21]})
    assert table.refusal("sideways out").rule == "2.2"
    assert table.do("sideways in").at() == "29 I7, 43 M7, 21 O7"
