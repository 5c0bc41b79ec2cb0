"""The ledger: every number of the rulebook is cited by a test or by a scenario, and no other number is."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.games import rulebook

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "scenarios" / "gear-dice"


def cited_by_tests() -> Iterator[str]:
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule":
                yield from (
                    arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                )


def cited_by_scenarios() -> Iterator[str]:
    for path in SCENARIOS.glob("*.toml"):
        yield from tomllib.loads(path.read_text("utf-8"))["rules"]


def test_every_rule_and_ruling_is_cited() -> None:
    cited = {*cited_by_tests(), *cited_by_scenarios()}
    assert sorted(set(rulebook("gear-dice")) - cited) == []


def test_no_number_is_cited_that_is_in_no_rulebook() -> None:
    cited = {*cited_by_tests(), *cited_by_scenarios()}
    assert sorted(cited - set(rulebook("gear-dice"))) == []


def test_every_ruling_that_the_game_gives_is_in_the_rulebook() -> None:
    given: set[str] = set()
    for path in sorted((HERE.parents[2] / "companion" / "games" / "gear_dice").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ruling":
                assert isinstance(node.args[0], ast.Constant)
                given.add(str(node.args[0].value))
    assert given
    assert given <= set(rulebook("gear-dice"))
