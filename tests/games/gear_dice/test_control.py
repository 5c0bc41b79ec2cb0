"""Chapter 6.5: loss of control."""

import pytest

from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule


def crash(gear: int, danger: int = 1, **more: object) -> tuple[Play, list[str]]:
    """Red loses control on b3 in this gear."""
    table = Play(cars(on("b2", gear), None, hazards=2, **more), track=ring(t2={"danger": danger}))
    table.do(f"lay g{gear} b3")
    return table, table.roll("hazard")


@rule("6.5")
@pytest.mark.parametrize(
    ("gear", "status", "told"), [(1, "spun", "spun red"), (2, "spun", "spun red"), (3, "off", "left-track red")]
)
def test_the_table_says_spin_or_leave_the_track(gear: int, status: str, told: str) -> None:
    table, events = crash(gear)
    assert events[2:4] == ["lost-control red b3", told]
    assert (table.car().status, table.car().gear, table.car().at) == (status, 0, "b3")


@rule("6.5")
def test_tokens_are_drawn_before_the_turn_is_over() -> None:
    table, _ = crash(5, 2)
    assert table.draw_name == "damage"
    assert table.draw("brake", "gear") == ["damaged red brake", "damaged red gear"]
    assert table.asked == "blue"
    assert (table.car().damage.brake, table.car().damage.gear) == (1, 1)


@rule("6.5")
def test_what_is_laid_is_void_and_the_turn_over() -> None:
    table = Play(cars(on("b2", 1), hazards=2))
    table.do("lay g1 b3", "lay g2 b4")
    table.roll("hazard")
    assert (table.race.route, table.race.rolled, table.race.hazards, table.asked) == ((), (), 0, "blue")


@rule("6.5")
def test_damage_then_weather_then_flags_are_told() -> None:
    table, _ = crash(6, 2)
    assert table.draw("yellow", "weather", "coast") == [
        "damaged red coast",
        "weather-changed wet",
        "flag-placed t1",
        "flag-placed t2",
        "flag-placed t3",
    ]


@rule("6.5")
def test_a_crash_is_no_way_to_the_pits() -> None:
    table = Play(cars(on("a2", 1), hazards=2))
    table.do("lay g1 a3")
    table.roll("hazard")
    assert table.asked == "blue"


@rule("6.5")
def test_overspeed_and_hazards_on_one_step_are_one_loss() -> None:
    table = Play(cars(on("b2", 2), hazards=2), track=ring(b3={"limit": 1}))
    table.do("lay g2 b3")
    told = table.roll("hazard")
    assert [event for event in told if event.startswith("lost-control")] == ["lost-control red b3"]


@rule("6.5")
def test_overspeed_is_rolled_all_the_same() -> None:
    table = Play(cars(on("b2", 2)), track=ring(b3={"limit": 1}))
    table.do("lay g2 b3")
    assert table.roll("clear")[:3] == ["rolled red g2 clear", "moved red b2 b3 2", "lost-control red b3"]


@rule("8.47")
@rule("5.1")
def test_a_spun_car_drives_on_from_gear_0_and_loses_no_turn() -> None:
    table = Play(cars(on("b2", 0, status="spun")))
    assert table.asked == "red"
    assert {action.split()[1] for action in table.menu} == {"g1"}
    table.drive("g1 b3")
    assert table.car().status == "road"


@rule("A16")
def test_a_spun_car_takes_up_its_space() -> None:
    table = Play(cars(on("b2", 1), on("b3", 0, status="spun")))
    assert table.refused("lay g1 b3").rule == "4.4"


@rule("A15")
def test_hazards_of_the_road_alone_are_enough_one_by_one() -> None:
    table = Play(cars(on("b2", 1), hazards=2), track=ring(b2_b3={"into_hazard": 1}))
    table.do("lay g1 b3")
    assert table.roll("clear")[2:4] == ["hazard-added red 1", "lost-control red b3"]


@rule("A13")
@rule("7.4")
def test_a_flying_start_fails_only_with_the_sub_option() -> None:
    for penalty in (False, True):
        table = Play(cars(on("b2", 0)), flying_start=True, flying_start_penalty=penalty)
        table.do("lay g2 b3", "lay g3 b4")
        table.roll("hazard")
        assert (table.asked == "blue") is penalty
        assert (table.car().at, table.car().gear) == ("b3", 2)


@rule("8.16")
@rule("A13")
def test_a_failed_flying_start_forgives_the_hazards() -> None:
    table = Play(cars(on("b2", 0)), flying_start=True, flying_start_penalty=True)
    table.do("lay g2 b3", "lay g3 b4", "lay g4 b5")
    told = table.flat_out("hazard", "hazard", "hazard")
    assert told[3:] == ["focus-gained red 3", "moved red b2 b3 2"]
    assert (table.asked, table.car().status) == ("blue", "road")


@rule("O3")
def test_a_failed_flying_start_forgives_no_limit() -> None:
    table = Play(cars(on("b2", 0)), flying_start=True, flying_start_penalty=True, track=ring(b3={"limit": 1}))
    table.do("lay g2 b3")
    assert "lost-control red b3" in table.roll("hazard")
    table = Play(cars(on("b2", 0)), flying_start=True, flying_start_penalty=True, track=ring(b3={"limit": 1}))
    table.do("lay g2 b3")
    table.flat_out("hazard")
    assert "crash-at 1" in table.menu


@rule("7.4")
def test_a_clear_flying_start_drives_on() -> None:
    table = Play(cars(on("b2", 0)), flying_start=True, flying_start_penalty=True)
    table.drive("g2 b3", "g3 b4")
    assert table.car().gear == 3
