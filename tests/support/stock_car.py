"""Stock-car positions in a line, for the tests of the movement chapters.

`moving("29 M7, 43 M8", "solo", 3)` is red's car 29 with 3 points to spend; all other cars are blue's.
"""

from collections.abc import Mapping
from random import Random

from companion.engine import Choice, Event, IllegalAction, Ruling, Step
from companion.engine.codec import parse, to_text
from companion.games.stock_car import movement, options, patching, setup, tracks
from companion.games.stock_car.actions import ACTIONS
from companion.games.stock_car.state import Move, Race


class Table:
    """A race with a car being moved; `do` takes text forms, and what was refused changes nothing."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.told: tuple[Event, ...] = ()

    def take(self, step: Step) -> "Table":
        assert isinstance(step.state, Race)
        self.race, self.told = step.state, step.events
        return self

    def do(self, *texts: str) -> "Table":
        """Wishes and answers one after the other; `told` keeps the last one's events."""
        for text in texts:
            action = parse(ACTIONS, text)
            found = [choice for choice in self.menu() if choice.action == action]
            if not found or found[0].barred is not None:
                raise IllegalAction(self.refusal(text))
            self.take(movement.apply(self.race, action))
        return self

    def menu(self) -> tuple[Choice, ...]:
        return movement.choices(self.race) if self.race.move else ()

    def open(self) -> list[str]:
        """The text forms of what may be done now."""
        return [to_text(choice.action) for choice in self.menu() if choice.barred is None]

    def refusal(self, text: str) -> Ruling:
        """The ruling that forbids a wish."""
        action = parse(ACTIONS, text)
        found = [choice for choice in self.menu() if choice.action == action]
        if not found:
            return movement.why(self.race, action)
        assert found[0].barred is not None, f"{text} is open"
        return found[0].barred

    def choice(self, text: str) -> Choice:
        return next(choice for choice in self.menu() if to_text(choice.action) == text)

    @property
    def events(self) -> list[str]:
        return [to_text(event) for event in self.told]

    @property
    def move(self) -> Move:
        assert self.race.move is not None
        return self.race.move

    def at(self, *cars: int) -> str:
        """Where these cars are, in the form in which positions are given; all of them if none is named."""
        return where(self.race, *cars)


def where(race: Race, *cars: int) -> str:
    return ", ".join(f"{number} {race.cars[number].at}" for number in cars or race.cars)


def race(cars: str, red: tuple[int, ...] = (), track: str = "3x30", wear: tuple[str, ...] = (), **more: object) -> Race:
    """A position: cars on spaces, each written `29 M7`, or `29 M7 2` with its lap; red owns the first one.

    `wear` lies on the first car.
    """
    patch = positions(cars)
    mine = red or tuple(map(int, list(patch)[:1]))
    yours = [int(number) for number in patch if int(number) not in mine] or [999]
    patch[cars.split()[0]]["wear"] = list(wear)
    given = {"cars": {"red": list(mine), "blue": yours}, "track": {"sections": sections(track)}, "laps": 3}
    start = setup.new_race(options.read(("red", "blue"), {**given, **more}))
    return patching.resumed(start, {"cars": patch, "turn": "red"})


def positions(cars: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for word in cars.split(", "):
        number, at, *lap = word.split()
        found[number] = {"at": at, "lap": int(lap[0]) if lap else 1}
    return found


def sections(track: str) -> list[dict[str, int]]:
    """`3x9 2x21`: nine sectors of three lanes, then twenty-one of two."""
    return [{"lanes": int(word[0]), "sectors": int(word[2:])} for word in track.split()]


def moving(
    cars: str,
    kind: str,
    points: int,
    move: Mapping[str, object] | None = None,
    red: tuple[int, ...] = (),
    track: str = "3x30",
    **more: object,
) -> Table:
    """The first car of the line is being moved; `move` adds to the move, the rest is `race`'s."""
    start = race(cars, red, track, (), **more)
    active = int(cars.split()[0])
    return patched(start, {"car": active, "kind": kind, "points": points, **(move or {})})


def patched(start: Race, move: Mapping[str, object]) -> Table:
    middle = patching.resumed(start, {"move": move, "turn": start.cars[int(str(move["car"]))].seat})
    return Table(start).take(movement.resumed(middle, tuple(move)))


def played(
    cars: str,
    card: int,
    red: tuple[int, ...] = (),
    track: str = "3x30",
    wear: tuple[str, ...] = (),
) -> Table:
    """The first car of the line is activated with a card."""
    start = race(cars, red, track, wear)
    return Table(start).take(movement.begin(start, card, int(cars.split()[0])))


COURSES = ("3x30", "2x30", "3x9 2x6 3x9 2x6", "3x3 2x1 3x2 2x2 3x4 2x3", "2x4 3x4 2x4 3x5")


def scattered(stream: Random, most: int = 14) -> tuple[str, str]:
    """A random position, close enough together for cars to be in each other's way, and its track."""
    track = stream.choice(COURSES)
    grid = tracks.described({"sections": sections(track)}).grid
    count = stream.randint(2, most)
    first = stream.randint(1, grid.sectors)
    near = [space for sector in range(first, first + 1 + count // 2) for space in grid.spaces_of(sector)]
    spaces = stream.sample(near, min(count, len(near)))
    laps = {number: stream.randint(1, 3) for number in range(1, len(spaces) + 1)}
    return ", ".join(f"{number} {grid.names[space]} {laps[number]}" for number, space in enumerate(spaces, 1)), track


def crowded(stream: Random) -> tuple[str, str]:
    """A position on a tiny track, so full that rows go all the way round, and its track."""
    track = stream.choice(("2x5", "3x4", "2x4 3x3", "3x2 2x1 3x1 2x2"))
    grid = tracks.described({"sections": sections(track)}).grid
    spaces = stream.sample(range(len(grid.names)), min(len(grid.names) - 1, 2 * grid.sectors - 2))
    return ", ".join(f"{number} {grid.names[space]}" for number, space in enumerate(spaces, 1)), track
