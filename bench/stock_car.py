"""P3: stock car. A forward step of a long line with its menu, all that a hand of cards can lead to, and the bots.

The step is compared with the step of one car among as many others, and with a plain re-computation that looks for
each neighbour through all cars; the turn with the same outcomes played by the rules. Times are CPU times of this
process, so that other work on the machine counts for little.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time

from companion.bots import make_bot
from companion.engine import Draw, Over, Resume, Step, draw_with
from companion.games import load
from companion.games.stock_car import movement, options, outcomes, patching, setup
from companion.games.stock_car.actions import Forward
from companion.games.stock_car.state import Race

ROUNDS = 9
SECTORS = 60
HAND = (46, 33, 41, 28, 65)
PACK = "1 I14, 2 M14, 3 I13, 4 M12, 5 O9, 6 I8"


def race(cars: str, mine: tuple[int, ...], track: list[dict[str, int]]) -> Race:
    """A position in which red owns some cars and blue the others."""
    at = {word.split()[0]: {"at": word.split()[1], "lap": 1} for word in cars.split(", ")}
    sheets = {"red": list(mine), "blue": [int(car) for car in at if int(car) not in mine] or [99]}
    given = {"cars": sheets, "track": {"sections": track}, "laps": 9, "cards": "held"}
    return patching.resumed(setup.new_race(options.read(("red", "blue"), given)), {"cars": at, "turn": "red"})


def line(length: int, cars: int) -> Race:
    """Car 1 drafts at the front of a line; the other cars stand in a lane of their own."""
    spaces = [f"{n} M{51 - n}" for n in range(1, length + 1)] + [f"{n} I{n}" for n in range(length + 1, cars + 1)]
    start = race(", ".join(spaces), (1,), [{"lanes": 3, "sectors": SECTORS}])
    middle = patching.resumed(start, {"move": {"car": 1, "kind": "draft", "points": 5}, "turn": "red"})
    return raced(movement.resumed(middle, ("car", "kind", "points")))


def raced(step: Step) -> Race:
    assert isinstance(step.state, Race)
    return step.state


def ours(start: Race) -> dict[int, str]:
    """The step and the next menu with its previews."""
    after = raced(movement.apply(start, Forward()))
    movement.choices(after)
    return {number: car.at for number, car in after.cars.items()}


def plain(start: Race) -> dict[int, str]:
    """The same line found by looking through all cars for each neighbour, for the step and once for each preview."""
    found: dict[int, str] = {}
    for _ in range(4):
        found = {number: car.at for number, car in start.cars.items()}
        body, space = [1], found[1]
        while rear := [n for n, at in found.items() if at == _next(space, -1) and n not in body]:
            body.append(rear[0])
            space = found[rear[0]]
        for number in body:
            found[number] = _next(found[number], 1)
    return found


def _next(space: str, step: int) -> str:
    return f"{space[0]}{(int(space[1:]) - 1 + step) % SECTORS + 1}"


def turn(start: Race) -> int:
    return sum(map(len, outcomes.of_turn(start, range(1, 7), HAND).values()))


def turn_by_rules(start: Race) -> int:
    begun = (raced(movement.begin(start, card, car)) for card in HAND for car in range(1, 7))
    return sum(len(outcomes.by_rules(move)) for move in begun)


def decisions(profile: str) -> list[float]:
    """Milliseconds that each decision of a race of bots took, the view not counted."""
    rules, stream = load("stock-car").rules, Random(1)
    bots = {seat: make_bot("stock-car", profile, 1) for seat in ("red", "blue", "green", "yellow")}
    state, took = rules.apply(rules.setup(tuple(bots), {}), Resume()).state, list[float]()
    while not isinstance(pending := rules.pending(state), Over):
        if isinstance(pending, Draw):
            state = rules.apply(state, draw_with(pending, stream.randrange)).state
            continue
        view, start = rules.view(state, pending.seat), process_time()
        action = bots[pending.seat].choose(view, pending)
        took.append((process_time() - start) * 1000)
        state = rules.apply(state, action).state
    return sorted(took)


def timed(*jobs: Callable[[], object]) -> list[float]:
    """Milliseconds of each job, the median of alternating rounds."""
    took: list[list[float]] = [[] for _ in jobs]
    for _ in range(ROUNDS):
        for times, job in zip(took, jobs, strict=True):
            start = process_time()
            job()
            times.append((process_time() - start) * 1000)
    return [median(times) for times in took]


def main() -> None:
    for cars in (6, 12, 24, 42):
        long, short = line(cars, cars), line(1, cars)
        assert ours(long) == plain(long)
        mine, one, other = timed(partial(ours, long), partial(ours, short), partial(plain, long))
        print(
            f"{cars:2} in line: {mine:.2f} ms = {mine / one:.1f} x one car; plain {other:.2f} ms = {other / mine:.1f} x"
        )
    corners = [{"lanes": lanes, "sectors": sectors} for lanes, sectors in ((3, 4), (2, 6), (3, 8), (2, 6), (3, 4))]
    start = race(PACK, tuple(range(1, 7)), corners)
    assert turn(start) == turn_by_rules(start)
    fast, slow = timed(partial(turn, start), partial(turn_by_rules, start))
    print(f"6 cars x 5 cards, {turn(start)} outcomes: {fast:.1f} ms (goal 5); by the rules {slow:.0f} ms")
    (menu,) = timed(partial(movement.choices, line(42, 42)))
    print(f"full menu with previews, 42 cars in line: {menu:.2f} ms (goal 5)")
    took = decisions("drafter")
    print(
        f"{len(took)} decisions of bots: p99 {took[len(took) * 99 // 100]:.1f} ms, longest {took[-1]:.1f} ms (goal 50)"
    )
