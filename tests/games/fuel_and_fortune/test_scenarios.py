"""Every case in tests/scenarios/fuel-and-fortune."""

from pathlib import Path

import pytest

from companion.scenarios.runner import run_case

CASES = sorted((Path(__file__).parents[2] / "scenarios" / "fuel-and-fortune").glob("*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    result = run_case(path)
    assert result.failures == ()
    assert [note for note in result.notes if not note.startswith("options.")] == []


def test_all_published_cases_are_there() -> None:
    published = {"s-01", "s-02", "s-03", "s-05", "s-15a", "s-15b", "s-23a", "s-24", "s-30a", "s-39"}
    assert published <= {path.stem for path in CASES}
