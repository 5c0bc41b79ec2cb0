"""Stock car, chapter 2.9: cards with a movement text of their own."""

import pytest

from tests.support.stock_car import moving, played

rule = pytest.mark.rule

RUBBIN, TEAMWORK, RIDING, CLEAN_AIR, WORKING, CHASING, OVERSTEER = 1, 4, 7, 13, 16, 19, 24
SLINGSHOT, OUTSIDE, INSIDE, UNDERSTEER = 69, 77, 79, 81


@rule("2.9")
@pytest.mark.parametrize("card", [RIDING, CHASING])
def test_riding_the_draft_allows_no_sideways_step(card: int) -> None:
    table = played("29 M7, 43 I20", card)
    assert table.open() == ["forward"]
    assert table.refusal("sideways in").rule == "2.9"


@rule("2.9")
def test_riding_the_draft_leaves_the_lane_of_a_corner_to_choose() -> None:
    assert played("29 M9, 43 I20", RIDING, track="3x9 2x21").do("forward").open() == ["lane I", "lane O"]


@rule("2.9")
def test_the_lines_go_sideways_only_their_own_way() -> None:
    assert played("29 M7, 43 I20", OUTSIDE).open() == ["forward", "sideways out"]
    assert played("29 M7, 43 I20", OUTSIDE).refusal("sideways in").rule == "2.9"
    assert played("29 M7, 43 I20", INSIDE).open() == ["forward", "sideways in"]
    assert played("29 M7, 43 I20", INSIDE).refusal("sideways out").rule == "2.9"


@rule("2.3", "2.9")
def test_a_locked_car_is_told_so_before_its_card() -> None:
    table = played("29 M5, 43 M7", OUTSIDE).do("forward")
    assert table.refusal("sideways in").rule == "2.3"


@rule("2.9")
def test_rubbin_is_racin_makes_sideways_steps_and_shoves_free() -> None:
    table = played("29 I7, 43 M7", RUBBIN).do("sideways out", "sideways out")
    assert table.move.points == 4
    assert table.at() == "29 O7, 43 O6"
    assert table.refusal("sideways in").rule == "2.2"


@rule("2.9", "A12")
def test_rubbin_goes_on_without_points_until_the_player_stops() -> None:
    table = played("29 I7, 43 I20", RUBBIN).do(*["forward"] * 4)
    assert table.open() == ["sideways out", "stop"]
    assert table.refusal("forward").rule == "2.2"
    assert table.do("sideways out").open() == ["sideways out", "stop"]
    assert table.do("stop").race.move is None
    assert table.at(29) == "29 M11"


@rule("A12")
def test_rubbin_ends_by_itself_when_no_free_step_is_left() -> None:
    table = played("29 I7, 43 I20", RUBBIN).do(*["forward"] * 4, "sideways out", "sideways out")
    assert table.race.move is None
    table = played("29 I7, 43 I8", RUBBIN).do(*["forward"] * 4)
    assert table.race.move is None


@rule("A12", "2.1")
def test_rubbin_without_a_budget_may_still_go_sideways() -> None:
    table = moving("29 I7, 43 I20", "draft", 0, {"card": RUBBIN})
    assert table.open() == ["sideways out", "stop"]


@rule("2.9", "A10")
def test_teamwork_moves_a_second_car_three_points() -> None:
    table = played("29 M7, 30 I7, 43 I20", TEAMWORK, red=(29, 30)).do(*["forward"] * 4)
    assert table.open() == ["second 30"]
    table.do("second 30")
    assert table.race.cars[29].used
    assert (table.move.kind, table.move.points) == ("draft", 3)
    table.do(*["forward"] * 3)
    assert table.at(29, 30) == "29 M11, 30 I10"
    assert table.race.move is None
    assert not table.race.cars[30].used


@rule("A10")
def test_teamwork_is_skipped_without_another_car_on_the_track() -> None:
    assert played("29 M7, 43 I20", TEAMWORK).do(*["forward"] * 4).race.move is None
    assert played("29 M7, 30 A7, 43 I20", TEAMWORK, red=(29, 30)).do(*["forward"] * 4).race.move is None


@rule("A10")
def test_teamwork_must_name_the_second_car() -> None:
    table = played("29 M7, 30 I7, 31 I9, 43 I20", TEAMWORK, red=(29, 30, 31)).do(*["forward"] * 4)
    assert table.open() == ["second 30", "second 31"]
    assert table.refusal("second 43").rule == "A10"
    assert table.refusal("stop").rule == "2.2"


@rule("A10")
def test_the_second_car_of_teamwork_links_and_names_no_third() -> None:
    table = played("29 M7, 30 I7, 43 I6, 44 I9", TEAMWORK, red=(29, 30)).do(*["forward"] * 4, "second 30", "forward")
    assert table.at(30, 43) == "30 I8, 43 I7"
    assert table.move.locked
    assert table.do("forward", "forward").race.move is None


@rule("2.9")
def test_working_the_pack_changes_places_for_one_point() -> None:
    table = played("22 M4, 15 M5, 28 M7, 43 M8", WORKING).do("swap")
    assert table.events == ["swapped 22 15"]
    assert table.do("forward", "swap", "swap").at() == "22 M8, 15 M4, 28 M6, 43 M7"


@rule("2.9")
def test_working_the_pack_needs_a_car_right_ahead() -> None:
    assert played("22 M4, 15 M6", WORKING).refusal("swap").rule == "2.9"
    assert moving("22 M4, 15 M5", "solo", 3).refusal("swap").rule == "2.9"


@rule("2.9", "2.8")
def test_working_the_pack_chooses_between_two_cars_at_a_joint() -> None:
    table = played("22 M9, 15 I10, 16 O10", WORKING, track="3x9 2x21").do("swap")
    assert table.open() == ["lane I", "lane O"]
    assert table.do("lane O").at() == "22 O10, 15 I10, 16 M9"
    table = played("22 M9, 15 I10", WORKING, track="3x9 2x21").do("swap")
    assert table.at() == "22 I10, 15 M9"


@rule("2.9")
def test_working_the_pack_changes_laps_at_the_line() -> None:
    table = played("22 M30 1, 15 M1 2", WORKING).do("swap")
    assert (table.race.cars[22].lap, table.race.cars[15].lap) == (2, 1)


@rule("2.9", "A30")
def test_the_slingshot_goes_diagonally_once_and_followers_do_the_same() -> None:
    table = played("29 M7, 43 M6, 21 I20", SLINGSHOT).do("slingshot out")
    assert table.events == ["moved 29 M7 O8", "moved 43 M6 M7"]
    assert table.move.points == 6
    assert table.refusal("slingshot in").rule == "2.9"
    assert table.do("forward").at(29, 43) == "29 O9, 43 O8"


@rule("A30")
def test_the_slingshot_needs_a_free_space_to_land_in() -> None:
    assert played("29 M7, 43 O8", SLINGSHOT).refusal("slingshot out").rule == "2.9"
    assert played("29 O7, 43 I20", SLINGSHOT).refusal("slingshot out").rule == "2.9"
    assert moving("29 M7, 43 I20", "lead", 3).refusal("slingshot out").rule == "2.9"


@rule("A30", "2.8")
def test_the_slingshot_over_a_joint_names_the_lane_it_lands_in() -> None:
    table = played("29 I9, 43 I20", SLINGSHOT, track="2x9 3x21").do("slingshot out")
    assert table.open() == ["lane M", "lane O"]
    assert table.do("lane O").at(29) == "29 O10"
    assert played("29 M9, 43 I20", SLINGSHOT, track="3x9 2x21").do("slingshot out").at(29) == "29 O10"


@rule("2.9")
def test_oversteer_slides_in_and_understeer_out_after_the_last_point() -> None:
    table = played("29 M7, 43 I20", OVERSTEER).do(*["forward"] * 5)
    assert table.events == ["moved 29 M11 M12", "moved 29 M12 I12", "wore 29 suspension"]
    assert played("29 M7, 43 I20", UNDERSTEER).do(*["forward"] * 5).at(29) == "29 O12"


@rule("2.9")
def test_the_slide_needs_a_free_racing_space_and_moves_nobody_else() -> None:
    assert played("29 M7, 43 I12", OVERSTEER).do(*["forward"] * 5).at() == "29 M12, 43 I12"
    assert played("29 I7, 43 I20", OVERSTEER).do(*["forward"] * 5).at(29) == "29 I12"
    assert played("29 O7, 43 I20", UNDERSTEER).do(*["forward"] * 5).at(29) == "29 O12"
    assert played("29 M7, 43 M11", OVERSTEER).do(*["forward"] * 5).at() == "29 I12, 43 M13"


@rule("2.9")
def test_the_slide_never_goes_back_into_a_space_of_this_move() -> None:
    table = played("29 I7, 43 I20", OVERSTEER).do(*["forward"] * 4, "sideways out")
    assert table.at(29) == "29 M11"


@rule("A31")
def test_the_slide_is_done_even_without_points() -> None:
    table = moving("29 M7, 43 I20", "pursuit", 0, {"card": UNDERSTEER})
    assert table.race.move is None
    assert table.events == ["moved 29 M7 O7", "wore 29 suspension"]


@rule("2.9", "A11")
def test_clean_air_jumps_up_to_the_sector_behind_the_next_car() -> None:
    table = played("29 M7, 43 I15", CLEAN_AIR).do(*["forward"] * 4)
    assert table.open() == ["jump 3", "jump 2", "jump 1", "stop"]
    assert table.do("jump 3").open() == ["lane I", "lane M", "lane O"]
    assert table.do("lane O").at(29) == "29 O14"
    assert table.events == ["moved 29 M11 O14"]
    assert table.race.move is None


@rule("A11")
def test_clean_air_may_be_left_alone() -> None:
    table = played("29 M7, 43 I15", CLEAN_AIR).do(*["forward"] * 4, "stop")
    assert table.at(29) == "29 M11"
    assert table.race.move is None


@rule("2.9", "A11")
def test_clean_air_needs_to_be_alone_and_not_leading() -> None:
    assert played("29 M7, 43 I11, 21 I20", CLEAN_AIR).do(*["forward"] * 4).race.move is None
    assert played("29 M7, 43 I3", CLEAN_AIR).do(*["forward"] * 4).race.move is None
    assert played("29 M7, 43 I12", CLEAN_AIR).do(*["forward"] * 4).race.move is None
    assert played("29 M7, 43 I20", CLEAN_AIR).refusal("jump 2").rule == "2.9"


@rule("A11", "A32")
def test_clean_air_takes_no_notice_of_the_apron() -> None:
    table = played("29 M7, 43 I15, 21 A13", CLEAN_AIR).do(*["forward"] * 4)
    assert table.open()[0] == "jump 3"
    assert table.do("jump 2", "lane I").at(29) == "29 I13"


@rule("A11", "2.10")
def test_clean_air_may_jump_over_the_line() -> None:
    table = played("29 M24 1, 43 I2 2", CLEAN_AIR).do(*["forward"] * 4, "jump 3", "lane M")
    assert table.at(29) == "29 M1"
    assert table.race.cars[29].lap == 2
