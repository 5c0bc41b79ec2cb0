"""The turtle: never a unit of fuel, never a card, never a stop that it need not make."""

from companion.bots.fuel_and_fortune.sight import Sight
from companion.engine import Action, Ask, View
from companion.games.fuel_and_fortune.actions import Discard, Drive, EnterPits, PitStep, SkipRefuelling, StayOut


class Turtle:
    """Always the largest base move; in the lane always Skip; the yardstick of the other drivers."""

    def choose(self, view: View, ask: Ask) -> Action:
        actions = [choice.action for choice in ask.choices if choice.barred is None]
        kinds = {type(action): action for action in actions}
        if StayOut in kinds:
            return kinds[EnterPits if Sight(view).fuel == 0 else StayOut]
        if Discard in kinds:
            return Discard(Sight(view).hand[0])
        if PitStep in kinds:
            return kinds.get(SkipRefuelling, kinds[PitStep])
        plain = [action for action in actions if isinstance(action, Drive) and not action.card and action.distance <= 2]
        return max((action for action in plain if not action.avoid_crash), key=lambda action: action.distance)
