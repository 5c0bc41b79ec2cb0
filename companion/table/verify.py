"""Was every electronic draw what the seal says, and is the record what was accepted?"""

import hashlib
from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.engine import Draw, Game
from companion.table.blocks import Survey
from companion.table.chance import EVERY
from companion.table.errors import BadRecord
from companion.table.lines import AnyLine, Came, Finished, Header, Resealed, short
from companion.table.replay import Played, header_of, replay
from companion.table.seal import Seal, hash_of


class Verdict(Struct, frozen=True):
    """`problems` in sentences; none of them: every electronic draw came from the sealed secret. `digest` is the
    short code of the whole record that the screens showed at the end."""

    problems: tuple[str, ...]
    sealed: int
    keyed: int
    code: str
    digest: str


def verify(game: Game, found: Survey) -> Verdict:
    """Work every draw of a finished race out again."""
    header = header_of(found.lines)
    problems = [*found.told, *_not_whole(found)]
    seal = _seal(found.lines)
    if isinstance(seal, str):
        problems.append(seal)

    def check(played: Played, line: AnyLine) -> None:
        if isinstance(line, Came):
            problems.extend(_wrong(played, line, seal if isinstance(seal, Seal) else None))

    try:
        played = replay(game, found.lines, check=True, before=check)
        problems += [f"Line {n}: these rules come to another state." for n in played.different]
    except BadRecord as error:
        problems.append(str(error))
    how = [line.how for line in found.lines if isinstance(line, Came)]
    code = header.seal.code if header.seal else ""
    return Verdict(tuple(problems), how.count("sealed"), how.count("keyed"), code, short(digest_of(found)))


def digest_of(found: Survey) -> str:
    """The hash of every line before the one that ends the race."""
    pairs = zip(found.bodies, found.lines, strict=True)
    return hashlib.sha256(b"".join(body for body, line in pairs if not isinstance(line, Finished))).hexdigest()


def _not_whole(found: Survey) -> Iterator[str]:
    last = found.lines[-1]
    if isinstance(last, Finished) and last.digest != digest_of(found):
        yield "The record was changed: its lines do not add up to the digest at its end."


def _seal(lines: Sequence[AnyLine]) -> Seal | str:
    """The seal, or why there is none to check against."""
    header, last = header_of(lines), lines[-1]
    if header.seal is None:
        return "No draw of this race was sealed."
    if not isinstance(last, Finished):
        return "The race is not over in this record; its secret is still sealed."
    if any(isinstance(line, Resealed) for line in lines):
        return "The secret of the first seal was lost; draws under it cannot be worked out again."
    try:
        secret = bytes.fromhex(last.secret)
    except ValueError:
        return "The published secret cannot be read."
    if hash_of(secret) != header.seal.hash:
        return f"The published secret is not the one that was sealed as {header.seal.code}."
    return Seal(secret, header.seal.words)


def _wrong(played: Played, line: Came, seal: Seal | None) -> Iterator[str]:
    """What is wrong with a draw, where the race stands just before it."""
    pending = played.history.pending(played.history.state)
    if not isinstance(pending, Draw):
        return  # the rules refuse it themselves
    if line.number != played.history.draws + 1:
        yield f"Line {line.n}: draw {played.history.draws + 1} calls itself {line.number}."
    if [dict(odds) for odds in line.odds] != [dict(odds) for odds in pending.odds] or line.bag != pending.bag:
        yield f"Line {line.n}: the odds of {line.draw} were others."
    if line.how == "sealed" and seal is not None:
        expected = seal.draw(pending, played.history.draws + 1).outcomes
        if line.outcomes != expected:
            yield f"Line {line.n}: {line.draw} was {' '.join(line.outcomes)}, but the seal says {' '.join(expected)}."
    if line.how != "sealed" and not _may_be_keyed(played.header, line):
        yield f"Line {line.n}: {line.draw} was {line.how}, though this table let the companion draw it."


def _may_be_keyed(header: Header, line: Came) -> bool:
    return line.how == "keyed" and (line.draw in header.keyed or EVERY in header.keyed)
