"""Stock car, chapter 4.3: pit stops under green, and 4.9: variable stops. The way out is a movement chapter."""

import pytest

from companion.engine import Ask
from tests.support.stock_race import Table, after_event, standing

rule = pytest.mark.rule
HELD = {"cards": "held", "events": False}


def ended(places: str = "29 M18, 25 I16, 43 O9", owners: str = "red 29 25, blue 43", **more: object) -> Table:
    return standing(places, owners, **{"used": True, **HELD, **more})


@rule("4.3")
def test_straight_down_and_five_sectors_back() -> None:
    table = ended(wear={29: "tire engine body"}).do("pit 29")
    assert table.events == ["pitted 29"]
    car = table.race.cars[29]
    assert (car.at, car.lap, car.status, car.wear) == ("A13", 1, "pitted", ("engine",))


@rule("4.3")
def test_a_stop_goes_back_over_the_line() -> None:
    table = ended("29 M3 2, 43 O9", "red 29, blue 43").do("pit 29")
    assert (table.race.cars[29].at, table.race.cars[29].lap) == ("A28", 1)


@rule("4.3", "4.2")
def test_each_player_is_asked_once_first_player_first_for_any_number_of_cars() -> None:
    table = ended()
    assert table.menu == ["done", "pit 29", "pit 25"]
    table.do("pit 25", "pit 29", "done")
    assert table.asked == "blue"
    assert table.refused("pit 29", seat="red") == "4.2"


@rule("Q29", "4.3")
def test_a_stop_cannot_be_taken_back_or_made_twice() -> None:
    table = ended().do("pit 29")
    assert table.menu == ["done", "pit 25"]
    assert table.refused("pit 29") == "4.3"


@rule("4.3")
def test_nobody_else_s_car_pits() -> None:
    assert ended().refused("pit 43") == "4.3"


@rule("4.3")
def test_stops_come_at_the_end_of_the_turn_only() -> None:
    table = standing("29 M18, 43 O9", "red 29, blue 43", turn="red", **HELD)
    assert table.refused("pit 29") == "4.3"
    assert table.refused("done") == "4.2"


@rule("4.3", "4.6")
def test_nobody_pits_once_a_car_has_finished() -> None:
    table = standing("29 O30 3, 25 M9 3, 43 O9 3", "red 29 25, blue 43", turn="red", **HELD)
    table.do("play 65 29", "forward")
    assert table.refused("pit 25") == "4.3"
    assert table.refused("pit 43", seat="blue") == "4.3"
    table.do("retire 43", "retire 25")
    assert table.asked == "over"
    assert table.refused("pit 25", seat="red") == "4.3"


@rule("4.3", "3.4")
def test_cars_pile_up_on_the_apron_in_the_order_in_which_they_come() -> None:
    table = ended("29 M18, 25 I18, 43 O18, 28 I9", "red 29 25, blue 43 28").do("pit 29", "pit 25", "done", "pit 43")
    assert table.race.apron == (29, 25, 43)
    assert table.race.running_order == (29, 25, 43, 28)


@rule("Q28", "4.2")
def test_a_new_leader_after_the_stops_gets_a_marker_too() -> None:
    table = ended().do("pit 29", "done", "done")
    assert table.events == ["led-turn 25"]
    assert [table.race.cars[number].led for number in (29, 25)] == [1, 1]
    assert table.race.first_player == "red"


@rule("A29")
def test_only_the_inside_car_of_a_new_leading_sector_gets_it() -> None:
    table = ended("29 M18, 25 I16, 43 O16").do("pit 29", "done", "done")
    assert table.events == ["led-turn 25"]


@rule("A29")
def test_a_car_that_has_its_marker_this_turn_gets_no_second_one() -> None:
    table = ended("29 I18, 43 M18, 25 I5").do("pit 29", "done", "done")
    assert table.events == []
    assert table.race.cars[43].led == 1
    assert table.race.first_player == "blue"


@rule("4.3")
def test_a_car_in_the_pits_has_to_leave_next_turn_and_is_not_asked_to_pit_again() -> None:
    table = ended("29 M18, 43 O9", "red 29, blue 43").do("pit 29", "done", "done")
    assert table.race.turn == "red"
    assert table.refused("forward") == "4.2"
    assert "play 65 29" in table.menu
    table.do("play 65 29")
    assert table.race.move is not None
    assert (table.race.move.kind, table.race.move.points, table.race.move.leaving) == ("solo", 3, True)


@rule("Q26", "4.3")
def test_a_car_leaves_the_pits_without_penalty_wear_or_text() -> None:
    five = "engine engine engine transmission transmission"
    table = standing("29 A13, 43 O9", "red 29, blue 43", turn="red", wear={29: five}, **HELD)
    table.do("play 62 29", "sideways out", "forward", "forward", "forward")
    assert table.race.cars[29].at == "I16"
    assert table.race.apron == ()
    assert table.markers(29) == five.split()


@rule("4.9")
def test_a_variable_stop_under_green_costs_two_and_one_for_every_marker() -> None:
    table = ended(variable_pits=True, wear={29: "tire fuel engine body"}).do("pit 29", "pit 25")
    assert table.at(29, 25) == "29 A13, 25 A14"


@rule("4.9")
def test_a_variable_stop_under_yellow_costs_one_for_every_blue_or_gray_marker() -> None:
    wear = {29: "tire fuel body suspension", 25: "tire fuel"}
    places, owners = "29 I18, 25 M18, 43 I17", "red 29 25, blue 43"
    table = after_event("debris-caution", places, owners, wear=wear, variable_pits=True).do("pit 29", "pit 25")
    assert table.at(29, 25) == "29 A16, 25 A18"
    assert table.race.apron == (25, 29)
    assert table.do("done", "done").at() == "29 I17, 25 M18, 43 I18"


@rule("4.3")
def test_a_menu_says_what_a_stop_costs_and_brings() -> None:
    pending = ended(wear={29: "tire engine body"}).pending
    assert isinstance(pending, Ask)
    stop = next(choice for choice in pending.choices if choice.label == "Pit car 29")
    assert stop.detail == ("Back 5 on the apron", "Clears 2 of 3 wear")
