"""Races with draws under a seal, and ways to change their records afterwards."""

import random
from collections.abc import Sequence

from msgspec.structs import replace

from companion.table import Electronic, Seal, Source
from companion.table.blocks import Survey, plain, survey
from companion.table.lines import AnyLine, Came, Decided, Finished, Header, SealMark, encode
from companion.table.record import MemoryRecord
from companion.table.verify import digest_of
from tests.support.table import SECRET, agree, begun, move, play


async def raced(seed: int = 1, source: Source | None = None, words: tuple[str, ...] = ("rhubarb",)) -> list[AnyLine]:
    """A finished race with an undo in it."""
    record, stream = MemoryRecord(), random.Random(seed)
    referee = await begun(source=source or Electronic(Seal(SECRET, words)), record=record, goal=20)
    for _ in range(6):
        await move(referee, stream)
    entry = [entry.seat for entry in referee.history.entries if entry.seat][-1]
    await referee.propose_undo(str(entry))
    await agree(referee)
    await play(referee, seed)
    assert referee.race_over
    return record.written


def found(lines: Sequence[AnyLine]) -> Survey:
    return survey(plain([encode(line) for line in lines]))


def resealed(lines: Sequence[AnyLine]) -> list[AnyLine]:
    """A forger puts checksums and the digest right again."""
    last = lines[-1]
    assert isinstance(last, Finished)
    return [*lines[:-1], replace(last, digest=digest_of(found(lines)))]


def other_outcome(lines: list[AnyLine]) -> list[AnyLine]:
    at = next(at for at, line in enumerate(lines) if isinstance(line, Came) and line.draw == "card")
    line = lines[at]
    assert isinstance(line, Came)
    other = next(name for name in line.odds[0] if name != line.outcomes[0])
    return [*lines[:at], replace(line, outcomes=(other,)), *lines[at + 1 :]]


def called_keyed(lines: list[AnyLine]) -> list[AnyLine]:
    return [replace(line, how="keyed") if isinstance(line, Came) else line for line in lines]


def other_odds(lines: list[AnyLine]) -> list[AnyLine]:
    at = next(at for at, line in enumerate(lines) if isinstance(line, Came))
    line = lines[at]
    assert isinstance(line, Came)
    odds = {name: weight + 1 for name, weight in line.odds[0].items()}
    return [*lines[:at], replace(line, odds=(odds,)), *lines[at + 1 :]]


def other_number(lines: list[AnyLine]) -> list[AnyLine]:
    at = next(at for at, line in enumerate(lines) if isinstance(line, Came))
    line = lines[at]
    assert isinstance(line, Came)
    return [*lines[:at], replace(line, number=line.number + 1), *lines[at + 1 :]]


def other_secret(lines: list[AnyLine]) -> list[AnyLine]:
    last = lines[-1]
    assert isinstance(last, Finished)
    return [*lines[:-1], replace(last, secret="00" * 32)]


def other_seal(lines: list[AnyLine]) -> list[AnyLine]:
    header, last = lines[0], lines[-1]
    assert isinstance(header, Header)
    assert isinstance(last, Finished)
    seal = Seal(bytes(32), ("rhubarb",))
    return [replace(header, seal=seal.mark), *lines[1:-1], replace(last, secret=seal.secret.hex())]


def other_words(lines: list[AnyLine]) -> list[AnyLine]:
    header = lines[0]
    assert isinstance(header, Header)
    assert header.seal is not None
    return [replace(header, seal=SealMark(header.seal.hash, ("custard",))), *lines[1:]]


def no_secret(lines: list[AnyLine]) -> list[AnyLine]:
    last = lines[-1]
    assert isinstance(last, Finished)
    return [*lines[:-1], replace(last, secret="not hex")]


def other_sum(lines: list[AnyLine]) -> list[AnyLine]:
    at = next(at for at, line in enumerate(lines) if isinstance(line, Decided))
    line = lines[at]
    assert isinstance(line, Decided)
    return [*lines[:at], replace(line, sum="00000000"), *lines[at + 1 :]]
