"""Stock car, chapters 2.3 to 2.5: links, Solo, Draft and Pursuit."""

import pytest

from tests.support.stock_car import moving

rule = pytest.mark.rule


@rule("2.4")
def test_solo_drags_nobody_along() -> None:
    table = moving("29 M7, 43 M6, 21 M5", "solo", 2).do("forward", "forward")
    assert table.at() == "29 M9, 43 M6, 21 M5"


@rule("2.5", "Q11")
def test_a_draft_that_meets_nobody_moves_like_solo() -> None:
    table = moving("29 M7, 43 I20", "draft", 4)
    assert table.do("forward", "sideways out", "forward", "sideways in").at(29) == "29 M9"


@rule("2.5", "A2", "Q14")
def test_cars_front_and_rear_do_not_bar_a_first_step_sideways() -> None:
    table = moving("29 M7, 43 M8, 21 M6", "draft", 4)
    assert table.open() == ["forward", "forward-alone", "sideways in", "sideways out"]
    assert table.do("sideways in").at() == "29 I7, 43 M8, 21 M6"
    assert not table.move.locked


@rule("2.5", "A3", "A7", "Q16")
def test_arriving_behind_a_car_links_its_whole_row_up_to_a_gap() -> None:
    table = moving("29 M5, 28 M7, 43 M8, 21 M10", "draft", 3).do("forward")
    assert table.events == ["moved 29 M5 M6", "linked 28", "linked 43"]
    assert table.move.locked
    assert table.move.linked == (28, 43)
    assert table.do("forward").events == ["moved 43 M8 M9", "moved 28 M7 M8", "moved 29 M6 M7", "linked 21"]
    assert table.do("forward").at() == "29 M8, 28 M9, 43 M10, 21 M11"


@rule("2.3", "2.5")
def test_a_linked_car_cannot_change_lane() -> None:
    table = moving("29 M5, 28 M7", "draft", 3).do("forward")
    assert table.refusal("sideways in").rule == "2.3"
    assert table.refusal("sideways out").rule == "2.3"


@rule("2.5")
def test_a_step_forward_pulls_the_unbroken_row_behind_nearest_first() -> None:
    table = moving("29 M7, 43 M6, 21 M5, 22 M3", "draft", 2).do("forward")
    assert table.events == [
        "linked 43",
        "linked 21",
        "moved 29 M7 M8",
        "moved 43 M6 M7",
        "moved 21 M5 M6",
    ]
    assert table.move.locked
    assert table.do("forward").at() == "29 M9, 43 M8, 21 M7, 22 M3"


@rule("2.5", "A1")
def test_the_cars_behind_may_be_left_for_the_whole_move() -> None:
    table = moving("29 M7, 43 M6", "draft", 4).do("forward-alone")
    assert table.events == ["moved 29 M7 M8"]
    assert not table.move.locked
    assert table.open() == ["forward", "sideways in", "sideways out"]


@rule("A1")
def test_after_leaving_the_cars_behind_no_row_behind_is_pulled() -> None:
    table = moving("29 M7, 43 M6, 21 O7", "draft", 4).do("forward-alone", "sideways out")
    assert table.open() == ["forward"]
    assert table.do("forward").at() == "29 O9, 43 M6, 21 O7"


@rule("2.5", "A1", "Q15")
def test_under_forced_links_the_cars_behind_cannot_be_left() -> None:
    table = moving("29 M7, 43 M6", "draft", 4, draft_rear="forced")
    assert table.refusal("forward-alone").rule == "2.5"
    assert table.do("forward").at() == "29 M8, 43 M7"


@rule("2.5")
def test_nobody_is_left_where_nobody_is_behind() -> None:
    table = moving("29 M7, 43 M5", "draft", 4)
    assert "forward-alone" not in table.open()
    assert table.refusal("forward-alone").rule == "2.5"


@rule("2.5", "Q17")
def test_pursuit_pushes_those_ahead_and_leaves_those_behind() -> None:
    table = moving("29 M7, 43 M8, 28 M9, 21 M6", "pursuit", 2).do("forward")
    assert table.events == ["moved 28 M9 M10", "moved 43 M8 M9", "moved 29 M7 M8", "linked 43", "linked 28"]
    assert table.at() == "29 M8, 43 M9, 28 M10, 21 M6"


@rule("2.5", "Q17")
def test_cars_behind_never_bar_a_pursuit_from_changing_lane() -> None:
    table = moving("29 M7, 43 M6, 21 M5", "pursuit", 3).do("forward", "sideways in")
    assert table.at() == "29 I8, 43 M6, 21 M5"


@rule("2.5")
def test_slipping_in_front_of_a_car_pulls_it_on_the_next_step_forward() -> None:
    table = moving("29 M7, 43 O7", "draft", 4).do("forward", "sideways out")
    assert table.open() == ["forward", "forward-alone"]
    assert table.do("forward").events == ["linked 43", "moved 29 O8 O9", "moved 43 O7 O8"]


@rule("2.5")
def test_a_row_linked_behind_is_never_lengthened() -> None:
    table = moving("29 M7, 43 M6, 21 M4", "draft", 3, {"linked": [43], "locked": True})
    assert table.do("forward", "forward").at() == "29 M9, 43 M8, 21 M4"
    table = moving("29 M7, 43 M6, 21 M5", "draft", 3, {"linked": [43], "locked": True})
    assert table.do("forward").at() == "29 M8, 43 M7, 21 M5"


@rule("2.3")
def test_a_draft_given_its_links_is_locked_unless_told_otherwise() -> None:
    assert moving("29 M7, 43 M6", "draft", 3, {"linked": [43]}).move.locked
    assert not moving("29 M7, 43 M6", "draft", 3, {"linked": [43], "locked": False}).move.locked


@rule("2.5")
def test_draft_and_pursuit_pay_one_point_however_many_cars_move() -> None:
    table = moving("29 M7, 43 M8, 28 M9, 21 M10, 22 M6", "draft", 3).do("forward")
    assert table.move.points == 2
    assert table.at() == "29 M8, 43 M9, 28 M10, 21 M11, 22 M7"


@rule("2.3")
def test_lead_followers_are_fixed_at_the_start() -> None:
    table = moving("29 M7, 43 M6, 21 M5, 22 M3", "lead", 3)
    assert table.move.linked == (43, 21)
    assert table.events == []
    assert table.do("forward").events == ["moved 29 M7 M8", "moved 43 M6 M7", "moved 21 M5 M6"]


@rule("2.3", "Q18", "Q19")
def test_lead_picks_nobody_up_and_drops_nobody() -> None:
    table = moving("29 M7, 43 M6, 21 O8, 22 O7", "lead", 4).do("forward", "forward", "sideways out")
    assert table.at() == "29 O9, 43 M9, 21 O8, 22 O7"
    assert table.do("forward").at() == "29 O10, 43 O9, 21 O8, 22 O7"


@rule("2.3")
def test_sideways_steps_never_shake_followers_off() -> None:
    table = moving("29 I7, 43 I6, 21 I5", "lead", 3).do("sideways out", "sideways out", "forward")
    assert table.at() == "29 O8, 43 O7, 21 M7"


@rule("2.3")
def test_a_lead_with_nobody_behind_is_solo() -> None:
    table = moving("29 M7, 43 M9", "lead", 5).do("forward", "forward")
    assert table.at() == "29 M9, 43 M10"
