"""Whole races as the table recorded them: they still come to the same end, by the same draws, in every game.

A game has one for each way in which its races end; `tests/support/golden_races.py` makes them.
"""

from pathlib import Path

import pytest

from companion.cli.main import main
from companion.engine import Game, Over
from companion.engine.codec import state_form
from companion.games import GAMES, load
from companion.table.blocks import Survey, survey
from companion.table.lines import Finished
from companion.table.replay import header_of, replay
from companion.table.verify import verify

RACES = sorted(Path(__file__).parent.glob("*/*.jsonl"))
every_race = pytest.mark.parametrize("path", RACES, ids=lambda path: f"{path.parent.name}/{path.stem}")


def read(path: Path) -> tuple[Game, Survey]:
    found = survey(path.read_bytes())
    return load(header_of(found.lines).game), found


@every_race
def test_a_golden_race_comes_to_the_end_that_its_record_tells(path: Path) -> None:
    game, found = read(path)
    played, end = replay(game, found.lines, check=True), found.lines[-1]
    pending = game.rules.pending(played.history.state)
    assert isinstance(end, Finished)
    assert isinstance(pending, Over)
    assert pending.ranking == end.ranking
    assert played.different == []
    assert game.rules.name == path.parent.name


@every_race
def test_every_draw_of_a_golden_race_is_what_the_seal_says(path: Path) -> None:
    assert verify(*read(path)).problems == ()


@every_race
def test_replay_prints_the_standings_of_a_golden_race(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, found = read(path)
    assert main(["replay", str(path)]) == 0
    ranking = state_form(replay(game, found.lines).history.state)["ranking"]
    assert isinstance(ranking, list)
    printed = capsys.readouterr().out.splitlines()
    assert printed[-len(ranking) :] == [f"{place:2}. {seat.title()}" for place, seat in enumerate(ranking, 1)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_golden_races(game: str) -> None:
    assert [path for path in RACES if path.parent.name == game]
