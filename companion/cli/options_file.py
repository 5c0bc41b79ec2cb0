"""Options files: TOML with a game's options at its top; a path in it is relative to it."""

from collections.abc import Iterable
from pathlib import Path

from companion.controls.setting import TABLE
from companion.engine import Problem, RefereeError
from companion.games import load
from companion.toml_file import line_of, read_toml, with_files


class BadOptionsFile(RefereeError, ValueError):
    """Options that cannot be used: one sentence with file, line and key."""


def read_options(path: Path) -> dict[str, object]:
    """The options in a file, with the files that it names read in their place."""
    options, _ = read_toml(path)
    return with_files(options, path.parent)


def race_options(path: Path, game: str) -> dict[str, object]:
    """The same without what only a table of people chooses, for a race that has none."""
    at_table = {option.name for option in TABLE} - {option.name for option in load(game).rules.options}
    return {key: value for key, value in read_options(path).items() if key not in at_table}


def unfit(path: Path | None, found: Iterable[Problem]) -> BadOptionsFile:
    """All that blocks the start, each with the line that its key stands on."""
    text = path.read_text("utf-8") if path else ""
    return BadOptionsFile("; ".join(f"{_place(path, text, p.key)}{p.key}: {p.text} ({p.code})" for p in found))


def _place(path: Path | None, text: str, key: str) -> str:
    if path is None:
        return ""
    line = line_of(text, key.partition(".")[0])
    return f"{path}:{line}: " if line else f"{path}: "
