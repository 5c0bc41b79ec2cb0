"""`pitboard board TRACK`: a printable board in real size."""

import argparse
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from companion.cli.options_file import read_options
from companion.engine import SEATS, Board, RefereeError, Resume
from companion.engine.codec import near
from companion.games import GAMES, load

SHORTEST_FIELD = SEATS[:2]


class NoBoard(RefereeError, ValueError):
    """A track that is not there, or a file that cannot be written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("track", metavar="TRACK", help="a name of `pitboard list tracks`, a game, or an options file")
    parser.add_argument("--game", choices=tuple(GAMES), help="whose track it is (needed for an options file)")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the sheets")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where the SVG and the PDF go")


def run(arguments: argparse.Namespace) -> int:
    from companion.drawing.printed import pdf, sheets_of, svg

    game, options = find(arguments.track, arguments.game)
    board = board_of(game, options)
    name = Path(arguments.track).stem
    _write(arguments.out / f"{name}.svg", svg(board).encode())
    _write(arguments.out / f"{name}.pdf", pdf(board, name, arguments.paper))
    sheets = len(tuple(sheets_of(board, arguments.paper)))
    print(f"{name}: {board.width:.0f} x {board.height:.0f} mm, {sheets} sheets of {arguments.paper}: print at 100 %")
    return 0


def find(track: str, game: str | None) -> tuple[str, Mapping[str, object]]:
    """The game and the options that a track's name, a game's name or an options file stands for."""
    if track.endswith(".toml"):
        if game is None:
            raise NoBoard(f"{track}: say whose options these are, with --game {'|'.join(GAMES)}")
        return game, read_options(Path(track))
    if track in GAMES:
        return track, {}
    owners = {name: owner for owner in GAMES for name in _tracks(owner)}
    if track not in owners:
        raise NoBoard(f"there is no track {track!r}{near(track, {*owners, *GAMES})}")
    return owners[track], {"track": track}


def _tracks(game: str) -> list[str]:
    folder = files(GAMES[game]).joinpath("tracks")
    return (
        [f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")] if folder.is_dir() else []
    )


def board_of(game: str, options: Mapping[str, object]) -> Board:
    """The board of a race with these options."""
    rules = load(game).rules
    rest = {key: value for key, value in options.items() if key != "seats"}
    state = rules.apply(rules.setup(SHORTEST_FIELD, rest), Resume({})).state
    board = rules.view(state, None).board
    assert board is not None
    return board


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise NoBoard(f"{path}: cannot be written: {error.strerror}") from None
    print(path)
