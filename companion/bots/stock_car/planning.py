"""Looking ahead within a segment: all that a card and a car can lead to, and the steps that lead there."""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count

from msgspec import Struct, msgpack, structs

from companion.bots.stock_car.worth import Worth
from companion.engine import Action, Step
from companion.games.stock_car import budget, movement, outcomes
from companion.games.stock_car.actions import Play, Second
from companion.games.stock_car.cards import RACE_CARDS, RaceCard
from companion.games.stock_car.reach import Outcome
from companion.games.stock_car.situation import situation, special_of
from companion.games.stock_car.state import Move, Race

SHORT_LIST = 8
"""So many outcomes of a card are looked at closely."""

NODES = 60
"""So many positions are looked at on the way to an outcome."""

LANE = 0.4
"""A wrong lane, in sectors."""


class Planned(Struct, frozen=True):
    """A card for a car, where it should lead, and what that is worth."""

    play: Play
    end: Outcome
    worth: float


def plans(worth: Worth, plays: Iterable[Play]) -> Iterator[Planned]:
    """The best that each of these plays can lead to; cards that differ in wear only are tried once."""
    ends = dict[tuple[object, ...], tuple[Outcome, float]]()
    for play in plays:
        card, car = RACE_CARDS[play.card], worth.cars[play.car]
        leaving = car.status == "pitted"
        alike = (play.car, card.pit) if leaving else (play.car, card.kind, card.speed, card.special)
        if alike not in ends:
            ends[alike] = best_end(worth, card, play.car)
        end, value = ends[alike]
        more = () if leaving or not card.wear else (card.wear,)
        yield Planned(play, end, value - worth.burden(car, *more) + worth.burden(car))


def best_end(worth: Worth, card: RaceCard, number: int) -> tuple[Outcome, float]:
    """The best of the outcomes of a card with a car."""
    return best_of(worth, reachable(worth, card, number), number)


def best_of(worth: Worth, ends: Iterable[Outcome], number: int) -> tuple[Outcome, float]:
    """The best of several outcomes: the likely ones by a rough look are looked at closely."""
    short = sorted(ends, key=worth.rough, reverse=True)[:SHORT_LIST]
    best = max(short, key=lambda end: worth.of(end, number))
    return best, worth.of(best, number)


def reachable(worth: Worth, card: RaceCard, number: int) -> set[Outcome]:
    """The outcomes of a card; a card of two parts without its second one, but for Clean Air's jump."""
    race = worth.scene.race
    move = budget.first_move(card, number, race.cars[number])
    if move.leaving:
        return outcomes.by_rules(raced(movement.begin(race, card.number, number)))
    sit = situation(structs.replace(race, move=move), move)
    if sit.special not in outcomes.TWO_PARTS:
        return outcomes.ends(sit)
    ends = outcomes.ends(structs.replace(sit, special=""))
    return ends | set(_jumps(worth, ends, number)) if sit.special == "clean-air" else ends


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


def route(worth: Worth, start: Race, end: Outcome | None) -> tuple[Action, ...]:
    """The steps from here that lead to that outcome, or to the best that was found in time."""
    number, tickets, seen = moving(start).car, count(), set[object]()
    waiting: list[tuple[float, int, Race, tuple[Action, ...]]] = [(0.0, next(tickets), start, ())]
    best: tuple[Action, ...] = ()
    best_worth = float("-inf")
    for _ in range(NODES):
        if not waiting:
            break
        _, _, race, path = heappop(waiting)
        if arrived(race):
            there = positions(race)
            if there == end:
                return path
            if (value := worth.of(there, number)) > best_worth:
                best, best_worth = path, value
            continue
        for action, after in steps_from(race):
            key = (positions(after), msgpack.encode(after.move))
            if key not in seen:
                seen.add(key)
                heappush(waiting, (distance(worth, after, end), next(tickets), after, (*path, action)))
    return best


def arrived(race: Race) -> bool:
    """Whether the car has gone as far as it goes; the second car of Teamwork is another matter."""
    move = race.move
    return move is None or (not move.points and not move.doing and special_of(move) == "teamwork")


def steps_from(race: Race) -> Iterator[tuple[Action, Race]]:
    """What is open now, and what it leads to."""
    for choice in movement.choices(race):
        if choice.barred is None:
            yield choice.action, raced(movement.apply(race, choice.action))


def distance(worth: Worth, race: Race, end: Outcome | None) -> float:
    """How far a position is from the one that is wanted; without one, how little has been gained."""
    there = positions(race)
    if end is None:
        return -worth.rough(there)
    sector = worth.grid.sector
    now = {number: space for space, number in there}
    return sum(abs(sector[space] - sector[now.get(number, space)]) + LANE for space, number in end - there)


def positions(race: Race) -> Outcome:
    """Where everybody on the track stands."""
    index = race.options.track.grid.index
    return frozenset((index[car.at], number) for number, car in race.cars.items() if car.status == "racing")


def moving(race: Race) -> Move:
    """The move under way."""
    assert race.move is not None
    return race.move


def raced(step: Step) -> Race:
    assert isinstance(step.state, Race)
    return step.state


def second(worth: Worth, start: Race, offered: Iterable[Second]) -> tuple[Second, tuple[Action, ...]]:
    """Teamwork: the team mate that makes the most of its 3 points, and how."""
    found: list[tuple[float, Second, Race, Outcome]] = []
    for wish in offered:
        race = raced(movement.apply(start, wish))
        end, value = best_of(worth, outcomes.ends(situation(race, moving(race))), wish.car)
        found.append((value, wish, race, end))
    _, wish, race, end = max(found, key=lambda one: one[0])
    return wish, route(worth, race, end)
