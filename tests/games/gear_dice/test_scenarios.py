"""Every scenario file of this game passes."""

from pathlib import Path

import pytest

from companion.scenarios import run_case

FOLDER = Path(__file__).parents[2] / "scenarios" / "gear-dice"


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.toml")))
def test_scenario(name: str) -> None:
    result = run_case(FOLDER / name)
    assert result.failures == ()
    assert not [note for note in result.notes if note.startswith("rule")]
