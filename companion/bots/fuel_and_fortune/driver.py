"""A driver: of the open choices the one it thinks most of."""

import random

from companion.bots.fuel_and_fortune.profiles import Character, shift
from companion.bots.fuel_and_fortune.scores import VALUES, Outlook, pits, skip_score, step_score
from companion.bots.fuel_and_fortune.sight import Sight
from companion.engine import Action, Ask, View
from companion.games.fuel_and_fortune.actions import Discard, Drive, EnterPits, PitStep, SkipRefuelling, StayOut

JITTER = 0.01


class Driver:
    """Weighs every open choice; ties are broken by a stream of its own, so that thinking alters no draw."""

    def __init__(self, character: Character, seed: int) -> None:
        self._character = character
        self._stream = random.Random(seed)

    def choose(self, view: View, ask: Ask) -> Action:
        sight = Sight(view)
        scores = self.scores(sight, ask)
        return max(scores, key=lambda item: item[1] + JITTER * self._stream.random())[0]

    def scores(self, sight: Sight, ask: Ask) -> list[tuple[Action, float]]:
        """Each open choice with what it is thought to be worth."""
        strength = sight.number("ai-shift") / 100
        now = self._character.bent(shift(sight.rank, len(sight.ranking), sight.driven, strength))
        actions = [choice.action for choice in ask.choices if choice.barred is None]
        return [(action, self._score(sight, now, action)) for action in actions]

    def _score(self, sight: Sight, now: Character, action: Action) -> float:
        match action:
            case Drive():
                return Outlook(sight, self._character, now, action).score()
            case EnterPits():
                yes = pits(sight, self._character, sight.fuel, sight.goal - sight.progress[sight.seat])
                return 100.0 if yes else -5.0
            case StayOut():
                return 0.0
            case PitStep():
                return step_score(sight, self._character)
            case SkipRefuelling():
                return skip_score(sight)
            case Discard(card):
                return -VALUES[card]
        raise AssertionError(f"a driver knows no {action!r}")
