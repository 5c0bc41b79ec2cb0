"""P2: the dice adviser against trying every route, with equal answers; how it grows; how long a bot takes.

Times are those of the processor: both sides do nothing but reckon, and what else the machine does is left out.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from statistics import median
from time import process_time

from companion.bots import make_bot, profiles
from companion.engine import Draw, Over, Resume, Step, draw_with
from companion.games.gear_dice import odds
from companion.games.gear_dice.adviser import Turn, Way, frontier
from companion.games.gear_dice.dice import FACES, HAZARDS
from companion.games.gear_dice.dice_graph import dice_graph
from companion.games.gear_dice.grammar import ALL_NUMBERS, House, Kit, uses
from companion.games.gear_dice.rules import RULES
from companion.games.gear_dice.state import Race
from companion.games.gear_dice.stretch import stretch
from companion.games.gear_dice.traffic import scene

ROUNDS = 7
ALL_DICE = Kit(ALL_NUMBERS, 6, 2, 3)
Best = dict[tuple[int, float], Fraction]


def track(lanes: int, rows: int = 16) -> dict[str, object]:
    """A ring with a sharp corner, a dangerous one and a hazard line, as far as its lanes go."""
    names = "abcdefg"[:lanes]
    limits = {"a6": (4, False), "a9": (3, False), "b9": (3, True), "c9": (2, False)}
    lines = {("c8", "c9"): {"into_limit": 1}, ("b8", "b9"): {"into_hazard": 1}, ("b9", "b10"): {"outof_limit": 2}}
    places = [(f"{name}{row}", lane, row) for row in range(1, rows + 1) for lane, name in enumerate(names, 1)]
    return {
        "tiles": [{"id": f"t{row}", "danger": 1} for row in range(1, rows + 1)],
        "space": [
            {"id": id, "tile": f"t{row}", "lane": lane, "rear": 2 * row - 2, "front": 2 * row}
            | ({"limit": limits[id][0], "dangerous": limits[id][1]} if id in limits else {})
            for id, lane, row in places
        ],
        "link": [
            {"from": one, "to": two, "kind": "straight" if lane == other else "diagonal", "finish": row == rows}
            | lines.get((one, two), {})
            for one, lane, row in places
            for two, other, onto in places
            if onto == row % rows + 1 and abs(lane - other) < 2
        ],
    }


def race(lanes: int, at: str = "b2", gear: int = 5) -> Race:
    """Red behind two cars that are to be passed or followed."""
    others = {"blue": {"at": "b4", "gear": 3, "lap": 1}, "green": {"at": "a7", "gear": 4, "lap": 1}}
    red = {"red": {"at": at if lanes > 1 else "a2", "gear": gear, "lap": 1}}
    if lanes == 1:
        others = {"blue": {"at": "a15", "gear": 3, "lap": 1}, "green": {"at": "a16", "gear": 4, "lap": 1}}
    start = RULES.setup(("red", "blue", "green"), {"track": track(lanes), "adviser": False})
    return race_of(RULES.apply(start, Resume({"turn": "red", "cars": red | others})))


def ours(state: Race, kit: Kit, need: int = 3) -> Best:
    """From the race to the answer, with nothing remembered but the dice of the box."""
    frontier.cache_clear()
    return shown(ways_on(state, kit, need))


def shown(ways: tuple[Way, ...]) -> Best:
    return {(way.gear, way.distance): way.chance for way in ways}


def ways_on(state: Race, kit: Kit, need: int = 3) -> tuple[Way, ...]:
    seat, car = state.driver, state.car
    ahead = stretch(scene(state), seat, car.at, kit.gear + kit.coast)
    return frontier(ahead, Turn(car.gear, kit, need))


def brute(state: Race, kit: Kit, need: int = 3) -> Best:
    """Every route there is, each with the whole distribution of its hazards."""
    best: Best = {}
    for gear, distance, share, dice in routes(state, kit, need):
        chance = Fraction(share, FACES**dice)
        if chance < best.get((gear, distance), 1):
            best[gear, distance] = chance
    return {key: chance for key, chance in best.items() if not _beaten(key, chance, best)}


def _beaten(key: tuple[int, float], chance: Fraction, best: Mapping[tuple[int, float], Fraction]) -> bool:
    return any(other[0] == key[0] and other[1] > key[1] and best[other] <= chance for other in best)


def routes(state: Race, kit: Kit, need: int) -> Iterator[tuple[int, float, int, int]]:
    """Each route that is not sure to crash: gear, distance, rolls that crash, and dice."""
    road, seat = state.road, state.driver
    start, now = road.spaces[state.car.at].front, scene(state)
    todo: list[tuple[str, int, Kit, float, tuple[int, ...], int]] = [(state.car.at, state.car.gear, kit, 0.0, (1,), 0)]
    while todo:
        at, held, left, laps, spread, dice = todo.pop()
        for link in road.links[at]:
            gate = now.gate(seat, at, link.to)
            for use in uses(held, left):
                gear = use.gear(held)
                if gate.bars(link.to, held, gear):
                    continue
                crossing = road.crossing(link, held, gear)
                after = thrown(spread, use.dice, crossing.hazards)
                lap = laps + road.length * link.finish
                safe = not (crossing.too_fast_in or crossing.too_fast_out)
                if safe and sum(after[:need]) > 0:
                    yield gear, road.spaces[link.to].front + lap - start, sum(after[need:]), dice + len(use.dice)
                    todo.append((link.to, gear, left.without(use), lap, after, dice + len(use.dice)))


def thrown(spread: tuple[int, ...], dice: tuple[str, ...], sure: int) -> tuple[int, ...]:
    """In how many rolls so many hazards come, with these dice and hazards more."""
    for die in dice:
        bad = HAZARDS[die]
        spread = tuple((FACES - bad) * few + bad * one for few, one in zip((*spread, 0), (0, *spread), strict=True))
    return (0,) * sure + spread


def timed(*jobs: Callable[[], object]) -> list[float]:
    """Milliseconds of each job, the median of alternating rounds."""
    took: list[list[float]] = [[] for _ in jobs]
    for _ in range(ROUNDS):
        for times, job in zip(took, jobs, strict=True):
            start = process_time()
            job()
            times.append((process_time() - start) * 1000)
    return [median(times) for times in took]


def first_time(state: Race, kit: Kit) -> Best:
    """With every table forgotten: what the first question of a race costs."""
    for cache in (dice_graph, uses, odds.ways):
        cache.cache_clear()
    return ours(state, kit)


def against_brute_force(name: str, state: Race, kit: Kit) -> None:
    count = sum(1 for _ in routes(state, kit, 3))
    assert ours(state, kit) == brute(state, kit), f"{name}: the answers differ"
    fast, slow, cold = timed(partial(ours, state, kit), partial(brute, state, kit), partial(first_time, state, kit))
    ratio = f"{slow / fast:7.0f} x"
    print(f"{name:34} {count:9,} routes: {fast:6.2f} ms, first time {cold:6.2f} ms; each route {slow:8.0f} ms {ratio}")


def growth() -> None:
    """What more lanes and more dice cost."""
    for lanes in range(1, 8):
        for gears, coasts, brakes in ((6, 0, 0), (6, 2, 3), (6, 3, 4)):
            state, kit = race(lanes), Kit(ALL_NUMBERS, gears, coasts, brakes)
            (took,) = timed(partial(ours, state, kit))
            print(f"{lanes} lanes, {gears} gear {coasts} coast {brakes} brake dice: {took:6.2f} ms")


def worst() -> None:
    """The slowest answer over gears, damage and the optional rules, for the first time and again."""
    slowest = {"first": (0.0, ""), "again": (0.0, "")}
    for gear in range(7):
        for house in (House(), House(True, True)):
            for hurt in range(4):
                kit = Kit(ALL_NUMBERS, 6 - hurt, 2 - min(hurt, 2), 3 - min(hurt, 3))
                state = race(3, gear=gear)
                turn, depth = Turn(gear, kit, 3, house=house, penalty=house.flying_start), 11
                for key in slowest:
                    frontier.cache_clear()
                    if key == "first":
                        dice_graph.cache_clear()
                    start = process_time()
                    frontier(stretch(scene(state), "red", state.car.at, depth), turn)
                    took = (process_time() - start) * 1000
                    slowest[key] = max(slowest[key], (took, f"gear {gear}, {hurt} of each die hurt, {house}"))
    for key, (took, name) in slowest.items():
        print(f"slowest answer, {key}: {took:.1f} ms (goal 50): {name}")


def decisions() -> None:
    """The slowest decision of a bot, over a race of each profile."""
    slowest = 0.0
    for name in profiles("gear-dice"):
        stream, bot = random.Random(1), make_bot("gear-dice", name, 1)
        state = RULES.setup(("red", "blue", "green"), {"track": "ridge-long", "adviser": False, "laps": 1})
        while not isinstance(pending := RULES.pending(state), Over):
            if isinstance(pending, Draw):
                state = race_of(RULES.apply(state, draw_with(pending, stream.randrange)))
                continue
            view = RULES.view(state, pending.seat)
            start = process_time()
            action = bot.choose(view, pending)
            slowest = max(slowest, process_time() - start)
            state = race_of(RULES.apply(state, action))
    print(f"slowest decision of a bot: {1000 * slowest:.1f} ms (goal 50)")


def race_of(step: Step) -> Race:
    assert isinstance(step.state, Race)
    return step.state


def main() -> None:
    for gear in (5, 6):
        against_brute_force(f"P2 gear {gear}, 3 lanes, all dice", race(3, gear=gear), ALL_DICE)
    against_brute_force("gear 5, 1 lane, all dice", race(1), ALL_DICE)
    against_brute_force("gear 5, 2 lanes, all dice", race(2), ALL_DICE)
    against_brute_force("gear 5, 3 lanes, gear dice only", race(3), Kit(ALL_NUMBERS, 6, 0, 0))
    against_brute_force("gear 5, 3 lanes, 3 hurt", race(3), Kit(ALL_NUMBERS, 4, 1, 2))
    growth()
    worst()
    decisions()


if __name__ == "__main__":
    main()
