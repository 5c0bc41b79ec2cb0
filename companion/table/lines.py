"""The lines of a race record: one struct a kind, JSON out and in."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

FORMAT = 1
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""For the short code of a seal: no I, L, O or U, which look like others."""
CODE_LENGTH = 12


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower, tag_field="is"):
    """Something that was accepted. `n` counts lines from 0; order is by it, never by a clock."""

    n: int = 0


class SealMark(Struct, frozen=True):
    """What is public of a seal: the hash of its secret, and the words that players mixed in."""

    hash: str
    words: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The beginning of the hash, short enough for a small screen: `7K3Q-M2XD-9VHT`."""
        number = int(self.hash or "0", 16) >> (256 - 5 * CODE_LENGTH)
        letters = "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(CODE_LENGTH)))
        return "-".join(letters[at : at + 4] for at in range(0, CODE_LENGTH, 4))


class Header(Line, frozen=True):
    """Line 0: what is played, by whom, under which options and which seal. `keyed`: draws with real cards or dice."""

    format: int
    pitboard: str
    game: str
    edition: int
    seats: tuple[str, ...]
    options: Mapping[str, object] = {}
    bots: Mapping[str, str] = {}
    keyed: tuple[str, ...] = ()
    seal: SealMark | None = None
    wall: float = 0.0


class Decided(Line, frozen=True):
    """A seat's action, in its text form. `sum` checks the state that came of it."""

    seat: str
    do: str
    sum: str = ""


class Came(Line, frozen=True):
    """What answered a draw. `how`: sealed, keyed (`by` a seat) or scripted."""

    draw: str
    number: int
    outcomes: tuple[str, ...]
    how: str
    odds: tuple[Mapping[str, int], ...] = ()
    bag: bool = False
    by: str | None = None
    sum: str = ""


class Corrected(Line, frozen=True):
    """A patch over the state by hand. `by` nobody in particular: the race director."""

    patch: Mapping[str, object]
    by: str | None = None
    why: str = ""
    agreed: tuple[str, ...] = ()
    sum: str = ""


class Undone(Line, frozen=True):
    """Everything after line `to` was taken back."""

    to: int
    by: str
    agreed: tuple[str, ...] = ()


class Proposed(Line, frozen=True):
    """A seat asks the table: to go back to line `to`, or to correct the state with `patch`."""

    by: str
    to: int | None = None
    patch: Mapping[str, object] | None = None


class Voted(Line, frozen=True):
    """A person's OK to what is proposed, or not."""

    seat: str
    ok: bool


class Lapsed(Line, frozen=True):
    """What was proposed came to nothing."""

    why: str


class Seated(Line, frozen=True):
    """Who drives a seat from here on: a bot of that profile, or (none) a person."""

    seat: str
    bot: str | None = None


class Resumed(Line, frozen=True):
    """The race was taken up again; `told` is what was found wrong with the record."""

    wall: float
    told: tuple[str, ...] = ()


class Resealed(Line, frozen=True):
    """The secret of the old seal was lost: draws from here on are worked out under this one."""

    seal: SealMark


class Finished(Line, frozen=True):
    """The race is over: the secret is published. `digest` is a hash of every line before this one."""

    ranking: tuple[str, ...]
    digest: str
    secret: str = ""


AnyLine = (
    Header | Decided | Came | Corrected | Undone | Proposed | Voted | Lapsed | Seated | Resumed | Resealed | Finished
)


def short(digest: str) -> str:
    """As much of a record's digest as a screen shows."""
    return digest[:12]


def kind_of(line: Line) -> str:
    """The record's word for a kind of line."""
    return str(type(line).__struct_config__.tag)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyLine)


def encode(line: Line) -> bytes:
    return _encoder.encode(line)


def decode(text: bytes) -> AnyLine:
    """The line; msgspec.ValidationError if it is none that this version knows."""
    return _decoder.decode(text)
