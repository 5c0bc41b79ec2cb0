"""The road that a car can reach in one turn, with the traffic and the flags that stand in its way."""

from collections.abc import Iterator

from msgspec import Struct

from companion.engine import Seat
from companion.games.gear_dice.traffic import Scene

NO_LIMIT = 9


class Exit(Struct, frozen=True):
    """A step that the road and the traffic leave open: the highest gears out of and into the spaces that it joins,
    the least to pass whoever stands there, and the gear in which the corner is dangerous."""

    to: int
    hazards: int
    out_limit: int
    limit: int
    least: int
    danger: int
    flagged: bool


class Stretch(Struct, frozen=True, cache_hash=True):
    """Places by number, 0 is where the car stands; a space passed a lap later is a place of its own.

    `progress`: how far ahead each lies, in half spaces; `laps`: how often the line is crossed on the way; `before`:
    the places from which each is reached.
    """

    places: tuple[str, ...]
    progress: tuple[float, ...]
    laps: tuple[int, ...]
    exits: tuple[tuple[Exit, ...], ...]
    before: tuple[tuple[int, ...], ...]

    def steps(self, place: int, held: int, gear: int) -> Iterator[tuple[int, int]]:
        """Where a step in this gear may lead without being too fast, each with its track hazards."""
        for way in self.exits[place]:
            slow = held <= way.out_limit and way.least <= gear <= way.limit
            if slow and not (way.flagged and held):
                yield way.to, way.hazards + (gear == way.danger)


def stretch(scene: Scene, seat: Seat, at: str, depth: int) -> Stretch:
    """What lies ahead of a seat's car up to so many steps."""
    numbers: dict[tuple[str, int], int] = {(at, 0): 0}
    edge = [(at, 0)]
    exits: list[tuple[Exit, ...]] = []
    for _ in range(depth):
        ahead: list[tuple[str, int]] = []
        for place in edge:
            exits.append(tuple(_exits(scene, seat, place, numbers, ahead)))
        edge = ahead
    exits += [()] * (len(numbers) - len(exits))
    return _numbered(scene, tuple(numbers), tuple(exits))


def _exits(
    scene: Scene, seat: Seat, place: tuple[str, int], numbers: dict[tuple[str, int], int], ahead: list[tuple[str, int]]
) -> Iterator[Exit]:
    at, laps = place
    for link in scene.road.links[at]:
        gate = scene.gate(seat, at, link.to)
        if gate.taken is not None:
            continue
        onto = (link.to, laps + link.finish)
        if onto not in numbers:
            numbers[onto] = len(numbers)
            ahead.append(onto)
        space = scene.road.spaces[link.to]
        limit = space.limit if link.into_limit is None else link.into_limit
        yield Exit(
            to=numbers[onto],
            hazards=link.into_hazard + link.outof_hazard,
            out_limit=NO_LIMIT if link.outof_limit is None else link.outof_limit,
            limit=NO_LIMIT if limit is None else limit,
            least=gate.least,
            danger=limit if space.dangerous and limit is not None else NO_LIMIT,
            flagged=gate.flagged is not None,
        )


def _numbered(scene: Scene, places: tuple[tuple[str, int], ...], exits: tuple[tuple[Exit, ...], ...]) -> Stretch:
    spaces, lap = scene.road.spaces, scene.road.length
    start = spaces[places[0][0]].front
    before: list[list[int]] = [[] for _ in places]
    for number, ways in enumerate(exits):
        for way in ways:
            before[way.to].append(number)
    progress = tuple(spaces[at].front + laps * lap - start for at, laps in places)
    ids, laps = (tuple(part) for part in zip(*places, strict=True))
    return Stretch(ids, progress, laps, exits, tuple(tuple(numbers) for numbers in before))
