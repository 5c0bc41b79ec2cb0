"""Chapter 1, what is in the box: the race cards and the event cards."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec import Struct

from companion.games.stock_car.state import Kind, Wear


class RaceCard(Struct, frozen=True):
    """One of the 84 race cards. `wear` and `special` are empty where the card has none; `bar` is its Team Bar."""

    number: int
    name: str
    kind: Kind
    speed: int
    pit: int
    wear: Wear | Literal[""]
    special: str
    text: str
    bar: tuple[str, ...]
    bar_known: bool


class EventCard(Struct, frozen=True):
    """One kind of event card: how many there are, its flag, and what it does in our own words."""

    name: str
    title: str
    count: int
    flag: str
    text: str


class _Group(Struct, frozen=True, forbid_unknown_fields=True):
    numbers: tuple[int, int]
    name: str
    kind: Kind
    speed: int
    pit: int
    wear: Wear | Literal[""]
    special: str = ""
    text: str = ""


class _RaceFile(Struct, frozen=True, forbid_unknown_fields=True):
    card: tuple[_Group, ...]


class _BarFile(Struct, frozen=True, forbid_unknown_fields=True):
    known: dict[str, tuple[str, ...]]
    stand_in: dict[str, tuple[str, ...]]


class _EventFile(Struct, frozen=True, forbid_unknown_fields=True):
    event: tuple[EventCard, ...]


def _read(name: str) -> dict[str, object]:
    return tomllib.loads(files(__package__).joinpath(name).read_text("utf-8"))


def _race_cards() -> Mapping[int, RaceCard]:
    bars = msgspec.convert(_read("team_bars.toml"), _BarFile)
    cards: dict[int, RaceCard] = {}
    for group in msgspec.convert(_read("race_cards.toml"), _RaceFile).card:
        for number in range(group.numbers[0], group.numbers[1] + 1):
            cards[number] = _race_card(group, number, bars)
    return MappingProxyType(cards)


def _race_card(group: _Group, number: int, bars: _BarFile) -> RaceCard:
    known = bars.known.get(str(number))
    return RaceCard(
        number=number,
        name=group.name,
        kind=group.kind,
        speed=group.speed,
        pit=group.pit,
        wear=group.wear,
        special=group.special,
        text=group.text,
        bar=known or bars.stand_in[str(number)],
        bar_known=known is not None,
    )


def _event_cards() -> Mapping[str, EventCard]:
    return MappingProxyType({card.name: card for card in msgspec.convert(_read("event_cards.toml"), _EventFile).event})


RACE_CARDS: Mapping[int, RaceCard] = _race_cards()
"""Every race card by its number, 1 to 84."""

EVENT_CARDS: Mapping[str, EventCard] = _event_cards()
"""Every kind of event card by its name."""
