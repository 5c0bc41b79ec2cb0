"""Plain values into typed ones, one piece of a patch at a time, so that an error can name its full path."""

from typing import TypeVar

import msgspec

from companion.engine import BadState

T = TypeVar("T")


def loaded(kind: type[T], key: str, plain: object) -> T:
    """A value of that type; BadState with the full path of what is wrong in it."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `")
        raise BadState(key + path.strip("`").removeprefix("$"), why) from None
