"""A driver that takes any open choice."""

import random

from companion.engine import Action, Ask, View


class RandomBot:
    """Every open choice is equally likely; the same seed drives the same race."""

    def __init__(self, seed: int) -> None:
        self._stream = random.Random(seed)

    def choose(self, view: View, ask: Ask) -> Action:
        return self._stream.choice([choice.action for choice in ask.choices if choice.barred is None])
