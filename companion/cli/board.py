"""`pitboard board TRACK`: a printable board in real size, and cards with codes for the game's decks."""

import argparse
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from companion.cli.options_file import race_options, unfit
from companion.controls.setting import APART
from companion.engine import SEATS, BadOptions, Board, RefereeError, Resume, State
from companion.engine.codec import near, state_form
from companion.games import GAMES, load

SHORTEST_FIELD = SEATS[:2]
DECK = "_deck"
"""How an option ends that says how many of each card a deck holds."""


class NoBoard(RefereeError, ValueError):
    """A track that is not there, a game without decks, or a file that cannot be written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("track", metavar="TRACK", help="a name of `pitboard list tracks`, a game, or an options file")
    parser.add_argument("--game", choices=tuple(GAMES), help="whose track it is (needed for an options file)")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the sheets")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where the SVG and the PDF go")
    parser.add_argument("--cards", action="store_true", help="also print the game's decks, and write their card book")


def run(arguments: argparse.Namespace) -> int:
    from companion.drawing.printed import pdf, sheets_of, svg

    game, options = find(arguments.track, arguments.game)
    try:
        race = race_of(game, options)
    except BadOptions as error:
        raise unfit(Path(arguments.track), error.problems) from None
    board = board_of(game, race)
    name = Path(arguments.track).stem
    _write(arguments.out / f"{name}.svg", svg(board).encode())
    _write(arguments.out / f"{name}.pdf", pdf(board, name, arguments.paper))
    sheets = len(tuple(sheets_of(board, arguments.paper)))
    print(f"{name}: {board.width:.0f} x {board.height:.0f} mm, {sheets} sheets of {arguments.paper}: print at 100 %")
    if arguments.cards:
        _print_cards(game, race, arguments.out, arguments.paper)
    return 0


def find(track: str, game: str | None) -> tuple[str, Mapping[str, object]]:
    """The game and the options that a track's name, a game's name or an options file stands for."""
    if track.endswith(".toml"):
        if game is None:
            raise NoBoard(f"{track}: say whose options these are, with --game {'|'.join(GAMES)}")
        return game, race_options(Path(track), game)
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


def race_of(game: str, options: Mapping[str, object]) -> State:
    """A race with these options, ready to start."""
    rules = load(game).rules
    seats = options.get("seats")
    field = tuple(map(str, seats)) if isinstance(seats, list) else SHORTEST_FIELD
    rest = {key: value for key, value in options.items() if key not in APART}
    return rules.apply(rules.setup(field, rest), Resume({})).state


def board_of(game: str, race: State) -> Board:
    board = load(game).rules.view(race, None).board
    assert board is not None
    return board


def decks_of(race: State) -> dict[str, dict[str, int]]:
    """Each deck that the race's options list card by card."""
    options = state_form(race)["options"]
    assert isinstance(options, dict)
    return {name.removesuffix(DECK): dict(cards) for name, cards in options.items() if name.endswith(DECK)}


def _print_cards(game: str, race: State, out: Path, paper: str) -> None:
    from hardware.readers import card_sheets
    from hardware.readers.card_book import CardBook

    decks = decks_of(race)
    if not decks:
        raise NoBoard(f"{game} has no deck to print: its cards come with the game")
    book = CardBook(out / "cards.toml")
    for deck, cards in decks.items():
        printed = card_sheets.slips(deck, cards)
        _write(out / f"{deck}-cards.pdf", card_sheets.pdf(printed, paper))
        for number, sheet in enumerate(card_sheets.svgs(printed, paper), 1):
            _write(out / f"{deck}-cards-{number}.svg", sheet.encode())
        card_sheets.teach(book, printed)
    if book.trouble:
        raise NoBoard(book.trouble)
    print(f"{out / 'cards.toml'}: put it into the data folder of `pitboard play`, and a reader knows every card")


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise NoBoard(f"{path}: cannot be written: {error.strerror}") from None
    print(path)
