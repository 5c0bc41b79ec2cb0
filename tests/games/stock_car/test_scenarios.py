"""Every case in tests/scenarios/stock-car."""

from pathlib import Path

import pytest

from companion.scenarios.runner import run_case

CASES = sorted((Path(__file__).parents[2] / "scenarios" / "stock-car").glob("*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    result = run_case(path)
    assert result.failures == ()
    assert result.notes == ()


def test_all_published_cases_are_there() -> None:
    published = {f"d{number}" for number in range(3, 14)} | {"d1", "d2a", "d2b", "d2c", "d2d", "x6a", "x6b", "x9"}
    published |= {f"p{number}" for number in range(1, 8)} | {"g1", "g2", "g2-t1"}
    assert published <= {path.stem for path in CASES}
