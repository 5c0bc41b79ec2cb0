"""What the chapters imply and nobody argues about until it happens."""

import pytest

from companion.engine import Over
from companion.games.fuel_and_fortune.rules import RULES
from tests.support.fuel_and_fortune import Table, crash, debris, race

rule = pytest.mark.rule


@rule("1.15")
def test_what_the_event_is_made_of_is_what_the_set_up_says() -> None:
    table = Table(None, 2, start_fuel=2, laps=5, sc_rounds=1, sc_advance=4, crash_catch_up=False)
    assert [car.fuel for car in table.race.cars.values()] == [2, 2]
    options = table.race.options
    assert (options.laps, options.sc_rounds, options.sc_advance, options.crash_catch_up) == (5, 1, 4, False)


@rule("2.5")
def test_nobody_starts_with_more_than_five_units() -> None:
    assert [car.fuel for car in Table(None, 2, start_fuel=5).race.cars.values()] == [5, 5]
    with pytest.raises(ValueError, match="start_fuel"):
        RULES.setup(("red", "blue"), {"start_fuel": 6, "tank_max": 9})


@rule("A-22")
def test_with_an_empty_tank_a_car_goes_on_as_long_as_no_line_comes() -> None:
    table = race(red="9 f0", blue="20")
    assert table.choices() == ["drive 2", "drive 1"]
    assert table.do("drive 2") == ["moved red 9 11"]
    entry = race(red="20 f0", blue="5")
    assert entry.do("drive 2") == ["moved red 20 22"]


@rule("A-25")
def test_driving_off_the_start_crosses_no_line_and_needs_no_unit() -> None:
    table = race(red="0 f0", blue="0")
    assert table.do("drive 2") == ["moved red 0 2"]
    assert table.race.cars["red"].lap == 0


@rule("A-64")
@rule("A-93")
def test_cars_that_are_led_draw_nothing_wherever_they_are_led() -> None:
    table = debris("2", "10", "11")
    assert {"moved green 11 13", "moved green 15 17", "moved red 11 13"} <= set(table.events), "onto dots"
    assert not any(event.split()[0] in ("overlapped", "card-drawn") for event in table.events[1:])
    assert table.events[-1] == "green-flag-shown blue"


@rule("A-126")
def test_distance_that_is_lost_or_won_in_the_line_up_is_neither_paid_nor_charged() -> None:
    table = debris("2 f1", "10 f2 GE", "12 f3")
    assert [car.fuel for car in table.race.cars.values()] == [1, 2, 3]
    assert table.race.cars["blue"].hand == ("good-exit",)


@rule("A-90")
def test_one_avoid_crash_is_all_that_a_move_may_have() -> None:
    table = race(red="10 AC AC", blue="12")
    assert [text for text in table.choices() if text.count("avoid-crash") > 1] == []
    assert table.refusal("drive 2 card:avoid-crash avoid-crash") == "5.6"
    table.do("drive 2 avoid-crash")
    assert table.race.cars["red"].hand == ("avoid-crash",)


@rule("A-92")
def test_cards_wait_for_the_turn_of_who_holds_them() -> None:
    table = race(red="5", blue="9 GE AC")
    for wish in ("drive 4 card:good-exit", "drive 2 avoid-crash"):
        assert table.refusal(wish, "blue") == "2.7"
    table.do("drive 1")
    assert "drive 4 card:good-exit" in table.choices()


@rule("A-96")
def test_behind_the_safety_car_there_is_no_move_that_avoid_crash_could_save() -> None:
    table = debris("2 AC", "16 AC", "20 AC")
    assert table.asked == "green"
    assert table.choices() == ["stay-out", "enter-pits"]
    assert table.refusal("drive 1 avoid-crash") == "6.2"


@rule("A-124")
def test_right_after_green_a_crash_is_a_crash() -> None:
    table = crash("8", "10", "12", sc_rounds=1)
    assert table.asked == "red"
    assert table.do("drive 1") == ["moved red 12 13", "overlapped red 13 blue"]
    assert table.draw("crash")[0] == "crashed red"


@rule("A-138")
def test_a_computer_driver_wins_awards_like_anybody() -> None:
    patch = {"cars": {"red": {"at": "23", "lap": 1}, "blue": {"at": "5", "stats": {"fuel_burned": 4}}}, "turn": "red"}
    table = Table(patch, 2, bots={"blue": "mixed"})
    table.do("drive 1")
    assert isinstance(table.pending, Over)
    awards = table.state["awards"]
    assert isinstance(awards, dict)
    assert awards["leadfoot"] == ["blue"]
