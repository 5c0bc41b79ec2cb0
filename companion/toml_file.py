"""Reading a TOML file that a person wrote: whatever is wrong is one sentence with the file and the line."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeGuard

from companion.engine import RefereeError

FILE_OPTIONS = ("dashboards", "track")
"""Options that may name a TOML file instead of holding the same table inline."""


class BadFile(RefereeError, ValueError):
    """A file that cannot be used: says the file, the line where it is known, and why."""

    def __init__(self, path: Path, why: str, line: int | None = None) -> None:
        super().__init__(f"{path}:{line}: {why}" if line else f"{path}: {why}")


def read_toml(path: Path) -> tuple[dict[str, object], str]:
    """The table in a file, and the file's text; BadFile if there is none."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadFile(path, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadFile(path, "is not UTF-8 text") from None
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+)", str(error))
        raise BadFile(path, str(error), int(found[1]) if found else text.count("\n") + 1) from None


def line_of(text: str, key: str, step: int = 0) -> int | None:
    """The first line that sets or heads `key`: in the given `[[step]]` (from 1), or anywhere (0)."""
    if not key:
        return None
    start = 0
    if step:
        heads = [found.start() for found in re.finditer(r"(?m)^\s*\[\[\s*step\s*\]\]", text)]
        start = heads[step - 1] if step <= len(heads) else 0
    word = re.escape(key)
    pattern = rf"(?m)^[^#\n]*?(?<![\w-])\"?{word}\"?\s*[.=\]]"
    found = re.compile(pattern).search(text, start)
    return text.count("\n", 0, found.start()) + 1 if found else None


def with_files(options: Mapping[str, object], folder: Path) -> dict[str, object]:
    """The options with the tables in place of the files that they name, relative to `folder`."""
    named = {key: options.get(key) for key in FILE_OPTIONS}
    read = {key: read_toml(folder / name)[0] for key, name in named.items() if _is_file(name)}
    return {**options, **read}


def _is_file(name: object) -> TypeGuard[str]:
    return isinstance(name, str) and name.endswith(".toml")
