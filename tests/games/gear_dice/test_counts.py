"""Golden counts: how many routes may be laid from fixed positions, so that a slip anywhere in planning shows."""

import pytest

from companion.games.gear_dice.actions import Lay
from companion.games.gear_dice.planning import lay, lays
from companion.games.gear_dice.state import Race
from tests.support.gear_dice import Play, Table, cars, on, ring

rule = pytest.mark.rule


def count(race: Race, steps: int) -> int:
    """Routes of exactly so many steps."""
    open_lays = [choice.action for choice in lays(race) if choice.barred is None]
    if steps == 1:
        return len(open_lays)
    return sum(count(lay(race, action).race, steps - 1) for action in open_lays if isinstance(action, Lay))


def counts(patch: Table, depth: int, **options: object) -> tuple[int, ...]:
    race = Play(patch, ("red", "blue"), **options).race
    return tuple(count(race, steps) for steps in range(1, depth + 1))


@rule("6.1")
def test_alone_lanes_and_dice_multiply() -> None:
    """On one lane the counts are those of the dice alone."""
    assert counts(cars(on("a1", 3), on("a12", 1)), 4, track=ring(12, 1)) == (5, 19, 59, 147)
    lanes = (3, 7, 17)
    expected = tuple(ways * dice for ways, dice in zip(lanes, (5, 19, 59), strict=True))
    assert counts(cars(on("b1", 3), on("b12", 1)), 3) == expected


@rule("4.5")
@rule("4.4")
@pytest.mark.parametrize(("blue", "expected"), [(1, (15, 76, 472)), (3, (15, 36, 296)), (6, (15, 0, 0))])
def test_with_a_car_ahead(blue: int, expected: tuple[int, ...]) -> None:
    assert counts(cars(on("b1", 3), on("b3", blue)), 3) == expected


@rule("7.2")
def test_with_a_yellow_flag_ahead() -> None:
    assert counts(cars(on("b1", 3), on("b4", 1), flags=["t2"]), 3) == (15, 133, 0)


@rule("4.2")
@rule("3.2")
def test_into_a_corner_with_a_hurt_car() -> None:
    patch = cars(on("b9", 4, damage={"gear": 4, "brake": 2}), on("b2", 1))
    assert counts(patch, 4, track="proving-ground") == (15, 80, 270, 924)


@rule("4.7")
def test_from_the_grid() -> None:
    assert counts({}, 4, track="proving-ground") == (3, 14, 68, 287)
