"""Chapter 3, The pit lane."""

import pytest

from tests.support.fuel_and_fortune import race

rule = pytest.mark.rule


@rule("3.2")
@rule("3.3")
@rule("A-30")
@rule("A-48")
def test_only_a_move_that_ends_on_pit_entry_is_offered_the_lane() -> None:
    table = race(red="20 f3", blue="5")
    assert table.refusal("enter-pits") == "3.2"
    assert table.refusal("stay-out") == "3.3"
    assert table.do("drive 2") == ["moved red 20 22"]
    assert (table.asked, table.choices()) == ("red", ["stay-out", "enter-pits"])
    passing = race(red="20 f3", blue="5")
    passing.do("drive 3")
    assert passing.asked == "blue"


@rule("3.4")
@rule("3.5")
@rule("A-32")
@rule("A-33")
def test_turning_in_leaves_the_road_and_gives_the_unit_of_the_first_box() -> None:
    table = race(red="20 f0", blue="5")
    table.do("drive 2")
    assert table.do("enter-pits") == ["entered-pits red", "moved red 22 P1", "fuel-gained red 1"]
    assert table.said == ["Red enters the pits. Move Red to P1. Fuel 1."]
    assert (table.asked, table.race.cars["red"].turns) == ("blue", 1)


@rule("3.1")
@rule("3.6")
@rule("3.9")
@rule("3.10")
@rule("A-34")
@rule("A-35")
def test_each_box_but_the_last_gives_a_unit_by_itself() -> None:
    table = race(red="P1 f1", seats=1)
    assert table.do("pit-step") == ["moved red P1 P2", "fuel-gained red 1"]
    assert table.do("pit-step") == ["moved red P2 P3", "fuel-gained red 1"]
    assert table.do("pit-step") == ["moved red P3 P4", "fuel-gained red 1"]
    assert table.said == ["Move Red to P4. Fuel 4."]
    assert table.do("pit-step") == ["moved red P4 P5"]
    assert table.race.cars["red"].fuel == 4


@rule("3.6")
@rule("3.7")
@rule("3.8")
@rule("A-92")
def test_there_is_no_driving_no_burning_and_no_card_in_the_lane() -> None:
    table = race(red="P2 f3 GE AC", blue="5")
    assert table.choices() == ["pit-step", "skip-refuelling"]
    assert table.refusal("drive 2") == "3.6"
    assert table.refusal("drive 1") == "3.6"
    assert table.refusal("drive 4 card:good-exit") == "3.8"
    assert table.refusal("drive 1 avoid-crash") == "3.8"
    assert table.refusal("enter-pits") == "3.2"
    assert table.refusal("stay-out") == "3.3"


@rule("3.11")
@rule("3.12")
@rule("A-36")
def test_skip_leads_to_the_last_box_without_fuel_and_is_the_whole_turn() -> None:
    table = race(red="P1 f2", blue="5")
    assert table.do("skip-refuelling") == ["skipped-refuelling red", "moved red P1 P5"]
    assert table.said == ["Red skips refuelling. Move Red to P5. Fuel 2."]
    assert table.asked == "blue"
    assert race(red="5", blue="9").refusal("skip-refuelling") == "3.11"


@rule("3.12")
def test_from_the_box_before_the_last_skip_is_still_offered_and_from_the_last_it_is_not() -> None:
    assert race(red="P4", blue="5").choices() == ["pit-step", "skip-refuelling"]
    table = race(red="P5", blue="5")
    assert table.refusal("skip-refuelling") == "3.12"
    assert table.refusal("pit-step") == "3.6"


@rule("3.13")
@rule("3.14")
@rule("3.15")
@rule("3.16")
@rule("A-43")
def test_from_the_last_box_a_car_drives_normally_and_pit_exit_is_the_first_segment() -> None:
    table = race(red="P5 f2 GE", blue="10")
    assert table.choices() == ["drive 2", "drive 1", "drive 3", "drive 4"] + [
        f"drive {distance} card:good-exit" for distance in (4, 5, 6)
    ]
    assert table.do("drive 1") == ["moved red P5 1", "lap-completed red 1"]
    other = race(red="P5 f2 GE", blue="10")
    assert other.do("drive 5 card:good-exit") == [
        "card-played red good-exit",
        "fuel-burned red 1",
        "moved red P5 5",
        "lap-completed red 1",
    ]


@rule("3.17")
@rule("A-46")
def test_arriving_on_the_last_box_ends_the_turn() -> None:
    table = race(red="P4", blue="5")
    table.do("pit-step")
    assert table.asked == "blue"


@rule("A-47")
def test_a_car_may_not_wait_on_the_last_box() -> None:
    assert race(red="P5", blue="5").refusal("drive 0") == "A-10"


@rule("3.18")
@rule("3.19")
@rule("4.14")
@rule("4.15")
def test_eight_cars_may_share_pit_entry_and_pit_exit_without_a_draw() -> None:
    entry = race(red="21", **dict.fromkeys(("blue", "green", "yellow", "black", "white", "orange", "purple"), "22"))
    assert entry.do("drive 1") == ["moved red 21 22"]
    assert entry.draws is None
    assert len(entry.race.stacks["22"]) == 8
    exit_ = race(red="0", blue="1")
    assert exit_.do("drive 1") == ["moved red 0 1"]
    assert exit_.asked == "blue"


@rule("A-31")
def test_a_car_that_stayed_out_may_turn_in_as_its_whole_next_turn() -> None:
    table = race(red="20", blue="5")
    table.do("drive 2")
    assert table.do("stay-out") == ["stayed-out red"]
    assert table.said == ["Red stays on Pit Entry (22)."]
    table.do("drive 1")
    assert "enter-pits" in table.choices()
    assert table.do("enter-pits") == ["entered-pits red", "moved red 22 P1", "fuel-gained red 1"]
    assert (table.asked, table.race.cars["red"].turns) == ("blue", 2)


@rule("A-31")
def test_the_offer_on_arrival_must_be_answered_first() -> None:
    table = race(red="20", blue="5")
    table.do("drive 2")
    assert table.refusal("drive 1") == "3.3"
    assert table.refusal("pit-step") == "3.6"
    assert table.refusal("skip-refuelling") == "3.11"


@rule("A-37")
def test_skip_comes_a_turn_after_turning_in_at_the_earliest() -> None:
    table = race(red="20", blue="5")
    table.do("drive 2")
    assert table.refusal("skip-refuelling") == "3.11"
    table.do("enter-pits")
    assert table.asked == "blue"


@rule("A-40")
def test_a_lane_that_does_not_pass_the_line_counts_no_lap() -> None:
    table = race(red="P5", blue="20", pit_entry=10, pit_exit=14, chance_dots=0)
    assert table.do("drive 1") == ["moved red P5 14"]
    assert table.race.cars["red"].lap == 0


@rule("A-42")
def test_a_full_tank_may_turn_in_and_loses_the_unit() -> None:
    table = race(red="20 f5", blue="5")
    table.do("drive 2")
    assert table.do("enter-pits") == ["entered-pits red", "moved red 22 P1"]


@rule("A-44")
@rule("5.13")
def test_lost_traction_in_the_lane_means_one_box_and_is_used_up() -> None:
    table = race(red="P2 lock", blue="5")
    assert table.choices() == ["pit-step"]
    assert table.refusal("skip-refuelling") == "A-44"
    table.do("pit-step")
    assert not table.race.cars["red"].locked
    last = race(red="P5 lock GE", blue="5")
    assert last.choices() == ["drive 1"]
    assert last.do("drive 1") == ["moved red P5 1", "lap-completed red 1"]
    assert last.refusal("skip-refuelling", "red") == "2.7"


@rule("A-44")
def test_turning_in_from_pit_entry_counts_as_the_one_segment() -> None:
    table = race(red="22 lock", blue="5")
    assert table.choices() == ["drive 1", "enter-pits"]
    table.do("enter-pits")
    assert not table.race.cars["red"].locked


@rule("A-39")
@rule("A-38")
def test_cars_share_boxes_without_an_overlap() -> None:
    table = race(red="P1", blue="P2")
    assert table.do("pit-step") == ["moved red P1 P2", "fuel-gained red 1"]
    assert table.asked == "blue"


@rule("A-41")
def test_the_race_can_be_won_over_the_pit_exit_line() -> None:
    table = race(red="L1 P5 f1", blue="5")
    assert table.do("drive 1") == ["moved red P5 1", "lap-completed red 2", "race-won red"]
