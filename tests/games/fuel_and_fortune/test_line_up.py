"""Chapter 6, phase 1: the line-up."""

import pytest

from tests.support.fuel_and_fortune import Table, advances, cars, crash, debris, race

rule = pytest.mark.rule


@rule("6.1")
@rule("6.4")
@rule("6.5")
@rule("6.6")
@rule("6.10")
@rule("6.13")
@rule("A-125")
def test_the_field_lines_up_behind_the_leader_and_advances_with_the_safety_car() -> None:
    table = debris("2", "10", "12")
    assert table.events == [
        "card-drawn red debris",
        "safety-car-deployed debris",
        "moved blue 10 11",
        "moved red 4 10",
        "field-bunched green,blue,red",
        "safety-car-advanced 1",
        "moved green 12 14",
        "moved blue 11 13",
        "moved red 10 12",
        "safety-car-advanced 2",
        "moved green 14 16",
        "moved blue 13 15",
        "moved red 12 14",
        "safety-car-advanced 3",
        "moved green 16 18",
        "moved blue 15 17",
        "moved red 14 16",
        "green-flag-shown blue",
    ]
    assert table.race.safety_car.phase == "none"
    assert table.race.stacks == {}


@rule("6.7")
@rule("A-101")
@rule("A-116")
def test_the_crasher_is_towed_to_the_very_end_even_if_it_led() -> None:
    table = crash("L1 10", "L1 12", "L1 3", "14")
    assert table.events[1:] == [
        "safety-car-deployed crash",
        "moved green 3 11",
        # yellow is a lap down and physically ahead of the leader: j = floor((36 - 14) / 24) = 0, so it drives round
        "moved yellow 14 10",
        "lap-completed yellow 1",
        "towed red 9",
        "field-bunched blue,green,yellow,red",
        *advances(("blue", 12), ("green", 11), ("yellow", 10), ("red", 9)),
        "green-flag-shown red",
    ]


@rule("6.8")
@rule("6.9")
@rule("A-117")
@rule("A-123")
def test_without_catch_up_the_crasher_is_stranded_and_blocks_nobody() -> None:
    table = crash("8", "10", "12", crash_catch_up=False)
    assert table.events == [
        "crashed red",
        "safety-car-deployed crash",
        "moved blue 10 11",
        "stranded red 10",
        "field-bunched green,blue",
        *advances(("green", 12), ("blue", 11)),
        "green-flag-shown red",
    ]
    assert (table.race.cars["red"].at, table.race.cars["red"].out, table.asked) == ("10", False, "red")


@rule("A-102")
def test_a_lapped_car_keeps_its_whole_laps_and_stands_in_the_queue() -> None:
    table = debris("L1 2", "L1 10", "L0 5")
    # H = 34, green p = 5: j = floor(29 / 24) = 1, slot 34 - 2 - 24 = 8
    assert "moved green 5 8" in table.events
    assert table.race.cars["green"].lap == 0
    unlapped = debris("L1 2", "L1 10", "L0 5", sc_unlap=True)
    assert unlapped.events[3:5] == ["moved green 5 8", "lap-completed green 1"]
    assert unlapped.race.cars["green"].lap == 1


@rule("A-103")
def test_a_car_physically_ahead_but_almost_a_lap_down_drives_round_and_gains_the_lap() -> None:
    table = debris("L1 2", "L1 10", "L0 20")
    index = table.events.index("moved green 20 8")
    assert table.events[index + 1] == "lap-completed green 1"


@rule("A-104")
def test_the_line_up_may_put_a_car_back() -> None:
    table = race(red="11", blue="13", green="13")
    table.do("drive 2")
    table.draw("safe-pass", "debris")
    assert table.events[2:5] == ["moved blue 13 12", "moved green 13 11", "field-bunched red,blue,green"]
    assert table.said[2] == "Line up: Red stays on 13; Blue to 12; Green to 11."


@rule("A-104")
@rule("A-127")
def test_a_car_that_slides_back_over_the_line_must_cross_again() -> None:
    table = Table(
        {**cars(red="L1 3", blue="L1 4", green="L1 4", yellow="L1 4", black="L1 4", white="L1 4"), "turn": "red"}, 6
    )
    table.do("drive 1")
    table.draw("safe-pass", "debris")
    assert table.events[2:8] == [
        "moved blue 4 3",
        "moved green 4 2",
        "moved yellow 4 1",
        "moved black 4 0",
        "moved white 4 23",
        "field-bunched red,blue,green,yellow,black,white",
    ]
    assert table.events.count("lap-completed white 1") == 1
    assert table.race.cars["white"].lap == 1


@rule("A-105")
def test_on_the_opening_lap_the_rest_of_the_queue_stands_on_segment_0_in_its_order() -> None:
    table = Table({**cars(red="2", blue="0", green="0", yellow="1"), "stacks": {"0": ["green", "blue"]}}, 4)
    table.do("drive 2")
    events = table.draw("debris")
    assert "moved yellow 1 3" in events
    assert "field-bunched red,yellow,green,blue" in events
    short = Table({**cars(red="0", blue="0", green="0", yellow="0"), "turn": "red"}, 4, chance_dots=[2])
    short.do("drive 2")
    assert short.draw("debris")[1:5] == [
        "safety-car-deployed debris",
        "moved blue 0 1",
        "field-bunched red,blue,green,yellow",
        "safety-car-advanced 1",
    ]


@rule("A-105")
def test_queue_order_on_segment_0_is_race_order_whoever_moved() -> None:
    patch = {**cars(red="1", blue="1", green="0", yellow="0"), "turn": "red", "stacks": {"1": ["blue", "red"]}}
    table = Table(patch, 4, chance_dots=[2], sc_rounds=1, sc_advance=1, pit_exit=3, pit_entry=21)
    table.do("drive 1")
    # red 2, blue 1, green 0, yellow 0
    assert table.draw("debris")[-5:] == [
        "safety-car-advanced 1",
        "moved red 2 3",
        "moved blue 1 2",
        "moved green 0 1",
        "green-flag-shown blue",
    ]


@rule("A-107")
@rule("A-127")
def test_a_car_that_would_be_led_over_the_line_empty_is_held_on_pit_entry() -> None:
    table = debris("15 f2", "23 f0", "L1 1")
    # H = 25; blue would go to 24: held on 22, and red closes up behind green
    assert table.events[1:6] == [
        "safety-car-deployed debris",
        "held-at-pit-entry blue",
        "moved red 17 0",
        "lap-completed red 1",
        "field-bunched green,red",
    ]
    assert table.race.cars["blue"].at == "22"
    assert table.race.safety_car.held == ("blue",)
    assert table.asked == "blue"
    assert table.said[2] == "Line up: Green stays on 1; Red to 0; Blue held on Pit Entry (22)."
    assert table.do("stay-out")[0] == "stayed-out blue"
    assert table.asked == "blue"
    table.do("enter-pits")
    assert table.events[:3] == ["entered-pits blue", "moved blue 22 P1", "fuel-gained blue 1"]
    assert "blue" not in table.race.safety_car.held


@rule("A-100")
def test_cars_in_the_lane_are_neither_bunched_nor_picked_up() -> None:
    table = debris("2", "10", "P2")
    assert "field-bunched blue,red" in table.events
    assert table.race.cars["green"].at == "P2"
