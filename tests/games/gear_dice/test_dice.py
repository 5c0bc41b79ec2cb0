"""Chapter 1: the dice."""

import pytest

from companion.engine import Draw
from companion.games.gear_dice.dice import BOX, FACES, HAZARDS, thrown
from tests.support.gear_dice import Play, cars, on

rule = pytest.mark.rule


@rule("1")
def test_the_box_holds_eleven_dice() -> None:
    assert sum(BOX.values()) == 11


@rule("1")
@rule("8.9")
@pytest.mark.parametrize(
    ("die", "hazards"),
    [("g1", 1), ("g2", 1), ("g3", 2), ("g4", 2), ("g5", 2), ("g6", 2), ("coast", 1), ("brake", 2)],
)
def test_so_many_of_six_faces_show_a_hazard(die: str, hazards: int) -> None:
    assert HAZARDS[die] == hazards
    assert thrown([die], "red").odds == ({"clear": FACES - hazards, "hazard": hazards},)


@rule("1")
def test_a_hazard_does_not_stop_the_step() -> None:
    table = Play(cars(on("b2", 2)))
    table.do("lay g3 b3")
    assert table.roll("hazard") == ["rolled red g3 hazard", "moved red b2 b3 3"]
    assert table.race.hazards == 1


@rule("8.11")
def test_a_set_is_rolled_together_gear_die_first() -> None:
    table = Play(cars(on("b2", 5)))
    table.do("lay b2g2 b3", "roll")
    pending = table.session.pending
    assert isinstance(pending, Draw)
    assert [odds["hazard"] for odds in pending.odds] == [1, 2, 2]
    told = table.draw("clear", "hazard", "clear")
    assert told[:3] == ["rolled red g2 clear", "rolled red brake hazard", "rolled red brake clear"]
    assert table.car().gear == 2
