"""What a pod says, checked on the way in. `hardware/PROTOCOL.md` describes both directions."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

Number = Annotated[int, Meta(ge=0, lt=2**53)]
Word = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


class Hello(Struct, frozen=True, tag_field="t", tag="hello"):
    """Who the pod is; the answer to a greeting."""

    link: Number = field(name="l")
    id: Word
    firmware: Word = field(name="fw")
    protocol: tuple[Number, Number] = field(name="proto")
    boot: Number
    run: Word
    first: Number
    """The number of the first press that is not acknowledged yet, or of the next one."""
    can: tuple[str, ...] = ()


class Pressed(Struct, frozen=True, tag_field="t", tag="press"):
    """Press number `number` since the pod started."""

    link: Number = field(name="l")
    number: Number = field(name="n")
    control: Word = field(name="c")
    held: bool = False
    repeat: bool = False


class Drawn(Struct, frozen=True, tag_field="t", tag="drawn"):
    """The picture that the pod has now."""

    link: Number = field(name="l")
    version: Number = field(name="v")


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The pod lives; and how it is."""

    link: Number = field(name="l")
    version: Number = field(name="v")
    setting: Number = field(name="set", default=0)
    glass: bool = True
    bad: Number = 0
    again: Number = 0
    muted: tuple[str, ...] = ()


class Nak(Struct, frozen=True, tag_field="t", tag="nak"):
    """The pod got a spoiled line."""

    link: Number = field(name="l")


class Lost(Struct, frozen=True, tag_field="t", tag="lost"):
    """The pod does not know this link, as after a restart of its own."""

    link: Number = field(name="l")


Message = Hello | Pressed | Drawn | Pong | Nak | Lost


def understood(message: Mapping[str, object]) -> Message | None:
    """The message, if it is one that this table knows."""
    try:
        heard: Message = msgspec.convert(message, Message)
    except msgspec.ValidationError:
        return None
    return heard
