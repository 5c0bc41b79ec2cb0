"""Stock car, chapter 4.3: the way out of the pits."""

import pytest

from tests.support.stock_car import moving, played

rule = pytest.mark.rule


@rule("4.3", "Q26")
def test_a_car_leaves_at_pit_speed_as_solo_without_penalty_wear_or_text() -> None:
    table = played("22 A4, 43 I20", 62, wear=("engine",) * 5)
    assert (table.move.kind, table.move.points) == ("solo", 4)


@rule("4.3")
def test_the_first_step_goes_sideways_onto_the_track() -> None:
    table = played("22 A4, 43 I20", 62)
    assert table.open() == ["sideways out"]
    assert table.refusal("forward").rule == "4.3"
    assert table.refusal("bump").rule == "4.3"
    assert table.refusal("sideways in").rule == "2.2"
    assert table.do("sideways out").events == ["moved 22 A4 I4"]
    assert table.race.cars[22].status == "racing"
    assert table.race.apron == ()


@rule("4.3")
def test_a_taken_space_beside_the_apron_is_shoved_clear_for_two_points() -> None:
    table = played("22 A4, 43 I4, 21 M4", 62).do("sideways out")
    assert table.events == ["shoved 21 M4 O4", "shoved 43 I4 M4", "moved 22 A4 I4"]
    assert table.move.points == 2


@rule("4.3")
def test_the_card_lays_no_marker_on_the_way_out() -> None:
    table = played("22 A4, 43 I20", 62).do("sideways out", "forward", "forward", "forward")
    assert table.race.cars[22].wear == ()
    assert table.race.cars[22].used
    assert table.race.move is None


@rule("4.3")
def test_the_text_of_the_card_is_ignored_on_the_way_out() -> None:
    table = played("22 A4, 43 I5", 16).do("sideways out")
    assert table.refusal("swap").rule == "2.9"
    assert played("22 A4, 43 I20", 1).do("sideways out").move.points == 2


@rule("Q1", "4.3")
def test_the_last_points_may_be_burnt_once_on_the_track() -> None:
    table = played("1 A5, 2 I6", 65).do("sideways out", "bump")
    assert table.at() == "1 I5, 2 I6"
    table = played("1 A5, 2 M6", 65).do("sideways out", "sideways out", "bump")
    assert table.at() == "1 M5, 2 M6"


@rule("2.2")
def test_there_is_no_way_back_onto_the_apron() -> None:
    assert played("22 A4, 43 I20", 62).do("sideways out").refusal("sideways in").rule == "2.2"


@rule("A32")
def test_cars_on_the_apron_are_neither_linked_nor_shoved() -> None:
    table = moving("29 I7, 43 A8, 21 A6", "draft", 2).do("forward", "forward")
    assert table.at() == "29 I9, 43 A8, 21 A6"


@rule("4.3")
def test_other_cars_stay_in_their_pile_on_the_apron() -> None:
    table = played("22 A4, 43 A4, 21 A4", 62).do("sideways out")
    assert table.race.apron == (43, 21)


@rule("4.3")
def test_a_patched_move_may_start_on_the_apron() -> None:
    table = moving("22 A4, 43 I20", "solo", 3)
    assert table.open() == ["sideways out"]
    assert table.do("sideways out", "forward", "forward").at(22) == "22 I6"


@rule("2.2")
def test_a_car_that_can_do_nothing_may_stop() -> None:
    table = moving("22 A4, 43 I4", "solo", 1)
    assert table.open() == ["stop"]
    assert table.do("stop").race.move is None
