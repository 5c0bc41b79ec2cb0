"""The command line as a whole."""

from importlib.metadata import version

import pytest

from companion.cli.main import COMMANDS
from companion.games import GAMES
from tests.support.commands import pitboard


def test_the_version_is_the_packages() -> None:
    assert pitboard("--version").out == f"pitboard {version('pitboard')}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_its_options(command: str) -> None:
    ran = pitboard(command, "--help")
    assert ran.code == 0
    assert "usage: pitboard" in ran.out


@pytest.mark.parametrize("words", [(), ("rcae",), ("check",), ("list", "cars"), ("play", "--no-such-option")])
def test_wrong_usage_is_exit_2_and_one_sentence(words: tuple[str, ...]) -> None:
    ran = pitboard(*words)
    assert ran.code == 2
    assert "usage:" in ran.err
    assert ran.out == ""


def test_the_games_are_listed() -> None:
    ran = pitboard("list", "games")
    listed = [line.split()[0] for line in ran.out.splitlines()]
    assert listed == list(GAMES)
    assert listed[:3] == ["fuel-and-fortune", "stock-car", "gear-dice"]


@pytest.mark.parametrize("what", ["tracks", "pin-maps"])
def test_tracks_and_pin_maps_are_listed(what: str) -> None:
    ran = pitboard("list", what)
    assert ran.code == 0
    assert ran.out
