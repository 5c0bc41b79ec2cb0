"""The ledger: every number of the rulebook is cited by a test or a scenario, and none that it does not have."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.games import rulebook

TESTS = Path(__file__).parents[2]
OURS = (TESTS / "games" / "fuel_and_fortune", TESTS / "scenarios" / "fuel-and-fortune")
DRIVERS = TESTS / "bots" / "test_fuel_and_fortune.py"
ELSEWHERE = (TESTS / "bots", TESTS / "table")
"""Where the rulings about computer drivers and the table are kept; only their `A-` numbers are this game's for sure."""


def marked(path: Path) -> Iterator[str]:
    """The numbers that `rule("...")` markers in a test file cite."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.args[0] if node.args else None, ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "rule":
                yield str(ast.literal_eval(node.args[0]))


def listed(path: Path) -> Iterator[str]:
    """The numbers that a scenario lists."""
    yield from tomllib.loads(path.read_text())["rules"]


def cited() -> set[str]:
    found = {number for path in (DRIVERS, *OURS[0].rglob("test_*.py")) for number in marked(path)}
    found |= {number for path in OURS[1].rglob("*.toml") for number in listed(path)}
    others = {number for folder in ELSEWHERE for path in folder.rglob("test_*.py") for number in marked(path)}
    return found | {number for number in others if number.startswith("A-")}


def test_every_rule_and_ruling_is_cited() -> None:
    assert sorted(set(rulebook("fuel-and-fortune")) - cited()) == []


def test_no_number_is_cited_that_the_rulebook_does_not_have() -> None:
    assert sorted(cited() - set(rulebook("fuel-and-fortune"))) == []


def test_the_rulebook_has_a_sentence_for_each_number() -> None:
    assert all(text.endswith(".") and len(text) > 15 for text in rulebook("fuel-and-fortune").values())
