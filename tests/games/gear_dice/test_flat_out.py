"""Chapter 6.3: flat out, and the crash laid anew."""

from fractions import Fraction
from itertools import product

import pytest

from companion.engine import Draw
from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule


def laid(*steps: str, red: dict[str, object] | None = None, **options: object) -> Play:
    """Red in gear 2 on b2 with these steps laid."""
    table = Play(cars(red or on("b2", 2)), **options)
    table.do(*(f"lay {step}" for step in steps))
    return table


@rule("6.3")
def test_all_is_rolled_at_once_then_focus_then_the_drive() -> None:
    told = laid("g3 b3", "coast b4", "g4 b5").flat_out("hazard", "clear", "hazard")
    assert told == [
        "rolled red g3 hazard",
        "rolled red coast clear",
        "rolled red g4 hazard",
        "focus-gained red 3",
        "moved red b2 b3 3",
        "moved red b3 b4 3",
        "moved red b4 b5 4",
    ]


@rule("6.3")
def test_it_ends_the_turn() -> None:
    table = laid("g3 b3")
    table.flat_out("clear")
    assert (table.asked, table.car().at, table.car().focus, table.race.results) == ("blue", "b3", 1, ())


@rule("8.12")
@rule("6.3")
def test_brakes_of_a_set_earn_no_focus() -> None:
    told = laid("g6 b3", "b2g3 b4", red=on("b2", 5)).flat_out("clear", "clear", "clear", "clear")
    assert "focus-gained red 2" in told


@rule("8.34")
def test_once_declared_nothing_can_be_secured() -> None:
    table = laid("g3 b3", red=on("b2", 2, focus=5))
    table.do("roll-flat-out")
    assert table.refused("secure").rule == "6.3"


@rule("6.3")
def test_it_is_offered_only_before_anything_is_rolled_or_secured() -> None:
    table = laid("g3 b3", "g4 b4", red=on("b2", 2, focus=5))
    assert "roll-flat-out" in table.menu
    table.do("secure")
    assert table.refused("roll-flat-out").rule == "6.3"
    table = laid("g3 b3", "g4 b4")
    table.roll()
    assert table.refused("roll-flat-out").rule == "6.3"


def crashed() -> Play:
    """3, 4, 5 and a coast rolled flat out: three hazards, the coast is clear."""
    table = laid("g3 b3", "g4 b4", "coast b5", "g5 b6")
    table.flat_out("hazard", "hazard", "clear", "hazard")
    return table


@rule("6.3")
def test_a_crash_earns_focus_and_is_then_asked_about() -> None:
    table = crashed()
    assert table.car().focus == 4
    assert table.car().at == "b2"
    assert table.race.route == ("g3 b3", "g4 b4", "coast b5", "g5 b6")
    assert table.race.results == ("hazard", "hazard", "clear", "hazard")
    assert table.menu == ["crash-at 4", "unlay"]


@rule("6.3")
@rule("6.5")
def test_the_crash_happens_where_it_is_laid() -> None:
    told = crashed().do("crash-at 4")
    assert told[:4] == ["moved red b2 b3 3", "moved red b3 b4 4", "moved red b4 b5 4", "moved red b5 b6 5"]
    assert told[4:6] == ["lost-control red b6", "left-track red"]


@rule("A5")
def test_fewer_dice_and_other_lanes_may_be_laid_as_long_as_it_crashes() -> None:
    table = crashed()
    table.do("unlay", "unlay")
    assert not [action for action in table.menu if action.startswith("crash-at")]
    assert table.refused("crash-at 2").rule == "6.3"
    assert table.refused("stop").rule == "6.3"
    assert {action for action in table.menu if "g5" in action} == {"lay g5 a5", "lay g5 b5", "lay g5 c5"}
    table.do("lay g5 c5")
    assert "crash-at 3" in table.menu
    told = table.do("crash-at 3")
    assert "lost-control red c5" in told
    assert table.car().at == "c5"


@rule("A5")
def test_only_rolled_dice_may_be_laid() -> None:
    table = crashed()
    table.do("unlay", "unlay", "unlay", "unlay")
    dice = {action.split()[1] for action in table.menu}
    assert dice == {"g3", "coast"}
    assert table.refused("lay g2 b3").rule == "6.3"
    assert table.refused("lay b1g1 b3").rule == "6.3"
    assert table.refused("lay g5 b3").rule == "6.1"
    table.do("lay g3 b3")
    assert table.refused("lay g3 b4").rule == "6.3"


@rule("A5")
def test_faces_stay_with_their_dice_and_show_on_the_menu() -> None:
    table = crashed()
    table.do("unlay", "unlay", "unlay", "unlay")
    labels = {choice.label for choice in table.choices}
    assert {"Die 3! to b3", "Coast to b3"} <= labels


@rule("A5")
def test_dice_of_a_kind_come_in_the_order_rolled() -> None:
    table = Play(cars(on("b2", 2), hazards=1))
    table.do("lay coast b3", "lay g3 b4", "lay coast b5")
    table.flat_out("clear", "hazard", "hazard")
    table.do("unlay", "unlay", "unlay")
    table.do("lay coast b3", "lay coast b4")
    assert not [action for action in table.menu if action.startswith("crash-at")]
    table.do("lay g3 b5")
    assert "crash-at 3" in table.menu


@rule("A6")
def test_a_certain_crash_may_be_planned_and_laid_elsewhere() -> None:
    table = laid("g3 b3", "g4 b4", track=ring(b3={"limit": 2}))
    told = table.flat_out("clear", "clear")
    assert told[-1] == "focus-gained red 2"
    assert table.menu == ["crash-at 1", "unlay"]
    table = laid("g3 b3", "g4 b4", track=ring(b4={"limit": 3}, c4={"limit": 1}))
    table.flat_out("clear", "clear")
    table.do("unlay", "lay g4 c4")
    assert table.do("crash-at 2")[2] == "lost-control red c4"


@rule("A3")
@rule("A6")
def test_an_exit_line_at_the_start_crashes_on_step_0() -> None:
    table = Play(cars(on("i11", 3), on("b2", 1)), track="proving-ground")
    table.do("lay g4 c12", "lay g5 c13")
    told = table.flat_out("clear", "clear")
    assert told == ["rolled red g4 clear", "rolled red g5 clear", "focus-gained red 2"]
    assert table.menu == ["crash-at 0", "unlay"]
    assert table.do("crash-at 0")[:2] == ["lost-control red i11", "left-track red"]
    assert table.car().at == "i11"


@rule("A3")
def test_an_exit_line_on_the_way_crashes_in_the_corner() -> None:
    table = Play(cars(on("b10", 3), on("b2", 1)), track="proving-ground")
    table.do("lay g3 i11", "lay g4 c12")
    table.flat_out("clear", "clear")
    assert table.do("crash-at 1")[:2] == ["moved red b10 i11 3", "lost-control red i11"]


@rule("A15")
def test_hazards_of_the_road_alone_can_reach_the_threshold() -> None:
    lines = ring(b2_b3={"into_hazard": 2}, b3_b4={"into_hazard": 1})
    table = laid("g2 b3", "g1 b4", track=lines)
    table.flat_out("clear", "clear")
    told = table.do("crash-at 2")
    assert told[:4] == ["moved red b2 b3 2", "hazard-added red 2", "moved red b3 b4 1", "hazard-added red 1"]
    assert told[4] == "lost-control red b4"


@rule("A11")
@rule("7.4")
def test_a_redline_brake_earns_focus_and_rolls_like_a_brake() -> None:
    table = laid("g6 b3", "brake b4", red=on("b2", 6), redline=True)
    table.do("roll-flat-out")
    pending = table.session.pending
    assert isinstance(pending, Draw)
    assert pending.odds[1]["hazard"] == 2
    assert "focus-gained red 2" in table.draw("clear", "clear")
    table = laid("brake b3", red=on("b2", 6, focus=1), redline=True)
    assert table.do("secure")[0] == "focus-spent red 1"
    assert laid(red=on("b2", 6)).refused("lay brake b3").rule == "7.4"


POOLS = [
    ((0, "g1 b3", "g2 b4"), ("1/36", "0", "0")),
    ((4, "g5 b3", "g6 b4"), ("1/9", "0", "0")),
    ((0, "g1 b3", "g2 b4", "g3 b5"), ("13/108", "1/108", "0")),
    ((1, "g2 b3", "g3 b4", "g4 b5"), ("5/27", "1/54", "0")),
    ((3, "g4 b3", "g5 b4", "g6 b5"), ("7/27", "1/27", "0")),
    ((0, "g1 b3", "g2 b4", "g3 b5", "g4 b6"), ("7/27", "5/108", "1/324")),
    ((2, "g3 b3", "g4 b4", "g5 b5", "g6 b6"), ("11/27", "1/9", "1/81")),
    ((0, "g1 b3", "g2 b4", "g3 b5", "g4 b6", "g5 b7"), ("98/243", "19/162", "17/972")),
    ((1, "g2 b3", "g3 b4", "g4 b5", "g5 b6", "g6 b7"), ("115/243", "13/81", "7/243")),
    ((0, "g1 b3", "g2 b4", "g3 b5", "g4 b6", "g5 b7", "g6 b8"), ("389/729", "155/729", "37/729")),
    ((0, "g1 b3", "g2 b4", "g3 b5", "g4 b6", "coast b7", "coast b8"), ("583/1458", "1439/11664", "259/11664")),
    ((6, "g6 b3", "coast b4", "coast b5"), ("13/108", "1/108", "0")),
    ((5, "b2g2 b3"), ("5/27", "1/54", "0")),
    ((5, "b3g1 b3"), ("1/3", "2/27", "1/162")),
    ((5, "g6 b3", "b2g3 b4"), ("11/27", "1/9", "1/81")),
]


def crash_chance(draw: Draw, threshold: int) -> Fraction:
    """By the faces that the draw itself lists."""
    spread = [Fraction(1)]
    for odds in draw.odds:
        hazard = Fraction(odds["hazard"], sum(odds.values()))
        grown = [*(p * (1 - hazard) for p in spread), Fraction(0)]
        spread = [p + (spread[n - 1] * hazard if n else 0) for n, p in enumerate(grown)]
    return sum(spread[threshold:], Fraction(0))


@rule("1")
@rule("6.3")
@pytest.mark.parametrize(("pool", "chances"), POOLS)
def test_the_odds_of_a_flat_out_crash(pool: tuple[int | str, ...], chances: tuple[str, ...]) -> None:
    gear, *steps = pool
    table = laid(*map(str, steps), red=on("b2", int(gear)))
    table.do("roll-flat-out")
    pending = table.session.pending
    assert isinstance(pending, Draw)
    assert [crash_chance(pending, threshold) for threshold in (2, 3, 4)] == [Fraction(chance) for chance in chances]


@rule("6.3")
@pytest.mark.parametrize("faces", list(product(("clear", "hazard"), repeat=4)))
def test_a_route_crashes_just_when_its_hazards_reach_the_threshold(faces: tuple[str, ...]) -> None:
    table = laid("g1 b3", "g2 b4", "g3 b5", "g4 b6", red=on("b2", 0))
    told = table.flat_out(*faces)
    assert (table.race.results != ()) is (faces.count("hazard") >= 3)
    assert ("moved red b5 b6 4" in told) is (faces.count("hazard") < 3)
