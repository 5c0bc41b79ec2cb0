"""Stock car, chapter 4.6: over the line, and what becomes of the others; 2.10 and A19, A20 where they meet it."""

import pytest

from tests.support.stock_race import Table, standing

rule = pytest.mark.rule
HELD = {"cards": "held"}


def last_lap(places: str = "29 O30 3, 25 M9 3, 43 O29 3, 28 I4 3", **more: object) -> Table:
    return standing(places, "red 29 25, blue 43 28", turn="red", **{**HELD, **more})


@rule("4.6")
def test_the_first_car_over_the_line_has_won_and_leaves_the_board() -> None:
    table = last_lap().do("play 65 29", "forward")
    assert table.events == ["moved 29 O30 O1", "wore 29 tire", "finished 29 1", "led-turn 29"]
    car = table.race.cars[29]
    assert (car.place, car.status, car.at, car.led, car.used) == (1, "finished", "", 1, True)
    assert table.race.move is None


@rule("4.6", "3.4")
def test_the_leader_marker_goes_to_the_best_car_still_on_the_track() -> None:
    assert last_lap().do("play 65 29", "forward").race.leader == 43


@rule("4.6", "Q34")
def test_later_cars_may_still_cross_and_take_the_best_place_left_without_a_marker() -> None:
    table = last_lap().do("play 65 29", "forward", "play 65 43", "forward", "forward")
    assert table.events == ["moved 43 O30 O1", "wore 43 tire", "finished 43 2"]
    assert table.race.cars[43].led == 0
    assert table.asked == "red"


@rule("4.6")
def test_the_action_phase_is_played_out_and_the_rest_ranked_as_they_run() -> None:
    table = last_lap().do("play 65 29", "forward", "retire 28", "play 7 25", *["forward"] * 4)
    assert table.asked == "blue"
    table.do("play 7 43", "forward")
    assert table.asked == "blue"
    table.do("forward")
    assert table.events[-1] == "finished 25 3"
    assert {number: car.place for number, car in table.race.cars.items()} == {29: 1, 43: 2, 25: 3, 28: 4}
    assert table.asked == "over"


@rule("4.6")
def test_there_is_no_event_and_no_stop_in_that_turn() -> None:
    table = last_lap().do("play 65 29", "forward", "retire 28", "retire 25", "play 7 43", "forward", "forward")
    assert table.asked == "over"
    assert table.race.spent_events == ()


@rule("4.6")
def test_a_finished_car_that_is_still_unused_serves_as_a_pass() -> None:
    table = last_lap("29 O30 3, 25 O29 3, 43 O9 3, 28 I4 3").do("play 7 25", "forward", "forward")
    assert [table.race.cars[number].place for number in (29, 25)] == [1, 2]
    assert not table.race.cars[29].used
    table.do("retire 43")
    assert table.menu == ["pass"]
    table.do("pass", "retire 28")
    assert table.asked == "over"


@rule("2.10", "4.6")
def test_a_line_fixes_the_finishing_order_front_to_back() -> None:
    table = last_lap("25 O30 3, 29 O29 3, 43 O28 3, 28 O27 3").do("play 7 29", "forward", "forward")
    assert [event for event in table.events if event.startswith("finished")] == ["finished 29 2"]
    assert table.race.cars[25].place == 1


@rule("A19")
def test_points_left_over_lapse_when_the_active_car_has_finished() -> None:
    table = last_lap().do("play 59 29", "forward")
    assert table.race.move is None
    assert table.race.turn == "blue"


@rule("4.6")
def test_crossing_the_line_before_the_full_distance_is_one_more_lap() -> None:
    table = last_lap("29 O30 2, 25 M9 2, 43 O29 2, 28 I4 2").do("play 65 29", "forward")
    assert table.race.cars[29].lap == 3
    assert table.race.move is not None


@rule("4.6", "4.1")
def test_the_first_crossing_counts_for_nothing() -> None:
    table = last_lap("29 O30 0, 25 M29 0, 43 O29 0, 28 I28 0", laps=1).do("play 65 29", "forward")
    assert table.events == ["moved 29 O30 O1"]
    assert table.race.cars[29].lap == 1


@rule("4.6", "3.2")
def test_every_position_marker_is_handed_out_once() -> None:
    table = last_lap().do("play 65 29", "forward", "retire 43", "retire 25", "retire 28")
    assert sorted(car.place for car in table.race.cars.values()) == [1, 2, 3, 4]
    assert [table.race.cars[number].place for number in (43, 25, 28)] == [4, 3, 2]
