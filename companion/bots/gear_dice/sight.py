"""What a driver reads off its view: the road, the traffic, and its own turn."""

from collections.abc import Iterator

from msgspec import Struct

from companion.engine import Board, Gauge, Number, Place, Seat, Text, Token, View
from companion.games.gear_dice.adviser import Turn
from companion.games.gear_dice.grammar import ALL_NUMBERS, House, Kit, kit_of, read
from companion.games.gear_dice.track import Link, Road, Space, Tile, Track, road
from companion.games.gear_dice.traffic import Scene

ON_ROAD = ("road", "spun")


class Sight(Struct, frozen=True):
    """A turn as its driver sees it. `kit`: the dice for what is not driven yet, also those that are laid.

    `crossings`: so many times over the line are still to come.
    """

    seat: Seat
    scene: Scene
    at: str
    gear: int
    kit: Kit
    hazards: int
    threshold: int
    crossings: int
    focus: int
    secured: int
    damage: int
    route: tuple[str, ...]
    rolled: tuple[str, ...]
    variants: frozenset[str]

    @property
    def road(self) -> Road:
        return self.scene.road

    @property
    def turn(self) -> Turn:
        """What the adviser is asked about."""
        house = House("flying-start" in self.variants, "redline" in self.variants)
        penalty = "flying-start-penalty" in self.variants
        return Turn(self.gear, self.kit, self.threshold - self.hazards, house=house, penalty=penalty)


class Eyes:
    """Reads views; the road is looked up once, as long as it stays the same."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._track: Track | None = None

    def read(self, view: View) -> Sight:
        """The sight of the seat that the view is for."""
        assert view.viewer is not None
        seat, words, numbers = view.viewer, _words(view), _numbers(view)
        variants = frozenset(_listed(words["variants"]))
        ahead = self._road(view, "alongside-adjacent-only" in variants)
        route, rolled = _listed(words["route"]), _listed(words["rolled"])
        return Sight(
            seat=seat,
            scene=_scene(ahead, words, numbers),
            at=words[f"at-{seat}"],
            gear=max(numbers[f"gear-{seat}"], 0),
            kit=_kit(words["dice"], route, rolled),
            hazards=numbers["hazards"],
            threshold=numbers["threshold"],
            crossings=numbers["laps"] + 1 - numbers[f"lap-{seat}"],
            focus=numbers["focus"],
            secured=numbers["secured"],
            damage=sum(int(part[1:]) for part in words["damage"].split()),
            route=route,
            rolled=rolled,
            variants=variants,
        )

    def _road(self, view: View, adjacent_only: bool) -> Road:
        board = view.find("road")
        assert isinstance(board, Board)
        if self._track is None or not (board is self._board or board == self._board):
            self._track = _track(board)
        self._board = board
        return road(self._track, adjacent_only)


def _words(view: View) -> dict[str, str]:
    return {widget.name: widget.text for widget in view.widgets if isinstance(widget, Text)}


def _numbers(view: View) -> dict[str, int]:
    return {widget.name: widget.value for widget in view.widgets if isinstance(widget, Number | Gauge)}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _scene(ahead: Road, words: dict[str, str], numbers: dict[str, int]) -> Scene:
    """Everybody who takes up a space, the flags, and who may stay beside whom."""
    seats = [name.removeprefix("status-") for name, status in words.items() if name.startswith("status-")]
    cars = {
        seat: (words[f"at-{seat}"], numbers[f"gear-{seat}"]) for seat in seats if words[f"status-{seat}"] in ON_ROAD
    }
    pairs = (tuple(pair.split("+")) for pair in _listed(words["exempt"]))
    return Scene(ahead, cars, _listed(words["flags"]), tuple((one, other) for one, other in pairs))


def _kit(text: str, route: tuple[str, ...], rolled: tuple[str, ...]) -> Kit:
    """The dice at the end of the route, as the view spells them, and those of the route besides."""
    laid = kit_of(die for step in route for die in read(step)[0].dice)
    used = kit_of(die for step in rolled for die in read(step)[0].dice)
    count, of, rest = text.rpartition("of ")
    words = rest.split()
    numbers = next((word for word in words if word.isdigit()), "")
    gear = int(count) if of else len(numbers)
    coasts, brakes = (next((len(word) for word in words if word[0] == letter), 0) for letter in "CB")
    return Kit(ALL_NUMBERS & ~used.numbers, gear + laid.gear, coasts + laid.coast, brakes + laid.brake)


def _track(board: Board) -> Track:
    """The road widget as a track again."""
    tiles = {name: Tile(name, int(danger)) for name, danger in map(_tile, board.places)}
    spaces = tuple(map(_space, board.places))
    return Track(tiles=tuple(tiles.values()), space=spaces, link=tuple(map(_link, board.tokens)))


def _tile(place: Place) -> tuple[str, str]:
    told = dict(_pairs(place.marks))
    return told["tile"], told["danger"]


def _pairs(marks: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return ((mark.partition("-")[0], mark.partition("-")[2]) for mark in marks)


def _space(place: Place) -> Space:
    told = dict(_pairs(place.marks))
    limit = told.get("limit") or told.get("dangerous")
    return Space(
        id=place.id,
        tile=told["tile"],
        lane=round(place.y),
        rear=place.x - place.width / 2,
        front=place.x + place.width / 2,
        limit=int(limit) if limit else None,
        dangerous="dangerous" in told,
        edge="edge" in told,
    )


def _link(token: Token) -> Link:
    kind, *words = token.text.split()
    told = {key: int(value) for key, colon, value in (word.partition(":") for word in words) if colon}
    return Link(
        start=token.place,
        to=token.label,
        kind="straight" if kind == "straight" else "diagonal",
        into_limit=told.get("into-limit"),
        into_hazard=told.get("into-hazard", 0),
        outof_limit=told.get("outof-limit"),
        outof_hazard=told.get("outof-hazard", 0),
        finish="finish" in words,
    )
