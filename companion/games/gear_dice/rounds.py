"""Chapter 5 and 4.7: the end of a turn, the end of a round, and the end of the race."""

from msgspec.structs import replace

from companion.games.gear_dice import flags
from companion.games.gear_dice.events import Finished, RoundStarted
from companion.games.gear_dice.order import round_order, standings
from companion.games.gear_dice.state import Car, Race, Told, with_car

CLOCK = {-1: 120, 0: 60, 1: 50, 2: 40, 3: 30, 4: 20, 5: 15, 6: 10}
"""Solo: seconds that a turn costs, by the marker in which it ends (4.7)."""


def started(race: Race) -> Told:
    """Fix the order of this round (5.3, 5.4)."""
    order = round_order(race)
    race = replace(race, line_up=order, order=order, turn=order[0] if order else None)
    return Told(race, (RoundStarted(race.round),))


def end_turn(race: Race) -> Told:
    """Lay the marker of the gear reached; a car that has crossed for the last time leaves the road."""
    car = timed(race, race.car)
    if race.driver in race.finishers:
        car = replace(car, status="finished")
    order = tuple(seat for seat in race.order if seat != race.turn)
    race = replace(cleared(with_car(race, race.driver, car)), order=order, turn=order[0] if order else None)
    return Told(flags.separated(race))


def timed(race: Race, car: Car) -> Car:
    """Solo, a turn costs time."""
    solo = len(race.cars) == 1
    return replace(car, seconds=car.seconds + CLOCK[car.marker]) if solo else car


def cleared(race: Race) -> Race:
    """Nothing laid, rolled or due: how every turn begins."""
    return replace(
        race,
        route=(),
        rolled=(),
        hazards=0,
        secured=0,
        results=(),
        thrown=(),
        rolling="",
        tokens=0,
        pitting="",
        returned=False,
    )


def end_round(race: Race) -> Told:
    """Old flags come off; the race is over if a car has finished in this round, else the next round begins."""
    told = flags.age(race)
    if race.finishers:
        return told.then(fix_places)
    return Told(replace(told.race, round=race.round + 1), told.events).then(started)


def fix_places(race: Race) -> Told:
    """The race is over as it stands now."""
    places = standings(race)
    told = tuple(Finished(seat, place) for place, seat in enumerate(places, 1))
    return Told(replace(cleared(race), places=places, order=(), turn=None), told)
