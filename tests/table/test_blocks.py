"""Record lines as bytes: what survives a cut, a flipped bit, a lost block."""

import random
from collections.abc import Iterable

import pytest

from companion.table.blocks import BLOCK, packed, plain, survey
from companion.table.lines import Came, Decided, Header, Line, Undone, encode

LINES: tuple[Line, ...] = (
    Header(n=0, format=1, pitboard="0.1.0", game="toy", edition=1, seats=("red", "blue"), options={"goal": 12}),
    Decided(n=1, seat="red", do="walk 2", sum="0a0b0c0d"),
    Decided(n=2, seat="blue", do="throw", sum="1a1b1c1d"),
    Came(n=3, draw="die", number=1, outcomes=("leap",), how="sealed", odds=({"slip": 1, "leap": 2},)),
    Undone(n=4, to=1, by="blue", agreed=("red",)),
)
BODIES = [encode(line) for line in LINES]
BATCHES = [BODIES[:1], BODIES[1:2], BODIES[2:4], BODIES[4:]]
"""The die came of the throw: the two were accepted together and share a block."""


def record(free: int = 2) -> bytes:
    return b"".join(packed(batch) for batch in BATCHES) + bytes(free * BLOCK)


def ends() -> list[int]:
    """Where the last byte of each line's text is."""
    data = record(0)
    out: list[int] = []
    for body in BODIES:
        start = data.index(body[:-1], out[-1] if out else 0)
        out.append(data.index(b"}", start + len(body) + len(',"crc":"')) + 1)
    return out


def test_what_was_written_is_read() -> None:
    found = survey(record())
    assert found.lines == LINES
    assert found.told == ()
    assert found.bodies == tuple(BODIES)


def test_lines_that_are_accepted_together_share_whole_blocks() -> None:
    assert [len(packed(batch)) for batch in BATCHES] == [BLOCK] * 4
    assert len(packed([b'{"long":"%s"}' % (b"x" * BLOCK)])) == 2 * BLOCK


def test_an_exported_record_reads_the_same() -> None:
    assert survey(plain(BODIES)).lines == LINES


def test_a_record_cut_at_any_byte_of_its_text_keeps_every_whole_line() -> None:
    for start, end in zip([0, BLOCK, 2 * BLOCK, 2 * BLOCK + 300, 3 * BLOCK], ends(), strict=True):
        check_cuts(record(0), range(start, min(end + 40, start + BLOCK)))
    check_cuts(record(2), range(0, 6 * BLOCK, 211))


@pytest.mark.nightly
@pytest.mark.parametrize("free", [0, 2])
def test_a_record_cut_at_every_single_byte_keeps_every_whole_line(free: int) -> None:
    check_cuts(record(free), range(len(record(free))))


def check_cuts(data: bytes, cuts: Iterable[int]) -> None:
    whole = ends()
    for cut in cuts:
        found = survey(data[:cut])
        kept = sum(1 for end in whole if end <= cut)
        assert found.lines == LINES[:kept], cut
        assert found.lost == 0
        assert bool(found.told) is (not on_edge(cut, whole)), cut


def on_edge(cut: int, whole: list[int]) -> bool:
    """Whether nothing of the next line is left by that cut."""
    starts = [0, BLOCK, 2 * BLOCK, whole[2] + 1, 3 * BLOCK]
    return all(cut <= start or cut >= end for start, end in zip(starts, whole, strict=True))


def test_a_line_torn_by_zeros_is_dropped_and_told() -> None:
    data = bytearray(record())
    data[3 * BLOCK + 20 : 4 * BLOCK] = bytes(BLOCK - 20)
    found = survey(bytes(data))
    assert found.lines == LINES[:4]
    assert found.told == (
        "The last line of the record was cut off while it was written; it is dropped. Nobody had seen it accepted.",
    )


def test_any_flipped_bit_is_put_right() -> None:
    data = record()
    text = [at for at in range(len(data)) if data[at] not in b" \0"]
    stream = random.Random(5)
    for at in (*text, *stream.sample(range(len(data)), 300)):
        broken = bytearray(data)
        broken[at] ^= 1 << stream.randrange(8)
        assert survey(bytes(broken)).lines == LINES, at


def test_a_flipped_bit_is_told() -> None:
    broken = bytearray(record())
    broken[BLOCK + 30] ^= 4
    assert survey(bytes(broken)).told == ("Line 1 of the record had a flipped bit; it was put right by its checksum.",)


def test_a_lost_block_ends_the_record_there_and_says_what_is_lost() -> None:
    data = bytearray(record())
    data[BLOCK : 2 * BLOCK] = b"\xa5" * BLOCK
    found = survey(bytes(data))
    assert found.lines == LINES[:1]
    assert found.lost == 3
    assert found.told == ("Line 1 of the record is damaged; it and the 3 line(s) after it are lost.",)


@pytest.mark.parametrize("data", [b"", bytes(3 * BLOCK), b"\n", b"no record at all", b'{"is":"header"', b"\xff" * 999])
def test_what_is_no_record_has_no_lines_and_says_so_unless_empty(data: bytes) -> None:
    found = survey(data)
    assert found.lines == ()
    assert bool(found.told) is bool(data.strip(b"\0\n"))


def test_noise_of_any_kind_never_raises() -> None:
    stream = random.Random(9)
    for _ in range(30):
        broken = bytearray(record())
        for _ in range(stream.randrange(1, 40)):
            at = stream.choice([stream.randrange(len(broken)), stream.randrange(4) * BLOCK + stream.randrange(120)])
            broken[at] = stream.randrange(256)
        found = survey(bytes(broken))
        assert found.lines == LINES[: len(found.lines)]
