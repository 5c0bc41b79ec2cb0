"""A-158 and the switches: what each house rule changes."""

import pytest

from tests.support.fuel_and_fortune import Table, cars, race

rule = pytest.mark.rule


@rule("A-158")
@rule("A-50")
def test_one_draw_a_car_front_first_and_passed_only_if_all_are_safe() -> None:
    table = race(red="10", blue="12", green="12", overlap_draws="per-car")
    assert table.do("drive 2") == ["moved red 10 12", "overlapped red 12 blue,green"]
    assert table.draw("safe-pass") == []
    assert table.said == ["Overtake card: SAFE PASS."]
    assert table.draws == "overtake"
    assert table.draw("safe-pass") == ["passed red 12"]
    found = table.race.cars["red"].stats
    assert (found.overlaps, found.passes, table.race.stacks["12"]) == (1, 1, ("red", "blue", "green"))


@rule("A-158")
@rule("A-50")
def test_one_draw_a_car_goes_on_after_an_incident_but_leads_nobody_to_the_front() -> None:
    table = race(red="11 GE", blue="13", green="13", overlap_draws="per-car")
    table.do("drive 2")
    assert table.draw("racing-incident") == ["had-incident red", "hand-lost red"]
    assert table.draws == "overtake"
    assert table.draw("safe-pass") == []
    assert table.race.stacks["13"] == ("blue", "green", "red")
    assert table.draws == "chance"


@rule("A-158")
def test_one_draw_a_car_ends_at_a_crash() -> None:
    table = race(red="10", blue="12", green="12", overlap_draws="per-car")
    table.do("drive 2")
    assert table.draw("crash")[:2] == ["crashed red", "safety-car-deployed crash"]
    assert table.race.underway is None


@rule("A-158")
@rule("A-88")
def test_one_avoid_crash_covers_all_cars_also_with_a_draw_a_car() -> None:
    table = race(red="10 AC", blue="12", green="12", overlap_draws="per-car")
    assert table.do("drive 2 avoid-crash")[-1] == "passed red 12"


@rule("A-158")
@rule("A-60")
def test_between_two_draws_a_deck_may_be_reshuffled() -> None:
    deck = {"safe-pass": 1}
    table = race(red="10", blue="12", green="12", overlap_draws="per-car", overtake_deck=deck)
    table.do("drive 2")
    assert table.draw("safe-pass") == ["deck-reshuffled overtake"]
    assert table.draw("safe-pass") == ["passed red 12"]


@rule("A-158")
@rule("A-85")
def test_late_brake_may_make_its_landing_a_safe_pass() -> None:
    table = race(red="9 LB AC", blue="9", green="12", late_brake_immune=True)
    assert table.refusal("drive 3 card:late-brake avoid-crash") == "A-87"
    assert table.do("drive 3 card:late-brake") == [
        "card-played red late-brake",
        "moved red 9 12",
        "overlapped red 12 green",
        "passed red 12",
    ]
    assert table.said[-2:] == ["Late Brake: SAFE PASS, no card drawn.", "Red goes in front on 12."]
    assert table.race.cars["red"].stats.passes == 1


@rule("A-158")
@rule("A-81")
@rule("A-86")
def test_movement_cards_may_add_to_the_base_move() -> None:
    table = race(red="9 f1 GE LB", blue="9", good_exit_mode="add")
    assert table.refusal("drive 4 card:good-exit") == "A-82"
    assert table.refusal("drive 8 card:good-exit") == "2.3"
    assert table.refusal("drive 3 card:late-brake") == "A-82"
    cards = [choice for choice in table.choices() if "card" in choice]
    assert cards == [f"drive {n} card:good-exit" for n in (5, 6, 7)] + [f"drive {n} card:late-brake" for n in (4, 5, 6)]
    assert table.do("drive 6 card:good-exit") == ["card-played red good-exit", "moved red 9 15"]


@rule("A-158")
@rule("A-32")
def test_entering_may_give_two_units() -> None:
    table = race(red="22 f0", blue="5", pit_entry_grant="extra")
    assert table.choice("enter-pits").label == "PIT: P1, fuel 2"
    assert table.do("enter-pits")[-1] == "fuel-gained red 2"
    full = race(red="22 f4", blue="5", pit_entry_grant="extra")
    assert full.do("enter-pits")[-1] == "fuel-gained red 1"


@rule("A-158")
@rule("A-35")
def test_the_last_box_may_refuel_after_a_step_and_after_a_skip() -> None:
    table = race(red="P4 f1", blue="P1 f1", last_pit_refuels=True)
    assert table.do("pit-step") == ["moved red P4 P5", "fuel-gained red 1"]
    assert table.do("skip-refuelling") == ["skipped-refuelling blue", "moved blue P1 P5", "fuel-gained blue 1"]


@rule("A-158")
@rule("A-30")
def test_passing_pit_entry_may_be_enough_to_turn_in() -> None:
    table = race(red="20 f2 GE", blue="5", pit_entry_when="pass")
    assert table.do("drive 5 card:good-exit") == ["card-played red good-exit", "fuel-burned red 1", "moved red 20 22"]
    assert table.choices() == ["stay-out", "enter-pits"]
    assert table.do("enter-pits") == ["entered-pits red", "moved red 22 P1", "fuel-gained red 1"]
    assert table.race.cars["red"].fuel == 2


@rule("A-158")
@rule("A-30")
def test_staying_out_drives_the_rest_of_the_move_with_all_that_follows() -> None:
    table = race(red="21 f1", blue="L1 0", pit_entry_when="pass")
    table.do("drive 3")
    assert table.do("stay-out") == ["stayed-out red", "warped red 22"]
    assert table.choices() == ["enter-pits", "stay-out"]
    other = race(red="21 f2 AC", blue="L1 0", pit_entry_when="pass")
    other.do("drive 3 avoid-crash")
    assert other.do("stay-out") == [
        "stayed-out red",
        "moved red 22 0",
        "lap-completed red 1",
        "overlapped red 0 blue",
        "passed red 0",
    ]
    assert "Avoid Crash: SAFE PASS, no card drawn." in other.said


@rule("A-158")
@rule("A-39")
def test_overlaps_may_be_played_in_the_lane() -> None:
    table = race(red="P1", blue="P2", pit_lane_overlaps=True)
    assert table.do("pit-step") == ["moved red P1 P2", "fuel-gained red 1", "overlapped red P2 blue"]
    assert table.draw("racing-incident") == ["had-incident red"]
    assert table.said[1] == "Red loses all cards and goes to the back on P2."
    assert table.asked == "blue"


@rule("A-158")
@rule("A-39")
def test_a_crash_in_the_lane_is_towed_to_the_queue_or_stranded_in_its_box() -> None:
    table = race(red="P1", blue="P2", green="10", pit_lane_overlaps=True)
    table.do("pit-step")
    assert table.draw("crash")[:4] == [
        "crashed red",
        "safety-car-deployed crash",
        "towed red 9",
        "field-bunched green,red",
    ]
    other = race(red="P1", blue="P2", green="10", pit_lane_overlaps=True, crash_catch_up=False, sc_rounds=1)
    other.do("pit-step")
    assert other.draw("crash")[2:4] == ["stranded red P2", "field-bunched green"]
    assert other.asked == "blue"
    assert other.do("pit-step")[-1] == "green-flag-shown red"


@rule("A-158")
@rule("A-108")
def test_nobody_in_the_lane_finishes_behind_the_safety_car_if_nobody_may() -> None:
    table = race(red="L1 2", blue="L1 P5", sc_can_finish=False, sc_rounds=1)
    table.do("drive 2")
    assert "held-at-pit-exit blue" in table.draw("debris")
    other = race(red="L1 2", blue="L1 P5", sc_rounds=1)
    other.do("drive 2")
    assert other.draw("debris")[-2:] == ["lap-completed blue 2", "race-won blue"]


@rule("A-153")
def test_fuel_may_be_hidden_from_views_sentences_and_events() -> None:
    from companion.games.fuel_and_fortune.rules import RULES

    table = race(red="2 f2", blue="9 f4", fuel_hidden=True)
    table.do("drive 2")
    assert table.draw("conserved-fuel") == ["card-drawn red conserved-fuel hidden", "fuel-gained red 1 hidden"]
    assert table.said == ["Chance card: an instant card."]
    assert table.told("red") == ["Chance card: CONSERVED FUEL. Red fuel 3."]
    mine, other = RULES.view(table.race, "red"), RULES.view(table.race, "blue")
    assert (mine.find("fuel-red") is None, mine.find("fuel-blue") is None) == (False, True)
    assert (other.find("fuel-red") is None, other.find("fuel-blue") is None) == (True, False)
    lane = race(red="P1 f2", blue="9", fuel_hidden=True)
    lane.do("pit-step")
    assert (lane.said, lane.told("red")) == (["Move Red to P2."], ["Fuel 3."])


@rule("A-62")
def test_deck_counts_may_be_shown_without_telling_hands() -> None:
    from companion.engine import Number
    from companion.games.fuel_and_fortune.rules import RULES

    table = race(red="2 GE", blue="9", show_deck_counts=True)
    assert RULES.view(table.race, "blue").find("left-c") == Number("left-c", "C left", 2)
    assert RULES.view(table.race, None).find("left-chance") == Number("left-chance", "Chance cards left", 29)
    assert RULES.view(race(red="2", blue="9").race, None).find("left-c") is None


@rule("A-118")
def test_next_means_that_the_crashers_turn_counts_as_had() -> None:
    table = Table({**cars(red="8", blue="10"), "turn": "blue", "order": ["red", "blue"]}, green_flag_first="next")
    table = Table({**cars(red="10", blue="8"), "turn": "blue"}, green_flag_first="next")
    table.do("drive 2")
    table.draw("crash")
    assert (table.asked, table.race.round) == ("red", 2)
