"""Chapter 4, Overtaking and collisions."""

import pytest

from companion.engine import Draw
from tests.support.fuel_and_fortune import Table, cars, race

rule = pytest.mark.rule


@rule("4.1")
@rule("4.3")
@rule("A-50")
def test_ending_among_cars_is_one_overlap_with_one_card() -> None:
    table = Table({**cars(red="10", blue="12", green="12"), "stacks": {"12": ["green", "blue"]}}, 3)
    assert table.do("drive 2") == ["moved red 10 12", "overlapped red 12 green,blue"]
    assert table.said == ["Move Red to 12.", "OVERLAP: Red on Green and Blue at 12."]
    assert table.draws == "overtake"
    assert table.race.cars["red"].stats.overlaps == 1
    assert table.draw("safe-pass") == ["passed red 12"]
    assert table.asked == "blue"


@rule("4.2")
@rule("A-56")
def test_driving_past_or_starting_among_cars_is_no_overlap() -> None:
    table = race(red="10", blue="11", green="10")
    assert table.do("drive 2") == ["moved red 10 12"]
    assert table.asked == "blue"


@rule("4.4")
@rule("A-62")
def test_the_rest_of_the_deck_is_in_no_view() -> None:
    table = race(red="10", blue="12")
    hidden = [table.race, Table({**cars(red="10", blue="12"), "bags": {"overtake": {"draw": {"crash": 1}}}}).race]
    from companion.games.fuel_and_fortune.rules import RULES

    assert RULES.view(hidden[0], "red") == RULES.view(hidden[1], "red")


@rule("4.5")
def test_the_deck_has_three_outcomes() -> None:
    table = race(red="10", blue="12")
    table.do("drive 2")
    assert table.pending == Draw("overtake", ({"safe-pass": 30, "racing-incident": 8, "crash": 2},), "red")


@rule("4.6")
@rule("A-51")
@rule("A-136")
def test_a_safe_pass_costs_nothing_and_leads_to_the_front() -> None:
    table = race(red="10 f2 GE", blue="12")
    table.do("drive 2")
    assert table.draw("safe-pass") == ["passed red 12"]
    assert table.said == ["Overtake card: SAFE PASS.", "Red goes in front on 12."]
    assert table.race.stacks == {"12": ("red", "blue")}
    car = table.race.cars["red"]
    assert (car.fuel, car.hand, car.stats.passes) == (2, ("good-exit",), 1)


@rule("4.7")
@rule("4.8")
@rule("A-52")
def test_a_racing_incident_costs_the_hand_and_leaves_the_mover_at_the_back() -> None:
    table = race(red="10 GE AC", blue="12")
    table.do("drive 2")
    assert table.draw("racing-incident") == ["had-incident red", "hand-lost red"]
    assert table.said == ["Overtake card: RACING INCIDENT.", "Red loses all cards and goes to the back on 12."]
    assert table.race.stacks == {"12": ("blue", "red")}
    assert table.race.cars["red"].hand == ()
    assert table.race.cars["red"].stats.incidents == 1
    discard = table.race.bags.chance.discard
    assert (discard["good-exit"], discard["avoid-crash"]) == (1, 1)


@rule("A-61")
def test_an_incident_with_an_empty_hand_still_counts() -> None:
    table = race(red="10", blue="12")
    table.do("drive 2")
    assert table.draw("racing-incident") == ["had-incident red"]
    assert table.race.cars["red"].stats.incidents == 1


@rule("4.9")
@rule("4.11")
@rule("4.12")
@rule("4.13")
@rule("A-58")
def test_a_crash_costs_the_hand_and_brings_the_safety_car_and_nothing_else() -> None:
    table = race(red="10 f2 GE", blue="12 f1 LB", green="20")
    table.do("drive 2")
    events = table.draw("crash")
    assert events[:3] == ["crashed red", "hand-lost red", "safety-car-deployed crash"]
    red, blue = table.race.cars["red"], table.race.cars["blue"]
    assert (red.hand, red.fuel, red.stats.crashes) == ((), 2, 1)
    assert (blue.hand, blue.fuel, blue.locked) == (("late-brake",), 1, False)


@rule("4.10")
def test_a_crashed_car_does_nothing_until_green() -> None:
    table = race(red="18", blue="20", green="P2")
    table.do("drive 2")
    table.draw("crash")
    assert table.asked == "blue"  # on Pit Entry in the first round
    assert table.race.cars["red"].out
    assert table.refusal("drive 1", "red") == "2.7"


@rule("A-53")
def test_the_overlap_comes_before_the_dot_so_the_card_drawn_is_kept() -> None:
    table = race(red="11 GE", blue="13")
    table.do("drive 2")
    assert table.draw("racing-incident") == ["had-incident red", "hand-lost red"]
    assert table.draws == "chance"
    assert table.draw("late-brake") == ["card-held red", "card-gained red late-brake"]
    assert table.race.cars["red"].hand == ("late-brake",)


@rule("A-54")
def test_a_crash_on_a_dot_draws_nothing() -> None:
    table = race(red="11", blue="13")
    table.do("drive 2")
    table.draw("crash")
    assert table.asked == "red"
    assert table.race.bags.chance.left() == 30


@rule("A-03")
def test_the_start_is_no_overlap_but_segment_0_is_no_safe_zone() -> None:
    assert Table({}, 4).asked == "red"
    table = race(red="23", blue="L1 0")
    assert table.do("drive 1") == ["moved red 23 0", "lap-completed red 1", "overlapped red 0 blue"]


@rule("A-63")
def test_laps_do_not_matter_to_an_overlap() -> None:
    table = race(red="10", blue="L1 12")
    assert table.do("drive 2") == ["moved red 10 12", "overlapped red 12 blue"]


@rule("A-60")
@rule("7.1")
def test_a_deck_runs_down_and_is_reshuffled_when_a_card_is_due() -> None:
    deck = {"safe-pass": 2, "racing-incident": 0, "crash": 0}
    table = Table({**cars(red="10", blue="12"), "bags": {"overtake": {"draw": {}}}}, overtake_deck=deck)
    assert table.race.bags.overtake.discard["safe-pass"] == 2
    assert table.do("drive 2") == ["moved red 10 12", "overlapped red 12 blue", "deck-reshuffled overtake"]
    table.draw("safe-pass")
    bag = table.race.bags.overtake
    assert (bag.draw["safe-pass"], bag.discard["safe-pass"]) == (1, 1)


@rule("A-60")
def test_by_a_switch_every_draw_has_the_same_odds() -> None:
    table = race(red="10", blue="12", draw_mode="probability")
    table.do("drive 2")
    table.draw("crash")
    assert table.race.bags.overtake.draw == {"safe-pass": 30, "racing-incident": 8, "crash": 2}


@rule("5.21")
@rule("5.23")
@rule("5.24")
@rule("A-88")
def test_avoid_crash_is_never_played_unasked_and_leaves_the_deck_alone() -> None:
    table = race(red="10 AC", blue="12", green="12")
    table.do("drive 2")
    assert table.draws == "overtake"
    spared = race(red="10 AC", blue="12", green="12")
    assert spared.do("drive 2 avoid-crash") == [
        "card-played red avoid-crash",
        "moved red 10 12",
        "overlapped red 12 blue,green",
        "passed red 12",
    ]
    assert spared.race.bags.overtake.left() == 40
    assert spared.race.stacks == {"12": ("red", "blue", "green")}
    assert spared.said == [
        "Red plays Avoid Crash.",
        "Move Red to 12.",
        "OVERLAP: Red on Blue and Green at 12.",
        "Avoid Crash: SAFE PASS, no card drawn.",
        "Red goes in front on 12.",
    ]
    assert spared.asked == "blue"


@rule("A-95")
def test_a_pass_by_avoid_crash_on_a_dot_draws_its_chance_card() -> None:
    table = race(red="11 AC", blue="13")
    table.do("drive 2 avoid-crash")
    assert table.draws == "chance"


@rule("A-55")
def test_a_winning_move_resolves_nothing_past_the_line() -> None:
    table = race(red="L1 22 f3", blue="L1 4")
    assert table.do("drive 5") == ["fuel-burned red 3", "warped red 22"]
    lucky = race(red="L1 22 f4", blue="4")
    assert lucky.do("drive 5") == ["fuel-burned red 3", "moved red 22 3", "lap-completed red 2", "race-won red"]
    among = race(red="L1 23 f4", blue="4")
    assert among.do("drive 5")[-1] == "race-won red"
    assert among.race.stacks == {"4": ("blue", "red")}
