"""A table that does not fit its type, said for people: the key that is wrong, and the nearest word that would do."""

import re
from collections.abc import Iterable

from msgspec import inspect

from companion.engine.codec import near


def explained(kind: type, path: str, why: str) -> tuple[str, str]:
    """The path and the sentence of a validation error; an unknown key or word comes with those there are."""
    if why.startswith("Object contains unknown field"):
        unknown = why.split("`")[1]
        return f"{path}.{unknown}".lstrip("."), f"is not known here{near(unknown, _words(kind, path))}"
    if why.startswith("Invalid enum value"):
        word = why.split("'")[1]
        return path, f"{word!r} is not known here{near(word, _words(kind, path))}"
    return path, why


def _words(kind: type, path: str) -> list[str]:
    """What may stand at the end of a path: the words of a choice, or the fields of a table."""
    found = inspect.type_info(kind)
    for part in re.findall(r"[^.\[\]]+", path):
        found = _inner(found, part)
    return list(_allowed(found))


def _inner(kind: inspect.Type, part: str) -> inspect.Type:
    match kind:
        case inspect.StructType(fields=fields):
            return next(field.type for field in fields if field.encode_name == part)
        case inspect.VarTupleType(item_type=inner) | inspect.DictType(value_type=inner):
            return inner
    return kind


def _allowed(kind: inspect.Type) -> Iterable[str]:
    match kind:
        case inspect.StructType(fields=fields):
            return (field.encode_name for field in fields)
        case inspect.LiteralType(values=values):
            return map(str, values)
    return ()
