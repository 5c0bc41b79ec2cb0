"""Record lines as bytes: a checksum in each line, whole blocks on the disk, and reading back what survived.

A line is a JSON object whose last key is `crc`, the CRC-32 of the object without it. What is accepted together is
padded together with blanks to whole blocks, so that a block which holds an accepted line is never written again.
Zeros are free space. A single flipped bit is found by its checksum and put right.
"""

import re
import zlib
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from companion.table.lines import AnyLine, Line, decode, encode

BLOCK = 4096
PADDING = b" \0\n\r"
LONGEST_REPAIR = 4 * BLOCK
START = re.compile(rb'(?:\A|(?<=[ \x00\n\r]))\{"is":"')
TAIL = re.compile(rb',"crc":"([0-9a-f]{8})"\}')


def body_of(line: Line) -> bytes:
    """The line as its checksum and the record's digest see it."""
    return encode(line)


def with_crc(body: bytes) -> bytes:
    return b'%s,"crc":"%08x"}' % (body[:-1], zlib.crc32(body))


def packed(bodies: Sequence[bytes]) -> bytes:
    """Lines that are accepted together, in whole blocks."""
    text = b"\n".join(with_crc(body) for body in bodies)
    return text.ljust(whole(len(text) + 1) - 1) + b"\n"


def plain(bodies: Sequence[bytes]) -> bytes:
    """The same lines without padding, as a record is exported."""
    return b"".join(with_crc(body) + b"\n" for body in bodies)


def whole(size: int) -> int:
    """The size rounded up to whole blocks."""
    return -(-size // BLOCK) * BLOCK


class Survey(Struct, frozen=True):
    """What survived of a record: its lines up to the first that is lost, and where free space begins.

    `told` says in sentences what was found; `lost` counts whole lines behind a damaged one, which are of no use
    without it.
    """

    lines: tuple[AnyLine, ...]
    bodies: tuple[bytes, ...]
    end: int
    told: tuple[str, ...] = ()
    lost: int = 0


class Piece(Struct, frozen=True):
    """A stretch of bytes: a whole line (`body`), or (None) something that cannot be read."""

    body: bytes | None
    end: int
    repaired: bool = False


def survey(data: bytes) -> Survey:
    """Read a record, whatever has happened to it."""
    lines: list[AnyLine] = []
    bodies: list[bytes] = []
    told: list[str] = []
    end = 0
    pieces = list(_pieces(data))
    for at, piece in enumerate(pieces):
        line = _decoded(piece.body)
        if line is None or line.n != len(lines) or piece.body is None:
            lost = sum(1 for other in pieces[at + 1 :] if _follows(other.body, len(lines)))
            lost += _follows(piece.body, len(lines))
            told.append(_loss(len(lines), lost))
            return Survey(tuple(lines), tuple(bodies), end, tuple(told), lost)
        if piece.repaired:
            told.append(f"Line {line.n} of the record had a flipped bit; it was put right by its checksum.")
        lines.append(line)
        bodies.append(piece.body)
        end = piece.end
    return Survey(tuple(lines), tuple(bodies), end, tuple(told))


def _loss(line: int, lost: int) -> str:
    if line == 0:
        return "The record has no readable first line; there is nothing to go on from."
    if lost:
        return f"Line {line} of the record is damaged; it and the {lost} line(s) after it are lost."
    return "The last line of the record was cut off while it was written; it is dropped. Nobody had seen it accepted."


def _decoded(body: bytes | None) -> AnyLine | None:
    try:
        return None if body is None else decode(body)
    except msgspec.DecodeError:
        return None


def _follows(body: bytes | None, expected: int) -> bool:
    line = _decoded(body)
    return line is not None and line.n >= expected


def _pieces(data: bytes) -> Iterator[Piece]:
    starts = [match.start() for match in START.finditer(data)]
    if not starts or data[: starts[0]].strip(PADDING):
        starts = [0, *starts]
    for start, stop in zip(starts, [*starts[1:], len(data)], strict=True):
        yield from _pieces_between(data, start, stop)


def _pieces_between(data: bytes, start: int, stop: int) -> Iterator[Piece]:
    """The lines of one stretch: one as a rule, more where a flipped bit has hidden the start of the next."""
    while rest := data[start:stop].strip(PADDING):
        start = data.index(rest, start)
        found = _read(rest) or _repair(rest)
        if found is None:
            if _is_noise(rest):
                return
            yield Piece(None, stop)
            return
        body, size, repaired = found
        start += size
        yield Piece(body, start, repaired)


def _is_noise(rest: bytes) -> bool:
    """A bit flipped in padding or free space leaves one odd byte."""
    return len(rest) == 1


def _read(text: bytes) -> tuple[bytes, int, bool] | None:
    """The line at the start of the text, its size, and that nothing had to be repaired."""
    for tail in TAIL.finditer(text):
        body = text[: tail.start()] + b"}"
        if zlib.crc32(body) == int(tail[1], 16) and body.startswith(b"{"):
            return body, tail.end(), False
    return None


def _repair(text: bytes) -> tuple[bytes, int, bool] | None:
    """The same with any one bit flipped back."""
    if len(text) > LONGEST_REPAIR:
        return None
    work = bytearray(text)
    for at in range(len(work)):
        for bit in range(8):
            work[at] ^= 1 << bit
            if TAIL.search(work, max(0, at - 17)) and (found := _read(bytes(work))):
                return found[0], found[1], True
            work[at] ^= 1 << bit
    return None
