"""Chapter 4.6: the flag, and how those who are still out there are ranked."""

from msgspec import structs

from companion.engine import Event
from companion.games.stock_car import running_order
from companion.games.stock_car.events import Finished, LedTurn
from companion.games.stock_car.garage import off_board, with_car
from companion.games.stock_car.state import Race


def any_finished(race: Race) -> bool:
    """Whether a car has crossed the line after the full distance."""
    return any(car.status == "finished" for car in race.cars.values())


def cross_line(race: Race) -> tuple[Race, tuple[Event, ...]]:
    """Cars that have gone the full distance leave the board, the first of them with a Turn Leader marker."""
    events: list[Event] = []
    for number in running_order.order(race):
        if race.cars[number].lap <= race.options.laps:
            break
        first = not any_finished(race)
        race, event = _finish(race, number)
        events.append(event)
        if first:
            car = race.cars[number]
            race = with_car(race, number, structs.replace(car, led=car.led + 1))
            events.append(LedTurn(number))
    return race, tuple(events)


def _finish(race: Race, number: int) -> tuple[Race, Event]:
    place = running_order.best_place_left(race)
    return off_board(race, number, "finished", place), Finished(number, place)


def close(race: Race) -> tuple[Race, tuple[Event, ...]]:
    """The race is over: all on the board are ranked as they run."""
    events: list[Event] = []
    for number in running_order.order(race):
        race, event = _finish(race, number)
        events.append(event)
    return structs.replace(race, stage="over", move=None, waiting=(), leader=0), tuple(events)
