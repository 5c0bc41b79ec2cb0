"""A driver of stock cars: picks a card and a car by looking a segment ahead, then drives what it has planned.

It is given its seat's view and ask; what it remembers of a move that it drives is its own plan for it.
"""

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from companion.bots.stock_car import garage
from companion.bots.stock_car.character import Character
from companion.bots.stock_car.planning import plans, route, second
from companion.bots.stock_car.recall import Scene, recalled
from companion.bots.stock_car.worth import Worth
from companion.engine import Action, Ask, RefereeError, View
from companion.games.stock_car import movement
from companion.games.stock_car.actions import MOVEMENT, Discard, Done, Name, Pass, Pit, Play, Retire, Second
from companion.games.stock_car.state import Race

A = TypeVar("A", bound=Action)


class Plan(Struct):
    """The steps of a move that are still to come."""

    car: int
    steps: tuple[Action, ...]


class StockCarBot:
    """Drives a team in its character; the same seed drives the same race."""

    def __init__(self, character: Character, seed: int) -> None:
        self._character = character
        self._stream = random.Random(seed)
        self._plan = Plan(0, ())

    def choose(self, view: View, ask: Ask) -> Action:
        open_now = [choice.action for choice in ask.choices if choice.barred is None]
        if len(open_now) == 1:
            return self._next(open_now) or open_now[0]
        if isinstance(open_now[0], MOVEMENT):
            return self._next(open_now) or self._rethought(recalled(view), open_now)
        worth = Worth(recalled(view), self._character)
        if any(isinstance(action, Discard) for action in open_now):
            return garage.discard(worth, _only(open_now, Discard)) or Done()
        if any(isinstance(action, Pit) for action in open_now):
            return garage.pit(worth, _only(open_now, Pit)) or _last(open_now)
        if any(isinstance(action, Name) for action in open_now):
            return garage.name(worth, _only(open_now, Name), Done() in open_now)
        return self._segment(worth, open_now)

    def _segment(self, worth: Worth, open_now: Sequence[Action]) -> Action:
        """A card and a car, or a pass if waiting is better; a car is given up only if nothing else is left."""
        planned = list(plans(worth, self._thinkable(worth.scene, _only(open_now, Play))))
        self._stream.shuffle(planned)
        best = max(planned, key=lambda plan: plan.worth, default=None)
        if Pass() in open_now and (best is None or worth.of(worth.base) >= best.worth):
            return Pass()
        if best is None:
            return min(_only(open_now, Retire), key=lambda wish: worth.progress[wish.car])
        start = movement.begin(worth.scene.race, best.play.card, best.play.car).state
        assert isinstance(start, Race)
        self._plan = Plan(best.play.car, route(worth, start, best.target) if start.move else ())
        return best.play

    def _thinkable(self, scene: Scene, plays: Sequence[Play]) -> Sequence[Play]:
        """The hand; where real cards are held the bot has none, and thinks of a hand of them."""
        if scene.cards:
            return plays
        cards = sorted({play.card for play in plays})
        hand = self._stream.sample(cards, min(len(cards), len(scene.mine) + 1))
        return [play for play in plays if play.card in hand]

    def _next(self, open_now: Sequence[Action]) -> Action | None:
        """The next step of the plan, as long as things go by it."""
        steps = self._plan.steps
        if not steps or steps[0] not in open_now:
            self._plan.steps = ()
            return None
        self._plan.steps = steps[1:]
        return steps[0]

    def _rethought(self, scene: Scene, open_now: Sequence[Action]) -> Action:
        """A new plan from what the view tells; if that is not enough, the first thing there is."""
        assert scene.race.move is not None
        worth = Worth(scene, self._character)
        if offered := _only(open_now, Second):
            wish, steps = second(worth, scene.race, offered)
            self._plan = Plan(wish.car, steps)
            return wish
        try:
            start = movement.resumed(scene.race, ("car", "kind", "points", "linked", "locked")).state
        except RefereeError:
            return open_now[0]
        assert isinstance(start, Race)
        self._plan = Plan(scene.race.move.car, route(worth, start, None) if start.move else ())
        return self._next(open_now) or open_now[0]


def _only(actions: Iterable[Action], kind: type[A]) -> list[A]:
    return [action for action in actions if isinstance(action, kind)]


def _last(actions: Sequence[Action]) -> Action:
    """No more stops, where that is open; a stop that must be made, where it is not."""
    return Done() if Done() in actions else actions[0]
