"""Chapter 2.0: the track around a moving car, as the movement chapters see it.

A `Situation` is worked out from the race once a step. Spaces are numbers here (see `companion.parts.lanes`); a step
is planned first (`Plan`: nothing has moved yet), its open questions are answered, and only then is it `made`.
"""

from collections.abc import Iterator

from msgspec import Struct

from companion.engine import Ruling
from companion.games.stock_car.cards import RACE_CARDS
from companion.games.stock_car.state import Kind, Move, Race
from companion.parts.lanes import NOWHERE, LaneGrid

Shift = tuple[int, int, int]
"""A car, the space it leaves (NOWHERE: the apron) and the space it enters."""

Answers = Iterator[str]
"""The lanes answered so far, in the order of the questions."""


class Situation(Struct, frozen=True):
    """The board and the move. `visited` holds this sector's spaces only: no earlier one can be reached again."""

    grid: LaneGrid
    who: dict[int, int]
    laps: dict[int, int]
    full: int
    car: int
    space: int
    kind: Kind
    special: str
    points: int
    linked: tuple[int, ...]
    locked: bool
    visited: tuple[int, ...]
    through: tuple[tuple[int, int], ...]
    alone: bool
    slung: bool
    forced: bool
    sector: int

    @property
    def drafting(self) -> bool:
        """Whether forward steps link instead of pushing."""
        return self.kind in ("draft", "pursuit")

    def follows(self, space: int) -> bool:
        """Whether a follower of a Lead stands here."""
        return self.kind == "lead" and self.who.get(space) in self.linked

    def leaves(self, space: int) -> bool:
        """Whether this space becomes free as the active car moves: its own, or that of the last follower."""
        if self.kind == "lead" and self.linked:
            return self.who.get(space) == self.linked[-1]
        return space == self.space

    def taken(self, spaces: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these spaces that hold a car."""
        return tuple(space for space in spaces if space in self.who)


class Plan(Struct, frozen=True):
    """A step all of whose questions are answered: what it costs and who would go where.

    `displaced` and `moved` are in the order in which they are told; `shoved` says how they are displaced. `pulled`
    link before the step, `met` by it. `body`: a drafting step, which joins whom it runs into. `jump`: the step may
    be longer than a sector.
    """

    cost: int
    moved: tuple[Shift, ...] = ()
    displaced: tuple[Shift, ...] = ()
    shoved: bool = False
    body: bool = False
    pulled: tuple[int, ...] = ()
    met: tuple[int, ...] = ()
    alone: bool = False
    slung: bool = False
    jump: bool = False
    swap: bool = False

    @property
    def shifts(self) -> tuple[Shift, ...]:
        """Everybody who goes anywhere."""
        return self.displaced + self.moved


class Question(Struct, frozen=True):
    """A lane to be chosen: for a displaced car, or (`car` 0) for the line itself."""

    car: int
    spaces: tuple[int, ...]


class Full(Exception):
    """A lane is taken all the way round, so that nobody in it can make room (A34)."""


class Asked(Exception):
    """A step cannot be planned before this question is answered."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


Outlook = Plan | Question | Ruling
"""What a wish leads to: a step, a question first, or a no."""


def special_of(move: Move) -> str:
    """The card's text that applies: none on the way out of the pits, none for the second car of Teamwork."""
    return "" if move.card is None or move.leaving or move.second else RACE_CARDS[move.card].special


def situation(race: Race, move: Move) -> Situation:
    """The race as the movement chapters see it."""
    grid, at = race.options.track.grid, race.cars[move.car].at
    index = grid.index
    return Situation(
        grid=grid,
        who={index[car.at]: number for number, car in race.cars.items() if car.status == "racing"},
        laps={number: car.lap for number, car in race.cars.items()},
        full=race.options.laps,
        car=move.car,
        space=index.get(at, NOWHERE),
        kind=move.kind,
        special=special_of(move),
        points=move.points,
        linked=move.linked,
        locked=move.locked,
        visited=tuple(index[name] for name in move.visited if name in index),
        through=tuple((index[start], index[end]) for start, end in move.through.items()),
        alone=move.alone,
        slung=move.slung,
        forced=race.options.draft_rear == "forced",
        sector=int(at[1:]),
    )
