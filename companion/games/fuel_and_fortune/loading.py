"""Plain values into typed ones, one piece of a patch at a time, so that an error can name its full path."""

from typing import TypeVar

import msgspec
from msgspec.structs import fields

from companion.engine import BadState
from companion.engine.codec import near

T = TypeVar("T")


def loaded(kind: type[T], key: str, plain: object) -> T:
    """A value of that type; BadState with the full path of what is wrong in it."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `")
        path = path.strip("`").removeprefix("$")
        if "unknown field" in why:
            unknown = why.split("`")[1]
            known = _fields(kind, path.split(".")[1:])
            raise BadState(f"{key}{path}.{unknown}", f"is not known here{near(unknown, known)}") from None
        raise BadState(key + path, why) from None


def _fields(kind: type, path: list[str]) -> list[str]:
    """The names of the fields at the end of that path of fields."""
    by_name = {field.name: field.type for field in fields(kind)}
    return _fields(by_name[path[0]], path[1:]) if path else list(by_name)
