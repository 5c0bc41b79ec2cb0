"""Golden move counts: how many different sequences of choices (answers included) a whole move has."""

import pytest

from tests.support.stock_car import Table, moving, played

rule = pytest.mark.rule


def sequences(table: Table, depth: int = 99) -> int:
    """Whole moves, or their beginnings of so many choices."""
    if table.race.move is None or depth == 0:
        return 1
    return sum(sequences(Table(table.race).do(action), depth - 1) for action in table.open())


def lonely(points: int, lane: str = "middle", came: str = "") -> int:
    """A car alone on a straight of three lanes, worked out by hand instead of by the rules.

    It may go ahead, or sideways away from where it came from in this sector; a wall ends that.
    """
    if points == 0:
        return 1
    ways = lonely(points - 1, lane)
    beside = {"inner": [("middle", "inner")], "outer": [("middle", "outer")]}
    for to, kept in beside.get(lane, [("inner", "middle"), ("outer", "middle")]):
        if to != came:
            ways += lonely(points - 1, to, kept)
    return ways


@rule("2.2")
@pytest.mark.parametrize(("points", "count"), [(1, 3), (2, 5), (3, 9), (4, 17), (8, 225)])
def test_a_solo_car_alone_on_a_straight(points: int, count: int) -> None:
    assert lonely(points) == count
    assert sequences(moving("29 M7, 43 I25", "solo", points)) == count


@rule("2.5", "2.8")
def test_a_draft_in_the_middle_of_a_pack_before_a_corner() -> None:
    """Straight on, 43 and the row of the lane chosen go along: 2 lanes into the corner, 2 out of it, with and without
    the two cars behind, 8. Either way sideways a car is shoved back and then pulled or left, 4; the car is locked by
    the one beyond the joint, or stands before a joint without a choice."""
    pack = "15 M8, 43 M9, 28 I10, 21 O10, 22 M7, 23 M6, 29 O8, 44 I8"
    table = moving(pack, "draft", 4, track="3x9 2x4 3x9")
    assert by_first(table) == {"forward": 4, "forward-alone": 4, "sideways in": 2, "sideways out": 2}
    assert [sequences(table, depth) for depth in (1, 2, 6, 7)] == [4, 8, 12, 12]


@rule("2.3", "2.6", "2.7")
def test_a_lead_with_two_followers_before_a_corner() -> None:
    """Straight on: into the corner by 2 lanes with 5 ways each to spend the last 3 points, or 2 ways to shove before
    it, each with 2 ends, 14. Sideways in costs a push of 29 and leaves 1 point (aside or burnt), sideways out shoves 28
    and leaves the 3 points for the push of 44."""
    pack = "22 M8, 15 M7, 43 M6, 28 O8, 21 O7, 29 I9, 44 O9"
    table = moving(pack, "lead", 5, track="3x9 2x4 3x9")
    assert by_first(table) == {"forward": 14, "sideways in": 2, "sideways out": 1}
    assert [sequences(table, depth) for depth in (1, 2, 3, 4, 5, 6)] == [3, 5, 7, 11, 13, 17]


@rule("2.9")
def test_working_the_pack_through_a_row() -> None:
    """A push leaves 1 point: aside, past the car pushed, or burnt, 3. Sideways in: a push of 21, or past it and on, 4;
    sideways out: 3. Past 15 at once: on to 28 and aside (2), past it (4) or burnt (1), or aside first, 3, all in all
    10."""
    table = played("22 M4, 15 M5, 28 M7, 43 M8, 21 I5", 16)
    assert by_first(table) == {"forward": 3, "sideways in": 4, "sideways out": 3, "swap": 10}
    assert [sequences(table, depth) for depth in (1, 2, 3, 4)] == [4, 9, 14, 20]


def by_first(table: Table) -> dict[str, int]:
    return {action: sequences(Table(table.race).do(action)) for action in table.open()}
