"""`pitboard check PATH...`: runs scenario files and folders of them."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.scenarios import NotAScenario, Result, run_case
from companion.toml_file import BadFile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a scenario file, or a folder of them")


def run(arguments: argparse.Namespace) -> int:
    passed, failed, worst = 0, 0, 0
    for path in _files(arguments.paths):
        code = _check(path)
        passed, failed, worst = passed + (code == 0), failed + (code != 0), max(worst, code)
    print(f"{passed} passed, {failed} failed")
    return worst


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.toml")) or [path] if path.is_dir() else [path]


def _check(path: Path) -> int:
    """0 passed, 1 failed, 2 not a scenario; prints the case's line."""
    try:
        result = _run(path)
    except BadFile as error:
        print(f"INVALID {path}")
        print(f"pitboard check: {error}", file=sys.stderr)
        return 2
    print(f"{'FAILED ' if result.failures else 'passed '} {path}: {result.title}")
    for line in result.failures:
        print(f"    {line}")
    for line in result.notes:
        print(f"    note: {line}")
    return 1 if result.failures else 0


def _run(path: Path) -> Result:
    if path.is_dir():
        raise NotAScenario(path, "has no scenario file (*.toml) in it")
    return run_case(path)
