"""Chapter 4.1 and 4.2, the tiles of the base box as data."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from companion.parts.patch import merged

Hand = Literal["left", "right"]
Which = Literal["inner", "outer"]


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A dotted line in front of one lane, at both ends of the inner space: another limit, or a hazard."""

    lane: Literal["inside", "middle"] = "inside"
    limit: int | None = None
    hazard: int = 0


class Corner(Struct, frozen=True, forbid_unknown_fields=True):
    """The limited spaces: `outer` one after the other, `inner` alone. `fed`: which one takes the middle lane."""

    outer: tuple[int, ...]
    inner: int
    fed: Which = "inner"
    triangle: bool = False
    lines: tuple[Line, ...] = ()


class Tile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side of a tile. `lanes` on the way in and out; `rows` before and after its corner.

    `hand`: which way an adapter turns when it narrows. `grid`: so many of its rows lie before the line, with start
    `boxes` in these lanes.
    """

    copies: int
    danger: int
    turn: int
    lanes: tuple[int, int]
    rows: tuple[int, int] = (1, 1)
    corner: Corner | None = None
    hand: Hand | None = None
    grid: int = 0
    boxes: tuple[int, ...] = ()

    @property
    def straight(self) -> bool:
        """Whether it bends neither to the left nor to the right."""
        return self.turn == 0 and self.corner is None

    @property
    def adapts(self) -> bool:
        """Whether it joins three lanes to two."""
        return self.lanes[0] != self.lanes[1]


class Box(Struct, frozen=True):
    """All sides by code, `107a` and so on, and which of their keys nobody has compared with the tiles, in words."""

    tiles: Mapping[str, Tile]
    unverified: Mapping[str, str]


@cache
def box() -> Box:
    """The base box."""
    plain = tomllib.loads(files(__package__).joinpath("tiles.toml").read_text("utf-8"))
    tiles = {
        f"{number}{side}": msgspec.convert(_side(tile, common, side), Tile)
        for number, tile in plain["tile"].items()
        for side, common in plain["sides"].items()
    }
    return Box(tiles, plain["unverified"])


def _side(tile: Mapping[str, object], common: Mapping[str, object], side: str) -> Mapping[str, object]:
    own = tile[side]
    assert isinstance(own, Mapping)
    shared = {key: value for key, value in tile.items() if key not in ("a", "b")}
    return merged(merged(common, shared), own)
