"""Gear dice: the contents page. Each chapter of the rules has a file of its own."""

from collections.abc import Callable, Mapping

from companion.engine import (
    Action,
    Ask,
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
from companion.games.gear_dice import control, damage, flat_out, patching, pits, planning, rolling, views
from companion.games.gear_dice.actions import (
    ACTIONS,
    CrashAt,
    Fit,
    Lay,
    NoPit,
    Pit,
    Reenter,
    Roll,
    RollFlatOut,
    Secure,
    Stop,
    Unlay,
)
from companion.games.gear_dice.events import EVENTS
from companion.games.gear_dice.options import OPTIONS, read_options
from companion.games.gear_dice.rounds import started
from companion.games.gear_dice.rulings import why
from companion.games.gear_dice.state import Car, Race, Told
from companion.games.gear_dice.turns import settle


class GearDice:
    """The four functions."""

    name = "gear-dice"
    edition = 1
    options = OPTIONS
    actions = ACTIONS
    events = EVENTS
    draws = ("grid", "dice", "damage")
    state = Race

    def setup(self, seats: tuple[Seat, ...], options: Mapping[str, object]) -> Race:
        """Everybody in gear 0, not yet on the grid (4.7)."""
        chosen = read_options(seats, options)
        cars = {seat: Car(tyres=chosen.tyres[seat]) for seat in seats}
        bag = damage.full_bag(chosen.weather_tokens)
        return Race(options=chosen, weather=chosen.weather, cars=cars, bag=bag)

    def pending(self, state: Race) -> Pending:
        if state.places:
            return Over(state.places)
        if not state.line_up:
            return Draw("grid", (dict.fromkeys(state.cars, 1),), bag=True, count=len(state.cars))
        if state.rolling:
            return rolling.draw(state) if state.rolling == "step" else flat_out.draw(state)  # 6.2, 6.3
        if state.tokens:
            return damage.draw(state)  # 3
        return self._ask(state)

    def _ask(self, state: Race) -> Ask:
        if state.results:
            return planning.ask_after_crash(state)  # 6.3
        if state.pitting:
            return pits.ask_to_pit(state)  # 7.1
        return pits.ask_back(state) if pits.coming_back(state) else planning.ask(state)  # 5.1, 6.1

    def apply(self, state: Race, move: Action | Drawn) -> Step:
        if isinstance(move, Resume):
            told = Told(state if move.patch is None else patching.resumed(state, move.patch))
        elif isinstance(move, Drawn):
            told = self._drawn(state, move)
        else:
            pending = self.pending(state)
            told = _act(state, permit(pending, move, lambda wish: why(state, pending, wish)))
        settled = told.then(settle)
        return Step(settled.race, settled.events)

    def _drawn(self, state: Race, drawn: Drawn) -> Told:
        pending = self.pending(state)
        if not isinstance(pending, Draw):
            raise NotPending(f"the race does not wait for {drawn.name}")
        check_drawn(pending, drawn)
        if drawn.name == "grid":
            return started(patching.on_grid(state, drawn.outcomes))
        if drawn.name == "damage":
            return control.take_tokens(state, drawn.outcomes)
        rolled = rolling.rolled if state.rolling == "step" else flat_out.rolled
        return rolled(state, drawn.outcomes)

    def view(self, state: Race, viewer: Seat | None) -> View:
        return views.view(state, viewer)


def _act(race: Race, wish: Action) -> Told:
    """One line an action that has values; the rest are looked up."""
    match wish:
        case Lay():
            return planning.lay(race, wish)
        case CrashAt(step):
            return flat_out.crash_at(race, step)
        case Pit():
            return pits.pit(race, wish)
        case Fit():
            return pits.fit(race, wish)
    return PLAIN[type(wish)](race)


PLAIN: Mapping[type[Action], Callable[[Race], Told]] = {
    Unlay: planning.unlay,
    Roll: rolling.roll,
    RollFlatOut: flat_out.roll,
    Secure: rolling.secure,
    Stop: pits.finish_turn,
    NoPit: pits.stay,
    Reenter: pits.reenter,
}

RULES = GearDice()
