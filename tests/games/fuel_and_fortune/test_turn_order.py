"""Chapter 1 and 0b: turns, rounds, race order, the dynamic order."""

import pytest

from tests.support.fuel_and_fortune import Table, cars, race

rule = pytest.mark.rule


@rule("1.14")
@rule("A-04")
def test_a_fixed_order_is_kept_whoever_leads() -> None:
    table = race(red="2", blue="10", green="6")
    for seat in ("red", "blue", "green", "red"):
        assert table.asked == seat
        table.do("drive 1")
    assert table.race.order == ("red", "blue", "green")
    assert table.race.round == 2


@rule("1.11")
@rule("1.12")
@rule("1.13")
@rule("A-05")
def test_a_dynamic_order_is_worked_out_at_the_end_of_a_round_and_starts_with_the_leader() -> None:
    table = race(red="2", blue="10", green="6", dynamic_order=True)
    assert table.do("drive 1") == ["moved red 2 3"]
    assert table.do("drive 1") == ["moved blue 10 11"]
    assert table.do("drive 1") == ["moved green 6 7", "order-changed blue,green,red"]
    assert (table.asked, table.race.round) == ("blue", 2)
    assert table.said == ["Move Green to 7.", "New order: Blue, Green, Red."]


@rule("1.12")
def test_an_order_that_stays_the_same_is_not_told() -> None:
    table = race(red="10", blue="2", dynamic_order=True)
    table.do("drive 1")
    assert table.do("drive 1") == ["moved blue 2 3"]


@rule("A-06")
def test_race_order_on_one_segment_is_front_to_back() -> None:
    table = Table({**cars(red="12", blue="12", green="12"), "stacks": {"12": ["green", "red", "blue"]}}, 3)
    assert table.race.ranking == ("green", "red", "blue")


@rule("A-06")
def test_a_lap_more_is_ahead_on_the_same_segment_whatever_the_stack_says() -> None:
    table = Table({**cars(red="L0 12", blue="L1 12"), "stacks": {"12": ["red", "blue"]}})
    assert table.race.ranking == ("blue", "red")


@rule("A-07")
def test_a_box_counts_as_its_part_of_the_bypass() -> None:
    # P2 is level with 23, P4 with segment 0 of the next lap; the road comes first.
    assert race(red="P2", blue="23", green="22").race.ranking == ("blue", "red", "green")
    assert race(red="P3", blue="23", green="P4", yellow="L1 0").race.ranking == ("yellow", "green", "red", "blue")
    assert race(red="P5", blue="L1 0").race.ranking == ("red", "blue")


@rule("A-38")
def test_cars_in_one_box_rank_by_who_came_first() -> None:
    table = race(red="P1", blue="P2")
    table.do("pit-step")
    assert table.race.stacks == {"P2": ("blue", "red")}
    assert table.race.ranking == ("blue", "red")


def test_where_nothing_else_decides_the_turn_order_does() -> None:
    table = Table({**cars(red="5", blue="6"), "order": ["blue", "red"], "turn": "blue"})
    assert table.race.order == ("blue", "red")
    assert table.asked == "blue"


@rule("A-156")
def test_a_round_limit_ends_the_race_with_the_round() -> None:
    table = Table({**cars(red="2", blue="10"), "round": 10}, round_limit=10)
    table.do("drive 1")
    assert "winner" not in table.state
    assert table.do("drive 1") == ["moved blue 10 11", "race-won blue"]
    assert (table.race.winner, table.race.round) == ("blue", 10)
    assert table.said == ["Move Blue to 11.", "CHEQUERED FLAG. Blue wins."]


@rule("2.7")
def test_nobody_moves_out_of_turn() -> None:
    table = race(red="2", blue="10")
    assert table.refusal("drive 1", "blue") == "2.7"
    assert table.refusal("discard good-exit", "blue") == "2.7"
