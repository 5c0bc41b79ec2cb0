"""Chapter 4.1 to 4.4: spaces, limits, dangerous corners, dotted lines, moves."""

import pytest

from companion.games.gear_dice.track import road
from companion.games.gear_dice.tracks import load
from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule


def straight(limits: dict[str, object], link: dict[str, object] | None = None, gear: int = 3, **more: object) -> Play:
    """Red on b4, ready for b5, which has these limits; its straight link in has these lines."""
    return Play(cars(on("b4", gear), **more), track=ring(b5=limits, b4_b5=link or {}))


def proving(at: str, gear: int, blue: str = "b2") -> Play:
    """Red on the proving ground."""
    return Play(cars(on(at, gear), on(blue, 1)), track="proving-ground")


@rule("4.1")
def test_a_circuit_is_tiles_in_driving_order() -> None:
    proving = road(load("proving-ground"))
    assert proving.tiles[:3] == ("start", "t2", "t3")
    assert proving.danger("o7") == 2
    assert max(space.lane for space in proving.track.space) == 3


@rule("4.2")
@pytest.mark.parametrize(("gear", "lost"), [(2, False), (3, False), (4, True)])
def test_a_limit_is_the_highest_gear_allowed(gear: int, lost: bool) -> None:
    table = straight({"limit": 3}, gear=gear)
    assert ("lost-control red b5" in table.drive(f"g{gear} b5")) is lost


@rule("4.2")
@pytest.mark.parametrize(
    ("gear", "told"), [(3, []), (4, ["hazard-added red 1"]), (5, ["lost-control red b5", "left-track red"])]
)
def test_a_dangerous_corner_costs_a_hazard_at_exactly_its_limit(gear: int, told: list[str]) -> None:
    table = straight({"limit": 4, "dangerous": True}, gear=gear)
    assert table.drive(f"g{gear} b5")[2 : 2 + len(told)] == told
    assert table.race.hazards == (gear == 4)


@rule("4.2")
def test_a_dotted_number_replaces_the_limit_for_whoever_crosses_it() -> None:
    table = straight({"limit": 3}, {"into_limit": 2})
    assert "lost-control red b5" in table.drive("g3 b5")
    diagonal = Play(cars(on("a4", 3)), track=ring(b5={"limit": 3}, b4_b5={"into_limit": 2}))
    assert "lost-control red b5" not in diagonal.drive("g3 b5")


@rule("4.2")
def test_of_two_dotted_numbers_each_is_tested_where_it_is_crossed() -> None:
    lines = ring(b5={"limit": 4}, b4_b5={"into_limit": 3}, b5_b6={"outof_limit": 2})
    table = Play(cars(on("b4", 3)), track=lines)
    assert "lost-control red b5" not in table.drive("g3 b5")
    assert table.do("lay g2 b6", "roll")[1:] == ["lost-control red b5", "left-track red"]


@rule("4.2")
def test_a_dotted_hazard_is_counted_for_whoever_crosses_it() -> None:
    table = straight({}, {"into_hazard": 1})
    assert table.drive("g3 b5")[1:] == ["moved red b4 b5 3", "hazard-added red 1"]


@rule("8.30")
def test_hazard_lines_in_and_out_are_two_hazards() -> None:
    table = proving("c13", 1)
    assert "hazard-added red 1" in table.drive("g1 i14")
    assert "hazard-added red 1" in table.drive("coast c15")
    assert (table.race.hazards, table.car().status) == (2, "road")


@rule("8.29")
@rule("A3")
def test_a_sharp_corner_straight_in_diagonal_in_and_straight_out() -> None:
    assert "lost-control red i11" in proving("c10", 3).drive("g3 i11")
    table = proving("b10", 3)
    assert "lost-control red i11" not in table.drive("g3 i11")
    before = table.race.car
    told = table.do("lay g4 c12", "roll")
    assert told == ["laid red g4 c12", "lost-control red i11", "left-track red"]
    assert (table.car().at, table.car().focus) == (before.at, before.focus)


@rule("A3")
def test_the_gear_held_is_tested_on_the_way_out_not_the_next_one() -> None:
    table = proving("i11", 3)
    assert table.do("lay g2 c12", "roll")[1] == "lost-control red i11"
    table = proving("i11", 2)
    assert table.drive("g3 c12")[1] == "moved red i11 c12 3"
    table = proving("i11", 3)
    assert table.drive("g3 b12")[1] == "moved red i11 b12 3"


@rule("A3")
@rule("8.32")
def test_securing_the_step_over_an_exit_line_spends_nothing() -> None:
    table = Play(cars(on("i11", 3, focus=5), on("b2", 1)), track="proving-ground")
    assert table.do("lay g2 c12", "secure")[1:] == ["lost-control red i11", "left-track red"]
    assert table.car().focus == 5


@rule("4.2")
def test_a_hazard_line_out_counts_in_the_space_entered() -> None:
    table = Play(cars(on("i14", 1), on("b2", 1), hazards=2), track="proving-ground")
    assert table.drive("g1 c15")[1:4] == ["moved red i14 c15 1", "hazard-added red 1", "lost-control red c15"]


@rule("4.3")
@rule("A7")
def test_spaces_are_alongside_if_an_edge_lines_up() -> None:
    proving = road(load("proving-ground"))
    assert proving.beside["i11"] == {"o11", "p11"}
    assert proving.beside["a1"] == {"b1", "c1"}
    assert road(load("proving-ground"), True).beside["a1"] == {"b1"}
    assert proving.beside["o11"] == {"i11"}


@rule("4.4")
def test_a_step_goes_ahead_straight_or_diagonally() -> None:
    table = Play(cars(on("a4", 3)))
    assert {action.split()[2] for action in table.menu} == {"a5", "b5"}
    assert table.refused("lay g3 c5").rule == "4.4"
    assert table.refused("lay g3 b4").rule == "4.4"
    assert table.refused("lay g3 a3").rule == "4.4"
    assert table.refused("lay g3 nowhere").rule == "4.4"


@rule("4.4")
@rule("A16")
@pytest.mark.parametrize("status", ["road", "spun"])
def test_a_taken_space_is_closed_even_to_a_coasting_car(status: str) -> None:
    table = Play(cars(on("b4", 3), on("b5", 0, status=status)))
    assert table.refused("lay g3 b5") == table.refused("lay coast b5")
    assert table.refused("lay g3 b5").rule == "4.4"


@rule("A19")
@rule("5.5")
def test_distance_is_measured_by_front_edges() -> None:
    table = Play({"cars": {"red": on("o11", 2), "blue": on("i11", 2)}, "turn": "red"}, track="proving-ground")
    assert table.race.ranking == ("blue", "red")
