"""Stock car, chapters 4.4 and 4.5: the line-up under yellow, stops without loss, the green restart line."""

import pytest

from companion.games.stock_car.restart import restart_pair
from companion.games.stock_car.tracks import described
from tests.support.stock_race import CORNERED, Table, after_event

rule = pytest.mark.rule
LINE = "22 I8, 43 M8, 15 I7, 29 M7, 23 I6, 21 M6"
OWNERS = "red 43 15 29, blue 22 23 21"


def yellow(places: str = LINE, owners: str = OWNERS, **more: object) -> Table:
    return after_event("debris-caution", places, owners, **more)


@rule("4.4")
def test_y1_who_stayed_closes_up_in_the_own_lane_and_the_others_fill_in_behind() -> None:
    table = yellow().do("done", "pit 43", "pit 15", "pit 29", "done")
    assert table.at(22, 21, 23, 43, 15, 29) == "22 I8, 21 M8, 23 I7, 43 M7, 15 I6, 29 M6"
    assert table.events[-1] == "restarted"
    assert all(car.status == "racing" for car in table.race.cars.values())
    assert table.race.apron == ()


@rule("4.4")
def test_the_field_lines_up_behind_the_leader_in_running_order() -> None:
    table = yellow("22 O8, 43 I7, 15 O7, 29 M3, 23 I2, 21 M1")
    assert table.at(22, 43, 15, 29, 23, 21) == "22 I8, 43 M8, 15 I7, 29 M7, 23 I6, 21 M6"
    assert table.events[:3] == ["event-drawn debris-caution", "flag-shown yellow", "moved 22 O8 I8"]


@rule("4.4")
def test_a_line_up_reaches_back_over_the_line() -> None:
    table = yellow("22 O2 2, 43 M1 2, 15 I30, 29 M30, 23 I29, 21 M28")
    assert table.at(22, 43, 15, 29, 23, 21) == "22 I2, 43 M2, 15 I1, 29 M1, 23 I30, 21 M30"
    assert [table.race.cars[number].lap for number in (22, 29, 23, 21)] == [2, 2, 1, 1]


@rule("4.4")
def test_stops_drop_straight_down_and_clear_temporary_wear() -> None:
    table = yellow(wear={43: "tire engine"}).do("done", "pit 43")
    assert table.events == ["pitted 43"]
    assert table.race.cars[43].at == "A8"
    assert table.markers(43) == ["engine"]


@rule("Q30", "4.4")
def test_the_inner_car_of_a_row_lies_lower_and_comes_out_first() -> None:
    table = yellow().do("done", "pit 29", "pit 15")
    assert table.race.apron == (15, 29)
    assert table.do("done").at(22, 43, 23, 21, 15, 29) == "22 I8, 43 M8, 23 I7, 21 M7, 15 I6, 29 M6"


@rule("A14")
def test_a_lane_that_is_two_cars_longer_sends_its_last_car_across() -> None:
    owners = "red 43 29 21, blue 22 15 23"
    table = yellow(owners=owners).do("done", "pit 43", "pit 29", "pit 21", "done")
    assert table.at(22, 23, 15, 43, 29, 21) == "22 I8, 23 M8, 15 I7, 43 M7, 29 I6, 21 M6"


@rule("A14")
def test_unequal_lanes_close_up_one_by_one() -> None:
    owners = "red 43 29, blue 22 15 23 21"
    table = yellow(owners=owners).do("done", "pit 43", "pit 29", "done")
    assert table.at(22, 21, 15, 23, 43, 29) == "22 I8, 21 M8, 15 I7, 23 M7, 43 I6, 29 M6"


@rule("4.4")
def test_when_everybody_pits_the_order_is_kept() -> None:
    table = yellow().do("pit 22", "pit 23", "pit 21", "done", "pit 43", "pit 15", "pit 29", "done")
    assert table.at(22, 43, 15, 29, 23, 21) == "22 I8, 43 M8, 15 I7, 29 M7, 23 I6, 21 M6"


@rule("4.4")
def test_a_new_leader_after_a_yellow_gets_a_turn_leader_marker() -> None:
    table = yellow().do("pit 22", "done", "done")
    assert table.at(15, 43, 22) == "15 I8, 43 M8, 22 I6"
    assert table.race.leader == 15
    assert table.events[-2:] == ["restarted", "led-turn 15"]
    assert table.race.first_player == "red"


@rule("A15", "4.4")
def test_lapped_cars_stand_last_on_the_lead_lap() -> None:
    table = yellow("22 I8 2, 43 M8 2, 15 I7 1, 29 M7 2, 23 I6 2, 21 M6 2")
    assert table.at(22, 43, 29, 23, 21, 15) == "22 I8, 43 M8, 29 I7, 23 M7, 21 I6, 15 M6"
    assert table.race.cars[15].lap == 2
    assert table.race.lapped == ()


@rule("A17")
def test_where_there_are_two_lanes_both_are_restart_lanes() -> None:
    track = described(
        {"sections": [{"lanes": 2, "sectors": 9}, {"lanes": 3, "sectors": 9}], "restart_lanes": ["M", "O"]}
    )
    assert restart_pair(track, 9) == ("I", "O")
    assert restart_pair(track, 10) == ("M", "O")
    at_a_corner = described({"sections": [{"lanes": 3, "sectors": 9}, {"lanes": 2, "sectors": 9}]})
    assert restart_pair(at_a_corner, 1) == ("I", "M")


@rule("A17")
def test_a_line_up_across_a_joint() -> None:
    table = yellow("22 I12, 43 I10, 15 I9, 29 I8, 23 I7, 21 I6", track=CORNERED)
    assert table.at(22, 43, 15, 29, 23, 21) == "22 I12, 43 O12, 15 I11, 29 O11, 23 I10, 21 M10"


@rule("4.5", "A18")
def test_on_the_last_lap_the_line_up_stands_behind_the_green_line() -> None:
    table = yellow("22 O27 3, 43 I26 3, 15 O25 3, 29 M24 3, 23 I3 3, 21 M1 3")
    assert table.at(22, 43, 15, 29, 23, 21) == "22 I21, 43 M21, 15 I20, 29 M20, 23 I19, 21 M19"
    assert {car.lap for car in table.race.cars.values()} == {3}


@rule("4.5", "A18")
def test_a_leader_that_has_not_passed_the_green_line_restarts_where_it_is() -> None:
    assert yellow("22 O21 3, 43 I20 3, 15 O9 3, 29 M8 3, 23 I3 3, 21 M1 3").at(22) == "22 I21"
    assert yellow("22 O22 3, 43 I20 3, 15 O9 3, 29 M8 3, 23 I3 3, 21 M1 3").at(22) == "22 I21"


@rule("4.5")
def test_before_the_last_lap_there_is_no_green_line() -> None:
    assert yellow("22 O27 2, 43 I26 2, 15 O25 2, 29 M24 2, 23 I3 2, 21 M1 2").at(22) == "22 I27"


@rule("4.4")
def test_the_restart_ends_the_yellow_and_the_next_turn_begins_with_the_leader_s_owner() -> None:
    table = yellow(hands={"red": [1], "blue": [2]}).do("done", "done", "done", "done")
    assert table.asked == "deal"
    assert (table.race.first_player, table.race.flag, table.race.lineup) == ("blue", "", ())
