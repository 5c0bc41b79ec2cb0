"""Options files: TOML with a game's options at its top; a path in it is relative to it."""

from pathlib import Path

from companion.engine import RefereeError
from companion.toml_file import read_toml

FILE_OPTIONS = ("dashboards", "track")
"""Options that may name a TOML file instead of holding the same table inline."""


class BadOptionsFile(RefereeError, ValueError):
    """Options that cannot be used: one sentence with file, line and key."""


def read_options(path: Path) -> dict[str, object]:
    """The options in a file, with the files that it names read in their place."""
    options, _ = read_toml(path)
    for key in FILE_OPTIONS:
        value = options.get(key)
        if isinstance(value, str) and value.endswith(".toml"):
            options[key] = read_toml(path.parent / value)[0]
    return options
