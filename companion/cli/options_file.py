"""Options files: TOML with a game's options at its top; a path in it is relative to it."""

import re
import tomllib
from pathlib import Path

from companion.engine import RefereeError

FILE_OPTIONS = ("dashboards", "track")
"""Options that may name a TOML file instead of holding the same table inline."""


class BadOptionsFile(RefereeError, ValueError):
    """An options file that cannot be used: names the file, and the line where it is known."""


def read_options(path: Path) -> dict[str, object]:
    """The options in a file, with the files that it names read in their place."""
    options = _read(path)
    for key in FILE_OPTIONS:
        value = options.get(key)
        if isinstance(value, str) and value.endswith(".toml"):
            options[key] = _read(path.parent / value)
    return options


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadOptionsFile(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadOptionsFile(f"{path}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"\(at line (\d+)", str(error))
        raise BadOptionsFile(f"{path}:{line[1] if line else '?'}: {error}") from None
