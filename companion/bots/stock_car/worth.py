"""How good a position is for a team: the places it may expect, counted against every rival's car.

A car's prospect is where it is, and how far it may yet be carried: by its own card, and by cars in line with it that
will be moved this turn or the next.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.bots.stock_car.character import Character
from companion.bots.stock_car.recall import Scene
from companion.games.stock_car import running_order
from companion.games.stock_car.budget import penalty
from companion.games.stock_car.reach import Outcome
from companion.games.stock_car.state import Car, Wear
from companion.games.stock_car.wear import FULL, TEMPORARY

SPEED = 6.0
"""What a car covers with a card of its own."""

CARRIED = 4.0
"""What a car covers when another one in line with it is moved and takes it along."""

PULLED, PUSHED, MINE = 0.5, 0.45, 0.75
"""How likely a car ahead, a car behind, a team mate takes it along."""

LATER = 0.35
"""A car that has been moved already counts for the next turn, by when much may have changed."""

FAR = 3
"""Cars in line beyond so many add little."""

FINISHED = 30.0
"""A car over the line is ahead of all that are not."""

BURDEN = (0.0, 0.15, 0.4, 1.6, 2.6, 3.8, 6.0)
"""Places that so many markers cost a car over the rest of a long race."""

LASTING = 1.4
"""A marker that no pit stop takes off weighs more."""

JUMP_BACK = 8
"""A displaced car never falls further back than that in a single move."""


class Chances(Struct, frozen=True):
    """Sectors that each car may still cover by a card of its own, and by taking along whom it pulls or pushes."""

    card: dict[int, float]
    pull: dict[int, float]
    push: dict[int, float]


class Worth:
    """The worth of the positions that one scene leads to."""

    def __init__(self, scene: Scene, character: Character) -> None:
        self.scene, self.character = scene, character
        race = scene.race
        self.grid, self.cars = race.options.track.grid, race.cars
        self.base: Outcome = frozenset(
            (self.grid.index[car.at], number) for number, car in race.cars.items() if car.status == "racing"
        )
        self.progress = {n: running_order.progress(race, n) for n, car in race.cars.items() if car.at}
        self.front = max(self.progress.values(), default=0)
        self.left = max(0.15, min(1.0, (scene.distance - self.front) / 30))
        self.blur = 1.5 + 4.5 * self.left
        self.distance = scene.distance
        self._rivals = self._weights()
        self._chances = dict[int, Chances]()

    def _weights(self) -> Mapping[str, float]:
        """How much it counts to be ahead of each other team."""
        race, me = self.scene.race, self.scene.me
        rivals = [seat for seat in race.options.seats if seat != me]
        means = {seat: self._mean(race.options.cars[seat]) for seat in rivals}
        best = max(rivals, key=lambda seat: means[seat])
        return {seat: 1.0 + self.character.mischief * (seat == best) for seat in rivals}

    def _mean(self, numbers: Iterable[int]) -> float:
        there = [self.progress[number] for number in numbers if number in self.progress]
        return sum(there) / len(there) if there else 0.0

    def covered(self, space: int, number: int) -> int:
        """Sectors since the start once a car has come to this space."""
        before = self.progress[number]
        gone = (self.grid.sector[space] - before + JUMP_BACK) % self.grid.sectors - JUMP_BACK
        return before + gone

    def rough(self, outcome: Outcome) -> float:
        """What has been gained by sectors alone: quick, to sort out the worst."""
        total, share = 0.0, 1.0 / max(1, len(self.cars) // max(1, len(self.scene.mine)))
        for space, number in outcome - self.base:
            gone = self.covered(space, number) - self.progress[number]
            total += gone if self.cars[number].seat == self.scene.me else -gone * share
        return total

    def of(self, outcome: Outcome, used: int = 0) -> float:
        """Places to be expected; `used` is the car whose segment led there."""
        where = dict(outcome)
        prospect = {number: float(gone) for number, gone in self.progress.items()}
        if used not in self._chances:
            self._chances[used] = self._weighed(used)
        chances = self._chances[used]
        for space, number in outcome:
            prospect[number] = self._prospect(where, space, number, chances)
        for number, ahead in chances.card.items():
            prospect[number] += ahead
        return self._places(prospect) + self._led(prospect)

    def _weighed(self, used: int) -> "Chances":
        """What every car will do for itself and for its neighbours once that car is used."""
        card, pull, push = dict[int, float](), dict[int, float](), dict[int, float]()
        for number in self.progress:
            car = self.cars[number]
            now = LATER if car.used or number == used else 1.0
            card[number] = now * max(0.0, SPEED - penalty(len(car.wear))) * self.left
            carried = now * CARRIED * self.character.company * self.left
            mine = car.seat == self.scene.me
            pull[number] = carried * (MINE if mine else PULLED)
            push[number] = carried * (MINE if mine else PUSHED)
        return Chances(card, pull, push)

    def _prospect(self, where: Mapping[int, int], space: int, number: int, chances: "Chances") -> float:
        covered = self.covered(space, number)
        if covered > self.distance:
            return covered + FINISHED
        company = _along(where, space, self.grid.ahead, chances.pull)
        return covered + company + _along(where, space, self.grid.behind, chances.push)

    def _places(self, prospect: Mapping[int, float]) -> float:
        mine = [prospect[number] for number in self.scene.mine if number in prospect]
        total, blur = 0.0, self.blur
        for number, theirs in prospect.items():
            weight = self._rivals.get(self.cars[number].seat)
            if weight is not None:
                for own in mine:
                    gap = own - theirs
                    total += weight * gap / (blur + abs(gap))
        return total / 2

    def _led(self, prospect: Mapping[int, float]) -> float:
        """A point for each car that leads a turn for the first time, more for the first place."""
        best = max(prospect, key=prospect.__getitem__, default=0)
        if not best or self.cars[best].seat != self.scene.me:
            return 0.0
        return self.character.lead * (1.0 if self.cars[best].led == 0 else 0.5)

    def burden(self, car: Car, *more: Wear) -> float:
        """Places that a car's wear costs, with these markers added."""
        wear = (*car.wear, *more)
        lasting = sum(kind not in TEMPORARY for kind in wear)
        weight = 1 + (LASTING - 1) * lasting / max(1, len(wear))
        return BURDEN[min(len(wear), FULL)] * weight * self.left * self.character.wear


def _along(
    where: Mapping[int, int], space: int, ways: tuple[tuple[int, ...], ...], weights: Mapping[int, float]
) -> float:
    """What the row on that side is expected to do for a car."""
    total = 0.0
    for _ in range(FAR):
        for near in ways[space]:
            if near in where:
                break
        else:
            return total
        total += weights[where[near]]
        space = near
    return total
