"""Everything that is true now: what you would photograph to go on tomorrow."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.engine import Event, Problem, Seat
from companion.games.fuel_and_fortune.awards import awarded
from companion.games.fuel_and_fortune.cars import GONE, Car, SafetyCar, Underway
from companion.games.fuel_and_fortune.options import Options
from companion.games.fuel_and_fortune.track import Track
from companion.games.fuel_and_fortune.validation import warnings
from companion.parts import order
from companion.parts.bag import Bag

Awaits: TypeAlias = Literal[
    "grid", "turn", "pits", "overtake", "chance", "discard", "sc-pits", "sc-lane", "over", "turn-end", "safety-car"
]
"""What the race waits for; the last two need no choice and no chance, and never outlast a step."""

Told: TypeAlias = list[Event]
"""What has happened so far within a step."""


class Bags(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The two decks, as counts."""

    overtake: Bag
    chance: Bag


class Race(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """One race.

    `turn` is the seat whose turn it is, whoever is asked meanwhile; those before it in `order` have had theirs this
    round. `stacks` holds every place with two cars or more, front to back. `awaits` says what the race waits for,
    `finished` who is home already, in the order in which they came.
    """

    worked_out: ClassVar[tuple[str, ...]] = ("ranking", "winner", "awards")

    options: Options
    grid: tuple[Seat, ...]
    order: tuple[Seat, ...]
    turn: Seat
    cars: dict[Seat, Car]
    stacks: dict[str, tuple[Seat, ...]]
    bags: Bags
    round: int = 1
    safety_car: SafetyCar = GONE
    awaits: Awaits = "turn"
    underway: Underway | None = None
    finished: tuple[Seat, ...] = ()

    @property
    def track(self) -> Track:
        return self.options.track

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The field, in the order in which it was entered."""
        return tuple(self.cars)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(warnings(self.options, len(self.cars)))

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """Race order: who is home, then most progress, the road before the lane, front to back, the turn order.

        A car in the last boxes may lie beyond one that has just won on the line: it is not home all the same.
        """
        track = self.options.track
        merit, lap_merit = track.merit, track.lap_merit
        worth = {seat: (car.lap * lap_merit + merit[car.at], 0) for seat, car in self.cars.items()}
        for stack in self.stacks.values():
            worth |= {seat: (worth[seat][0], -depth) for depth, seat in enumerate(stack)}
        ranked = order.ranked(self.order, worth.__getitem__)
        return order.ranked(ranked, lambda seat: (seat in self.finished,)) if self.finished else ranked

    @property
    def winner(self) -> Seat | None:
        return self.ranking[0] if self.awaits == "over" else None

    @property
    def awards(self) -> Mapping[str, tuple[Seat, ...]] | None:
        """Who gets which award; there are none before the end."""
        return awarded(self.cars, self.grid, self.ranking) if self.awaits == "over" else None

    @property
    def asked(self) -> Seat:
        """Who chooses, if anybody does."""
        return self.safety_car.todo[0][1] if self.awaits in ("sc-pits", "sc-lane") else self.turn

    def progress(self, seat: Seat) -> int:
        """Segments driven since the start, for a car on the road."""
        car, track = self.cars[seat], self.options.track
        return car.lap * track.size + track.start[car.at]

    def others_at(self, place: str, seat: Seat) -> tuple[Seat, ...]:
        """The other cars on a place, front to back."""
        if stack := self.stacks.get(place):
            return tuple([other for other in stack if other != seat])
        return tuple([other for other, car in self.cars.items() if car.at == place and other != seat])

    def rivals_at(self, place: str, seat: Seat) -> tuple[Seat, ...]:
        """The other cars on a place that are still racing."""
        others = self.others_at(place, seat)
        return tuple(other for other in others if other not in self.finished) if self.finished else others

    def put(self, seat: Seat, car: Car) -> "Race":
        """The race with that car changed where it stands."""
        return replace(self, cars={**self.cars, seat: car})

    def placed(self, seat: Seat, car: Car) -> "Race":
        """The race with that car on a new place, behind whoever is there."""
        old, stacks = self.cars[seat].at, self.stacks
        if old in stacks:
            stacks = order.left(stacks, old, seat)
        if there := self.others_at(car.at, seat):
            stacks = order.joined(stacks, car.at, there, seat)
        return replace(self, cars={**self.cars, seat: car}, stacks=stacks)

    def in_front(self, seat: Seat, car: Car) -> "Race":
        """The race with that car, changed, in front of everybody on its place."""
        stacks = order.joined(self.stacks, car.at, self.others_at(car.at, seat), seat, front=True)
        return replace(self, cars={**self.cars, seat: car}, stacks=stacks)
