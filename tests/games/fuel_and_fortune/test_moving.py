"""Chapter 2, Movement and fuel."""

import pytest

from tests.support.fuel_and_fortune import race

rule = pytest.mark.rule


@rule("2.1")
@rule("2.2")
@rule("A-11")
def test_one_or_two_segments_are_free_with_an_empty_tank_and_hand() -> None:
    table = race(red="5 f0", blue="10")
    assert table.choices() == ["drive 2", "drive 1"]
    assert table.do("drive 2") == ["moved red 5 7"]
    assert (table.race.cars["red"].fuel, table.race.cars["red"].hand) == (0, ())


@rule("2.3")
def test_a_third_segment_needs_fuel_or_a_card() -> None:
    assert race(red="5 f0", blue="10").refusal("drive 3") == "2.3"


@rule("2.6")
@rule("2.8")
@rule("A-12")
@rule("A-13")
def test_each_unit_burnt_is_one_segment_beyond_two() -> None:
    table = race(red="5 f5", blue="20")
    assert table.choices() == [f"drive {distance}" for distance in (2, 1, 3, 4, 5, 6, 7)]
    assert table.do("drive 7") == ["fuel-burned red 5", "moved red 5 12"]
    assert table.race.cars["red"].fuel == 0
    assert table.race.cars["red"].stats.fuel_burned == 5
    assert table.said == ["Red burns 5.", "Move Red to 12."]


@rule("A-10")
def test_a_car_must_move_at_least_one() -> None:
    table = race(red="5", blue="10")
    assert table.refusal("drive 0") == "A-10"
    assert table.refusal("drive -1") == "A-10"


@rule("2.9")
@rule("A-14")
@rule("A-21")
@rule("A-22")
def test_crossing_the_line_needs_a_unit_after_paying() -> None:
    table = race(red="21 f2", blue="10")
    assert table.do("drive 3") == ["fuel-burned red 1", "moved red 21 0", "lap-completed red 1"]
    assert table.said == ["Red burns 1.", "Move Red to 0.", "Red completes lap 1."]
    short = race(red="21 f1", blue="10")
    assert short.do("drive 3") == ["fuel-burned red 1", "warped red 22"]


@rule("2.12")
@rule("A-16")
@rule("A-17")
@rule("A-18")
@rule("A-19")
def test_an_empty_tank_at_the_line_leads_back_to_pit_entry_and_to_the_offer() -> None:
    table = race(red="23 f0", blue="22")
    assert table.choice("drive 2").warning[:3] == ("NO FUEL AT THE LINE", "You would be sent to", "Pit Entry 22.")
    assert table.do("drive 2") == ["warped red 22"]
    assert table.said == ["Red has no fuel for the start/finish line. Move Red to Pit Entry (22)."]
    assert table.race.stacks == {"22": ("blue", "red")}
    assert (table.race.cars["red"].lap, table.asked) == (0, "red")
    assert table.choices() == ["enter-pits", "stay-out"]
    assert table.do("enter-pits") == ["entered-pits red", "moved red 22 P1", "fuel-gained red 1"]
    assert table.asked == "blue"


@rule("A-17")
def test_a_car_that_stands_on_pit_entry_stays_there_in_its_place() -> None:
    table = race(red="23 f0", blue="23", pit_entry=23, chance_dots=0)
    assert table.do("drive 1") == ["warped red 23"]
    assert table.race.stacks == {"23": ("red", "blue")}


@rule("A-15")
@rule("A-135")
def test_what_was_spent_on_a_warp_is_spent_and_counted() -> None:
    table = race(red="21 f2 GE", blue="10")
    warning = table.choice("drive 6 card:good-exit").warning
    assert warning[-1] == "Spent: GE, 2 fuel"
    assert table.do("drive 6 card:good-exit") == ["card-played red good-exit", "fuel-burned red 2", "warped red 22"]
    car = table.race.cars["red"]
    assert (car.fuel, car.hand, car.stats.fuel_burned, car.stats.good_exits) == (0, (), 2, 1)
    assert table.race.bags.chance.discard["good-exit"] == 1
    assert table.said[0] == "Red plays Good Exit and burns 2."


@rule("2.13")
@rule("5.7")
@rule("A-83")
def test_a_card_and_fuel_make_one_long_move() -> None:
    table = race(red="5 f3 GE", blue="20")
    assert table.do("drive 6 card:good-exit") == ["card-played red good-exit", "fuel-burned red 2", "moved red 5 11"]
    assert table.said == ["Red plays Good Exit and burns 2.", "Move Red to 11."]


@rule("2.10")
@rule("A-20")
def test_the_pit_exit_line_needs_a_unit_too() -> None:
    table = race(red="P5 f1", blue="10")
    assert table.choice("drive 3").warning[0] == "NO FUEL AT PIT EXIT"
    assert table.do("drive 3") == ["fuel-burned red 1", "warped red 22"]
    assert table.said == ["Red burns 1.", "Red has no fuel for the pit exit. Move Red to Pit Entry (22)."]
    assert table.choices() == ["enter-pits", "stay-out"]


@rule("2.11")
def test_not_even_the_winning_crossing_is_excused() -> None:
    table = race(red="L1 23 f1", blue="10")
    assert table.do("drive 3") == ["fuel-burned red 1", "warped red 22"]
    assert table.race.winner is None


@rule("2.14")
@rule("A-24")
@rule("5.8")
def test_nothing_can_be_played_once_a_penalty_is_known() -> None:
    table = race(red="10 f3 AC", blue="12")
    table.do("drive 2")
    assert table.draws == "overtake"
    assert table.refusal("drive 2 avoid-crash") == "2.7"
    table.draw("racing-incident")
    warped = race(red="23 f0 GE", blue="5")
    warped.do("drive 1")
    assert warped.refusal("drive 4 card:good-exit") == "3.3"


@rule("A-23")
def test_a_tank_holds_no_more_than_its_size() -> None:
    table = race(red="P1 f4", blue="10", tank_max=4)
    assert table.do("pit-step") == ["moved red P1 P2"]
    assert table.race.cars["red"].fuel == 4
