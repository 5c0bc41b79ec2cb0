"""The keys and words of a patch, looked at before it is merged: each slip is told with its key and what would do."""

from collections.abc import Iterable, Mapping
from typing import get_args

import msgspec

from companion.engine import BadState
from companion.engine.codec import near
from companion.games.stock_car.state import Car, Kind, Move, Race, Status, Wear
from companion.parts.patch import merged

Patch = Mapping[str, object]

PATCHED = (
    "turn",
    "cars",
    "hands",
    "first_player",
    "leader",
    "events_aside",
    "move",
    "apron",
    "discards",
    "spent_events",
)
"""The keys a patch may have; all others are worked out, or the referee's own bookkeeping."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "wear": get_args(Wear),
    "status": get_args(Status),
    "kind": get_args(Kind),
}
"""The keys whose values are words, with the words there are."""


def check(race: Race, patch: Patch) -> None:
    """Refuse what no patch may say; BadState names the key."""
    for key in patch:
        _may_be_patched(key)
    _among(patch, "cars", [str(number) for number in race.cars])
    _among(patch, "hands", race.options.seats)
    _check_hands(patch)
    _check_move(patch)


def _may_be_patched(key: str) -> None:
    if key in PATCHED or key in Race.worked_out:
        return
    if key in Race.__struct_fields__:
        raise BadState(key, f"is no matter of a patch; a patch may have {', '.join(PATCHED)}")
    raise BadState(key, f"a race has no such key{near(key, PATCHED)}")


def _among(patch: Patch, key: str, there: Iterable[str]) -> None:
    given = patch.get(key, {})
    if not isinstance(given, Mapping):
        raise BadState(key, f"is a table with {', '.join(there)}")
    for name in given:
        if str(name) not in there:
            raise BadState(f"{key}.{name}", f"is not in this race; there are {', '.join(there)}")


def _check_hands(patch: Patch) -> None:
    hands = patch.get("hands", {})
    for seat, hand in hands.items() if isinstance(hands, Mapping) else ():
        if not isinstance(hand, list | tuple) or not all(type(card) is int for card in hand):
            raise BadState(f"hands.{seat}", "is a list of card numbers, as in [65, 33]")


def _check_move(patch: Patch) -> None:
    move = patch.get("move")
    if isinstance(move, Mapping):
        _check_table("move", "a move", move, Move.__struct_fields__)


def _check_table(path: str, what: str, table: Patch, known: tuple[str, ...]) -> None:
    for key, value in table.items():
        if key not in known:
            raise BadState(f"{path}.{key}", f"{what} has no such key{near(str(key), known)}")
        if word := _unknown_word(key, value):
            raise BadState(f"{path}.{key}", f"{word!r} is not known{near(word, WORDS[key])}")


def _unknown_word(key: str, value: object) -> str:
    """The first word that such a key cannot have."""
    if key not in WORDS:
        return ""
    given = value if isinstance(value, list | tuple) else (value,)
    return next((word for word in given if isinstance(word, str) and word not in WORDS[key]), "")


def told(race: Race, patch: Patch, number: int) -> Patch:
    """What the patch says of a car; a key or value that does not fit is told with the car's number."""
    cars = patch.get("cars")
    keys = cars.get(str(number), cars.get(number, {})) if isinstance(cars, Mapping) else {}
    if not isinstance(keys, Mapping):
        raise BadState(f"cars.{number}", 'is a table, as in { at = "M7", lap = 1 }')
    _check_table(f"cars.{number}", "a car", keys, Car.__struct_fields__)
    try:
        msgspec.convert(merged(msgspec.to_builtins(race.cars[number]), keys), Car)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$")
        raise BadState(f"cars.{number}{path.rstrip('`')}", why) from None
    return keys
