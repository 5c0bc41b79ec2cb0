"""Chapter 4.6 and 5.1: what a turn begins with, and all that needs no choice and no chance."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.gear_dice import damage, pits, planning
from companion.games.gear_dice.events import Blocked
from companion.games.gear_dice.grammar import uses
from companion.games.gear_dice.pits import finish_turn
from companion.games.gear_dice.rounds import end_round, fix_places
from companion.games.gear_dice.state import Race, Told, with_car

PATIENCE = 60
"""So many turns of every car may go by without one question; then nobody can ever move again."""

Go = Callable[[Race], Told]


def settle(race: Race) -> Told:
    """Let happen what needs no choice and no chance."""
    told, left = Told(race), PATIENCE * len(race.cars)
    while (go := _automatic(told.race)) is not None:
        told = told.then(go if left else fix_places)
        left -= 1
    return told


def _automatic(race: Race) -> Go | None:
    if race.waits:
        return None
    if race.turn is None:
        return end_round
    if race.rolled or race.returned:
        return None if race.route or planning.open_lays(race) else finish_turn
    return _start(race)


def _start(race: Race) -> Go | None:
    if race.car.status in ("off", "pit-repairs"):
        return pits.wait
    if pits.coming_back(race):
        return pits.lose_turn if pits.shut_out(race) else None
    if race.route or planning.open_lays(race):
        return None
    return _offer_repairs if race.car.stuck and out_of_dice(race) else _blocked


def out_of_dice(race: Race) -> bool:
    """No die could move this car, whatever the traffic does (A14)."""
    return not uses(race.car.gear, damage.kit(race.car, race.side), planning.house(race))


def _blocked(race: Race) -> Told:
    """The car stays where it is and keeps its gear (4.6)."""
    seat, car = race.driver, replace(race.car, stuck=out_of_dice(race))
    return Told(with_car(race, seat, car), (Blocked(seat),)).then(finish_turn)


def _offer_repairs(race: Race) -> Told:
    return Told(replace(race, pitting="stuck"))
