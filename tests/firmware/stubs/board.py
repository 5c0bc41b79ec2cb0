"""A board at its USB cable: runs `main.py`, then serves the raw prompt that mpremote speaks."""

import io
import os
import sys

TYPE_CHECKING = False  # MicroPython has no typing module
if TYPE_CHECKING:

    def print_exception(error: BaseException, file: io.StringIO | None = None) -> None: ...

else:
    from sys import print_exception

PLATFORM = "rp2"

SOFT = b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>"
BANNER = b"raw REPL; CTRL-B to exit\r\n>"


def out(data: bytes) -> None:
    sys.stdout.buffer.write(data)


def run_main() -> None:
    if "main.py" not in os.listdir():
        return
    try:
        with open("main.py") as file:
            exec(file.read(), {"__name__": "__main__"})
    except Exception as error:
        print_exception(error)


def run(code: str, names: dict[str, object]) -> None:
    """What runs here learns that it runs on the board that this is meant to be."""
    out(b"OK")
    code = code.replace("sys.platform", repr(PLATFORM))
    trouble = io.StringIO()
    try:
        exec(code, names)
    except Exception as error:
        print_exception(error, trouble)
    out(b"\x04" + trouble.getvalue().encode() + b"\x04>")


def serve() -> None:
    raw = False
    code = b""
    names: dict[str, object] = {}
    while True:
        byte = sys.stdin.buffer.read(1)
        if byte in (b"", None):
            sys.exit()
        if byte == b"\x01":
            raw, code = True, b""
            out(BANNER)
        elif byte == b"\x02":
            raw = False
            out(b"\r\n>>> ")
        elif raw and byte == b"\x05":
            sys.stdin.buffer.read(2)
            out(b"R\x00")
        elif raw and byte == b"\x04":
            told, code = code.lstrip(b"\r"), b""
            if told:
                run(told.decode(), names)
            else:
                names = {}
                out(SOFT)
        elif raw and byte != b"\x03":
            code += byte


run_main()
serve()
