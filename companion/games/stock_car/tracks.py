"""Tracks: sections of lanes in driving order, described in files that anyone can copy.

A track is the name of one of ours, or a table with the same keys as the files in `tracks/`. `turn` (degrees to the
left over the whole section) is only for the drawing; a track without any turn is drawn as a ring.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct, structs

from companion.engine import RefereeError
from companion.engine.codec import near
from companion.parts.lanes import LANES, LaneGrid, lane_grid

NAMES = ("short-oval", "superspeedway", "triangle", "road-course")
DEFAULT = "short-oval"


class Section(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many sectors, all of one width."""

    lanes: int
    sectors: int
    turn: int = 0


class Track(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A closed course; sector 1 is the first after the line."""

    sections: tuple[Section, ...]
    restart_lanes: tuple[str, ...] = ()
    name: str = ""

    @property
    def widths(self) -> tuple[int, ...]:
        """Lanes of each sector."""
        return tuple(section.lanes for section in self.sections for _ in range(section.sectors))

    @property
    def sectors(self) -> int:
        """Sectors of one lap."""
        return self.grid.sectors

    @property
    def grid(self) -> LaneGrid:
        """Its spaces and how they join."""
        return _grid(self.sections)

    @property
    def line_lanes(self) -> tuple[str, ...]:
        """The lanes at the start/finish line, behind which the grid stands; inside first."""
        return LANES[self.sections[-1].lanes]


@cache
def _grid(sections: tuple[Section, ...]) -> LaneGrid:
    return lane_grid(tuple(section.lanes for section in sections for _ in range(section.sectors)))


Problem = tuple[str, str]
"""A dotted path inside a track's description, and what is wrong there."""


class BadTrack(RefereeError, ValueError):
    """A track that cannot be raced on; `problems` lists all that is wrong with it."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(f"{key}: {why}" if key else why for key, why in problems))
        self.problems = problems


def choose(given: object) -> Track:
    """The track of that name, or the one that is described."""
    if isinstance(given, str):
        if given not in NAMES:
            raise BadTrack(("", f"there is no track {given!r}{near(given, NAMES)}"))
        return _ours(given)
    if isinstance(given, Mapping):
        return described(given)
    raise BadTrack(("", f"{given!r} is neither the name of a track nor a table with its sections"))


@cache
def _ours(name: str) -> Track:
    text = files(__package__).joinpath("tracks", f"{name}.toml").read_text("utf-8")
    return structs.replace(described(tomllib.loads(text)), name=name)


def described(given: Mapping[str, object]) -> Track:
    """A track out of its description, its restart lanes filled in; BadTrack says what does not fit."""
    if problems := tuple(_problems(given)):
        raise BadTrack(*problems)
    track = msgspec.convert(given, Track)
    lanes = [lane for lane in track.line_lanes if lane in track.restart_lanes] or track.line_lanes[:2]
    return structs.replace(track, restart_lanes=tuple(lanes))


def _problems(given: Mapping[str, object]) -> Iterator[Problem]:
    yield from _unknown_keys(given, Track, "")
    if not isinstance(given.get("name", ""), str):
        yield "name", f"{given['name']!r} is no name"
    sections = given.get("sections")
    if not isinstance(sections, list | tuple) or not sections:
        yield "sections", "needs at least one section, as in [{ lanes = 3, sectors = 20 }]"
        return
    for index, section in enumerate(sections):
        yield from _section(f"sections.{index}", section)
    last = sections[-1].get("lanes") if isinstance(sections[-1], Mapping) else None
    if type(last) is int and last in LANES:
        yield from _restart_lanes(given.get("restart_lanes", ()), LANES[last])


def _unknown_keys(given: Mapping[str, object], kind: type[Struct], path: str) -> Iterator[Problem]:
    known = [field.name for field in msgspec.structs.fields(kind)]
    for key in given:
        if key not in known:
            yield f"{path}{key}", f"a track has no such key{near(str(key), known)}"


def _section(key: str, given: object) -> Iterator[Problem]:
    if not isinstance(given, Mapping):
        yield key, f"{given!r} is no section: write {{ lanes = 3, sectors = 9 }}"
        return
    yield from _unknown_keys(given, Section, f"{key}.")
    lanes, sectors, turn = given.get("lanes"), given.get("sectors"), given.get("turn", 0)
    if type(lanes) is not int or lanes not in LANES:
        yield f"{key}.lanes", f"{lanes!r} lanes join no other section: 2 or 3 would"
    if type(sectors) is not int or not 1 <= sectors <= 200:
        yield f"{key}.sectors", f"{sectors!r} is no whole number of sectors from 1 to 200"
    if type(turn) is not int or not -360 <= turn <= 360:
        yield f"{key}.turn", f"{turn!r} is no whole number of degrees from -360 to 360"


def _restart_lanes(given: object, there: tuple[str, ...]) -> Iterator[Problem]:
    """Two different lanes at the line; none given means the two innermost ones."""
    lanes = tuple(given) if isinstance(given, list | tuple) else (given,)
    for lane in lanes:
        if lane not in there:
            yield "restart_lanes", f"there is no lane {lane!r} at the line: two of {', '.join(there)} would do"
    if lanes and all(lane in there for lane in lanes) and (len(lanes) != 2 or lanes[0] == lanes[1]):
        yield "restart_lanes", f"needs two different lanes: two of {', '.join(there)} would do"
