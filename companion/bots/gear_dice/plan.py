"""What to do with a turn: which way, and whether to roll it flat out, die by die, or to stop here.

Everything is worth so many spaces. A way rolled die by die is worth what its best decisions make of it.
"""

from collections.abc import Iterator
from heapq import nlargest

from msgspec import Struct

from companion.bots.gear_dice.character import Character
from companion.bots.gear_dice.outlook import Outlook
from companion.bots.gear_dice.rolls import Deed, Rolls, Stop
from companion.bots.gear_dice.sight import Sight
from companion.games.gear_dice.adviser import Sweep
from companion.games.gear_dice.grammar import read
from companion.games.gear_dice.odds import WHOLE, Pool
from companion.games.gear_dice.stretch import stretch

HOME = 12.0
"""What it is worth to have crossed the line for the last time."""
TURN = 4.5
"""Spaces that a turn is worth."""
TOKEN = 1.5
"""Spaces that a token of damage costs in the rest of a race."""
SPIN = 1.0
GEAR = 0.08
"""What a gear more is worth: who is faster plays first, and may pass."""
PIT = 4.0
MOST_FOCUS = 8
LONGEST = 5
"""So many of the ways that promise most flat out, and twice as many of those that promise most die by die."""


class Plan(Struct, frozen=True):
    """The way, the first thing to do on it, and what it is worth."""

    steps: tuple[str, ...]
    deed: Deed
    worth: float


class Planner:
    """Plans one moment of a turn."""

    def __init__(self, sight: Sight, outlook: Outlook, character: Character) -> None:
        self.sight = sight
        self.outlook = outlook
        self.character = character
        turn = sight.turn
        depth = turn.kit.gear + turn.kit.coast + (turn.kit.brake if turn.house.redline else 0)
        self.stretch = stretch(sight.scene, sight.seat, sight.at, depth)
        self.sweep = Sweep(self.stretch, turn, depth)

    def best(self) -> Plan | None:
        """The best there is to do; nothing, where every way is sure to lose control and the car must move."""
        plans = [plan for way in self._promising() for plan in self._plans(way)]
        if self.sight.rolled:
            plans.append(Plan((), "stop", self._here()))
        return max(plans, key=lambda plan: plan.worth, default=None)

    def _here(self) -> float:
        return self._worth(0, self.sight.gear) + self._focus(self.sight.focus)

    def _promising(self) -> Iterator[tuple[str, ...]]:
        """A few ways that are worth a closer look."""
        ends = self.sweep.everywhere()
        flat = {key: self._flat_out(key, risk / WHOLE) for key, (risk, _) in ends.items()}
        calm = {key: self._worth(key[1], key[0]) - 2 * risk / WHOLE for key, (risk, _) in ends.items()}
        chosen = dict.fromkeys(
            [*nlargest(LONGEST, flat, flat.__getitem__), *nlargest(2 * LONGEST, calm, calm.__getitem__)]
        )
        return (self.sweep.steps_to(ends[key][1]) for key in chosen)

    def _flat_out(self, key: tuple[int, int], risk: float) -> float:
        gear, place = key
        return (1 - risk) * self._worth(place, gear) + risk * self._wreck(place, gear)

    def _plans(self, way: tuple[str, ...]) -> Iterator[Plan]:
        stops = tuple(self._stops(way))
        sight = self.sight
        rolls = Rolls(stops, sight.threshold, self._focus)
        for deed, worth in rolls.deeds(0, sight.hazards, sight.secured, sight.focus):
            yield Plan(way, deed, worth)
        if not sight.rolled and not sight.secured:
            yield Plan(way, "roll-flat-out", rolls.flat_out(sight.hazards, sight.focus))

    def _stops(self, way: tuple[str, ...]) -> Iterator[Stop]:
        place, held = 0, self.sight.gear
        road = self.sight.road
        for step in way:
            use, space = read(step)
            link = road.link(self.stretch.places[place], space)
            assert link is not None
            gear = use.gear(held)
            hazards = road.crossing(link, held, gear).hazards
            laps = self.stretch.laps[place] + link.finish
            place = next(n for n, id in enumerate(self.stretch.places) if id == space and self.stretch.laps[n] == laps)
            pool = Pool().plus(use.dice, hazards)
            yield Stop(self._worth(place, gear), self._wreck(place, gear), pool, use.cost())
            held = gear

    def _worth(self, place: int, gear: int) -> float:
        """To stand on a place at the end of the turn."""
        far = self.stretch.progress[place] / 2
        if self._home(place):
            return far + HOME
        at = self.stretch.places[place]
        return far + self.outlook.of(at, gear) + GEAR * gear + self._pit(at, gear)

    def _pit(self, at: str, gear: int) -> float:
        """A car that needs repairs looks for the way in."""
        space = self.sight.road.spaces[at]
        wanted = self.sight.damage >= self.character.repairs and self.sight.crossings > 1
        return PIT if wanted and gear == 1 and space.edge and space.limit is None else 0.0

    def _wreck(self, place: int, gear: int) -> float:
        """To lose control on a place, in a gear."""
        far = self.stretch.progress[place] / 2
        if self._home(place):
            return far + HOME
        danger = self.sight.road.danger(self.stretch.places[place])
        cost = SPIN if gear < 3 else 2 * TURN + SPIN + TOKEN * max(0, gear + danger - 5)
        return far + TURN - self.character.nerves * cost

    def _home(self, place: int) -> bool:
        return self.stretch.laps[place] >= self.sight.crossings

    def _focus(self, count: int) -> float:
        """What focus is worth to keep: every further token less."""
        counted = min(count, MOST_FOCUS)
        return self.character.focus * counted * (1 - counted / (2 * MOST_FOCUS))
