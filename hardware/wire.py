"""One message a line: a JSON object, `*`, its CRC32 in hex. Pure; the same file runs on CPython and on a pod.

`PROTOCOL.md` beside this file says what the messages mean.
"""

import binascii
import json

LOWEST = 1
HIGHEST = 2
"""The protocol versions that this file's side speaks."""

LIMIT = 3072
"""No line is longer; what is longer is junk."""


class Spoiled(ValueError):
    """A line that is no whole message."""


def encode(message: "dict[str, object]") -> bytes:
    """The message as a line, its newline included."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return body + b"*" + _sum(body) + b"\n"


def decode(line: bytes) -> "dict[str, object]":
    """The message of a line without its newline."""
    body, _, tail = line.rpartition(b"*")
    if tail != _sum(body):
        raise Spoiled("the checksum does not fit")
    try:
        message = json.loads(body)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        message = None
    if not isinstance(message, dict):
        raise Spoiled("this is no JSON object")
    return message


def _sum(body: bytes) -> bytes:
    return b"%08x" % binascii.crc32(body)


class Lines:
    """Cuts what comes over a wire into messages. Junk costs the line that it is in, and is counted."""

    def __init__(self) -> None:
        self.good = 0
        self.bad = 0
        self._rest = b""

    def feed(self, data: bytes) -> "list[dict[str, object]]":
        lines = (self._rest + data).split(b"\n")
        rest = lines.pop()
        self._rest = rest if len(rest) <= LIMIT else b"!"  # the rest of an endless line is spoiled whatever comes
        return [message for line in lines for message in self._read(line)]

    def _read(self, line: bytes) -> "list[dict[str, object]]":
        line = line.rstrip(b"\r")
        if not line:
            return []
        try:
            message = decode(line)
        except Spoiled:
            self.bad += 1
            return []
        self.good += 1
        return [message]
