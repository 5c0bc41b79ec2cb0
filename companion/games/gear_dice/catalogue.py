"""Chapter 4.1: a list of tile codes, `112a:left` and so on, becomes a track table. Every slip is told with its key."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from companion.engine import BadOptions, Problem
from companion.engine.codec import near
from companion.games.gear_dice import circuit, layout
from companion.games.gear_dice.tiles import Hand, Tile, box

START = "102"
PIT_BOARD = "101"
FULL_CIRCLE = 360
ADAPTERS = "119 or 120"


class Laid(Struct, frozen=True):
    """A tile of a circuit. `turn`: degrees to the right, to the left below 0. `widens`: an adapter driven from two."""

    code: str
    tile: Tile
    hand: Hand
    widens: bool = False

    @property
    def number(self) -> str:
        """Both sides of a tile share their number."""
        return self.code[:-1]

    @property
    def turn(self) -> int:
        return self.tile.turn if self.hand == "right" else -self.tile.turn

    @property
    def lanes(self) -> tuple[int, int]:
        """Lanes on the way in and on the way out, as it is driven here."""
        first, last = self.tile.lanes
        return (last, first) if self.widens else (first, last)


class _Slip(Exception):
    """What is wrong with one code, in words."""


def expand(codes: Sequence[str], key: str = "track") -> Mapping[str, object]:
    """The plain table (tiles, space, link, grid, warnings) of a circuit of tiles; BadOptions says what does not fit."""
    problems: list[Problem] = []
    laid = _read(codes, key, problems)
    if not problems:
        problems += [*_begins(laid, key), *_fits_the_box(laid, key), *_joins(laid, key)]
    if problems:
        raise BadOptions(tuple(problems))
    return circuit.table(laid, layout.placed(laid), tuple(_warnings(laid)))


def _read(codes: Sequence[str], key: str, problems: list[Problem]) -> tuple[Laid, ...]:
    laid: list[Laid] = []
    if not codes:
        problems.append(Problem("no-tiles", key, "is empty; list tile codes from the start tile on, such as 102a"))
    for index, code in enumerate(codes):
        try:
            laid.append(_laid(code, laid[-1].lanes[1] if laid else None))
        except _Slip as slip:
            problems.append(Problem("bad-tile", f"{key}[{index}]", str(slip)))
    return tuple(laid)


def _laid(text: str, lanes: int | None) -> Laid:
    """One code, driven so that its lanes meet those before it."""
    code, colon, hand = text.partition(":")
    tiles = box().tiles
    if code[:-1] == PIT_BOARD:
        raise _Slip(f"{code} is the pit board, which is no part of the road; leave it out")
    if code not in tiles:
        raise _Slip(f"{code!r} is no side of a tile of the base box{_close(code, tiles)}")
    if colon and hand not in ("left", "right"):
        raise _Slip(f"{text!r}: a tile turns left or right, as in {code}:left")
    tile = tiles[code]
    if colon and tile.straight:
        raise _Slip(f"{code} goes straight on; write it without {hand!r}")
    widens = tile.adapts and lanes == tile.lanes[1]
    return Laid(code, tile, _hand(code, tile, hand, widens), widens)


def _close(code: str, tiles: Mapping[str, Tile]) -> str:
    hint = near(code, tiles)
    return hint if "did you mean" in hint else f"; they are {min(tiles)} to {max(tiles)}, a for country, b for town"


def _hand(code: str, tile: Tile, told: str, widens: bool) -> Hand:
    """Right unless told otherwise; an adapter that bends turns the other way when it is driven from two lanes."""
    if tile.hand is None or tile.straight:
        return "left" if told == "left" else "right"
    hand: Hand = "right" if (tile.hand == "right") is not widens else "left"
    if told and told != hand:
        twin = f"{'120' if code.startswith('119') else '119'}{code[-1]}"
        where = "widens" if widens else "narrows"
        raise _Slip(f"{code} turns {hand} where the road {where}; {twin} turns {told} there")
    return hand


def _begins(laid: Sequence[Laid], key: str) -> Iterator[Problem]:
    """The grid and the line are on the start tile."""
    if laid[0].number != START:
        text = f"a circuit is listed from its start tile on: {START}a or {START}b, not {laid[0].code}"
        yield Problem("no-start", f"{key}[0]", text)


def _fits_the_box(laid: Sequence[Laid], key: str) -> Iterator[Problem]:
    used = Counter[str]()
    for index, one in enumerate(laid):
        used[one.number] += 1
        if used[one.number] > one.tile.copies:
            count = f"{one.tile.copies} time" + "s" * (one.tile.copies > 1)
            text = f"tile {one.number} is in the box {count}, both sides counted; {_instead(one, laid)}"
            yield Problem("too-many", f"{key}[{index}]", text)


def _instead(one: Laid, laid: Sequence[Laid]) -> str:
    """Tiles of the same bend and lanes of which the box has some left."""
    used = Counter(other.number for other in laid)
    same = [
        code
        for code, tile in box().tiles.items()
        if (tile.turn, tile.lanes, tile.corner is None) == (one.tile.turn, one.tile.lanes, one.tile.corner is None)
        and used[code[:-1]] < tile.copies
        and not tile.grid
    ]
    return f"{' or '.join(same)} would fit here" if same else "leave it out"


def _joins(laid: Sequence[Laid], key: str) -> Iterator[Problem]:
    """Lane numbers meet, also where the last tile joins the first."""
    for index, one in enumerate(laid):
        before = laid[index - 1]
        out, into = before.lanes[1], one.lanes[0]
        if out != into:
            text = f"{before.code} ends in {out} lanes and {one.code} begins with {into}; put {ADAPTERS} between them"
            yield Problem("lanes", f"{key}[{index}]", text)


def _warnings(laid: Sequence[Laid]) -> Iterator[str]:
    yield f"unverified of the tiles: {', '.join(box().unverified.values())}; compare with your own"
    turn = sum(one.turn for one in laid)
    if abs(turn) != FULL_CIRCLE:
        yield f"the turns sum to {abs(turn)} degrees and not to a full circle of {FULL_CIRCLE}"
        return
    hexes = layout.hexes(laid)
    if hexes[-1] != hexes[0]:
        yield "the last tile does not end where the first begins"
    for index, place in enumerate(hexes[:-1]):
        if place in hexes[:index]:
            first = hexes.index(place)
            yield f"{laid[index].code} (number {index + 1}) lies on {laid[first].code} (number {first + 1})"
