"""Stock car, chapter 2.7: forward displacement and bumping."""

import pytest

from tests.support.stock_car import moving

rule = pytest.mark.rule


@rule("2.7", "Q20")
def test_a_push_moves_the_whole_unbroken_row_for_three_points() -> None:
    table = moving("29 M7, 43 M8, 28 M9, 21 M10, 22 M12", "solo", 4).do("forward")
    assert table.events == ["pushed 21 M10 M11", "pushed 28 M9 M10", "pushed 43 M8 M9", "moved 29 M7 M8"]
    assert table.move.points == 1


@rule("2.7", "2.4")
def test_a_push_is_allowed_beside_a_free_lane_and_may_be_repeated() -> None:
    table = moving("29 M7, 43 M8", "solo", 6).do("forward", "forward")
    assert table.at() == "29 M9, 43 M10"


@rule("2.7")
def test_a_lead_pushes_and_its_followers_step_in() -> None:
    table = moving("29 M7, 43 M8, 21 M6", "lead", 3).do("forward")
    assert table.events == ["pushed 43 M8 M9", "moved 29 M7 M8", "moved 21 M6 M7"]


@rule("2.7", "2.8")
def test_a_pushed_car_is_sent_into_a_lane_and_pushes_on_only_there() -> None:
    cars = "29 M8, 43 M9, 21 I10, 22 I11"
    table = moving(cars, "solo", 3, track="3x9 2x21").do("forward")
    assert table.open() == ["send 43 I", "send 43 O"]
    assert table.choice("send 43 I").detail == ("you, 43, 21, 22",)
    assert table.do("send 43 O").at() == "29 M9, 43 O10, 21 I10, 22 I11"
    table = moving(cars, "solo", 3, track="3x9 2x21").do("forward", "send 43 I")
    assert table.events == ["pushed 22 I11 I12", "pushed 21 I10 I11", "pushed 43 M9 I10", "moved 29 M8 M9"]


@rule("2.7", "2.8")
def test_questions_come_outward_from_the_active_car() -> None:
    cars = "29 M2, 43 I3, 21 I4"
    table = moving(cars, "solo", 3, track="3x2 2x2 3x1 2x20").do("forward")
    assert table.open() == ["lane I", "lane O"]
    assert table.do("lane I").open() == ["send 21 I", "send 21 M"]
    assert table.refusal("lane I").rule == "2.8"
    assert table.do("send 21 M").at() == "29 I3, 43 I4, 21 M5"


@rule("2.7", "Q2")
def test_the_last_points_may_be_burnt_on_the_car_ahead() -> None:
    table = moving("1 O6, 2 O9", "lead", 3).do("forward", "forward", "bump")
    assert table.events == ["bumped 1"]
    assert table.at() == "1 O8, 2 O9"
    assert table.race.move is None


@rule("2.7", "Q22")
def test_with_three_points_a_full_push_is_due() -> None:
    assert moving("29 M7, 43 M8", "solo", 3).refusal("bump").rule == "2.7"
    assert "bump" in moving("29 M7, 43 M8", "solo", 2).open()
    assert "bump" in moving("29 M7, 43 M8", "solo", 1).open()


@rule("2.7")
def test_a_bump_needs_a_car_right_ahead() -> None:
    assert moving("29 M7, 43 M9", "solo", 1).refusal("bump").rule == "2.7"
    assert moving("29 M7, 43 I8", "solo", 1).refusal("bump").rule == "2.7"


@rule("2.7")
def test_draft_and_pursuit_never_bump() -> None:
    for kind in ("draft", "pursuit"):
        table = moving("29 M7, 43 M8", kind, 1)
        assert table.refusal("bump").rule == "2.7"
        assert "bump" not in table.open()


@rule("2.7", "2.8")
def test_a_car_in_either_lane_ahead_will_do_for_a_bump() -> None:
    table = moving("29 M9, 43 O10", "solo", 2, track="3x9 2x21")
    assert "bump" in table.open()
    assert table.do("forward").at() == "29 I10, 43 O10"


@rule("2.7", "A34")
def test_in_a_ring_of_cars_all_are_pushed_round() -> None:
    ring = ", ".join(f"{number} O{number}" for number in range(1, 10))
    table = moving(ring, "solo", 3, track="2x9", red=(1, 2, 3, 4, 5)).do("forward")
    assert table.at() == "1 O2, 2 O3, 3 O4, 4 O5, 5 O6, 6 O7, 7 O8, 8 O9, 9 O1"


@rule("2.7", "A34")
def test_nobody_is_pushed_into_a_ring_of_cars() -> None:
    ring = ", ".join(f"{number} I{number}" for number in range(2, 6)) + ", 6 I1"
    table = moving(f"1 M2, {ring}, 7 O3", "solo", 7, track="3x2 2x3", red=(1, 2, 3))
    table.do("forward", "lane I")
    assert table.refusal("send 5 I").rule == "A34"
    assert table.do("send 5 M").at() == "1 I3, 2 I2, 3 I4, 4 I5, 5 M1, 6 I1, 7 O3"
