"""Why not: for every action the rule that forbids it now, or None. The menu and the gate both ask here.

The first reason that fits is given, in the order of the rules page.
"""

from collections.abc import Callable, Mapping

from companion.engine import Action, Ruling
from companion.games.fuel_and_fortune.actions import Discard, Drive, EnterPits, PitStep, SkipRefuelling, StayOut
from companion.games.fuel_and_fortune.cars import Car
from companion.games.fuel_and_fortune.moving import fuel_for, goal, meets_line
from companion.games.fuel_and_fortune.state import Race

OVER = Ruling("7.1", "The race is over.")
NOT_ASKED = Ruling("2.7", "It is not your turn to choose.")
CARDS_IN_LANE = Ruling("3.8", "No cards may be used in the pit lane.")
SPEED_LIMIT = Ruling("3.6", "In the pit lane a turn is one box.")
NEUTRALISED = Ruling("6.2", "The safety car is out.")
PITS_FIRST = Ruling("3.3", "First say whether you turn in.")
DISCARD_FIRST = Ruling("5.4", "First discard a card.")
STANDING = Ruling("A-10", "A car must move at least 1.")
LOCKED = Ruling("5.13", "Lost Traction: exactly 1 this turn.")
LOCKED_CARD = Ruling("A-24", "Lost Traction: no Good Exit, no Late Brake.")
LOCKED_AVOID = Ruling("A-79", "Lost Traction: no Avoid Crash in this house.")
NOT_HELD = {
    "good-exit": Ruling("5.18", "You hold no Good Exit."),
    "late-brake": Ruling("5.19", "You hold no Late Brake."),
    "avoid-crash": Ruling("5.6", "Avoid Crash moves no car; it goes along with a move."),
}
NO_SUCH_CARD = Ruling("5.17", "That card cannot be held or played.")
NO_AVOID = Ruling("5.22", "You hold no Avoid Crash.")
ALONE = Ruling("5.19", "Late Brake: alone here.")
TOO_SHORT = Ruling("A-82", "The card moves its full number.")
NO_FUEL = Ruling("2.3", "Not enough fuel for that.")
SAFE_ZONE = Ruling("A-89", "Safe Zone: nothing to avoid.")
NOTHING_HIT = Ruling("A-87", "No overlap: nothing to avoid.")
NOT_ON_ENTRY = Ruling("3.2", "Only a car on Pit Entry can turn in.")
NOT_OFFERED = Ruling("3.3", "Nobody offered you the pits.")
NO_STEP = Ruling("3.6", "Box by box goes it only in the lane.")
NO_SKIP = Ruling("3.11", "Skip Refuelling works only in the lane.")
LOCKED_SKIP = Ruling("A-44", "Lost Traction: no Skip, one box only.")
NOTHING_TO_SKIP = Ruling("3.12", "There is no box left to skip.")
NO_DISCARD = Ruling("5.4", "There is no card to give up now.")
NOT_IN_HAND = Ruling("5.5", "You do not hold that card.")


def ruling(race: Race, action: Action) -> Ruling | None:
    """Why the seat that is asked may not do that now."""
    return RULINGS[type(action)](race, race.cars[race.asked], action)


def off_menu(race: Race, action: Action) -> Ruling:
    """Why nobody, or somebody else, is asked."""
    return OVER if race.awaits == "over" else NOT_ASKED


def _drive(race: Race, car: Car, action: Action) -> Ruling | None:
    assert isinstance(action, Drive)
    track = race.options.track
    if car.at not in track.start:
        return CARDS_IN_LANE if action.card or action.avoid_crash else SPEED_LIMIT
    if race.awaits != "turn":
        return NEUTRALISED if race.safety_car.out else DISCARD_FIRST if race.awaits == "discard" else PITS_FIRST
    if action.distance < 1:
        return STANDING
    if car.locked and (why := _locked(race, action)):
        return why
    if (action.card or action.avoid_crash) and (why := _cards(race, car, action)):
        return why
    least, free = race.options.free_moves[action.card]
    if action.distance < least:
        return TOO_SHORT
    if action.distance > free + car.fuel:
        return NO_FUEL
    return _avoid(race, car, action) if action.avoid_crash else None


def _locked(race: Race, action: Drive) -> Ruling | None:
    if action.distance > 1:
        return LOCKED
    if action.card:
        return LOCKED_CARD
    return LOCKED_AVOID if action.avoid_crash and not race.options.avoid_under_lost_traction else None


def _cards(race: Race, car: Car, action: Drive) -> Ruling | None:
    """Cards that are not there, or not to be used from here."""
    card = action.card
    if card is not None and (card not in race.options.free_moves or card not in car.hand):
        return NOT_HELD.get(card, NO_SUCH_CARD)
    if action.avoid_crash and "avoid-crash" not in car.hand:
        return NO_AVOID
    return ALONE if card == "late-brake" and not race.rivals_at(car.at, race.turn) else None


def _avoid(race: Race, car: Car, action: Drive) -> Ruling | None:
    """Avoid Crash is for a move that ends among cars, and for no other."""
    options = race.options
    track = options.track
    end = goal(track, car, action.distance)
    place = track.place(end)
    if place in track.safe:
        return SAFE_ZONE
    spared = action.card == "late-brake" and options.late_brake_immune
    dry = car.fuel == fuel_for(options, action.distance, action.card)
    if spared or end // track.size >= track.laps or (dry and meets_line(track, car, end)):
        return NOTHING_HIT
    return None if race.rivals_at(place, race.turn) else NOTHING_HIT


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
