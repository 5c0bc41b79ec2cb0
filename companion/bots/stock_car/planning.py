"""Looking ahead within a segment: all that a card and a car can lead to, and the steps that lead there."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from msgspec import Struct, msgpack, structs

from companion.bots.stock_car.worth import Worth
from companion.engine import Action
from companion.games.stock_car import budget, movement, outcomes
from companion.games.stock_car.actions import Play, Second
from companion.games.stock_car.cards import RACE_CARDS, RaceCard
from companion.games.stock_car.outcomes import positions, raced
from companion.games.stock_car.reach import Outcome
from companion.games.stock_car.situation import Situation, situation, special_of
from companion.games.stock_car.state import Move, Race

SHORT_LIST = 8
"""So many outcomes of a card are looked at closely."""

NODES, FEW_NODES = 60, 15
"""So many positions are looked at on the way to an outcome; fewer where it is done for every card."""

JOINTS = 1
"""A move is thought through over so many joints and up to the next: at each of them lines may part."""

A_POINT = 0.2
"""What a point is worth that is still to be spent, in places."""

LANE = 0.4
"""A wrong lane, in sectors."""


class Target(Struct, frozen=True):
    """Where a car should come to and with how many points left, and what that is worth."""

    end: Outcome
    left: int
    worth: float


class Planned(Struct, frozen=True):
    """A card for a car, where it should lead, and what that is worth once its wear is paid."""

    play: Play
    target: Target
    worth: float


def plans(worth: Worth, plays: Iterable[Play]) -> Iterator[Planned]:
    """The best that each of these plays can lead to."""
    cards = dict[int, list[RaceCard]]()
    for play in plays:
        cards.setdefault(play.car, []).append(RACE_CARDS[play.card])
    for number, hand in cards.items():
        car = worth.cars[number]
        leaving = car.status == "pitted"
        targets = out_of_the_pits(worth, number, hand) if leaving else on_the_track(worth, number, hand)
        for card in hand:
            paid = worth.burden(car) - worth.burden(car, *(() if leaving or not card.wear else (card.wear,)))
            target = targets[card.number]
            yield Planned(Play(card.number, number), target, target.worth + paid)


def out_of_the_pits(worth: Worth, number: int, cards: Iterable[RaceCard]) -> dict[int, Target]:
    """The best of each card for a car that leaves the apron: only the card's pit speed counts."""
    known, found = dict[int, Target](), dict[int, Target]()
    for card in cards:
        if card.pit not in known:
            start = raced(movement.begin(worth.scene.race, card.number, number))
            known[card.pit] = best_of(worth, outcomes.by_rules(start), number)
        found[card.number] = known[card.pit]
    return found


def on_the_track(worth: Worth, number: int, cards: Iterable[RaceCard]) -> dict[int, Target]:
    """The best of each card; those of one kind and text are thought through together."""
    alike = dict[tuple[str, str], list[RaceCard]]()
    for card in cards:
        alike.setdefault((card.kind, card.special), []).append(card)
    return {card: target for group in alike.values() for card, target in of_group(worth, number, group)}


def of_group(worth: Worth, number: int, group: Sequence[RaceCard]) -> Iterator[tuple[int, Target]]:
    """Cards that differ in points and wear only. Those of two parts are looked at without the second one, but for
    Clean Air's jump."""
    race = worth.scene.race
    moves = {card.number: budget.first_move(card, number, race.cars[number]) for card in group}
    longest = max(moves.values(), key=lambda move: move.points)
    sit = situation(structs.replace(race, move=longest), longest)
    if sit.special in outcomes.TWO_PARTS:
        sit = structs.replace(sit, special="")
    if len(sit.who) >= sit.grid.sectors:
        yield from ringed(worth, number, group)
        return
    most = seen_ahead(sit)
    points = {card: min(move.points, most) for card, move in moves.items()}
    ends = outcomes.ends(structs.replace(sit, points=most), {*points.values()})
    if group[0].special == "clean-air":
        ends = {used: {*found, *_jumps(worth, found, number)} for used, found in ends.items()}
    targets = {(used, moves[card].points - used) for card, used in points.items()}
    best = {(used, left): best_of(worth, ends[used], number, left) for used, left in targets}
    yield from ((card, best[used, moves[card].points - used]) for card, used in points.items())


def ringed(worth: Worth, number: int, group: Sequence[RaceCard]) -> Iterator[tuple[int, Target]]:
    """On a tiny track a row of cars may reach all the way round: a few moves are tried instead of all looked up."""
    race = raced(movement.begin(worth.scene.race, group[0].number, number))
    for action in route(worth, race, None, FEW_NODES) if race.move else ():
        race = raced(movement.apply(race, action))
    target = Target(positions(race), 0, worth.of(positions(race), number))
    yield from ((card.number, target) for card in group)


def seen_ahead(sit: Situation) -> int:
    """For how many points a move is thought through: as long as the joints on the way are few."""
    points, joints = 0, 0
    while points < sit.points and joints <= JOINTS:
        joints += sit.grid.joint[sit.grid.spaces_of(sit.sector + points + 1)[0]]
        points += 1
    return points


def best_of(worth: Worth, ends: Iterable[Outcome], number: int, left: int = 0) -> Target:
    """The best of several outcomes: the likely ones by a rough look are looked at closely."""
    short = sorted(ends, key=worth.rough, reverse=True)[:SHORT_LIST] or [worth.base]
    value, end = max(((worth.of(end, number), end) for end in short), key=lambda found: found[0])
    return Target(end, left, value + left * A_POINT)


def _jumps(worth: Worth, ends: Iterable[Outcome], number: int) -> Iterator[Outcome]:
    """Clean Air: to right behind the next car, in each lane, from where the car is alone and not in the lead."""
    grid, race = worth.grid, worth.scene.race
    if race.leader == number:
        return
    for end in ends:
        sectors = {grid.sector[space] for space, other in end if other != number}
        space = next(space for space, other in end if other == number)
        at = grid.sector[space]
        gap = next((n for n in range(1, grid.sectors) if (at + n - 1) % grid.sectors + 1 in sectors), 0) - 1
        if at not in sectors and gap > 0:
            yield from (end - {(space, number)} | {(landing, number)} for landing in grid.spaces_of(at + gap))


def route(worth: Worth, start: Race, target: Target | None, nodes: int = NODES) -> tuple[Action, ...]:
    """The steps from here that lead to that target, or to the best that was found in time."""
    number, tickets, seen = moving(start).car, count(), set[object]()
    waiting: list[tuple[float, int, Race, tuple[Action, ...]]] = [(0.0, next(tickets), start, ())]
    best: tuple[Action, ...] = ()
    best_worth = float("-inf")
    for _ in range(nodes):
        if not waiting:
            break
        _, _, race, path = heappop(waiting)
        there = positions(race)
        if target is not None and there == target.end and arrived(race, target.left):
            return path
        if arrived(race):
            if (value := worth.of(there, number)) > best_worth:
                best, best_worth = path, value
            continue
        for action, after in steps_from(race):
            key = (positions(after), msgpack.encode(after.move))
            if key not in seen:
                seen.add(key)
                heappush(waiting, (distance(worth, after, target), next(tickets), after, (*path, action)))
    return best


def arrived(race: Race, left: int = 0) -> bool:
    """Whether the car has no more points than that; the second car of Teamwork is another matter."""
    move = race.move
    if move is None or move.doing:
        return move is None and left == 0
    return move.points == left and (left > 0 or special_of(move) == "teamwork")


def steps_from(race: Race) -> Iterator[tuple[Action, Race]]:
    """What is open now, and what it leads to."""
    for choice in movement.choices(race):
        if choice.barred is None:
            yield choice.action, raced(movement.apply(race, choice.action))


def distance(worth: Worth, race: Race, target: Target | None) -> float:
    """How far a position is from the one that is wanted; without one, how little has been gained."""
    there = positions(race)
    if target is None:
        return -worth.rough(there)
    end, sector = target.end, worth.grid.sector
    now = {number: space for space, number in there}
    return sum(abs(sector[space] - sector[now.get(number, space)]) + LANE for space, number in end - there)


def moving(race: Race) -> Move:
    """The move under way."""
    assert race.move is not None
    return race.move


def second(worth: Worth, start: Race, offered: Iterable[Second]) -> tuple[Second, tuple[Action, ...]]:
    """Teamwork: the team mate that makes the most of its 3 points, and how."""
    found: list[tuple[float, Second, Race, Target | None]] = []
    for wish in offered:
        race = raced(movement.apply(start, wish))
        sit = situation(race, moving(race))
        if len(sit.who) >= sit.grid.sectors:
            found.append((0.0, wish, race, None))
            continue
        target = best_of(worth, outcomes.ends(sit, {sit.points})[sit.points], wish.car)
        found.append((target.worth, wish, race, target))
    _, wish, race, best = max(found, key=lambda one: one[0])
    return wish, route(worth, race, best)
