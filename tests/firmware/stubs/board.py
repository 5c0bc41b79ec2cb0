"""A board at its USB cable: runs `main.py`, then serves the raw prompt that mpremote speaks."""

import io
import os
import sys

PLATFORM = "rp2"

SOFT = b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>"
BANNER = b"raw REPL; CTRL-B to exit\r\n>"


def out(data):
    sys.stdout.buffer.write(data)


def run_main():
    if "main.py" not in os.listdir():
        return
    try:
        with open("main.py") as file:
            exec(file.read(), {"__name__": "__main__"})
    except Exception as error:
        sys.print_exception(error)


def run(code, names):
    """What runs here learns that it runs on the board that this is meant to be."""
    out(b"OK")
    code = code.replace("sys.platform", repr(PLATFORM))
    trouble = io.StringIO()
    try:
        exec(code, names)
    except Exception as error:
        sys.print_exception(error, trouble)
    out(b"\x04" + trouble.getvalue().encode() + b"\x04>")


def serve():
    raw = False
    code = b""
    names = {}
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
