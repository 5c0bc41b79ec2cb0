"""Chapter 4.1 to 4.4, the road: spaces, links, limits, dangerous corners and dotted lines."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.parts.routes import Graph, Spot, graph

_Gear = Annotated[int, Meta(ge=1, le=6)]
_Hazards = Annotated[int, Meta(ge=0, le=9)]
_Id = Annotated[str, Meta(pattern=r"^[^\s,:]+$")]


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile and its danger level, 1 to 3."""

    id: _Id
    danger: Annotated[int, Meta(ge=1, le=3)]


class Space(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One space. `inside`: its rank from the inside of its corner or of the next.

    `x`, `y`, `angle`, `length`, `width`: its picture, in millimetres and degrees clockwise.
    """

    id: _Id
    tile: str
    lane: Annotated[int, Meta(ge=1, le=9)]
    rear: float
    front: float
    limit: _Gear | None = None
    dangerous: bool = False
    edge: bool = False
    inside: int | None = None
    x: float | None = None
    y: float | None = None
    angle: float = 0.0
    length: float | None = None
    width: float | None = None


class Link(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"start": "from"}):
    """A step from space to space, with the dotted lines that it crosses."""

    start: str
    to: str
    kind: Literal["straight", "diagonal"]
    into_limit: _Gear | None = None
    into_hazard: _Hazards = 0
    outof_limit: _Gear | None = None
    outof_hazard: _Hazards = 0
    finish: bool = False


class Track(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True):
    """A circuit as a table; tiles in driving order. `warnings`: what its maker should know."""

    name: str = ""
    tiles: tuple[Tile, ...]
    space: tuple[Space, ...]
    link: tuple[Link, ...]
    grid: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Crossing(Struct, frozen=True):
    """What a step over a link means: too fast out of the space left or into the space entered, and track hazards."""

    too_fast_out: bool
    too_fast_in: bool
    hazards: int


class Road(Struct, frozen=True):
    """A track, linked up once for all: what the rules look things up in."""

    track: Track
    graph: Graph
    spaces: Mapping[str, Space]
    links: Mapping[str, tuple[Link, ...]]
    beside: Mapping[str, frozenset[str]]
    tiles: tuple[str, ...]
    dangers: Mapping[str, int]
    length: float

    def link(self, start: str, end: str) -> Link | None:
        """The link from one space to another, if there is one."""
        return next((link for link in self.links[start] if link.to == end), None)

    def danger(self, space: str) -> int:
        """The danger level where a space lies."""
        return self.dangers[self.spaces[space].tile]

    def around(self, tile: str) -> tuple[str, ...]:
        """A tile between its two neighbours along the road, in driving order (A10)."""
        at, count = self.tiles.index(tile), len(self.tiles)
        return tuple(dict.fromkeys(self.tiles[(at + way) % count] for way in (-1, 0, 1)))

    def crossing(self, link: Link, held: int, gear: int) -> Crossing:
        """A step over a link: `held` is the gear in the space left, `gear` that of the step (4.2)."""
        space = self.spaces[link.to]
        limit = space.limit if link.into_limit is None else link.into_limit
        out = link.outof_limit is not None and held > link.outof_limit
        danger = 1 if space.dangerous and gear == limit else 0
        return Crossing(out, limit is not None and gear > limit, link.into_hazard + link.outof_hazard + danger)


@lru_cache(maxsize=16)
def road(track: Track, adjacent_only: bool = False) -> Road:
    """The road of a track; `adjacent_only` is the switch of A7."""
    pairs = [(link.start, link.to) for link in track.link]
    spots = [Spot(space.id, space.lane, space.rear, space.front) for space in track.space]
    linked = graph(spots, pairs, 1 if adjacent_only else None)
    return Road(
        track=track,
        graph=linked,
        spaces={space.id: space for space in track.space},
        links=_links(track, linked),
        beside={spot.id: frozenset(linked.ids(linked.beside[n])) for n, spot in enumerate(linked.spots)},
        tiles=tuple(tile.id for tile in track.tiles),
        dangers={tile.id: tile.danger for tile in track.tiles},
        length=max(space.front for space in track.space),
    )


def _links(track: Track, linked: Graph) -> Mapping[str, tuple[Link, ...]]:
    found = {(link.start, link.to): link for link in track.link}
    return {
        spot.id: tuple(found[spot.id, linked.spots[end].id] for end in linked.ahead[number])
        for number, spot in enumerate(linked.spots)
    }


def starting_grid(track: Track) -> tuple[str, ...]:
    """Where cars start: as the track says, else the spaces nearest before the line, left before right (4.7)."""
    nearest = sorted(track.space, key=lambda space: (-space.front, space.lane))
    return track.grid or tuple(space.id for space in nearest)
