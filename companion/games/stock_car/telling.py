"""A planned step put back into the race: the cars that moved, the move's bookkeeping, and the events in order."""

from msgspec import structs

from companion.engine import Event
from companion.games.stock_car.events import Bumped, Linked, Moved, Pushed, Shoved, Swapped
from companion.games.stock_car.situation import Plan, Situation
from companion.games.stock_car.state import Car, Move, Race
from companion.games.stock_car.steps import Made


def carried_out(race: Race, move: Move, plan: Plan, made: Made) -> Race:
    """The race after the step: who stands where, and what is left of the move."""
    names, laps = made.sit.grid.names, made.sit.laps
    cars = dict(race.cars)
    for number, _, end in plan.shifts:
        cars[number] = _shifted(cars[number], names[end], laps[number])
    off_apron = move.car in race.apron and bool(plan.moved)
    apron = tuple(number for number in race.apron if number != move.car) if off_apron else race.apron
    return structs.replace(race, cars=cars, move=remaining(move, made.sit), apron=apron)


def _shifted(car: Car, at: str, lap: int) -> Car:
    return structs.replace(car, at=at, lap=lap, status="racing")


def remaining(move: Move, sit: Situation) -> Move:
    """The move as it goes on."""
    names = sit.grid.names
    return structs.replace(
        move,
        points=sit.points,
        linked=sit.linked,
        locked=sit.locked,
        visited=tuple(names[space] for space in sit.visited),
        through={names[start]: names[end] for start, end in sit.through},
        alone=sit.alone,
        slung=sit.slung,
        doing="",
        answers=(),
    )


def told(race: Race, move: Move, plan: Plan, made: Made) -> tuple[Event, ...]:
    """What a step looked like: pulled in, displaced (farthest first), moved (front car first), run into."""
    if plan.swap:
        return (Swapped(move.car, plan.moved[1][0]),)
    if plan.cost and not plan.moved:
        return (Bumped(move.car),)
    names, cars = made.sit.grid.names, race.cars
    displaced = Shoved if plan.shoved else Pushed
    return (
        *map(Linked, plan.pulled),
        *(displaced(number, cars[number].at, names[end]) for number, _, end in plan.displaced),
        *(Moved(number, cars[number].at, names[end]) for number, _, end in plan.moved),
        *map(Linked, made.met),
    )
