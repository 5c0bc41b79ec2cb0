"""Fuel and Fortune: the table of contents."""

from collections.abc import Callable, Mapping
from functools import partial

from companion.engine import (
    Action,
    Draw,
    Drawn,
    NotPending,
    Over,
    Pending,
    Resume,
    Seat,
    Step,
    View,
    check_drawn,
    permit,
)
from companion.games.fuel_and_fortune import (
    chance_cards,
    decks,
    line_up,
    menus,
    moving,
    overtaking,
    patching,
    pit_lane,
    refusals,
    safety_car,
    start,
    turns,
    views,
)
from companion.games.fuel_and_fortune.actions import (
    ACTIONS,
    Discard,
    Drive,
    EnterPits,
    PitStep,
    SkipRefuelling,
    StayOut,
)
from companion.games.fuel_and_fortune.events import EVENTS
from companion.games.fuel_and_fortune.options import OPTIONS
from companion.games.fuel_and_fortune.state import Race, Told


def _over(race: Race) -> Over:
    return Over(race.ranking)


PENDING: Mapping[str, Callable[[Race], Pending]] = {
    "grid": start.pending_slot,
    "turn": menus.turn,
    "pits": menus.pits,
    "overtake": decks.pending_overtake,
    "chance": decks.pending_chance,
    "discard": menus.discard,
    "sc-pits": menus.pits,
    "sc-lane": menus.lane,
    "over": _over,
}
"""What the race waits for, by the word in its state."""


def _neutral(race: Race, told: Told) -> Race:
    return safety_car.go_on(race, told) if race.safety_car.out else line_up.deploy(race, told)


AT_ONCE: Mapping[str, Callable[[Race, Told], Race]] = {"turn-end": turns.end_turn, "safety-car": _neutral}
"""What needs no choice and no chance."""


class FuelAndFortune:
    """The rules of the game."""

    name = "fuel-and-fortune"
    edition = 1
    options = OPTIONS
    actions = ACTIONS
    events = EVENTS
    draws = ("grid", "overtake", "chance")
    state = Race

    def setup(self, seats: tuple[Seat, ...], options: Mapping[str, object]) -> Race:
        return start.entered(seats, options)

    def pending(self, race: Race) -> Pending:
        """Worked out once for each state: the menu that is shown is the one that the gate asks."""
        known: Pending | None = race.__dict__.get("pending")
        if known is None:
            known = race.__dict__["pending"] = PENDING[race.awaits](race)
        return known

    def apply(self, race: Race, move: Action | Drawn) -> Step:
        told: Told = []
        if isinstance(move, Drawn):
            after = _drawn(race, self.pending(race), move, told)
        elif isinstance(move, Resume):
            after = race if move.patch is None else _resumed(patching.patched(race, move.patch), told)
        else:
            why = partial(refusals.off_menu, race)
            after = _act(race, permit(self.pending(race), move, why), told)
        while (go_on := AT_ONCE.get(after.awaits)) is not None:
            after = go_on(after, told)
        return Step(after, tuple(told))

    def view(self, race: Race, viewer: Seat | None) -> View:
        return views.view(race, viewer)


def _act(race: Race, action: Action, told: Told) -> Race:
    match action:
        case Drive():
            return moving.drive(race, action, told)
        case Discard(card):
            return chance_cards.discard(race, card, told)
        case _:
            return ACTS[type(action), race.awaits](race, told)


ACTS: Mapping[tuple[type[Action], str], Callable[[Race, Told], Race]] = {
    (EnterPits, "turn"): pit_lane.enter_as_turn,
    (PitStep, "turn"): pit_lane.step_as_turn,
    (SkipRefuelling, "turn"): pit_lane.skip_as_turn,
    (EnterPits, "pits"): pit_lane.turn_in,
    (StayOut, "pits"): pit_lane.stay_out,
    (EnterPits, "sc-pits"): safety_car.turn_in,
    (StayOut, "sc-pits"): safety_car.stay_out,
    (PitStep, "sc-lane"): safety_car.step,
    (SkipRefuelling, "sc-lane"): safety_car.skip,
}
"""The short answers, by what the race waits for."""


def _drawn(race: Race, pending: Pending, drawn: Drawn, told: Told) -> Race:
    if not isinstance(pending, Draw):
        raise NotPending(f"no draw is due, least of all {drawn.name}")
    check_drawn(pending, drawn)
    (outcome,) = drawn.outcomes
    match race.awaits:
        case "grid":
            return start.slot_drawn(race, outcome)
        case "overtake":
            return overtaking.resolve(race, outcome, told)
        case _:
            return chance_cards.resolve(race, outcome, told)


def _resumed(race: Race, told: Told) -> Race:
    """A car that is to lose its turn loses it at once."""
    if race.awaits == "turn" and race.cars[race.turn].out_turns:
        return turns.first_of(race, race.order[race.order.index(race.turn) :], told)
    return race


RULES = FuelAndFortune()
