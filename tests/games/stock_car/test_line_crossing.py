"""Stock car, chapter 2.10: laps, the lead, lapped cars and finishers after every step."""

import pytest

from tests.support.stock_car import moving, played

rule = pytest.mark.rule


@rule("2.10")
def test_the_lap_counts_crossings_of_the_line() -> None:
    table = moving("29 M30 0, 43 I3 1", "solo", 2).do("forward")
    assert table.race.cars[29].lap == 1


@rule("2.10", "3.4")
def test_the_lead_changes_at_once() -> None:
    table = moving("29 M7, 43 M8", "solo", 3)
    assert table.race.leader == 43
    assert table.do("sideways in", "forward").race.leader == 29


@rule("2.10", "A13")
def test_a_car_is_lapped_the_moment_the_leader_reaches_its_sector() -> None:
    table = moving("29 M6 2, 43 I7 1, 21 I8 1", "solo", 4).do("forward")
    assert table.events == ["moved 29 M6 M7", "lapped 43"]
    assert table.race.lapped == (43,)
    table = table.do("forward")
    assert table.events == ["moved 29 M7 M8", "lapped 21"]
    assert table.race.lapped == (21, 43)


@rule("2.10", "3.5")
def test_a_lapped_car_that_is_pushed_ahead_is_lapped_no_more() -> None:
    table = moving("29 M7 2, 43 I7 1", "solo", 4)
    assert table.race.lapped == (43,)
    table = moving("21 I6 1, 43 I7 1, 29 M7 2", "draft", 1).do("forward")
    assert table.race.lapped == (21,)


@rule("4.6")
def test_the_first_over_the_line_wins_with_a_marker_and_leaves_the_board() -> None:
    table = moving("29 M30 3, 43 I29 3", "solo", 1).do("forward")
    assert table.events == ["moved 29 M30 M1", "finished 29 1", "led-turn 29"]
    car = table.race.cars[29]
    assert (car.status, car.place, car.led, car.at) == ("finished", 1, 1, "")
    assert table.race.leader == 43


@rule("A19")
def test_an_active_car_that_finishes_ends_its_move() -> None:
    table = played("29 M30 3, 43 I29 3", 65).do("forward")
    assert table.events == ["moved 29 M30 M1", "wore 29 tire", "finished 29 1", "led-turn 29"]
    assert table.race.move is None
    assert table.race.cars[29].used


@rule("A20")
def test_a_pushed_car_that_finishes_leaves_and_the_rest_goes_on() -> None:
    table = moving("29 M28 3, 43 M29 3, 21 M30 3", "draft", 3).do("forward")
    assert table.events == [
        "moved 21 M30 M1",
        "moved 43 M29 M30",
        "moved 29 M28 M29",
        "linked 43",
        "linked 21",
        "finished 21 1",
        "led-turn 21",
    ]
    assert table.move.linked == (43,)
    table = table.do("forward")
    assert table.events[-1] == "finished 43 2"
    assert table.move.linked == ()
    assert table.refusal("sideways in").rule == "2.3"
    assert table.do("forward").events[-1] == "finished 29 3"


@rule("A20")
def test_cars_beyond_a_finished_one_leave_the_line() -> None:
    table = moving("29 M29 3, 43 M30 3, 21 M1 1", "draft", 2).do("forward")
    assert table.race.cars[43].status == "finished"
    assert table.move.linked == ()
    assert table.do("forward").at(21) == "21 M2"


@rule("A20", "2.3")
def test_followers_beyond_a_finished_one_stay_behind() -> None:
    table = moving("29 M1 2, 43 M30 3, 21 M29 3, 22 M28 3", "lead", 2).do("forward")
    assert table.race.cars[43].status == "finished"
    assert table.move.linked == ()
    assert table.do("forward").at(29, 21, 22) == "29 M3, 21 M30, 22 M29"


@rule("A20")
def test_a_car_pushed_over_the_finish_is_placed_at_once() -> None:
    table = moving("29 M29 2, 43 M30 3", "solo", 4).do("forward")
    assert table.events == ["pushed 43 M30 M1", "moved 29 M29 M30", "finished 43 1", "led-turn 43"]
    assert table.do("forward").at(29) == "29 M1"


@rule("2.10")
def test_a_line_that_crosses_together_finishes_front_to_back() -> None:
    table = moving("29 M29 3, 43 M30 3, 21 M28 3", "draft", 3).do("forward", "forward")
    assert [table.race.cars[number].place for number in (43, 29)] == [1, 2]
    assert table.race.cars[21].place == 0
    assert table.race.move is None


@rule("2.9", "A19")
def test_changing_places_over_the_finish_ends_the_move_too() -> None:
    table = played("22 M30 3, 15 M1 2", 16).do("swap")
    assert table.race.cars[22].place == 1
    assert (table.race.cars[15].at, table.race.cars[15].lap) == ("M30", 1)


@rule("A19")
def test_teamwork_ends_if_its_car_finishes_with_points_left() -> None:
    table = played("29 M29 3, 30 I7 3, 43 I20 2", 4, red=(29, 30)).do("forward", "forward")
    assert table.race.move is None


@rule("2.9", "A19")
def test_teamwork_goes_on_if_its_car_finishes_with_the_last_point() -> None:
    table = played("29 M27 3, 30 I7 3, 43 I20 2", 4, red=(29, 30)).do(*["forward"] * 4)
    assert table.race.cars[29].status == "finished"
    assert table.do("second 30", "forward").at(30) == "30 I8"
