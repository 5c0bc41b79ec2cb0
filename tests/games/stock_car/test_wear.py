"""Stock car, chapters 3.1 to 3.3 and 3.7, 3.8: wear that ends a race, cars that are lost."""

import pytest

from tests.support.stock_race import after_event, standing

rule = pytest.mark.rule
FIVE, SIX = "tire tire fuel fuel engine", "tire tire fuel fuel engine body"
HELD = {"cards": "held", "events": False}


@rule("3.1", "Q6")
def test_a_car_with_six_markers_offers_only_its_retirement() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", wear={29: SIX}, **HELD)
    assert table.menu == ["retire 29"]
    assert table.refused("play 65 29") == "3.1"
    table.do("retire 29")
    assert table.events == ["retired 29"]


@rule("3.1")
def test_more_than_six_are_no_different_and_the_apron_does_not_help() -> None:
    table = standing("29 A7, 43 I20", "red 29, blue 43", turn="red", wear={29: "engine " * 7}, **HELD)
    assert table.menu == ["retire 29"]


@rule("3.1")
def test_another_car_of_the_team_may_be_picked_first() -> None:
    table = standing("29 M7, 25 I2, 43 I20", "red 29 25, blue 43", turn="red", wear={29: SIX}, **HELD)
    assert table.menu[-2:] == ["retire 29", "retire 25"]
    assert "play 1 25" in table.menu


@rule("3.1", "Q7")
def test_the_sixth_marker_does_nothing_by_itself_and_a_stop_can_save_the_car() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", wear={29: FIVE}, **HELD)
    table.patch(cars={"43": {"used": True}})
    table.do("play 65 29", "forward", "forward")
    assert table.markers(29) == [*FIVE.split(), "tire"]
    assert table.race.cars[29].status == "racing"
    table.do("done", "pit 29", "done")
    assert table.markers(29) == ["engine"]
    table.do("play 7 43", *["forward"] * 4)
    assert table.race.turn == "red"
    assert "play 1 29" in table.menu


@rule("3.1", "1.3")
def test_a_sixth_marker_from_an_event_does_nothing_by_itself_either() -> None:
    table = after_event("fuel-miscalculation", "29 M7, 43 I20", "red 29, blue 43", wear={29: FIVE})
    assert table.events == ["event-drawn fuel-miscalculation", "flag-shown green", "wore 29 fuel"]
    assert table.race.cars[29].status == "racing"


@rule("Q25", "2.1")
def test_a_car_whose_penalty_eats_all_its_points_still_gets_its_marker() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", wear={29: "tire tire fuel fuel fuel"}, **HELD)
    table.do("play 24 29")
    assert table.events == ["card-played red 24 29", "moved 29 M7 I7", "wore 29 suspension"]
    plain = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", wear={29: "tire tire fuel fuel fuel"}, **HELD)
    plain.do("play 19 29")
    assert plain.events == ["card-played red 19 29", "wore 29 suspension"]
    assert plain.at(29) == "29 M7"


@rule("3.2")
def test_a_lost_car_leaves_the_board_with_the_lowest_marker_left() -> None:
    table = standing("29 M7, 25 I2, 43 I20, 28 I9", "red 29 25, blue 43 28", turn="red", **HELD).do("retire 29")
    car = table.race.cars[29]
    assert (car.at, car.status, car.place, car.used) == ("", "out", 4, True)
    table.do("retire 28")
    assert table.race.cars[28].place == 3


@rule("3.2")
def test_the_leader_s_loss_hands_the_lead_on_at_once() -> None:
    table = standing("29 M27, 25 I2, 43 I20", "red 29 25, blue 43", turn="red", **HELD)
    assert table.race.leader == 29
    assert table.do("retire 29").race.leader == 43


@rule("3.3")
def test_a_car_may_be_retired_only_in_place_of_a_card() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", **HELD)
    assert "retire 29" in table.menu
    assert table.refused("retire 43") == "4.2"
    table.do("play 65 29")
    assert table.refused("retire 29") == "4.2"


@rule("Q8")
def test_of_the_last_two_cars_the_one_that_gives_up_is_second() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", **HELD).do("retire 29")
    assert table.race.cars[29].place == 2
    assert table.asked == "blue"


@rule("3.2")
def test_a_race_that_nobody_is_left_in_is_over() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", **HELD).do("retire 29", "retire 43")
    assert table.asked == "over"
    assert {number: car.place for number, car in table.race.cars.items()} == {29: 2, 43: 1}
    assert table.race.ranking == ("blue", "red")


@rule("3.7", "3.8")
def test_pushes_and_the_distance_to_the_leader_cost_nothing() -> None:
    table = standing("29 M7, 43 M8, 15 I29", "red 29, blue 43 15", turn="red", **HELD).do("play 65 29", "forward")
    assert table.events == ["pushed 43 M8 M9", "moved 29 M7 M8"]
    assert table.markers(43) == []
