"""`pitboard simulate`: many races by bots, the same seed the same result."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.bots import make_bot
from companion.bots.lab import HIDDEN, Entry, Totals, play_races, play_spread
from companion.cli.options_file import race_options, unfit
from companion.engine import SEATS, BadOptions, RefereeError, Seat
from companion.games import GAMES, load

DEFAULT_SEATS = SEATS[:4]


class BadUsage(RefereeError, ValueError):
    """A value on the command line that cannot be used."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="fuel-and-fortune", choices=tuple(GAMES), help="the game to race")
    parser.add_argument("--races", type=_whole, default=100, metavar="N", help="how many races")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same races")
    parser.add_argument("--options", type=Path, metavar="FILE", help="set-up options (TOML)")
    parser.add_argument("--bots", default=HIDDEN, metavar="NAME", help="one profile for all, or red=turtle,blue=mixed")
    parser.add_argument(
        "--jobs", type=_whole, default=1, metavar="N", help="how many processes; the result is the same"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")


def run(arguments: argparse.Namespace) -> int:
    entry = entry_of(arguments)
    with _progress(arguments.races) as tick:
        totals = _played(entry, arguments, tick)
    report = totals.report(entry.seats)
    print(json.dumps(report) if arguments.json else "\n".join(_table(entry, totals)))
    return 0


def _played(entry: Entry, arguments: argparse.Namespace, tick: Callable[[int], None]) -> Totals:
    if arguments.jobs == 1:
        return play_races(entry, arguments.seed, range(arguments.races), tick)
    return play_spread(entry, arguments.seed, arguments.races, arguments.jobs, tick)


def entry_of(arguments: argparse.Namespace) -> Entry:
    """The race that the command line describes, checked before the first is run."""
    options = race_options(arguments.options, arguments.game) if arguments.options else {}
    seats = options.pop("seats", list(DEFAULT_SEATS))
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise BadUsage(f"{arguments.options}: seats is a list of colours")
    bots = _bots(arguments.bots, tuple(seats), options.get("bots"))
    entry = Entry(arguments.game, tuple(seats), options, bots)
    for profile in {*bots.values()} - {HIDDEN}:
        make_bot(entry.game, profile, 0)
    try:
        load(entry.game).rules.setup(entry.seats, entry.options)
    except BadOptions as error:
        raise unfit(arguments.options, error.problems) from None
    return entry


def _bots(text: str, seats: tuple[Seat, ...], listed: object) -> dict[Seat, str]:
    bots = dict.fromkeys(seats, HIDDEN) | (dict(listed) if isinstance(listed, dict) else {})
    if "=" not in text:
        return bots if text == HIDDEN else dict.fromkeys(seats, text)
    for pair in text.split(","):
        seat, _, profile = pair.partition("=")
        if seat not in seats or not profile:
            raise BadUsage(f"--bots {pair!r}: a seat of the race ({', '.join(seats)}), '=' and a profile")
        bots[seat] = profile
    return bots


def _whole(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


@contextmanager
def _progress(races: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal; nothing anywhere else."""
    done = 0

    def tick(more: int) -> None:
        nonlocal done
        done += more
        if done * 40 // races != (done - more) * 40 // races:
            print(f"\r[{'#' * (done * 40 // races):<40}] {done}/{races}", end="", file=sys.stderr, flush=True)

    if not sys.stderr.isatty():
        yield lambda _: None
        return
    yield tick
    print(file=sys.stderr)


def _table(entry: Entry, totals: Totals) -> Iterator[str]:
    yield f"{entry.game}: {totals.races} races"
    for seat in entry.seats:
        wins = totals.wins.get(seat, 0)
        yield f"  {seat:<8} {entry.bots[seat]:<12} {wins:>6} wins  {100 * wins / totals.races:5.1f} %"
    means = totals.report(entry.seats)["means"]
    assert isinstance(means, dict)
    for name, figure in means.items():
        yield f"  {name.replace('_', ' '):<14} {figure['mean']:10.3f} +- {figure['se']:.3f} a race"
