"""Stock car, chapters 3.4 to 3.6: the running order, the lead, cars a lap down."""

import pytest

from tests.support.stock_race import after_event, standing

rule = pytest.mark.rule
HELD = {"cards": "held", "events": False}
PICTURE = "43 O8 2, 15 M8 2, 29 O7 2, 22 M7 1, 21 O6 2, 28 I6 2, 23 M5 1"
OWNERS = "red 43 15 29, blue 22 21 28 23"


@rule("3.4")
def test_most_laps_then_sectors_then_the_inside_then_the_apron_from_below() -> None:
    places = "1 M2 2, 2 I30, 3 O30, 4 M30, 5 A30, 6 A30, 7 I29"
    table = standing(places, "red 1 2 3, blue 4 5 6 7", turn="red", apron=[6, 5], **HELD)
    assert table.race.running_order == (1, 2, 4, 3, 6, 5, 7)


@rule("3.4")
def test_the_running_order_is_total_and_has_only_cars_on_the_board() -> None:
    table = standing("1 M2 2, 2 I30, 3 O30", "red 1 2, blue 3", turn="red", **HELD).do("retire 2")
    assert table.race.running_order == (1, 3)


@rule("3.4", "2.10")
def test_the_lead_changes_the_moment_somebody_goes_by() -> None:
    table = standing("29 I8, 43 M9", "red 29, blue 43", turn="red", **HELD).do("play 65 29")
    assert table.race.leader == 43
    assert table.do("forward").race.leader == 29


@rule("3.5")
def test_the_picture_of_lapped_cars() -> None:
    table = standing(PICTURE, OWNERS, turn="red", **HELD)
    assert table.race.leader == 15
    assert table.race.lapped == (22, 23)


@rule("3.5")
def test_cars_level_with_the_leader_on_the_same_lap_are_not_lapped() -> None:
    table = standing("15 I8 2, 43 M8 2, 22 O8 1", "red 15 43, blue 22", turn="red", **HELD)
    assert table.race.lapped == (22,)
    assert standing("15 I8 2, 22 O9 1", "red 15, blue 22", turn="red", **HELD).race.lapped == ()


@rule("3.5", "A13")
def test_a_car_is_lapped_when_the_leader_enters_its_sector() -> None:
    table = standing("15 I7 2, 22 O8 1, 43 M2 2", "red 15, blue 22 43", turn="red", **HELD).do("play 65 15", "forward")
    assert table.events == ["moved 15 I7 I8", "lapped 22"]
    assert table.do("forward").events == ["moved 15 I8 I9"]


@rule("3.5", "A13")
def test_a_lapped_car_that_gets_ahead_of_the_leader_again_is_free() -> None:
    table = standing("15 I8 2, 22 O8 1, 43 M2 2", "red 15, blue 22 43", turn="blue", **HELD)
    assert table.race.lapped == (22,)
    assert table.do("play 65 22", "forward").race.lapped == ()


@rule("3.6")
def test_of_lapped_cars_the_rearmost_takes_the_lowest_marker() -> None:
    table = standing(PICTURE, OWNERS, used=True, **HELD).do("done", "done")
    assert table.events == ["retired 23", "retired 22"]
    assert (table.race.cars[23].place, table.race.cars[22].place) == (7, 6)


@rule("3.6")
def test_a_stop_of_the_leader_s_can_save_a_lapped_car() -> None:
    table = standing("15 I8 2, 22 O8 1, 43 M6 2", "red 15, blue 22 43", used=True, **HELD)
    assert table.race.lapped == (22,)
    table.do("pit 15", "done", "done")
    assert table.race.cars[22].status == "racing"


@rule("3.6", "A15")
def test_after_a_yellow_flag_nobody_is_lapped() -> None:
    table = after_event("debris-caution", PICTURE, OWNERS)
    assert table.race.lapped == ()
    table.do("done", "done")
    assert all(car.status == "racing" for car in table.race.cars.values())
    assert table.at(15, 43, 22, 23) == "15 I8, 43 M8, 22 M6, 23 I5"
    assert [table.race.cars[number].lap for number in (22, 23)] == [2, 2]


@rule("A32")
def test_a_car_on_the_apron_can_be_lapped_but_not_pushed() -> None:
    table = standing("15 I7 2, 22 A8 1, 43 M2 2", "red 15, blue 22 43", turn="red", **HELD).do("play 65 15", "forward")
    assert table.events == ["moved 15 I7 I8", "lapped 22"]
    assert table.race.cars[22].at == "A8"
