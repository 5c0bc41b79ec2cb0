"""Reading a TOML file that a person wrote: whatever is wrong is one sentence with the file and the line."""

import re
import tomllib
from pathlib import Path

from companion.engine import RefereeError


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
