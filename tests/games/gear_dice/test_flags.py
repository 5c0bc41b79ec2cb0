"""Chapter 7.2: yellow flags."""

import pytest

from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule
HOT = ring(t1={"danger": 2}, t2={"danger": 2}, t3={"danger": 2})


def flagged(at: str = "b4", blue: dict[str, object] | None = None, **options: object) -> Play:
    """Red crashed one space ahead and drew a yellow flag."""
    table = Play(cars(on(at, 4), blue or on("c9", 2), hazards=2), **{"track": HOT, **options})
    table.do(f"lay g4 {at[0]}{int(at[1:]) % 12 + 1}")
    table.roll("hazard")
    table.events = table.draw("yellow")
    return table


@rule("7.2")
def test_flags_lie_on_the_tile_of_the_crash_and_its_neighbours() -> None:
    table = flagged()
    assert table.events == ["flag-placed t2", "flag-placed t3", "flag-placed t4"]
    assert table.race.flags == ("t2", "t3", "t4")
    assert table.race.bag["yellow"] == 5


@rule("A10")
def test_the_last_tile_is_before_the_first() -> None:
    table = flagged("b12", on("c6", 2))
    assert set(table.race.flags) == {"t6", "t1", "t2"}


@rule("7.2")
def test_nobody_moves_alongside_on_a_flagged_tile() -> None:
    table = Play(cars(on("a3", 4), on("b5", 2), flags=["t3"]))
    table.do("lay g4 a4")
    assert table.refused("lay coast a5").rule == "7.2"
    free = Play(cars(on("a3", 4), on("b5", 2), flags=["t4"]))
    free.do("lay g4 a4")
    assert "lay coast a5" in free.menu


@rule("A9")
@rule("7.2")
def test_a_car_in_gear_0_is_spared_whichever_it_is() -> None:
    assert "lay g4 a5" in Play(cars(on("a4", 4), on("b5", 0), flags=["t3"])).menu
    assert "lay g1 a5" in Play(cars(on("a4", 0), on("b5", 1), flags=["t3"])).menu
    assert "lay g4 a5" in Play(cars(on("a4", 4), on("b5", 0, status="off"), flags=["t3"])).menu


@rule("A9")
def test_a_car_that_has_pulled_away_is_spared_no_more() -> None:
    table = Play(cars(on("a4", 0), on("b6", 2), flags=["t3"]))
    table.do("lay g1 a5")
    assert table.refused("lay g2 a6").rule == "7.2"


@rule("8.41")
@rule("7.2")
def test_who_was_alongside_before_may_go_on_until_they_part() -> None:
    patch = {"turn": "red", "cars": {"red": on("o11", 2), "blue": on("i11", 2)}, "flags": ["t5"]}
    table = Play(patch, track="proving-ground")
    assert table.race.exempt == (("red", "blue"),)
    assert "lay g2 p11" in table.menu
    table.drive("g2 p11")
    assert len(table.race.exempt) == 1
    table.drive("g1 a12")
    assert len(table.race.exempt) == 0


@rule("7.2")
def test_who_was_not_may_not_even_from_the_same_corner() -> None:
    patch = {"turn": "red", "cars": {"red": on("o11", 2), "blue": on("i11", 2)}, "flags": ["t5"], "exempt": []}
    assert "lay g2 p11" not in Play(patch, track="proving-ground").menu


@rule("8.41")
def test_a_crash_notes_who_stood_side_by_side() -> None:
    table = Play(
        {"turn": "red", "cars": {"red": on("b4", 4), "blue": on("a6", 2), "green": on("b6", 2)}, "hazards": 2},
        ("red", "blue", "green"),
        track=HOT,
    )
    table.do("lay g4 b5")
    table.roll("hazard")
    table.draw("yellow")
    assert table.race.exempt == (("blue", "green"),)


@rule("8.41")
def test_side_by_side_is_side_by_side_wherever_the_flag_fell() -> None:
    race = Play(cars(on("a3", 3), on("b3", 3), flags=["t3"])).race
    assert race.exempt == (("red", "blue"),)


@rule("7.2")
def test_more_flags_on_a_tile_change_nothing_but_renew_it() -> None:
    patch = cars(on("b4", 4), on("c9", 2), hazards=2, flags=["t2", "t3"], flag_rounds={"t2": 0, "t3": 0})
    table = Play(patch, track=HOT)
    table.do("lay g4 b5")
    table.roll("hazard")
    assert table.draw("yellow") == ["flag-placed t4"]
    assert table.race.flag_rounds == {"t2": 1, "t3": 1, "t4": 1}


def _turn(table: Play) -> list[str]:
    if "reenter" in table.menu:
        return table.do("reenter")
    told = table.drive(next(a for a in table.menu if a.startswith("lay g")).removeprefix("lay ")) + table.do("stop")
    return told + (table.do("no-pit") if "no-pit" in table.menu else [])


def end_of_round(table: Play) -> list[str]:
    """Everybody left plays a space and stops."""
    told: list[str] = []
    now = table.race.round
    while table.race.round == now:
        told += _turn(table)
    return told


@rule("A8")
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_flags_come_off_after_the_rounds_of_the_option(rounds: int) -> None:
    table = flagged(yellow_rounds=rounds)
    for _ in range(rounds):
        assert "flag-removed" not in " ".join(end_of_round(table))
    told = end_of_round(table)
    assert [event for event in told if event.startswith("flag-removed")] == [f"flag-removed t{n}" for n in (2, 3, 4)]
    assert (table.race.flags, table.race.bag["yellow"], table.race.exempt) == ((), 6, ())


@rule("3.3")
def test_two_yellow_tokens_of_one_crash_both_stay_out() -> None:
    table = Play(cars(on("b4", 6), hazards=2))
    table.do("lay g6 b5")
    table.roll("hazard")
    table.draw("yellow", "yellow")
    assert (table.race.bag["yellow"], table.race.yellows) == (4, (1, 1))


@rule("7.2")
def test_coming_back_beside_somebody_is_not_moving_alongside() -> None:
    table = Play(cars(on("a5", 0, status="off-ready"), on("b5", 3), flags=["t3"]))
    assert table.menu == ["reenter"]
