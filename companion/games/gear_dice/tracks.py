"""Where a track comes from: a ready circuit by name, a list of tile codes, or a table of spaces and links."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files

import msgspec

from companion.engine import BadOptions, Problem
from companion.engine.codec import near
from companion.games.gear_dice import catalogue
from companion.games.gear_dice.misread import explained
from companion.games.gear_dice.track import Track, road, starting_grid
from companion.parts.routes import leading_to

DEFAULT = "proving-ground"
MANY = 12
"""So many names are listed where none is close; more say nothing."""


def names() -> tuple[str, ...]:
    """The ready circuits."""
    found = (file.name for file in files(__package__).joinpath("tracks").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def load(value: object) -> Track:
    """The track that an option value means, checked; BadOptions says what is wrong with it and what would do."""
    track = _convert(_table(value))
    if problems := tuple(_problems(track)):
        raise BadOptions(problems)
    return msgspec.structs.replace(track, warnings=(*track.warnings, *_backward(track)))


def _table(value: object) -> Mapping[str, object]:
    if isinstance(value, str):
        return _table(_ready(value))
    if isinstance(value, list | tuple):
        return catalogue.expand([str(code) for code in value])
    if isinstance(value, Mapping):
        return _expanded({str(key): part for key, part in value.items()})
    raise BadOptions((_problem("", "takes the name of a ready circuit, a list of tile codes, or a table"),))


def _expanded(table: Mapping[str, object]) -> Mapping[str, object]:
    """A table whose tiles are codes has its spaces and links from the catalogue; what else it says stands."""
    codes = table.get("tiles")
    if not (isinstance(codes, list) and all(isinstance(code, str) for code in codes)):
        return table
    return {**catalogue.expand(codes, "track.tiles"), **{key: part for key, part in table.items() if key != "tiles"}}


def _ready(name: str) -> Mapping[str, object]:
    if name not in names():
        raise BadOptions((_problem("", f"there is no ready circuit {name!r}{near(name, names())}"),))
    return tomllib.loads(files(__package__).joinpath("tracks", f"{name}.toml").read_text("utf-8"))


def _convert(table: Mapping[str, object]) -> Track:
    try:
        return msgspec.convert(table, Track)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `")
        where, why = explained(Track, path.strip("`$."), why)
        raise BadOptions((_problem(f".{where}" if where else "", why),)) from None


def _problem(path: str, text: str) -> Problem:
    return Problem("bad-track", f"track{path}", text)


def _problems(track: Track) -> Iterator[Problem]:
    """What makes a table no track; where its parts do not even name each other, the rest is not looked at."""
    named = [*_names(track), *_links(track), *_grid(track)]
    yield from named
    if not named:
        yield from _dead_ends(track)


def _names(track: Track) -> Iterator[Problem]:
    yield from _twice("tiles", (tile.id for tile in track.tiles))
    yield from _twice("space", (space.id for space in track.space))
    tiles = {tile.id for tile in track.tiles}
    for index, space in enumerate(track.space):
        if space.tile not in tiles:
            yield _problem(
                f".space[{index}].tile", f"{space.id} lies on no tile {space.tile!r}{_known(space.tile, tiles)}"
            )
        if space.front <= space.rear:
            yield _problem(f".space[{index}].front", f"the front of {space.id} must lie beyond its rear {space.rear:g}")


def _twice(part: str, ids: Iterable[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, id in enumerate(ids):
        if id in seen:
            yield _problem(f".{part}[{index}].id", f"{id!r} is there twice; each id must be its own")
        seen.add(id)


def _links(track: Track) -> Iterator[Problem]:
    spaces, seen = {space.id for space in track.space}, set[tuple[str, str]]()
    for index, link in enumerate(track.link):
        for key, end in (("from", link.start), ("to", link.to)):
            if end not in spaces:
                yield _problem(f".link[{index}].{key}", f"there is no space {end!r}{_known(end, spaces)}")
        if (link.start, link.to) in seen or link.start == link.to:
            yield _problem(f".link[{index}]", f"{link.start} to {link.to} must be one link between two spaces")
        seen.add((link.start, link.to))
    if not any(link.finish for link in track.link):
        yield _problem(".link", "no link crosses the start/finish line; mark those that do with finish = true")


def _grid(track: Track) -> Iterator[Problem]:
    spaces = {space.id for space in track.space}
    for index, slot in enumerate(track.grid):
        if slot not in spaces:
            yield _problem(f".grid[{index}]", f"there is no space {slot!r}{_known(slot, spaces)}")
        elif slot in track.grid[:index]:
            yield _problem(f".grid[{index}]", f"{slot} is there twice; one car a space")


def _dead_ends(track: Track) -> Iterator[Problem]:
    linked = road(track).graph
    goals = linked.mask(link.start for link in track.link if link.finish)
    home = leading_to(linked, goals)
    for index, space in enumerate(track.space):
        if not linked.ahead[index]:
            yield _problem(f".space[{index}]", f"{space.id} is a dead end; link it to a space ahead")
        elif not home >> index & 1:
            yield _problem(f".space[{index}]", f"no way leads from {space.id} to the start/finish line")


def _backward(track: Track) -> Iterator[str]:
    fronts = {space.id: space.front for space in track.space}
    for link in track.link:
        if fronts[link.to] <= fronts[link.start] and not link.finish:
            yield f"{link.start} to {link.to} leads back, and is not marked finish = true"


def _known(word: str, words: Iterable[str]) -> str:
    known = sorted(words)
    hint = near(word, known)
    return hint if len(known) <= MANY or "did you mean" in hint else ""


def crowded(track: Track, cars: int) -> Iterator[Problem]:
    """The grid must hold every car."""
    if len(starting_grid(track)) < cars:
        yield _problem(".grid", f"holds {len(starting_grid(track))} cars, not {cars}; name more spaces")
