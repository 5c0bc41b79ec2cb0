"""Why not: for every action the rule that forbids it now, or None; the first that fits, in the order of the rules page.

The menus ask here for what they bar, the gate for what is on no menu. Drives have a page of their own.
"""

from collections.abc import Callable, Mapping

from companion.engine import Action, Ruling
from companion.games.fuel_and_fortune.actions import Discard, Drive, EnterPits, PitStep, SkipRefuelling, StayOut
from companion.games.fuel_and_fortune.cars import Car
from companion.games.fuel_and_fortune.drives import forbidden
from companion.games.fuel_and_fortune.spots import spot
from companion.games.fuel_and_fortune.state import Race

OVER = Ruling("7.1", "The race is over.")
NOT_ASKED = Ruling("2.7", "It is not your turn to choose.")
CARDS_IN_LANE = Ruling("3.8", "No cards may be used in the pit lane.")
SPEED_LIMIT = Ruling("3.6", "In the pit lane a turn is one box.")
NEUTRALISED = Ruling("6.2", "The safety car is out.")
PITS_FIRST = Ruling("3.3", "First say whether you turn in.")
DISCARD_FIRST = Ruling("5.4", "First discard a card.")
FIRST = {"pits": PITS_FIRST, "discard": DISCARD_FIRST}
NOT_ON_ENTRY = Ruling("3.2", "Only a car on Pit Entry can turn in.")
NOT_OFFERED = Ruling("3.3", "Nobody offered you the pits.")
NO_STEP = Ruling("3.6", "A step from box to box is for the lane only.")
NO_SKIP = Ruling("3.11", "Skip Refuelling works only in the lane.")
LOCKED_SKIP = Ruling("A-44", "Lost Traction: no Skip, one box only.")
NOTHING_TO_SKIP = Ruling("3.12", "There is no box left to skip.")
NO_DISCARD = Ruling("5.4", "There is no card to give up now.")
NOT_IN_HAND = Ruling("5.5", "You do not hold that card.")


def ruling(race: Race, action: Action) -> Ruling | None:
    """Why the seat that is asked may not do that now."""
    return RULINGS[type(action)](race, race.cars[race.asked], action)


def off_menu(race: Race, action: Action) -> Ruling:
    """Why an action that is on no open menu cannot be: the race is over, another seat is asked, or its own rule."""
    if race.awaits == "over":
        return OVER
    if race.awaits in ("grid", "overtake", "chance") or action.by not in (None, race.asked):
        return NOT_ASKED
    return ruling(race, action) or NOT_ASKED


def _drive(race: Race, car: Car, action: Action) -> Ruling | None:
    assert isinstance(action, Drive)
    if car.at not in race.options.track.start:
        return CARDS_IN_LANE if action.card or action.avoid_crash else SPEED_LIMIT
    if race.safety_car.out:
        return NEUTRALISED
    return forbidden(spot(race), action) or FIRST.get(race.awaits)


def _enter(race: Race, car: Car, action: Action) -> Ruling | None:
    on_entry = car.at == race.options.track.entry and race.awaits in ("turn", "pits", "sc-pits")
    return None if on_entry else NOT_ON_ENTRY


def _stay_out(race: Race, car: Car, action: Action) -> Ruling | None:
    return None if race.awaits in ("pits", "sc-pits") else NOT_OFFERED


def _pit_step(race: Race, car: Car, action: Action) -> Ruling | None:
    return NO_STEP if car.at in race.options.track.start else None


def _skip(race: Race, car: Car, action: Action) -> Ruling | None:
    track = race.options.track
    if not track.box(car.at):
        return NO_SKIP
    if car.locked:
        return LOCKED_SKIP
    return NOTHING_TO_SKIP if car.at == track.last_box else None


def _discard(race: Race, car: Car, action: Action) -> Ruling | None:
    assert isinstance(action, Discard)
    if race.awaits != "discard":
        return NO_DISCARD
    return None if action.card in car.hand else NOT_IN_HAND


RULINGS: Mapping[type[Action], Callable[[Race, Car, Action], Ruling | None]] = {
    Drive: _drive,
    EnterPits: _enter,
    StayOut: _stay_out,
    PitStep: _pit_step,
    SkipRefuelling: _skip,
    Discard: _discard,
}
