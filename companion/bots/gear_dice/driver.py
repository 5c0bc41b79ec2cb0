"""A driver on gear dice: lays what it has planned, and thinks again after every roll."""

import random
from collections.abc import Sequence

from companion.bots.gear_dice.character import Character
from companion.bots.gear_dice.outlook import Outlook
from companion.bots.gear_dice.plan import Plan, Planner
from companion.bots.gear_dice.sight import Eyes, Sight
from companion.engine import Action, Ask, Choice, Text, View
from companion.engine.codec import to_text
from companion.games.gear_dice.actions import CrashAt, Fit, Lay, Pit, Reenter, Unlay
from companion.games.gear_dice.grammar import USES

Moment = tuple[object, ...]


class GearDiceBot:
    """Drives in its character; the same seed drives the same race."""

    def __init__(self, character: Character, seed: int) -> None:
        self._character = character
        self._stream = random.Random(seed)
        self._eyes = Eyes()
        self._outlook: Outlook | None = None
        self._planned: tuple[Moment, Plan | None] | None = None

    def choose(self, view: View, ask: Ask) -> Action:
        choices = [choice for choice in ask.choices if choice.barred is None]
        if len(choices) == 1:
            return choices[0].action
        first = choices[0].action
        if isinstance(first, CrashAt | Reenter):
            return first
        if isinstance(first, Fit):
            return _tyres(view, choices)
        sight = self._eyes.read(view)
        if isinstance(first, Pit):
            return self._pit(sight, choices)
        return self._drive(sight, choices)

    def _pit(self, sight: Sight, choices: Sequence[Choice]) -> Action:
        """Both, where repairs are due; else on."""
        wanted = sight.damage >= self._character.repairs and sight.crossings > 1
        kinds = {choice.action.kind: choice.action for choice in choices if isinstance(choice.action, Pit)}
        if len(kinds) == 1:
            return next(iter(kinds.values()))
        return kinds["both"] if wanted else choices[-1].action

    def _drive(self, sight: Sight, choices: Sequence[Choice]) -> Action:
        menu = {to_text(choice.action): choice.action for choice in choices}
        plan = self._plan(sight)
        if plan is None:
            return self._least_bad(choices)
        for wish in _wishes(plan, sight.route):
            if wish in menu:
                return menu[wish]
        return self._least_bad(choices)

    def _plan(self, sight: Sight) -> Plan | None:
        """The plan of this moment, thought out once."""
        moment = sight.at, sight.gear, sight.rolled, sight.hazards, sight.secured, sight.focus, sight.scene
        if self._planned is None or self._planned[0] != moment:
            if self._outlook is None or self._outlook.road is not sight.road:
                self._outlook = Outlook(sight.road)
            self._planned = moment, Planner(sight, self._outlook, self._character).best()
        return self._planned[1]

    def _least_bad(self, choices: Sequence[Choice]) -> Action:
        """Every way is sure to crash: then slowly."""
        lays = [choice for choice in choices if isinstance(choice.action, Lay)]
        others = [choice.action for choice in choices if not isinstance(choice.action, Lay | Unlay)]
        if others or not lays:
            return others[0] if others else choices[0].action
        slowest = min(_number(choice) for choice in lays)
        return self._stream.choice([choice.action for choice in lays if _number(choice) == slowest])


def _number(choice: Choice) -> int:
    assert isinstance(choice.action, Lay)
    return USES[choice.action.die].number or 9


def _wishes(plan: Plan, route: tuple[str, ...]) -> tuple[str, ...]:
    """What comes next on the way to a plan: take back what it has not, lay what it has, then do it."""
    if plan.deed == "stop":
        return (plan.deed,)
    if route != plan.steps[: len(route)]:
        return ("unlay",)
    if len(route) < len(plan.steps):
        return (f"lay {plan.steps[len(route)]}",)
    return plan.deed, "roll"


def _tyres(view: View, choices: Sequence[Choice]) -> Action:
    """Those of the weather."""
    weather = view.find("weather")
    wet = isinstance(weather, Text) and weather.text == "wet"
    wanted = Fit("rain" if wet else "asphalt")
    return next((choice.action for choice in choices if choice.action == wanted), choices[0].action)
