"""The ledger: every rule and ruling of the rulebook is cited by a test or a scenario, and nothing else is."""

import re
import tomllib
from pathlib import Path

from companion.games import rulebook

HERE = Path(__file__).parent
BOOK = rulebook("stock-car")
CITED = r'rule\(((?:\s*"[^"]+",?)+\s*)\)'


def cited() -> set[str]:
    """The numbers that markers and scenarios name."""
    found: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for numbers in re.findall(CITED, path.read_text("utf-8")):
            found.update(re.findall(r'"([^"]+)"', numbers))
    for path in (HERE.parents[1] / "scenarios" / "stock-car").glob("*.toml"):
        found.update(tomllib.loads(path.read_text("utf-8"))["rules"])
    return found


def test_every_rule_and_ruling_is_cited() -> None:
    assert sorted(set(BOOK) - cited()) == []


def test_nothing_is_cited_that_the_rulebook_does_not_have() -> None:
    assert sorted(cited() - set(BOOK)) == []


def test_every_ambiguity_and_question_of_the_rules_page_has_its_ruling() -> None:
    assert {f"A{number}" for number in range(1, 35)} | {f"Q{number}" for number in range(1, 35)} <= set(BOOK)


def test_every_sentence_is_one() -> None:
    for number, text in BOOK.items():
        assert text.endswith("."), number
        assert len(text) < 400, number
