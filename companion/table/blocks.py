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
BLANK = b" " * (BLOCK - 1) + b"\n"
OPENING = b'{"is":"'
TAIL = re.compile(rb',"crc":"([0-9a-f]{8})"\}')
TAIL_SIZE = 18


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
    """What survived of a record (`data`): its lines up to the first that is lost, and where free space begins.

    `told` says in sentences what was found; `lost` counts whole lines behind a damaged one, which are of no use
    without it.
    """

    lines: tuple[AnyLine, ...]
    bodies: tuple[bytes, ...]
    end: int
    told: tuple[str, ...] = ()
    lost: int = 0
    data: bytes = b""


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
            return Survey(tuple(lines), tuple(bodies), end, tuple(told), lost, data)
        if piece.repaired:
            told.append(f"Line {line.n} of the record had a flipped bit; it was put right by its checksum.")
        lines.append(line)
        bodies.append(piece.body)
        end = piece.end
    return Survey(tuple(lines), tuple(bodies), end, tuple(told), data=data)


def last_line(data: bytes) -> AnyLine | None:
    """The line at the start of the data, if it is whole and only padding follows."""
    found = _read(data)
    return _decoded(found[0]) if found and not data[found[1] :].strip(PADDING) else None


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
    starts = [at for at in _found(data, OPENING) if at % BLOCK == 0 or data[at - 1] in PADDING]
    if not starts or data[: starts[0]].strip(PADDING):
        starts = [0, *starts]
    for start, stop in zip(starts, [*starts[1:], len(data)], strict=True):
        yield from _pieces_between(data, start, stop)


def _found(data: bytes, what: bytes) -> Iterator[int]:
    at = data.find(what)
    while at >= 0:
        yield at
        at = data.find(what, at + 1)


def _pieces_between(data: bytes, start: int, stop: int) -> Iterator[Piece]:
    """The lines of one stretch: one as a rule, more where a flipped bit has hidden the start of the next."""
    found = _read(data, start, stop)
    if found is not None and data[found[1] : stop] == BLANK[found[1] - stop :]:
        yield Piece(found[0], found[1])
        return
    while rest := data[start:stop].strip(PADDING):
        start = data.index(rest, start)
        if rest[1:].startswith(OPENING):
            start, rest = start + 1, rest[1:]  # a bit flipped in the padding before a line
        found = _read(rest) or _repaired(rest)
        if found is None:
            if len(rest) > 1 or rest == OPENING[:1]:  # one odd byte is a bit flipped in padding or free space
                yield Piece(None, stop)
            return
        body, size, repaired = found
        start += size
        yield Piece(body, start, repaired)


def _read(text: bytes, start: int = 0, stop: int | None = None) -> tuple[bytes, int, bool] | None:
    """The line at the start of the text, where it ends, and that nothing had to be repaired."""
    for tail in TAIL.finditer(text, start, len(text) if stop is None else stop):
        body = text[start : tail.start()] + b"}"
        if zlib.crc32(body) == int(tail[1], 16):
            return body, tail.end(), False
    return None


def _repaired(text: bytes) -> tuple[bytes, int, bool] | None:
    """The same where one bit is flipped: in the checksum itself, or in what it is of."""
    work = bytearray(text)
    for at in range(max(0, len(work) - TAIL_SIZE), len(work)):
        for bit in range(8):
            work[at] ^= 1 << bit
            if TAIL.search(work, len(work) - TAIL_SIZE) and (found := _read(bytes(work))):
                return found[0], found[1], True
            work[at] ^= 1 << bit
    for tail in TAIL.finditer(text):
        body = bytearray(text[: tail.start()] + b"}")
        flipped = _flipped_bit(len(body), zlib.crc32(body) ^ int(tail[1], 16))
        if flipped is not None:
            body[flipped // 8] ^= 1 << flipped % 8
            return bytes(body), tail.end(), True
    return None


def _flipped_bit(size: int, difference: int) -> int | None:
    """Which one bit of so many bytes, flipped, makes that difference to their CRC-32. A flip makes the same
    difference whatever the bytes are; a byte further from the end it is carried through one byte more."""
    effects = [zlib.crc32(bytes([1 << bit])) ^ zlib.crc32(b"\0") for bit in range(8)]
    for at in reversed(range(size)):
        if difference in effects:
            return at * 8 + effects.index(difference)
        effects = [_carried(effect) for effect in effects]
    return None


def _carried(effect: int) -> int:
    return (effect >> 8) ^ zlib.crc32(bytes([effect & 255])) ^ zlib.crc32(b"\0") if effect else 0
