"""What a screen shows of a choice: labels, previews and warnings in lines of 21 characters."""

import pytest

from companion.engine import Ask
from tests.support.fuel_and_fortune import Table, cars, race

rule = pytest.mark.rule


def shown(table: Table, action: str) -> tuple[str, ...]:
    choice = table.choice(action)
    return (choice.label, *choice.detail)


def test_a_turn_starts_with_the_largest_base_move_and_needs_no_scrolling_for_it() -> None:
    pending = race(red="10 f1", blue="20").pending
    assert isinstance(pending, Ask)
    assert pending.prompt == "YOUR TURN"
    assert [choice.label for choice in pending.choices] == ["MOVE 2 -> 12", "MOVE 1 -> 11", "MOVE 3 -> 13 DOT"]


def test_a_preview_tells_fuel_and_whom_one_meets() -> None:
    table = race(red="10 f3 GE", blue="13", green="14", yellow="14")
    assert shown(table, "drive 2") == ("MOVE 2 -> 12", "burn 0  left 3")
    assert shown(table, "drive 3") == ("MOVE 3 -> 13 OVERLAP", "burn 1  left 2 Blue")
    assert shown(table, "drive 4") == ("MOVE 4 -> 14 OVERLAP", "burn 2  left 1 2 cars")
    assert shown(table, "drive 4 card:good-exit") == ("MOVE 4 -> 14 OVERLAP", "burn 0  left 3 2 cars")


def test_the_words_of_the_course_are_told_beforehand() -> None:
    table = race(red="20 f3", blue="L1 2")
    assert [choice.label for choice in table.menu()] == [
        "MOVE 2 -> 22 PIT",
        "MOVE 1 -> 21",
        "MOVE 3 -> 23",
        "MOVE 4 -> 0 LAP",
        "MOVE 5 -> 1 WARP!",
    ]
    far = race(red="20 f5", blue="L1 2")
    assert far.choice("drive 5").label == "MOVE 5 -> 1 SAFE LAP"
    assert far.choice("drive 6").label == "MOVE 6 -> 2 OVERLAP"
    assert race(red="L1 20 f5", blue="2").choice("drive 6").label == "MOVE 6 -> 2 FINISH"


def test_an_overlap_that_the_deck_decides_wants_a_second_ok() -> None:
    table = race(red="11 AC", blue="13")
    assert table.choice("drive 2").warning == (
        "OVERLAP Blue at 13",
        "Deck decides: pass,",
        "incident or crash.",
        "You hold Avoid Crash.",
    )
    assert table.choice("drive 2 avoid-crash").warning == ()
    assert table.choice("drive 1").warning == ()
    assert len(race(red="11", blue="13").choice("drive 2").warning) == 3


@rule("A-16")
@rule("A-20")
def test_a_move_that_warps_wants_a_second_ok_and_tells_what_is_spent() -> None:
    table = race(red="21 f2 GE", blue="9")
    assert table.choice("drive 6 card:good-exit").warning == (
        "NO FUEL AT THE LINE",
        "You would be sent to",
        "Pit Entry 22.",
        "Spent: GE, 2 fuel",
    )
    assert table.choice("drive 6 card:good-exit").touches == ("22",)
    assert race(red="P5 f1", blue="9").choice("drive 3").warning[0] == "NO FUEL AT PIT EXIT"
    assert race(red="23 f0", blue="9").choice("drive 1").warning[-1] == "Pit Entry 22."


def test_the_last_box_says_that_the_exit_needs_fuel() -> None:
    assert shown(race(red="P5", blue="9"), "drive 1")[1:] == ("burn 0  left 3", "EXIT NEEDS 1 FUEL")


def test_the_offer_on_pit_entry_starts_with_staying_unless_the_tank_is_empty() -> None:
    table = race(red="20 f1", blue="9")
    table.do("drive 2")
    pending = table.pending
    assert isinstance(pending, Ask)
    assert pending.prompt == "PIT ENTRY   fuel 1/5"
    assert [choice.label for choice in pending.choices] == ["Stay on track", "Enter: P1, fuel 2"]
    empty = race(red="20 f0", blue="9")
    empty.do("drive 2")
    assert empty.choices() == ["enter-pits", "stay-out"]


def test_in_the_lane_both_ways_tell_their_fuel() -> None:
    pending = race(red="P2 f2", blue="9").pending
    assert isinstance(pending, Ask)
    assert pending.prompt == "PIT LANE P2  fuel 2/5"
    assert [choice.label for choice in pending.choices] == ["Drive to P3, fuel 3", "Skip to P5, fuel 2"]


def test_behind_the_safety_car_the_heading_counts_its_rounds() -> None:
    table = race(red="2", blue="P1 f1", green="18")
    table.do("drive 2")
    table.draw("debris")
    pending = table.pending
    assert isinstance(pending, Ask)
    assert pending.prompt == "SC 1/3 P1  fuel 1/5"
    table.do("pit-step")
    pending = table.pending
    assert isinstance(pending, Ask)
    assert (pending.seat, pending.prompt) == ("green", "SC 2/3 PIT fuel 3/5")


@rule("A-153")
def test_a_heading_gives_no_hidden_fuel_away() -> None:
    table = race(red="20 f1", blue="9", fuel_hidden=True)
    table.do("drive 2")
    pending = table.pending
    assert isinstance(pending, Ask)
    assert pending.prompt == "PIT ENTRY"
    lane = race(red="P2 f1", blue="9", fuel_hidden=True).pending
    assert isinstance(lane, Ask)
    assert lane.prompt == "PIT LANE P2"


@rule("5.4")
def test_a_full_hand_is_listed_with_the_new_card_last() -> None:
    table = race(red="2 GE LB GE", blue="9")
    table.do("drive 2")
    table.draw("avoid-crash")
    pending = table.pending
    assert isinstance(pending, Ask)
    assert pending.prompt == "HAND FULL - DISCARD 1"
    assert pending.choices[3].label == "Avoid Crash (new)"


def test_what_a_driver_may_wonder_about_is_on_the_menu_with_its_reason() -> None:
    table = race(red="10 LB AC", blue="20")
    assert table.choices(barred=True) == ["drive 3 card:late-brake", "drive 2 avoid-crash"]
    assert str(table.choice("drive 3 card:late-brake").barred) == "Late Brake: alone here. (rule 5.19)"
    locked = race(red="10 lock GE", blue="20")
    assert locked.choices(barred=True) == ["drive 2", "drive 1 card:good-exit"]


def test_two_equal_cards_are_one_line_of_a_drive() -> None:
    table = Table(cars(red="10 f0 GE GE", blue="20"))
    assert table.choices() == ["drive 2", "drive 1", "drive 4 card:good-exit"]
