"""A record as others may have it: whole once the race is over, without anybody's secrets while it runs."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from companion.engine import Game
from companion.engine.codec import to_text
from companion.table.blocks import Survey, plain
from companion.table.lines import Decided, Finished, kind_of
from companion.table.replay import Played, header_of


class PublicLine(Struct, frozen=True, omit_defaults=True):
    """What everybody could see of a line."""

    n: int
    kind: str
    seat: str = ""
    events: tuple[str, ...] = ()


def exported(game: Game, found: Survey) -> bytes:
    """JSON lines. Of a race that is not over: its header, and what all could see happen."""
    if found.lines and isinstance(found.lines[-1], Finished):
        return plain(found.bodies)
    return b"".join(line + b"\n" for line in _public(game, found))


def _public(game: Game, found: Survey) -> Iterator[bytes]:
    header = header_of(found.lines)
    yield msgspec.json.encode(header)
    played = Played(game, header)
    for line in found.lines[1:]:
        step = played.feed(line)
        events = tuple(to_text(event) for event in step.events if event.only_for is None) if step else ()
        seat = line.seat if isinstance(line, Decided) else ""
        yield msgspec.json.encode(PublicLine(line.n, kind_of(line), seat, events))
