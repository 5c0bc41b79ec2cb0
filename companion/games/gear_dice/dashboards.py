"""Chapter 2, the dashboards: data that an owner can correct, with the crash table on them."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from companion.engine import BadOptions, Problem
from companion.games.gear_dice.misread import explained
from companion.parts.patch import merged

Tyre = Literal["asphalt", "rain"]
Weather = Literal["dry", "wet"]

GEARS = 6
DANGERS = 3

_Dice = Annotated[int, Meta(ge=0, le=6)]


class Verdict(Struct, frozen=True):
    """What the crash table says: off the track (00) or spun (0), and how many tokens to draw."""

    off: bool
    tokens: int


class Side(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side of one card. `recovery` and `tokens`: a row a gear, a column a danger level."""

    gear: _Dice
    coast: _Dice
    brake: _Dice
    threshold: Annotated[int, Meta(ge=1, le=9)]
    recovery: tuple[str, ...]
    tokens: tuple[tuple[Annotated[int, Meta(ge=0, le=42)], ...], ...]
    verified: bool = False

    def verdict(self, gear: int, danger: int) -> Verdict:
        """Look the crash up by the gear of the step and the danger of the tile (2.4)."""
        row = max(gear, 1) - 1
        return Verdict(self.recovery[row].split()[danger - 1] == "00", self.tokens[row][danger - 1])


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """The card of one tyre."""

    dry: Side
    wet: Side

    def side(self, weather: Weather) -> Side:
        """The side that lies up in this weather."""
        return self.dry if weather == "dry" else self.wet


class Dashboards(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Both cards, and a word that says which version of the tables a race used."""

    asphalt: Card
    rain: Card
    version: str = "owner"

    def side(self, tyre: Tyre, weather: Weather) -> Side:
        """The side that a car drives by."""
        return (self.asphalt if tyre == "asphalt" else self.rain).side(weather)

    def unverified(self) -> tuple[str, ...]:
        """The sides that nobody has compared with a printed card."""
        return tuple(name for name, side in self._sides() if not side.verified)

    def _sides(self) -> Iterator[tuple[str, Side]]:
        for tyre, card in (("asphalt", self.asphalt), ("rain", self.rain)):
            yield f"{tyre}.dry", card.dry
            yield f"{tyre}.wet", card.wet


@cache
def _defaults() -> Mapping[str, object]:
    return tomllib.loads(files(__package__).joinpath("dashboards.toml").read_text("utf-8"))


def load(value: object = None) -> Dashboards:
    """The default tables, with an owner's table over them; BadOptions says what cannot be."""
    if value is None:
        return msgspec.convert(_defaults(), Dashboards)
    if not isinstance(value, Mapping):
        raise BadOptions((_problem("", "takes a table like dashboards.toml; a file is read for it by the table"),))
    try:
        boards = msgspec.convert(merged({**_defaults(), "version": "owner"}, value), Dashboards)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `")
        where, why = explained(Dashboards, path.strip("`$."), why)
        raise BadOptions((_problem(f".{where}" if where else "", why),)) from None
    if problems := tuple(_crooked(boards)):
        raise BadOptions(problems)
    return boards


def _problem(path: str, text: str) -> Problem:
    return Problem("bad-dashboard", f"dashboards{path}", text)


def _crooked(boards: Dashboards) -> Iterator[Problem]:
    for name, side in boards._sides():
        rows = [row.split() for row in side.recovery]
        if [len(row) for row in rows] != [DANGERS] * GEARS or {cell for row in rows for cell in row} - {"0", "00"}:
            yield _problem(f".{name}.recovery", 'takes six rows (gear 1 to 6) of three cells, like "0 0 00"')
        if [len(row) for row in side.tokens] != [DANGERS] * GEARS:
            yield _problem(f".{name}.tokens", "takes six rows (gear 1 to 6) of three numbers, like [0, 1, 2]")
