"""The game against a second model of it: the same races at random, under random options, equal after every answer.

Where the rules page leaves something open, the two are not held against each other: no card crashes in a house that
plays overlaps in the lane, no car in the lane is to lose turns, the order of the cars ahead of the safety car is not
looked at, and a race is compared no further than a line-up that leaves cars of the queue among others on segment 0.
"""

import ast
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.codec import name_of
from companion.games import load
from tests.support import second_model
from tests.support.second_model import SideBySide, turn
from tests.support.second_model.sheet import Sheet

rule = pytest.mark.rule
MODEL = Path(second_model.__path__[0])


def compared(seeds: Iterable[int]) -> tuple[list[str], Counter[str]]:
    """What is not the same in the races of those seeds, and what was seen in them."""
    races = {seed: SideBySide(seed) for seed in seeds}
    found = [f"race {seed}: {difference}" for seed, race in races.items() if (difference := race.difference())]
    return found, sum((race.seen for race in races.values()), Counter[str]())


@rule("A-127")
@rule("7.3")
def test_some_races_are_the_same_for_two_readers_of_the_rules() -> None:
    found, seen = compared(range(40))
    assert found == []
    assert seen["compared whole"] > 35


@pytest.mark.nightly
def test_many_races_are_the_same_for_two_readers_of_the_rules() -> None:
    found, seen = compared(range(40, 1540))
    assert found == []
    assert seen["compared whole"] > 1400
    events = {name_of(kind) for kind in load("fuel-and-fortune").rules.events}
    assert events - set(seen) == set()


def test_a_model_with_another_house_is_found_out() -> None:
    for seed in range(5):
        race = SideBySide(seed)
        race.sheet = Sheet(replace(race.sheet.house, tank_max=race.sheet.house.tank_max + 1), race.setting.seats)
        assert "tank_max" in race.difference()


def test_a_model_with_another_reading_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that lets a Safe Pass go behind the others."""
    monkeypatch.setattr(turn, "pass_others", lambda sheet, seat: sheet.say("passed", seat, sheet.at(seat)))
    found, _ = compared(range(5))
    assert any("passes: expected" in difference for difference in found)


@pytest.mark.parametrize("path", sorted(MODEL.glob("*.py")), ids=lambda path: path.stem)
def test_the_model_does_not_look_at_the_game(path: Path) -> None:
    """Only the comparison names the game, to load it through the contract."""
    tree = ast.walk(ast.parse(path.read_text()))
    modules = {node.module or "" for node in tree if isinstance(node, ast.ImportFrom)}
    games = {module for module in modules if module.startswith("companion.games")}
    assert games <= ({"companion.games"} if path.stem == "comparison" else set())
