"""Looking ahead within a segment: all that a card and a car can lead to, and the steps that lead there."""

from collections.abc import Iterable, Iterator
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

NODES = 60
"""So many positions are looked at on the way to an outcome."""

JOINTS = 3
"""With more joints than that ahead, only the beginning of a move is thought through: lines may part at each."""

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
    """The best that each of these plays can lead to; cards that differ in wear only are tried once."""
    known = dict[tuple[object, ...], Target]()
    for play in plays:
        card, car = RACE_CARDS[play.card], worth.cars[play.car]
        leaving = car.status == "pitted"
        alike = (play.car, card.pit) if leaving else (play.car, card.kind, card.speed, card.special)
        if alike not in known:
            known[alike] = best_target(worth, card, play.car)
        more = () if leaving or not card.wear else (card.wear,)
        target = known[alike]
        yield Planned(play, target, target.worth - worth.burden(car, *more) + worth.burden(car))


def best_target(worth: Worth, card: RaceCard, number: int) -> Target:
    """The best that a card with a car can lead to."""
    race = worth.scene.race
    move = budget.first_move(card, number, race.cars[number])
    if move.leaving:
        return best_of(worth, outcomes.by_rules(raced(movement.begin(race, card.number, number))), number)
    sit = situation(structs.replace(race, move=move), move)
    if sit.special in outcomes.TWO_PARTS:
        sit = structs.replace(sit, special="")
    left = sit.points - seen_ahead(sit)
    ends = outcomes.ends(structs.replace(sit, points=sit.points - left), {sit.points - left})[sit.points - left]
    if card.special == "clean-air" and not left:
        ends = ends | set(_jumps(worth, ends, number))
    return best_of(worth, ends, number, left)


def seen_ahead(sit: Situation) -> int:
    """For how many points a move is thought through: as long as the joints on the way are few."""
    points, joints = 0, 0
    while points < sit.points and joints <= JOINTS:
        joints += sit.grid.joint[sit.grid.spaces_of(sit.sector + points + 1)[0]]
        points += 1
    return points


def best_of(worth: Worth, ends: Iterable[Outcome], number: int, left: int = 0) -> Target:
    """The best of several outcomes: the likely ones by a rough look are looked at closely."""
    short = sorted(ends, key=worth.rough, reverse=True)[:SHORT_LIST]
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


def route(worth: Worth, start: Race, target: Target | None) -> tuple[Action, ...]:
    """The steps from here that lead to that target, or to the best that was found in time."""
    number, tickets, seen = moving(start).car, count(), set[object]()
    waiting: list[tuple[float, int, Race, tuple[Action, ...]]] = [(0.0, next(tickets), start, ())]
    best: tuple[Action, ...] = ()
    best_worth = float("-inf")
    for _ in range(NODES):
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
    found: list[tuple[Target, Second, Race]] = []
    for wish in offered:
        race = raced(movement.apply(start, wish))
        sit = situation(race, moving(race))
        found.append((best_of(worth, outcomes.ends(sit, {sit.points})[sit.points], wish.car), wish, race))
    target, wish, race = max(found, key=lambda one: one[0].worth)
    return wish, route(worth, race, target)
