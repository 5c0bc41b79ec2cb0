"""Chapter 4.5, 4.6: passing, and being shut in."""

import pytest

from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule
NARROW = ring(12, 1)


@rule("4.5")
@rule("8.8")
@pytest.mark.parametrize(("gear", "open"), [(2, False), (3, True), (4, True)])
def test_moving_alongside_takes_the_gear_of_the_other_car(gear: int, open: bool) -> None:
    table = Play(cars(on("a4", 3), on("b5", 3)))
    assert (f"lay g{gear} a5" in table.menu) is open
    if not open:
        assert table.refused(f"lay g{gear} a5").rule == "4.5"


@rule("4.5")
def test_a_coast_counts_as_the_gear_held() -> None:
    assert "lay coast a5" in Play(cars(on("a4", 3), on("b5", 3))).menu
    assert "lay coast a5" not in Play(cars(on("a4", 3), on("b5", 4))).menu


@rule("A18")
def test_a_set_counts_as_its_gear_die() -> None:
    table = Play(cars(on("a4", 5), on("b5", 3)))
    assert "lay b1g3 a5" in table.menu
    assert table.refused("lay b2g2 a5").rule == "4.5"


@rule("4.5")
@rule("A7")
def test_the_fastest_of_several_cars_counts_across_the_road_too() -> None:
    patch = {"turn": "red", "cars": {"red": on("b4", 3), "blue": on("a5", 2), "green": on("c5", 4)}}
    table = Play(patch, ("red", "blue", "green"))
    assert table.refused("lay g3 b5").rule == "4.5"
    assert "lay g4 b5" in table.menu


@rule("A7")
@pytest.mark.parametrize("adjacent_only", [False, True])
def test_far_lanes_are_alongside_unless_switched_off(adjacent_only: bool) -> None:
    table = Play(cars(on("a4", 2), on("c5", 4)), alongside_adjacent_only=adjacent_only)
    assert ("lay g2 a5" in table.menu) is adjacent_only


@rule("4.5")
def test_once_beside_a_car_any_gear_will_do() -> None:
    patch = {"turn": "red", "cars": {"red": on("o11", 3), "blue": on("i11", 5)}}
    table = Play(patch, track="proving-ground")
    assert "lay g2 p11" in table.menu


@rule("4.5")
def test_a_further_car_is_a_new_matter() -> None:
    patch = {"turn": "red", "cars": {"red": on("a4", 3), "blue": on("b4", 6), "green": on("b5", 4)}}
    table = Play(patch, ("red", "blue", "green"))
    assert "lay g3 a5" not in table.menu
    assert "lay g4 a5" in table.menu


@rule("8.20")
@rule("4.5")
def test_a_spun_car_is_passed_with_die_1() -> None:
    assert "lay g1 a5" in Play(cars(on("a4", 0), on("b5", 0, status="spun"))).menu


@rule("4.5")
def test_a_car_off_the_road_stands_in_nobodys_way() -> None:
    table = Play(cars(on("b4", 1), on("b5", 0, status="off")))
    assert "lay g1 b5" in table.menu


@rule("4.6")
def test_a_car_without_a_step_is_blocked_at_once_and_keeps_its_gear() -> None:
    table = Play(cars(on("a4", 3), on("a5", 2)), track=NARROW)
    assert table.events == ["blocked red"]
    assert (table.asked, table.car().gear, table.car().at) == ("blue", 3, "a4")


@rule("4.6")
def test_too_slow_to_pass_is_blocked_too() -> None:
    two = ring(12, 2)
    patch = {"turn": "red", "cars": {"red": on("a4", 1), "blue": on("a5", 5), "green": on("b6", 5)}}
    table = Play(patch, ("red", "blue", "green"), track=two)
    assert table.events[0] == "blocked red"


@rule("4.6")
def test_who_can_move_must() -> None:
    table = Play(cars(on("b4", 3)))
    assert table.refused("stop").rule == "4.6"
    table.do("lay g3 b5")
    assert table.refused("stop").rule == "4.6"
    table.roll()
    assert "stop" in table.menu


@rule("A4")
def test_an_overspeed_step_is_legal_and_warned_of() -> None:
    table = Play(cars(on("a4", 3), on("a9", 2)), track=ring(12, 1, a5={"limit": 1}))
    assert table.asked == "red"
    warned = [choice for choice in table.choices if choice.warning]
    assert {choice.touches for choice in warned} == {("a5",)}
    assert warned[0].warning[0] == "TOO FAST"


@rule("4.6")
def test_shut_in_after_a_step_the_turn_just_ends() -> None:
    table = Play(cars(on("a4", 3), on("a6", 2)), track=NARROW)
    told = table.drive("g3 a5")
    assert not [event for event in told if event.startswith("blocked")]
    assert (table.asked, table.car().gear) == ("blue", 3)


@rule("4.6")
def test_blocked_in_gear_1_may_pit() -> None:
    table = Play(cars(on("a4", 1), on("a5", 2)), track=NARROW)
    assert table.menu == ["pit tyres", "pit repairs", "pit both", "no-pit"]
