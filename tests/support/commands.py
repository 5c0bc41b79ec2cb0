"""Runs a command of the product in this process and gives back its exit code, output and error output."""

import contextlib
import io

from msgspec import Struct

from companion.cli.main import main


class Ran(Struct, frozen=True):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        return self.out.rstrip("\n").rsplit("\n", 1)[-1]


def pitboard(*words: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    assert "Traceback" not in err.getvalue()
    return Ran(code, out.getvalue(), err.getvalue())
