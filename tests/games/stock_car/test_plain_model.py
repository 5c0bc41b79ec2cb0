"""Every step of random moves against a second, plain model of the rules page: who goes where, at what price, and how
it is told."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from companion.engine.codec import to_text
from companion.games.stock_car import movement
from companion.games.stock_car.cards import RACE_CARDS
from companion.games.stock_car.state import Race
from tests.support import plain_stock_car as plain
from tests.support.plain_stock_car import Course, Position
from tests.support.stock_car import COURSES, played, sections

Facts = tuple[dict[int, str], int, bool, list[str]]
"""Where everybody is, points left, whether the lane is fixed, the events."""

Path = tuple[str, ...]
"""An action and its answers."""

rule = pytest.mark.rule


def scattered(stream: Random) -> tuple[Course, dict[int, str]]:
    """Cars close together on a random track, with free sectors in between somewhere."""
    widths = tuple(int(part["lanes"]) for part in sections(stream.choice(COURSES)) for _ in range(int(part["sectors"])))
    course, first = Course(widths), stream.randrange(len(widths))
    near = [(first + step) % len(widths) for step in range(stream.randint(3, 9))]
    spaces = [(sector, lane) for sector in near for lane in range(widths[sector])]
    taken = stream.sample(spaces, stream.randint(2, min(14, len(spaces))))
    return course, {number: course.name(space) for number, space in enumerate(taken, 1)}


CARDS = [number for number, card in RACE_CARDS.items() if card.special != "teamwork"]


def both(stream: Random) -> tuple[Position, Race]:
    """The same move in the plain model and in the product; a Lead's followers have still to be asked for."""
    course, cars = scattered(stream)
    card = RACE_CARDS[stream.choice(CARDS)]
    who = {course.space(name): number for number, name in cars.items()}
    position = Position(
        course,
        who,
        me=1,
        kind=card.kind,
        points=card.speed,
        entered=frozenset([course.space(cars[1])]),
        special=card.special,
        gone={number: course.space(name)[0] for number, name in cars.items()},
    )
    track = " ".join(f"{width}x1" for width in course.widths)
    return position, played(", ".join(f"{n} {at}" for n, at in cars.items()), card.number, track=track).race


def by_rules(race: Race) -> dict[Path, Facts]:
    """Every open step with every answer, as the menu offers them."""
    return {path: facts(after, events) for path, after, events in ways(race)}


def facts(race: Race, events: list[str]) -> Facts:
    places = {number: car.at for number, car in sorted(race.cars.items()) if car.at}
    move = race.move
    return places, move.points if move else 0, bool(move and move.locked), events


def ways(race: Race, path: Path = ()) -> Iterator[tuple[Path, Race, list[str]]]:
    for choice in movement.choices(race):
        if choice.barred is None and to_text(choice.action) != "stop":
            step = movement.apply(race, choice.action)
            assert isinstance(step.state, Race)
            here = (*path, to_text(choice.action))
            if step.state.move is not None and step.state.move.doing:
                yield from ways(step.state, here)
            else:
                told = map(to_text, step.events)
                yield here, step.state, [text for text in told if not text.startswith(("lapped", "wore"))]


def by_model(at: Position, steps: Mapping[str, plain.Step]) -> dict[Path, tuple[Position, list[str]]]:
    return {
        (word, *answers): (after, events)
        for word, step in steps.items()
        for answers, after, events in plain.outcomes(at, step)
    }


def expected(after: Position, events: list[str]) -> Facts:
    """What a position of the model looks like in the product, where a move without points is over but for what is free
    or follows by itself."""
    told = list(events)
    end = after if after.points or goes_on(after) else plain.slide(after, told)
    places = dict(sorted((car, end.course.name(space)) for space, car in end.who.items()))
    return places, end.points, end.locked and (end.points > 0 or goes_on(end)), told


def goes_on(at: Position) -> bool:
    """Whether there is anything to do without points: free steps, or a jump."""
    return not at.points and at.special in ("rubbin", "clean-air") and bool(by_model(at, plain.STEPS))


def agree(seed: int) -> int:
    """One random move, step by step; how many ways were compared."""
    stream, compared = Random(seed), 0
    at, race = both(stream)
    if at.kind == "lead":
        at, race = started(at, race, stream)
    while at.points or goes_on(at):
        model = by_model(at, plain.STEPS)
        assert by_rules(race) == {path: expected(*found) for path, found in model.items()}, f"seed {seed}"
        compared += len(model)
        if not model:
            break
        chosen = stream.choice(sorted(model))
        at = model[chosen][0]
        race = next(after for path, after, _ in ways(race) if path == chosen)
    return compared


def started(at: Position, race: Race, stream: Random) -> tuple[Position, Race]:
    """A Lead with its followers: asked for behind a joint with two taken lanes, else known."""
    rows = by_model(at, {"play": plain.followers})
    chosen = stream.choice(sorted(rows))
    found: dict[Path, Race] = {path: after for path, after, _ in ways(race)} if len(rows) > 1 else {(): race}
    assert sorted(found) == sorted(path[1:] for path in rows)
    return rows[chosen][0], found[chosen[1:]]


@rule("2.5", "2.6", "2.7", "2.8", "2.9")
@pytest.mark.parametrize("batch", range(4))
def test_every_step_is_what_the_plain_model_says(batch: int) -> None:
    assert sum(agree(seed) for seed in range(batch * 50, batch * 50 + 50)) > 250


@pytest.mark.nightly
def test_every_step_of_five_thousand_moves_is_what_the_plain_model_says() -> None:
    assert sum(map(agree, range(1_000, 6_000))) > 30_000
