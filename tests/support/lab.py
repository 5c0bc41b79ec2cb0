"""Races of bots for statistics: seats alternate on pole, every race has a stream of its own."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.bots import Bot, make_bot
from companion.bots.lab import Entry, race_with
from companion.bots.tallies import TALLIES, Tally
from companion.engine import Action, Ask, View
from companion.games import load

Maker = Callable[[int], Bot]


class CarefulRandom:
    """Any open choice, but none that warns of a warp where another does not."""

    def __init__(self, seed: int) -> None:
        self._stream = random.Random(seed)

    def choose(self, view: View, ask: Ask) -> Action:
        open_choices = [choice for choice in ask.choices if choice.barred is None]
        calm = [choice for choice in open_choices if not "".join(choice.warning).startswith("NO FUEL")]
        return self._stream.choice(calm or open_choices).action


def profile(game: str, name: str) -> Maker:
    return lambda seed: make_bot(game, name, seed)


def match(game: str, makers: Sequence[Maker], races: int, options: Mapping[str, object], seed: int = 0) -> Counter[int]:
    """How often each of the makers' bots wins; who starts where rotates from race to race."""
    wins: Counter[int] = Counter()
    colours = ("red", "blue", "green", "yellow", "black", "white")[: len(makers)]
    rules = load(game).rules
    for race in range(races):
        turned = [(index + race) % len(makers) for index in range(len(makers))]
        bots = {colour: makers[who](1000 * race + who) for colour, who in zip(colours, turned, strict=True)}
        entry = Entry(game, colours, options, {})
        tally: Tally = TALLIES[game]()
        ranking = race_with(rules, entry, bots, random.Random(f"{seed}/{race}").randrange, tally)
        wins[turned[colours.index(ranking[0])]] += 1
    return wins


def within(observed: float, expected: float, error: float, sigmas: float = 4.0) -> bool:
    """Whether two figures agree within that many standard errors."""
    return abs(observed - expected) <= sigmas * error
