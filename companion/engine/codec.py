"""Text forms of actions and events, and the outward form of states: one codec, both ways."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

from companion.engine.contract import Action, Event, State
from companion.engine.errors import BadState, BadText, UnknownWord

T = TypeVar("T", Action, Event)
S = TypeVar("S", bound=State)


@cache
def name_of(kind: type[Struct]) -> str:
    """The kebab-case word of an action or event type."""
    return str(kind.__struct_config__.tag)


@cache
def _fields(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    return tuple(field for field in msgspec.structs.fields(kind) if field.name not in ("by", "patch"))


@lru_cache(2048)
def to_text(told: Action | Event) -> str:
    """`drive 6 card:good-exit avoid-crash`: name, required values in order, then what is optional and set."""
    words = [name_of(type(told))]
    for field in _fields(type(told)):
        value = getattr(told, field.name)
        if field.required:
            words.append(_spell(value))
        elif value is True:
            words.append(_word(field))
        elif value != field.default:
            words.append(f"{_word(field)}:{_spell(value)}")
    return " ".join(words)


def _word(field: FieldInfo) -> str:
    return field.name.replace("_", "-")


def _spell(value: object) -> str:
    return ",".join(map(str, value)) or "-" if isinstance(value, tuple) else str(value)


def parse(kinds: Iterable[type[T]], text: str) -> T:
    """The action or event that a text form names; UnknownWord or BadText says what is wrong with it."""
    word, *values = text.split() or [""]
    by_name = {name_of(kind): kind for kind in kinds}
    if word not in by_name:
        raise UnknownWord(f"unknown word {word!r}{near(word, by_name)}")
    fields = list(_fields(by_name[word]))
    given: dict[str, object] = {"is": word}
    for value in values:
        field, spelt = _match(fields, value, text)
        fields.remove(field)
        given[field.name] = _unspell(field, spelt)
    if missing := [_word(field) for field in fields if field.required]:
        raise BadText(f"{text!r} lacks {', '.join(missing)}")
    try:
        told = msgspec.convert(given, by_name[word], strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"{text!r}: {error}") from None
    if sorted(to_text(told).split()) != sorted(text.split()):
        raise BadText(f"{text!r} is written {to_text(told)!r}")
    return told


def _match(fields: list[FieldInfo], value: str, text: str) -> tuple[FieldInfo, str]:
    if required := next((field for field in fields if field.required), None):
        return required, value
    key, colon, rest = value.partition(":")
    for field in fields:
        if _word(field) == key and (not colon if field.type is bool else rest):
            return field, rest
    raise BadText(f"{text!r} has {value!r} too much")


def _unspell(field: FieldInfo, value: str) -> object:
    if field.type is bool:
        return True
    if tuple in (get_origin(kind) for kind in (field.type, *get_args(field.type))):
        return [] if value == "-" else value.split(",")
    return value


def near(word: str, words: Iterable[str]) -> str:
    """`; did you mean ...?`, or the words there are."""
    known = sorted(words)
    close = get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else f"; known: {', '.join(known)}"


def form(struct: object) -> object:
    """Plain dicts, lists and scalars, string keys; what is None is left out."""
    return _without_none(msgspec.json.decode(msgspec.json.encode(struct)))


def _without_none(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}
    return [_without_none(item) for item in value] if isinstance(value, list) else value


def state_form(state: State) -> dict[str, object]:
    """A state as scenarios and the engine protocol see it, with its worked-out keys."""
    plain = msgspec.convert(form(state), dict[str, object])
    worked_out = {name: form(getattr(state, name)) for name in type(state).worked_out}
    return plain | {name: value for name, value in worked_out.items() if value is not None}


def load_state(kind: type[S], plain: Mapping[str, object]) -> S:
    """A state out of plain dicts; BadState names the key that is wrong."""
    try:
        return msgspec.convert(plain, kind, str_keys=True)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at ")
        raise BadState(path.rpartition("`$")[2].strip(".`"), why) from None
