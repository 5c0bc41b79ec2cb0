"""The wire's lines, the same on CPython and on MicroPython."""

import binascii
import json
import random
import subprocess
from pathlib import Path

import pytest

from hardware import wire
from tests.support.needs import needs_micropython

MESSAGES: list[dict[str, object]] = [
    {"t": "press", "l": 7, "n": 1, "c": "ok"},
    {"t": "say", "l": 7, "v": 2, "lines": ["Größe", '"*', "\x03\n"]},
    {"t": "draw", "l": 1, "v": 3, "on": 0, "at": [[0, 0, 128]], "d": "A" * 1400},
    {},
]

ECHO = """
import sys
import wire
lines = wire.Lines()
while True:
    data = sys.stdin.buffer.readline()
    if not data:
        break
    for message in lines.feed(data):
        sys.stdout.buffer.write(wire.encode(message))
sys.stdout.buffer.write(b"%d %d" % (lines.good, lines.bad))
"""


def micropython(code: str, data: bytes) -> bytes:
    """What comes out of a real MicroPython that imports the same file."""
    ran = subprocess.run(
        [needs_micropython(), "-c", code],
        input=data,
        capture_output=True,
        check=True,
        env={"MICROPYPATH": str(Path(wire.__file__).parent)},
    )
    assert ran.stderr == b""
    return ran.stdout


@pytest.mark.parametrize("message", MESSAGES, ids=str)
def test_what_is_encoded_is_decoded(message: dict[str, object]) -> None:
    assert wire.decode(wire.encode(message)[:-1]) == message


def test_a_line_is_readable() -> None:
    assert wire.encode({"t": "ping", "l": 7}) == b'{"t":"ping","l":7}*e88fc945\n'


def test_no_line_holds_a_control_character_but_its_newline() -> None:
    for message in MESSAGES:
        assert all(byte >= 32 for byte in wire.encode(message)[:-1])


def test_both_pythons_agree() -> None:
    sent = b"".join(wire.encode(message) for message in MESSAGES)
    *lines, counts = micropython(ECHO, sent).split(b"\n")
    assert [wire.decode(line) for line in lines] == MESSAGES
    assert counts == b"4 0"


def test_both_pythons_refuse_the_same_lines() -> None:
    spoiled = [flipped(line, seed) for seed in range(200) for line in [wire.encode(MESSAGES[seed % 2])]]
    counts = micropython(ECHO, b"".join(spoiled)).rpartition(b"\n")[2]
    here = wire.Lines()
    here.feed(b"".join(spoiled))
    assert counts == b"%d %d" % (here.good, here.bad)
    assert here.good == 0


def flipped(line: bytes, seed: int) -> bytes:
    """The line with one bit of it turned over, but not into or out of a newline."""
    chance = random.Random(seed)
    while True:
        at, bit = chance.randrange(len(line) - 1), 1 << chance.randrange(8)
        if line[at] ^ bit not in b"\r\n":
            return line[:at] + bytes((line[at] ^ bit,)) + line[at + 1 :]


@pytest.mark.parametrize(
    "line",
    [b"", b"*", b"*00000000", b"{}", b"{}*", b"{}*0", b"[1]*d1e1f6cc", b"1*83dcefb7", b"{}*A3A6BF43", b" {}*a3a6bf43"],
)
def test_what_is_no_message_is_spoiled(line: bytes) -> None:
    with pytest.raises(wire.Spoiled):
        wire.decode(line)


def test_lines_come_in_any_pieces() -> None:
    lines, sent = wire.Lines(), b"".join(wire.encode(message) for message in MESSAGES)
    told = [message for at in range(0, len(sent), 7) for message in lines.feed(sent[at : at + 7])]
    assert (told, lines.good, lines.bad) == (MESSAGES, 4, 0)


def test_junk_costs_one_line() -> None:
    lines = wire.Lines()
    assert lines.feed(b"MicroPython v1.29\r\n>>> \n\r\n" + wire.encode({"t": "a"})) == [{"t": "a"}]
    assert (lines.good, lines.bad) == (1, 2)


def test_an_endless_line_does_not_fill_the_memory() -> None:
    lines = wire.Lines()
    for _ in range(100):
        lines.feed(b"x" * 1000)
    assert lines.feed(b"\n" + wire.encode({"t": "a"})) == [{"t": "a"}]
    assert lines.bad == 1


def test_json_that_is_checked_but_no_object_is_spoiled() -> None:
    body = json.dumps(["t"]).encode()
    assert wire.Lines().feed(body + b"*%08x\n" % binascii.crc32(body)) == []
