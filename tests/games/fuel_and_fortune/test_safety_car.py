"""Chapter 6, phases 2 and 3: behind the safety car, and the green flag."""

import pytest

from tests.support.fuel_and_fortune import Table, cars, crash, debris, race

rule = pytest.mark.rule


@rule("6.3")
@rule("6.11")
@rule("A-109")
def test_duration_and_pace_are_set_up_values() -> None:
    table = debris("2", "10", "12", sc_rounds=2, sc_advance=1)
    assert [event for event in table.events if event.startswith("safety-car-advanced")] == [
        "safety-car-advanced 1",
        "safety-car-advanced 2",
    ]
    assert table.race.cars["green"].at == "14"


@rule("6.2")
@rule("6.14")
def test_no_normal_move_is_made_until_green() -> None:
    table = debris("2", "16", "20")
    assert table.asked == "green"
    assert table.refusal("drive 1") == "6.2"
    assert table.refusal("drive 1", "red") == "2.7"
    assert table.refusal("pit-step") == "3.6"
    for answer in ["stay-out"] * 5:
        table.do(answer)
    assert table.events[-1] == "green-flag-shown blue"
    assert "drive 1" in table.choices()


@rule("6.15")
@rule("A-118")
@rule("A-119")
def test_after_a_crash_its_driver_moves_first_with_a_fresh_turn_in_the_same_round() -> None:
    table = crash("8", "10", "12")
    assert (table.asked, table.race.turn, table.race.round) == ("red", "red", 1)
    assert table.do("drive 3") == ["fuel-burned red 1", "moved red 16 19"]
    assert (table.race.turn, table.race.round) == ("blue", 1)


@rule("A-118")
@rule("A-119")
def test_after_debris_the_next_driver_moves() -> None:
    assert debris("2", "9").events[-1] == "green-flag-shown blue"


@rule("A-119")
@rule("1.12")
def test_a_new_order_is_told_after_the_flag_that_ends_the_round() -> None:
    table = race(red="2", blue="10", dynamic_order=True, turn="blue")
    table.do("drive 3")
    assert table.draw("debris")[-2:] == ["green-flag-shown blue", "order-changed blue,red"]
    assert (table.race.round, table.asked) == (2, "blue")
    assert table.said[-2:] == ["GREEN FLAG. Blue to move.", "New order: Blue, Red."]


@rule("A-106")
@rule("A-122")
def test_laps_count_behind_the_safety_car_but_nothing_else_happens() -> None:
    table = debris("L0 15", "L0 19", sc_rounds=2)
    table.do("stay-out")
    # blue 19 -> 21 -> (22, asked) 23; red 18 -> 20 -> (22, asked)
    assert table.race.cars["blue"].stats.overlaps == 0
    assert table.race.cars["blue"].fuel == 3


@rule("A-107")
def test_in_a_round_an_empty_car_is_asked_once_and_held_after_no() -> None:
    table = debris("15 f1", "22 f0", sc_rounds=2)
    # line-up: blue 22, red 21. Round 1: blue stands on Pit Entry.
    assert table.asked == "blue"
    events = table.do("stay-out")
    # blue would go to 24: held; red closes up to the head, H = 24, and is asked on its way
    assert events[:3] == ["stayed-out blue", "held-at-pit-entry blue", "moved red 21 22"]
    assert table.asked == "red"
    assert table.race.safety_car.queue == ("red",)
    assert table.do("stay-out")[:3] == ["stayed-out red", "moved red 22 0", "lap-completed red 1"]
    assert (table.asked, table.race.safety_car.rounds_left) == ("blue", 1)
    assert table.do("stay-out")[-1] == "green-flag-shown blue"
    assert table.race.cars["blue"].at == "22"


@rule("A-107")
def test_the_fuel_check_behind_the_safety_car_can_be_switched_off() -> None:
    table = debris("15 f1", "22 f0", sc_fuel_check=False, sc_rounds=1)
    assert table.do("stay-out")[:3] == ["stayed-out blue", "moved blue 22 0", "lap-completed blue 1"]


@rule("6.12")
@rule("A-110")
@rule("A-111")
@rule("A-112")
def test_the_leader_may_pit_and_those_behind_close_up_at_once() -> None:
    table = debris("15", "20", "19", sc_rounds=2)
    # line-up: blue 20, green 19, red 18. Round 1, H = 22: blue lands on Pit Entry.
    assert table.events[-1] == "moved blue 20 22"
    assert table.do("enter-pits") == [
        "entered-pits blue",
        "moved blue 22 P1",
        "fuel-gained blue 1",
        "moved green 19 22",
    ]
    assert table.asked == "green"
    assert table.do("stay-out") == [
        "stayed-out green",
        "moved red 18 21",
        "safety-car-advanced 2",
    ]
    assert table.asked == "green"
    assert table.do("stay-out") == ["stayed-out green", "moved green 22 0", "lap-completed green 1", "moved red 21 22"]


@rule("A-113")
@rule("A-80")
def test_a_car_in_the_lane_drives_a_box_a_round_or_skips_and_keeps_its_lost_traction() -> None:
    table = debris("2", "P1 f1 lock", sc_rounds=2)
    assert (table.asked, table.choices()) == ("blue", ["pit-step"])
    assert table.refusal("skip-refuelling") == "A-44"
    table.do("pit-step")
    assert table.race.cars["blue"].locked
    other = debris("2", "P1 f1", sc_rounds=2)
    assert other.do("skip-refuelling") == [
        "skipped-refuelling blue",
        "moved blue P1 P5",
        "safety-car-advanced 2",
        # X of its lap is 25, the head of the queue on 8: it leaves ahead of the safety car
        "moved red 6 8",
        "moved blue P5 1",
        "lap-completed blue 1",
        "green-flag-shown blue",
    ]


@rule("6.17")
@rule("6.18")
@rule("A-115")
def test_a_car_that_leaves_ahead_of_the_safety_car_goes_on_at_its_pace() -> None:
    table = debris("2", "P5", sc_rounds=3)
    assert table.events[3:] == [
        "safety-car-advanced 1",
        "moved red 4 6",
        "moved blue P5 1",
        "lap-completed blue 1",
        "safety-car-advanced 2",
        "moved blue 1 3",
        "moved red 6 8",
        "safety-car-advanced 3",
        "moved blue 3 5",
        "moved red 8 10",
        "green-flag-shown blue",
    ]


@rule("6.16")
@rule("A-114")
def test_a_car_joins_the_tail_once_it_is_past_the_exit_and_waits_at_red_until_then() -> None:
    table = race(red="L1 2", blue="L1 1", green="L0 P5", sc_rounds=2)
    table.do("drive 2")
    # H = 28: line-up red 28, blue 27. Xp = 25. Round 1: H = 30, slot 30 - 2 = 28 >= 25: joins on 4.
    assert table.draw("debris")[4:9] == [
        "safety-car-advanced 1",
        "moved red 4 6",
        "moved blue 3 5",
        "moved green P5 4",
        "lap-completed green 1",
    ]
    red = race(red="L1 1", blue="L1 1", green="L1 0", yellow="L0 P5", chance_dots=[2], sc_rounds=2, sc_advance=1)
    red.do("drive 1")
    # H = 26: red 26, blue 25, green 24. Round 1: H = 27, slot 27 - 3 = 24 < 25: red light. Round 2: 25.
    assert red.draw("debris")[4:] == [
        "moved red 2 3",
        "moved blue 1 2",
        "moved green 0 1",
        "held-at-pit-exit yellow",
        "safety-car-advanced 2",
        "moved red 3 4",
        "moved blue 2 3",
        "moved green 1 2",
        "moved yellow P5 1",
        "lap-completed yellow 1",
        "green-flag-shown blue",
    ]


@rule("A-120")
def test_if_the_whole_queue_pits_the_next_car_out_is_its_head() -> None:
    table = debris("15", "P5", sc_rounds=3)
    # red 17 -> 19; blue leaves onto 1 (Xp = 25 > 19), ahead
    assert table.race.safety_car.ahead == ("blue",)
    assert table.asked == "red"
    table.do("enter-pits")
    assert table.race.cars["red"].at == "P1"
    alone = Table(
        {**cars(red="22", blue="P4"), "turn": "red", "safety_car": {"phase": "advancing", "rounds_left": 3}}, 2
    )
    assert alone.asked == "red"
    assert alone.do("enter-pits") == ["entered-pits red", "moved red 22 P1", "fuel-gained red 1"]
    assert (alone.asked, alone.race.safety_car.queue) == ("blue", ())
    assert alone.do("pit-step") == [
        "moved blue P4 P5",
        "safety-car-advanced 2",
        "moved blue P5 1",
        "lap-completed blue 1",
    ]
    assert (alone.asked, alone.race.safety_car.queue) == ("red", ("blue",))
    assert alone.do("pit-step")[-2:] == ["safety-car-advanced 3", "moved blue 1 3"]


@rule("A-121")
@rule("A-64")
def test_a_single_car_gains_the_advance() -> None:
    table = debris("2")
    assert table.race.cars["red"].at == "10"
    assert table.events[-1] == "green-flag-shown red"


@rule("A-108")
@rule("7.1")
def test_the_race_can_be_won_behind_the_safety_car_unless_a_switch_forbids_it() -> None:
    table = debris("L1 15", "L1 19", sc_rounds=2)
    # blue 19 -> 21; round 2: 22 asked, 23
    table.do("stay-out")
    assert table.race.winner is None
    won = debris("L1 15", "L1 20", sc_rounds=2)
    won.do("stay-out")
    assert won.do("stay-out")[-3:] == ["moved blue 22 0", "lap-completed blue 2", "race-won blue"]
    short = debris("L1 15", "L1 20", sc_rounds=2, sc_can_finish=False)
    short.do("stay-out")
    assert short.do("stay-out")[-2:] == ["moved blue 22 23", "moved red 21 22"]
    assert short.asked == "red"
    assert short.do("stay-out") == ["stayed-out red", "green-flag-shown blue"]


@rule("A-93")
@rule("A-124")
@rule("A-126")
def test_after_green_the_first_move_may_overlap_and_draw_as_ever() -> None:
    table = crash("8", "10", "12")
    table.do("drive 1")
    assert table.draws == "overtake"


@rule("A-57")
@rule("A-59")
@rule("A-158")
def test_by_a_switch_a_crash_costs_turns_after_green() -> None:
    table = crash("8", "10", "12", crash_out_turns=2)
    assert "stranded red 10" in table.events
    assert table.events[-1] == "green-flag-shown blue"
    assert (table.race.cars["red"].out, table.race.cars["red"].out_turns) == (False, 2)
    table.do("drive 2")
    table.do("drive 2")
    assert (table.asked, table.race.cars["red"].out_turns, table.race.round) == ("blue", 1, 2)
    again = Table(
        {"cars": {"red": {"at": "10", "out_turns": 1}, "blue": {"at": "9"}}, "turn": "blue"}, crash_out_turns=2
    )
    assert again.do("drive 1") == ["moved blue 9 10", "overlapped blue 10 red"]


@rule("A-118")
@pytest.mark.parametrize(("first", "asked", "number"), [("next", "blue", 1), ("new-round", "red", 2)])
def test_who_moves_first_at_green_can_be_switched(first: str, asked: str, number: int) -> None:
    table = crash("8", "10", "12", green_flag_first=first)
    assert (table.asked, table.race.round) == (asked, number)


@rule("A-118")
def test_a_new_round_at_green_starts_with_the_leader_where_the_order_changes() -> None:
    table = crash("8", "10", "12", green_flag_first="new-round", dynamic_order=True)
    assert table.events[-2:] == ["green-flag-shown green", "order-changed green,blue,red"]


@rule("A-117")
def test_a_towed_car_may_pit_behind_the_safety_car_and_runs_again_at_green() -> None:
    table = crash("18 f0", "20", "22", sc_rounds=3)
    # line-up: green 22, blue 21, red 20
    assert table.asked == "green"
    table.do("stay-out")
    assert table.asked == "blue"
    table.do("stay-out")
    assert table.asked == "red"
    table.do("enter-pits")
    assert (table.race.cars["red"].at, table.race.cars["red"].out) == ("P1", True)
    assert table.asked == "red"
    table.do("pit-step")
    table.do("pit-step")
    assert (table.events[-1], table.race.cars["red"].out) == ("green-flag-shown red", False)
    assert table.choices() == ["pit-step", "skip-refuelling"]
