"""The process is killed at random points of random races: what anybody was told is there again, to the bit."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree

import pytest

from companion.engine import Game
from companion.games import GAMES
from companion.table import DataFolder
from companion.table.lines import AnyLine, Decided
from companion.table.replay import Played, header_of, replay, sum_of
from tests.support.kill_server import game_of

ROOT = Path(__file__).parent.parent.parent
KILLS = 3
"""So many times each race is killed and taken up again, before it may go on to its end."""


class Victims:
    """The server that forks the races."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.support.kill_server"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def race(self, name: str, seed: int, folder: Path, moves: int, kill_after: int) -> dict[int, str]:
        """The lines that were told before the kill, with the sum of the state where it is known."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{name} {seed} {folder} {moves}\n")
        self.process.stdin.flush()
        told: dict[int, str] = {}
        child = 0
        for word, *rest in self.answers():
            if word == "gone":
                break
            if word == "child":
                child = int(rest[0])
            elif word == "told":
                told.setdefault(int(rest[0]), "")
            else:
                told[int(rest[0])] = rest[1]
            if child and len(told) >= kill_after:
                with suppress(ProcessLookupError):  # its moves may all be made before the kill comes
                    os.kill(child, signal.SIGKILL)
                child = 0
        return told

    def answers(self) -> Iterator[list[str]]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield line.split()

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def victims() -> Iterator[Victims]:
    server = Victims()
    yield server
    server.close()


def killed_and_resumed(victims: Victims, name: str, seed: int, folder: Path) -> int:
    """How many lines were checked."""
    stream, checked = random.Random(seed), 0
    for life in range(KILLS):
        told = victims.race(name, seed * 10 + life, folder, 60, stream.randrange(1, 25))
        checked += verified(game_of(name), folder, told)
    return checked


def verified(game: Game, path: Path, told: dict[int, str]) -> int:
    folder = DataFolder(path)
    (info,) = folder.races() or (None,)
    folder.close()
    if info is None:
        assert told == {}
        return 0
    assert info.told == (), "a kill tears nothing: the system has what was written"
    found = folder.survey(info.name)
    last = max(told, default=0)
    assert len(found.lines) > last
    assert len([line for line in found.lines[last + 1 :] if isinstance(line, Decided)]) <= 1
    sums = sums_of(game, found.lines)
    known = {n: told_sum for n, told_sum in told.items() if told_sum}
    assert {n: sums[n] for n in known} == known
    return len(known)


def sums_of(game: Game, lines: tuple[AnyLine, ...]) -> list[str]:
    """The state's sum after each line."""
    played = Played(game, header_of(lines))
    sums = [sum_of(played.history.state)]
    for line in lines[1:]:
        played.feed(line)
        sums.append(sum_of(played.history.state))
    assert played.history.state == replay(game, lines).history.state
    return sums


@pytest.mark.slow
@pytest.mark.parametrize("name", ["toy", *GAMES])
def test_a_killed_race_is_there_again(victims: Victims, tmp_path: Path, name: str) -> None:
    checked = sum(killed_and_resumed(victims, name, seed, tmp_path / str(seed)) for seed in range(3))
    assert checked > 5


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["toy", *GAMES])
def test_fifty_killed_races_of_each_game_are_there_again(victims: Victims, tmp_path: Path, name: str) -> None:
    for seed in range(100, 150):
        killed_and_resumed(victims, name, seed, tmp_path / str(seed))
        rmtree(tmp_path / str(seed), ignore_errors=True)
