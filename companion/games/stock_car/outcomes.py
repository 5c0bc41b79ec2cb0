"""Everything that playing a card with a car can lead to: the distinct positions at the end of the move.

For advice and for players of any kind that look ahead. The rules themselves are the measure (`by_rules`); moves
whose cards do nothing unusual are worked out as whole sets by `reach`, with the same outcomes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import structs

from companion.engine import Step
from companion.games.stock_car import budget, movement, reach, specials, steps
from companion.games.stock_car.cards import RACE_CARDS
from companion.games.stock_car.reach import Body, Field, Node, Outcome
from companion.games.stock_car.situation import Plan, Situation, situation
from companion.games.stock_car.state import Race
from companion.parts.lanes import NOWHERE

TWO_PARTS = ("clean-air", "teamwork")
"""Cards whose moves have a second part: played by the rules."""


def of_turn(race: Race, cars: Iterable[int], cards: Sequence[int]) -> dict[tuple[int, int], set[Outcome]]:
    """The outcomes of each card with each car, by card and car."""
    found: dict[tuple[int, int], set[Outcome]] = {}
    for car in cars:
        sits = {card: _first(race, card, car) for card in cards}
        for alike in _alike(sits):
            most = max((sits[card] for card in alike), key=lambda sit: sit.points)
            quick = _sets(most, {sits[card].points for card in alike}) if _ordinary(most) else {}
            for card in alike:
                found[card, car] = quick[sits[card].points] if quick else by_rules(_begun(race, card, car))
    return found


def of_card(race: Race, card: int, car: int) -> set[Outcome]:
    """The outcomes of one card with one car."""
    return of_turn(race, (car,), (card,))[card, car]


def ends(sit: Situation, budgets: set[int]) -> dict[int, set[Outcome]]:
    """The outcomes of a move of one part from its beginning with each of these budgets, the largest of which the
    situation has; as if nobody were near the finish."""
    return _sets(sit, budgets)


def _first(race: Race, card: int, car: int) -> Situation:
    return situation(race, budget.first_move(RACE_CARDS[card], car, race.cars[car]))


def _begun(race: Race, card: int, car: int) -> Race:
    return raced(movement.begin(race, card, car))


def _alike(sits: Mapping[int, Situation]) -> Iterable[list[int]]:
    """Cards that differ in their points only: their moves begin alike."""
    groups: dict[tuple[str, str], list[int]] = {}
    for card, sit in sits.items():
        groups.setdefault((sit.kind, sit.special), []).append(card)
    return groups.values()


def _ordinary(sit: Situation) -> bool:
    """Whether whole sets will do: a car on the track, a card of one part, no ring of cars, nobody near the finish."""
    plain = sit.space != NOWHERE and sit.special not in TWO_PARTS and len(sit.who) < sit.grid.sectors
    near = sit.grid.sectors - sit.points
    return plain and not any(sit.laps[car] == sit.full and sit.grid.sector[at] >= near for at, car in sit.who.items())


def _sets(sit: Situation, budgets: set[int]) -> dict[int, set[Outcome]]:
    """The outcomes with each of these budgets, the largest of which the situation has."""
    if sit.drafting:
        return _drafted(Field(sit), budgets)
    led = [Field(start) for start in _with_followers(sit)]
    levels = [(field, _spent(field)) for field in led]
    return {points: {end for pair in levels for end in _trailed(*pair, points)} for points in budgets}


def by_rules(race: Race) -> set[Outcome]:
    """Every choice tried, step by step."""
    found, seen, waiting = set[Outcome](), set[object](), [race]
    while waiting:
        race = waiting.pop()
        if race.move is None:
            found.add(positions(race))
            continue
        for choice in movement.choices(race):
            if choice.barred is None:
                after = raced(movement.apply(race, choice.action))
                if (key := _key(after)) not in seen:
                    seen.add(key)
                    waiting.append(after)
    return found


def raced(step: Step) -> Race:
    """The race that a step led to."""
    assert isinstance(step.state, Race)
    return step.state


def positions(race: Race) -> Outcome:
    """Where everybody on the track stands."""
    index = race.options.track.grid.index
    return frozenset((index[car.at], number) for number, car in race.cars.items() if car.status == "racing")


def _key(race: Race) -> object:
    if race.move is None:
        return positions(race)
    move = structs.asdict(race.move)
    return positions(race), *(tuple(value.items()) if isinstance(value, dict) else value for value in move.values())


def _with_followers(sit: Situation) -> Iterator[Situation]:
    """A Lead once for each row that may follow."""
    if sit.kind != "lead" or not sit.points:
        yield sit
        return
    for plan in reach.ways(sit.grid, lambda told: steps.follow(sit, "", told)):
        assert isinstance(plan, Plan)
        yield steps.made(sit, plan).sit


def _trailed(field: Field, levels: list[set[Node]], points: int) -> Iterator[Outcome]:
    """Solo and Lead, to the last point or to a bump with 1 or 2 left."""
    for node in levels[points]:
        yield _outcome(field, node)
    for level in levels[max(0, points - 2) : points]:
        for node in level:
            if any(space in field.arranged[node[0]] for space in field.grid.ahead[node[1][0]]):
                yield _outcome(field, node)


def _spent(field: Field) -> list[set[Node]]:
    """The nodes after so many points, 0 to all of them."""
    points = field.sit.points
    levels = [set[Node]() for _ in range(points + 1)]
    levels[0].add((field.first, field.spaces, reach.STRAIGHT, int(field.sit.special == "slingshot")))
    for used in range(points):
        for node in levels[used]:
            for cost, after in reach.trailing(field, node):
                if used + cost <= points:
                    levels[used + cost].add(after)
    return levels


def _drafted(field: Field, budgets: set[int]) -> dict[int, set[Outcome]]:
    """Draft and Pursuit: alone to the last point, or linked on the way and then straight on."""
    points = field.sit.points
    nodes, bodies = [set[Node]() for _ in range(points + 1)], [set[Body]() for _ in range(points + 1)]
    nodes[0].add((field.first, field.spaces, reach.STRAIGHT, reach.READY))
    for used in range(points + 1):
        _aside(field, nodes, used)
        for then in _on(field, nodes[used], bodies[used]) if used < points else ():
            if len(then) == 4:
                nodes[used + 1].add(then)
            else:
                bodies[used + 1].add(then)
    return {
        used: {_outcome(field, node) for node in nodes[used]} | {_rolled(field, body) for body in bodies[used]}
        for used in budgets
    }


def _on(field: Field, nodes: set[Node], bodies: set[Body]) -> Iterator[Node | Body]:
    for node in nodes:
        yield from reach.alone_ahead(field, node)
    for body in bodies:
        yield from reach.rolled(field, body)


def _aside(field: Field, nodes: list[set[Node]], used: int) -> None:
    """All steps sideways from the nodes of this level; free ones stay on it."""
    waiting = list(nodes[used])
    while waiting:
        for cost, after in reach.sideways(field, waiting.pop()):
            if used + cost < len(nodes) and after not in nodes[used + cost]:
                nodes[used + cost].add(after)
                if cost == 0:
                    waiting.append(after)


def _outcome(field: Field, node: Node) -> Outcome:
    number, spaces, came, _ = node
    there = field.keys[number].union(zip(spaces, field.mine, strict=True))
    return _slid(field, there, spaces[0], reach.entered(field.grid, spaces[0], came))


def _rolled(field: Field, body: Body) -> Outcome:
    number, spaces, cars = body
    there = field.keys[number].union(zip(spaces, cars, strict=True))
    return _slid(field, there, spaces[cars.index(field.sit.car)], ())


def _slid(field: Field, there: Outcome, at: int, visited: tuple[int, ...]) -> Outcome:
    """Over- and Understeer at the end."""
    if field.sit.special not in ("oversteer", "understeer"):
        return there
    plan = specials.slide(structs.replace(field.sit, who=dict(there), space=at, visited=visited))
    return there if plan is None else there - {(at, field.sit.car)} | {(plan.moved[0][2], field.sit.car)}
