"""Stock car, chapter 2.8: lanes at joints, asked for once, and rows chosen behind them."""

import pytest

from tests.support.stock_car import moving, played

rule = pytest.mark.rule

INTO = "3x9 2x21"
OUT = "2x9 3x21"


@rule("2.8")
def test_a_single_car_chooses_its_lane_and_pays_after_the_answer() -> None:
    table = moving("29 M9, 43 I2", "solo", 2, track=INTO).do("forward")
    assert table.open() == ["lane I", "lane O"]
    assert table.move.points == 2
    assert table.events == []
    assert table.do("lane O").at(29) == "29 O10"
    assert table.move.points == 1


@rule("2.8")
def test_where_there_is_no_choice_no_lane_is_asked() -> None:
    assert moving("29 I9, 43 I2", "solo", 2, track=INTO).do("forward").at(29) == "29 I10"
    assert moving("29 O9, 43 I2", "draft", 2, track=INTO).do("forward").at(29) == "29 O10"


@rule("2.8")
def test_a_lane_that_cannot_be_paid_is_not_offered() -> None:
    table = moving("29 M9, 43 I10", "solo", 2, track=INTO)
    assert table.do("forward").at() == "29 O10, 43 I10"
    table = moving("29 M9, 43 I10", "solo", 3, track=INTO).do("forward")
    assert table.open() == ["lane I", "lane O"]
    assert table.choice("lane I").label == "Inner lane 3 MP"
    assert table.do("lane I").race.move is None


@rule("2.8", "Q24")
def test_a_line_may_take_the_free_lane_beside_a_taken_one() -> None:
    table = moving("15 I8, 43 I9, 29 I10, 21 I11, 22 I7", "draft", 1, track=OUT).do("forward")
    assert table.open() == ["lane I", "lane M"]
    assert table.choice("lane M").detail == ("you, 43, 22", "links 22, 43")
    assert table.do("lane I").at() == "15 I9, 43 I10, 29 I11, 21 I12, 22 I8"


@rule("2.8", "Q23")
def test_a_line_goes_whole_down_the_lane_that_its_front_took() -> None:
    table = moving("15 I7, 43 I8, 22 I6", "draft", 4, track=OUT).do("forward", "forward")
    assert table.open() == ["lane I", "lane M"]
    assert table.do("lane M", "forward", "forward").at() == "15 M11, 43 M12, 22 M10"


@rule("2.8")
def test_each_joint_is_asked_for_once_in_a_move() -> None:
    table = moving("29 M9, 43 I2", "draft", 5, track="3x9 2x2 3x19").do("forward", "lane I", "forward", "forward")
    assert table.open() == ["lane I", "lane M"]


@rule("2.8")
def test_before_a_joint_with_a_choice_nobody_joins_on_arrival() -> None:
    table = moving("29 M8, 43 I10", "draft", 4, track=INTO).do("forward")
    assert table.events == ["moved 29 M8 M9"]
    assert not table.move.locked
    assert "sideways in" in table.open()


@rule("2.8")
def test_with_every_lane_ahead_taken_the_car_is_locked_all_the_same() -> None:
    table = moving("29 M8, 43 I10, 21 O10", "draft", 4, track=INTO).do("forward")
    assert table.move.locked
    assert table.move.linked == ()
    assert table.refusal("sideways in").rule == "2.3"
    assert table.do("forward").open() == ["lane I", "lane O"]
    assert table.do("lane O").events == ["moved 21 O10 O11", "moved 29 M9 O10", "linked 21"]


@rule("2.8")
def test_a_row_is_joined_up_to_the_joint_only() -> None:
    table = moving("29 M6, 28 M8, 43 M9, 21 I10", "draft", 4, track=INTO).do("forward")
    assert table.move.linked == (28, 43)
    assert table.do("forward").open() == ["lane I", "lane O"]
    assert table.do("lane I").at() == "29 M8, 28 M9, 43 I10, 21 I11"


@rule("2.8")
def test_behind_a_joint_the_only_taken_lane_is_taken_without_being_asked() -> None:
    table = moving("29 I10, 43 M9", "draft", 2, track=INTO).do("forward")
    assert table.events == ["linked 43", "moved 29 I10 I11", "moved 43 M9 I10"]


@rule("2.8", "A1")
def test_of_two_rows_behind_a_joint_one_is_chosen_at_the_first_pulling_step() -> None:
    table = moving("29 I10, 43 M9, 28 M8, 21 I9", "draft", 3, track=INTO)
    assert table.open() == ["forward", "forward-alone", "sideways out"]
    assert table.do("forward").open() == ["lane I", "lane M"]
    assert table.do("lane M").at() == "29 I11, 43 I10, 28 M9, 21 I9"
    assert table.do("forward", "forward").at() == "29 I13, 43 I12, 28 I11, 21 I9"


@rule("2.8")
def test_leaving_the_cars_behind_asks_for_no_row() -> None:
    table = moving("29 I10, 43 M9, 21 I9", "draft", 3, track=INTO).do("forward-alone")
    assert table.at() == "29 I11, 43 M9, 21 I9"


@rule("2.8")
def test_ahead_is_asked_before_behind() -> None:
    table = moving("29 M5, 43 I4, 21 O4", "draft", 3, track="2x4 3x1 2x25").do("forward")
    assert table.open() == ["lane I", "lane O"]
    assert table.do("lane O").open() == ["lane I", "lane O"]
    assert table.do("lane I").at() == "29 O6, 43 M5, 21 O4"


@rule("2.8")
def test_after_a_step_over_a_joint_the_space_behind_is_the_one_just_left() -> None:
    table = moving("29 I9, 43 O9", "draft", 3, track=OUT).do("forward", "lane M")
    assert table.open() == ["forward", "sideways in", "sideways out"]
    assert table.do("forward").at() == "29 M11, 43 O9"


@rule("2.3", "2.8")
def test_a_lead_is_asked_for_its_row_right_after_the_card() -> None:
    table = played("22 I11, 43 I10, 23 I9, 21 M9, 28 M8", 28, track=INTO)
    assert table.open() == ["lane I", "lane M"]
    assert table.events == []
    assert table.refusal("forward").rule == "2.8"
    table.do("lane M")
    assert table.events == ["linked 43", "linked 21", "linked 28"]
    assert table.do("forward").at() == "22 I12, 43 I11, 23 I9, 21 I10, 28 M9"


@rule("2.3", "2.8")
def test_a_patched_lead_without_links_is_asked_as_well() -> None:
    assert moving("22 I10, 23 I9, 21 M9", "lead", 2, track=INTO).open() == ["lane I", "lane M"]
    assert moving("22 I10, 23 I9", "lead", 2, track=INTO).move.linked == (23,)


@rule("2.8")
def test_followers_take_the_way_of_their_leader_over_a_joint() -> None:
    table = moving("22 I9, 43 I8, 21 I7", "lead", 3, track=OUT).do("forward", "lane M", "forward", "forward")
    assert table.at() == "22 M12, 43 M11, 21 M10"


@rule("2.9")
def test_outside_and_inside_line_take_the_choice_of_a_lane_away() -> None:
    assert played("29 M9, 43 I2", 77, track=INTO).do("forward").at(29) == "29 O10"
    assert played("29 M9, 43 I2", 79, track=INTO).do("forward").at(29) == "29 I10"
    assert played("29 I9, 43 I2", 77, track=OUT).do("forward").at(29) == "29 M10"


@rule("2.9")
def test_outside_and_inside_line_choose_the_row_behind_as_well() -> None:
    assert played("29 I10, 43 M9, 21 I9", 77, track=INTO).do("forward").at() == "29 I11, 43 I10, 21 I9"
    assert played("29 I10, 43 M9, 21 I9", 79, track=INTO).do("forward").at() == "29 I11, 43 M9, 21 I10"


@rule("2.9", "2.8")
def test_outside_line_joins_at_a_joint_on_arrival() -> None:
    table = played("29 M8, 43 O10", 77, track=INTO).do("forward")
    assert table.events == ["moved 29 M8 M9", "linked 43"]


@rule("2.9", "2.6")
def test_outside_line_does_not_bind_a_shoved_car() -> None:
    table = played("29 I10, 43 O10", 77, track=INTO).do("sideways out")
    assert table.open() == ["send 43 M", "send 43 O"]


@rule("A34")
def test_a_line_in_a_ring_of_cars_goes_round_as_a_ring() -> None:
    ring = ", ".join(f"{number} O{number}" for number in range(1, 10))
    table = moving(ring, "draft", 2, track="2x9", red=(1, 2, 3, 4, 5)).do("forward")
    assert table.at() == "1 O2, 2 O3, 3 O4, 4 O5, 5 O6, 6 O7, 7 O8, 8 O9, 9 O1"
    assert table.do("forward").at(9, 1) == "9 O2, 1 O3"
