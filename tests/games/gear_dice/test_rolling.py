"""Chapter 6.2 and 6.4: one by one, and focus."""

from fractions import Fraction
from itertools import product

import pytest

from companion.engine import Draw
from companion.games.gear_dice.dice import thrown
from companion.games.gear_dice.focus import price
from companion.games.gear_dice.grammar import USES
from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule


@rule("6.2")
def test_each_step_is_rolled_and_driven_before_the_next() -> None:
    table = Play(cars(on("b2", 2)))
    assert table.do("lay g3 b3", "lay g4 b4") == ["laid red g3 b3", "laid red g4 b4"]
    assert table.roll("hazard") == ["rolled red g3 hazard", "moved red b2 b3 3"]
    assert (table.race.route, table.race.rolled, table.race.hazards) == (("g4 b4",), ("g3 b3",), 1)


@rule("6.2")
def test_a_laid_step_is_taken_back_freely() -> None:
    table = Play(cars(on("b2", 2)))
    table.do("lay g3 b3", "unlay", "lay coast a3")
    assert table.race.route == ("coast a3",)
    table.do("unlay")
    assert table.refused("unlay").rule == "6.2"


@rule("8.1")
@rule("A25")
def test_after_the_first_die_the_rest_may_be_laid_anew_and_added_to() -> None:
    table = Play(cars(on("b2", 3)))
    table.do("lay g3 b3", "lay g4 b4", "lay g5 b5")
    table.roll()
    assert {word for word in table.menu if not word.startswith("lay")} == {"stop", "unlay", "roll"}
    table.do("unlay", "unlay", "lay g2 c4", "lay g1 c5")
    table.roll()
    table.roll()
    assert (table.car().at, table.car().gear) == ("c5", 1)


@rule("6.2")
def test_a_turn_ends_by_itself_when_nothing_more_can_be_laid() -> None:
    table = Play(cars(on("b2", 0, damage={"gear": 5, "coast": 2})))
    table.drive("g1 b3")
    assert table.asked == "blue"


@rule("6.2")
def test_what_is_laid_but_not_driven_is_dropped_at_stop() -> None:
    table = Play(cars(on("b2", 2)))
    table.do("lay g3 b3", "lay g4 b4")
    table.roll()
    table.do("stop")
    assert (table.car().at, table.car().gear, table.race.route) == ("b3", 3, ())


@rule("8.45")
def test_stopping_after_a_coast_in_gear_5_ends_in_gear_5() -> None:
    table = Play(cars(on("b2", 5)))
    table.drive("coast b3")
    table.do("stop")
    assert table.car().gear == 5


@rule("6.2")
def test_hazards_add_up_within_a_turn_and_are_gone_after_it() -> None:
    table = Play(cars(on("b2", 2)))
    table.do("lay g3 b3", "lay g4 b4")
    table.roll("hazard")
    table.roll("hazard")
    assert table.race.hazards == 2
    table.do("stop")
    assert table.race.hazards == 0


@rule("6.2")
def test_nothing_can_be_done_while_dice_are_in_the_air() -> None:
    table = Play(cars(on("b2", 2)))
    table.do("lay g3 b3", "roll")
    assert table.draw_name == "dice"
    assert table.refused("stop").rule == "6.2"
    assert table.refused("lay g4 b4").rule == "6.2"


@rule("6.2")
def test_roll_needs_a_route() -> None:
    table = Play(cars(on("b2", 2)))
    assert table.refused("roll").rule == "6.2"
    assert table.refused("roll-flat-out").rule == "6.3"
    assert table.refused("secure").rule == "6.4"


@rule("6.4")
def test_the_price_of_securing_rises_within_a_turn() -> None:
    assert [price(0, dice) for dice in range(1, 7)] == [1, 3, 6, 10, 15, 21]
    assert price(0, 3) == 6
    assert price(1, 3) == 9


@rule("6.4")
def test_a_secured_die_is_not_rolled_and_costs_what_it_costs() -> None:
    table = Play(cars(on("b1", 0, focus=6)))
    table.do("lay g1 b2", "lay g2 b3", "lay g3 b4")
    assert table.do("secure") == ["focus-spent red 1", "moved red b1 b2 1"]
    assert table.do("secure", "secure")[::2] == ["focus-spent red 2", "focus-spent red 3"]
    assert (table.car().focus, table.race.secured, table.race.hazards) == (0, 3, 0)


@rule("6.4")
def test_a_roll_in_between_neither_raises_nor_resets_the_price() -> None:
    table = Play(cars(on("b1", 1, focus=9)))
    table.do("lay g1 b2", "lay g2 b3", "lay g3 b4", "secure")
    table.roll()
    assert table.do("secure")[0] == "focus-spent red 2"


@rule("6.4")
def test_a_set_is_bought_whole() -> None:
    table = Play(cars(on("b1", 5, focus=9)))
    table.do("lay coast b2", "lay b2g2 b3", "secure")
    assert table.refused("secure").rule == "6.4"
    table = Play(cars(on("b1", 5, focus=10)))
    table.do("lay coast b2", "lay b2g2 b3", "secure")
    assert table.do("secure")[0] == "focus-spent red 9"
    assert table.car().gear == 2


@rule("6.4")
def test_too_little_focus_bars_it_on_the_menu() -> None:
    table = Play(cars(on("b1", 1)))
    table.do("lay g1 b2")
    (secure,) = [choice for choice in table.choices if choice.label.startswith("Secure")]
    assert secure.barred is not None
    assert secure.barred.rule == "6.4"


@rule("8.33")
def test_focus_comes_too_late_for_a_die_that_lies() -> None:
    table = Play(cars(on("b1", 1, focus=9)))
    table.do("lay g2 b2")
    table.roll("hazard")
    assert table.refused("secure").rule == "6.4"
    assert table.race.hazards == 1


@rule("8.32")
@rule("A26")
def test_focus_helps_against_no_limit_and_no_hazard_of_the_road() -> None:
    table = Play(cars(on("b4", 3, focus=9)), track=ring(b5={"limit": 3}, b4_b5={"into_hazard": 1}))
    table.do("lay g4 b5")
    (secure,) = [choice for choice in table.choices if choice.label.startswith("Secure")]
    assert secure.warning[0] == "TOO FAST"
    told = table.do("secure")
    assert told[:4] == ["focus-spent red 1", "moved red b4 b5 4", "hazard-added red 1", "lost-control red b5"]


@rule("6.4")
def test_focus_lasts_a_turn_is_spent_in_it_and_starts_at_0() -> None:
    assert Play().car().focus == 0
    table = Play(cars(on("b1", 1, focus=3), on("b7", 1)))
    table.do("lay g2 b2", "secure", "stop")
    assert table.race.secured == 0


@rule("A25")
def test_dice_are_added_one_by_one_only_while_the_whole_turn_stays_legal() -> None:
    table = Play(cars(on("b1", 3)))
    table.drive("coast b2", "coast b3")
    assert table.refused("lay coast b4").rule == "6.1"
    assert table.refused("roll-flat-out").rule == "6.3"
    table.do("lay g4 b4")
    assert table.refused("roll-flat-out").rule == "6.3"


def chance_of_crash(die: str, so_far: int, threshold: int = 3) -> Fraction:
    """By the odds that the draw itself tells."""
    draw = thrown(USES[die].dice, "red")
    total = Fraction(0)
    for faces in product(("clear", "hazard"), repeat=draw.size()):
        chance = Fraction(1)
        for face, odds in zip(faces, draw.odds, strict=True):
            chance *= Fraction(odds[face], sum(odds.values()))
        total += chance if so_far + faces.count("hazard") >= threshold else 0
    return total


@rule("1")
@pytest.mark.parametrize(
    ("dice", "chances"),
    [
        (("g1", "g2", "coast"), ("0", "0", "1/6")),
        (("g3", "g4", "g5", "g6"), ("0", "0", "1/3")),
        (("b1g3", "b1g4", "b1g5", "b1g6"), ("0", "1/9", "5/9")),
        (("b1g1", "b1g2"), ("0", "1/18", "4/9")),
        (("b2g2",), ("1/54", "5/27", "17/27")),
        (("b3g1",), ("2/27", "1/3", "61/81")),
    ],
)
def test_the_odds_that_the_next_step_crashes(dice: tuple[str, ...], chances: tuple[str, ...]) -> None:
    for die in dice:
        assert [chance_of_crash(die, so_far) for so_far in range(3)] == [Fraction(chance) for chance in chances]


@rule("6.5")
@pytest.mark.parametrize("faces", list(product(("clear", "hazard"), repeat=3)))
def test_a_set_crashes_just_when_its_hazards_reach_the_threshold(faces: tuple[str, ...]) -> None:
    table = Play(cars(on("b2", 5), hazards=1))
    table.do("lay b2g2 b3", "roll")
    assert isinstance(table.session.pending, Draw)
    told = table.draw(*faces)
    assert ("lost-control red b3" in told) is (faces.count("hazard") >= 2)
