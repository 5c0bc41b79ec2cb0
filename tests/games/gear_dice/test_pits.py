"""Chapter 7.1 and 5.1: the pits, and the way back."""

import pytest

from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule


def stopped(at: str = "a3", **more: object) -> Play:
    """Red has stopped in gear 1, one space before this one's end."""
    row = int(at[1:])
    table = Play(cars(on(f"{at[0]}{row - 1}", 1, **more)))
    table.drive(f"g1 {at}")
    table.do("stop")
    return table


def blue_passes(table: Play) -> list[str]:
    """Blue drives a space straight on in its gear and stops, without pitting."""
    assert table.asked == "blue"
    car = table.car("blue")
    ahead = f"{car.at[0]}{int(car.at[1:]) % 12 + 1}"
    told = table.drive(f"g{max(car.gear, 1)} {ahead}") + table.do("stop")
    if table.asked == "blue" and "no-pit" in table.menu:
        told += table.do("no-pit")
    return told


@rule("7.1")
def test_gear_1_at_the_edge_may_pit_or_not() -> None:
    table = stopped()
    assert table.menu == ["pit tyres", "pit repairs", "pit both", "no-pit"]
    assert table.refused("lay g1 a4").rule == "7.1"
    table.do("no-pit")
    assert (table.asked, table.car().status, table.car().gear) == ("blue", "road", 1)


@rule("8.38")
def test_not_from_a_middle_lane() -> None:
    assert stopped("b3").asked == "blue"


@rule("8.39")
def test_not_from_a_space_with_a_limit() -> None:
    table = Play(cars(on("a2", 1)), track=ring(a3={"limit": 1}))
    table.drive("g1 a3")
    table.do("stop")
    assert table.asked == "blue"
    assert table.refused("pit tyres", "blue").rule == "7.1"


@rule("7.1")
def test_not_in_another_gear() -> None:
    table = Play(cars(on("a2", 1)))
    table.drive("g2 a3")
    table.do("stop")
    assert table.asked == "blue"


@rule("7.1")
def test_flat_out_may_end_in_the_pits_too() -> None:
    table = Play(cars(on("a2", 1)))
    table.do("lay g1 a3")
    table.flat_out("clear")
    assert "pit both" in table.menu


@rule("7.1")
@rule("5.1")
def test_tyres_cost_the_turn_in_which_the_car_comes_back() -> None:
    table = stopped()
    assert table.do("pit tyres") == ["pitted red tyres"]
    assert (table.car().status, table.car().gear, table.car().new_tyres) == ("pit-tyres", 0, True)
    blue_passes(table)
    blue_passes(table)
    assert table.menu == ["fit asphalt", "fit rain"]
    assert table.refused("reenter").rule == "7.1"
    assert table.do("fit rain") == []
    assert table.menu == ["reenter"]
    assert table.do("reenter")[0] == "reentered red a3"
    assert (table.car().tyres, table.car().status, table.car().gear) == ("rain", "road", 0)


@rule("7.1")
@rule("8.14")
@pytest.mark.parametrize("kind", ["repairs", "both"])
def test_repairs_show_00_clear_all_damage_and_take_a_turn_more(kind: str) -> None:
    table = stopped(damage={"gear": 1, "brake": 2})
    table.do(f"pit {kind}")
    assert (table.car().status, table.car().marker, table.car().new_tyres) == ("pit-repairs", -1, kind == "both")
    assert table.car().damage == type(table.car().damage)()
    assert table.race.bag["brake"] == 6
    told = blue_passes(table)
    assert "turn-lost red" not in told
    told = blue_passes(table)
    assert "turn-lost red" in told
    assert table.car().status == "off-ready"
    blue_passes(table)
    assert table.asked == "red"
    assert table.menu == (["fit asphalt", "fit rain"] if kind == "both" else ["reenter"])


@rule("3.2")
def test_damage_stays_through_a_change_of_tyres() -> None:
    table = Play(cars(on("a2", 0, status="pit-tyres", damage={"coast": 1})))
    table.do("fit rain", "reenter")
    assert (table.car().damage.coast, table.car().tyres) == (1, "rain")


@rule("5.1")
def test_off_the_road_00_becomes_0_then_the_car_comes_back() -> None:
    table = Play(cars(on("b2", 0, status="off")))
    assert table.events == ["turn-lost red"]
    assert table.car().status == "off-ready"
    blue_passes(table)
    blue_passes(table)
    assert table.menu == ["reenter"]
    assert table.refused("lay g1 b3").rule == "5.1"
    table.do("reenter")
    assert table.asked == "blue"


@rule("7.1")
@rule("A21")
def test_a_taken_space_costs_another_turn_unasked() -> None:
    table = Play(cars(on("b2", 0, status="off-ready"), on("b2", 0)))
    assert table.events == ["turn-lost red"]
    assert (table.asked, table.car().status) == ("blue", "off-ready")
    table = Play(cars(on("b2", 0, status="pit-tyres"), on("b2", 0)))
    assert table.events == ["turn-lost red"]
    assert table.car().status == "pit-tyres"


@rule("A21")
def test_of_two_cars_off_at_one_space_the_first_comes_back() -> None:
    table = Play(cars(on("b2", 0, status="off-ready"), on("b2", 0, status="off-ready")))
    told = table.do("reenter")
    assert told == ["reentered red b2", "turn-lost blue", "round-started 2"]


@rule("5.1")
def test_coming_back_asks_no_die_and_no_gear() -> None:
    patch = cars(on("b2", 0, status="off-ready"), on("a2", 6), flags=["t1"])
    table = Play(patch)
    assert table.menu == ["reenter"]


@rule("A1")
@rule("O4")
def test_coming_back_may_leave_the_turn_to_drive() -> None:
    patch = cars(on("b2", 0, status="off-ready"))
    assert Play(patch).do("reenter") == ["reentered red b2"]
    table = Play(patch, reentry_uses_turn=False)
    table.do("reenter")
    assert table.asked == "red"
    assert "stop" in table.menu
    table.drive("g1 b3")
    assert table.car().at == "b3"


@rule("A14")
def test_a_car_out_of_gear_dice_is_offered_repairs_after_a_blocked_turn() -> None:
    table = Play(cars(on("b2", 0, damage={"gear": 6}), on("b7", 2)))
    assert table.events == ["blocked red"]
    blue_passes(table)
    blue_passes(table)
    assert table.asked == "red"
    assert table.menu == ["pit repairs", "no-pit"]
    assert table.refused("pit tyres").rule == "A14"
    table.do("pit repairs")
    assert (table.car().status, table.race.bag["gear"]) == ("pit-repairs", 6)


@rule("A14")
def test_it_may_stay_and_is_blocked_again() -> None:
    table = Play(cars(on("b2", 0, damage={"gear": 6}, stuck=True)))
    assert table.do("no-pit") == ["blocked red"]


@rule("O1")
def test_the_same_in_a_higher_gear_with_no_die_at_all() -> None:
    dead = {"gear": 6, "coast": 2}
    table = Play(cars(on("b2", 4, damage=dead)))
    assert table.events == ["blocked red"]
    assert table.car().stuck
    table = Play(cars(on("b2", 4, damage=dead, stuck=True)))
    assert table.menu == ["pit repairs", "no-pit"]


@rule("A22")
def test_a_pit_stop_on_the_finish_tile_undoes_no_crossing() -> None:
    table = Play(cars(on("a12", 1)))
    told = table.drive("g1 a1")
    assert told[-1] == "lap-completed red 1"
    table.do("stop", "pit tyres")
    assert (table.car().lap, table.car().status) == (2, "pit-tyres")


@rule("7.1")
@rule("A22")
def test_a_car_that_has_finished_is_not_asked_to_pit() -> None:
    table = Play(cars(on("a12", 1)), laps=1)
    table.drive("g1 a1")
    table.do("stop")
    assert (table.asked, table.car().status) == ("blue", "finished")


@rule("A23")
def test_the_boards_of_cars_in_the_pits_turn_over_too() -> None:
    patch = cars(on("b2", 4), on("b7", 0, status="pit-tyres"), hazards=2)
    table = Play(patch, track=ring(t2={"danger": 2}))
    table.do("lay g4 b3")
    table.roll("hazard")
    table.draw("weather")
    assert table.race.side_of("blue").brake == 1
    assert table.menu == ["fit asphalt", "fit rain"]
