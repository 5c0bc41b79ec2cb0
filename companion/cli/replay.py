"""`pitboard replay FILE`: plays a race record to its end; `--verify` works every sealed draw out again."""

import argparse
import sys
from pathlib import Path

from companion.engine import Game
from companion.engine.codec import near, state_form
from companion.games import GAMES, load
from companion.table.blocks import Survey, survey
from companion.table.errors import BadRecord
from companion.table.export import exported
from companion.table.recheck import recheck_page
from companion.table.replay import Played, header_of, replay
from companion.table.resume import headline
from companion.table.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a race record (.jsonl)")
    parser.add_argument("--verify", action="store_true", help="work every sealed draw out again")
    parser.add_argument("--page", type=Path, metavar="HTML", help="write a page that verifies this race on a phone")


def run(arguments: argparse.Namespace) -> int:
    found = _survey(arguments.file)
    for sentence in found.told:
        print(sentence, file=sys.stderr)
    try:
        game = _game(header_of(found.lines).game)
        if not arguments.verify:
            _print_standings(replay(game, found.lines))
            return _write_page(arguments.page, game, found)
        return _verified(game, found) or _write_page(arguments.page, game, found)
    except BadRecord as error:
        raise BadRecord(f"{arguments.file}: {error}") from error


def _write_page(page: Path | None, game: Game, found: Survey) -> int:
    if page is None:
        return 0
    try:
        page.write_text(recheck_page(exported(game, found)), encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"the page {page} cannot be written ({error.strerror})") from error
    return 0


def _survey(path: Path) -> Survey:
    try:
        return survey(path.read_bytes())
    except OSError as error:
        raise BadRecord(f"{path}: cannot be read ({error.strerror})") from error


def _game(name: str) -> Game:
    if name not in GAMES:
        raise BadRecord(f"there is no game {name!r} here{near(name, GAMES)}")
    return load(name)


def _print_standings(played: Played) -> None:
    header, state = played.header, played.history.state
    print(f"{header.game}, edition {header.edition}, {len(header.seats)} seats, {len(played.history.entries)} moves")
    pending = played.history.pending(state)
    print("Standings" if played.finished else headline(played.game.rules.view(state, None), pending))
    ranking = state_form(state).get("ranking")
    for place, seat in enumerate(ranking if isinstance(ranking, list) else (), 1):
        print(f"{place:2}. {str(seat).title()}")


def _verified(game: Game, found: Survey) -> int:
    verdict = verify(game, found)
    if not verdict.problems:
        _print_standings(replay(game, found.lines))
    print(f"Seal {verdict.code or 'none'}, record {verdict.digest}")
    print(f"{verdict.sealed} draws under the seal, {verdict.keyed} keyed in by players")
    for problem in verdict.problems:
        print(problem, file=sys.stderr)
    print("Not verified." if verdict.problems else "Verified: every sealed draw is what the secret says.")
    return 1 if verdict.problems else 0
