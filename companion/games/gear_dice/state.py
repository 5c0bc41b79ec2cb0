"""All that is true of a race now: what you would photograph to go on tomorrow."""

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine import Event, Problem, Seat
from companion.games.gear_dice import order
from companion.games.gear_dice.dashboards import Side, Tyre, Weather
from companion.games.gear_dice.dice import Face
from companion.games.gear_dice.options import Options
from companion.games.gear_dice.track import Road, road

Status = Literal["road", "spun", "off", "off-ready", "pit-tyres", "pit-repairs", "finished"]
Count = Annotated[int, Meta(ge=0)]

ON_ROAD = ("road", "spun")


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """The damage tokens on a dashboard."""

    gear: Count = 0
    coast: Count = 0
    brake: Count = 0


class Car(Struct, frozen=True, forbid_unknown_fields=True):
    """One car. `lap` counts crossings. `stuck`: blocked for want of dice. `seconds`: the clock of a solo race."""

    at: str = ""
    gear: Annotated[int, Meta(ge=0, le=6)] = 0
    lap: Count = 0
    status: Status = "road"
    focus: Count = 0
    damage: Damage = Damage()
    tyres: Tyre = "asphalt"
    new_tyres: bool = False
    stuck: bool = False
    seconds: Count = 0

    @property
    def on_road(self) -> bool:
        """Whether it takes up its space."""
        return self.status in ON_ROAD

    @property
    def marker(self) -> int:
        """Its gear marker; 00 counts below 0 (5.7)."""
        return -1 if self.status in ("off", "pit-repairs") else self.gear


class Race(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole race. The fields down to `results` are the rules page's, the rest is bookkeeping.

    `line_up`: this round's whole order. `thrown`: the dice that `results` belong to. `rolling`: dice are in the
    air. `tokens`: so many damage tokens are due. `pitting`: the pit stop is offered, or a way out of being stuck.
    `returned`: re-entered in this very turn. `yellows`: rounds left of each yellow token on the road.
    `finishers`: who crossed for the last time, in order. `places`: the result, once fixed.
    """

    worked_out: ClassVar[tuple[str, ...]] = ("ranking", "winner")

    options: Options
    round: Annotated[int, Meta(ge=1)] = 1
    weather: Weather
    turn: Seat | None = None
    order: tuple[Seat, ...] = ()
    cars: dict[Seat, Car]
    flags: tuple[str, ...] = ()
    flag_rounds: dict[str, Count] = {}
    exempt: tuple[tuple[Seat, Seat], ...] = ()
    bag: dict[str, Count]
    route: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    hazards: Count = 0
    secured: Count = 0
    results: tuple[Face, ...] = ()
    line_up: tuple[Seat, ...] = ()
    thrown: tuple[str, ...] = ()
    rolling: Literal["", "step", "flat-out"] = ""
    tokens: Count = 0
    pitting: Literal["", "offered", "stuck"] = ""
    returned: bool = False
    yellows: tuple[Count, ...] = ()
    finishers: tuple[Seat, ...] = ()
    places: tuple[Seat, ...] = ()

    @property
    def road(self) -> Road:
        """The track, linked up."""
        return road(self.options.track, self.options.alongside_adjacent_only)

    @property
    def driver(self) -> Seat:
        """The seat whose turn it is."""
        assert self.turn is not None
        return self.turn

    @property
    def car(self) -> Car:
        """The car whose turn it is."""
        return self.cars[self.driver]

    @property
    def side(self) -> Side:
        """The dashboard that the car whose turn it is drives by."""
        return self.side_of(self.driver)

    def side_of(self, seat: Seat) -> Side:
        """The dashboard of a seat in this weather (2.1)."""
        return self.options.dashboards.side(self.cars[seat].tyres, self.weather)

    @property
    def waits(self) -> bool:
        """A question or a draw is open that is no part of a plain turn."""
        asked = self.rolling or self.tokens or self.pitting or self.results or self.places
        return bool(asked) or not self.line_up

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """Standings now; the places, once they are fixed (4.7)."""
        return self.places or order.standings(self)

    @property
    def winner(self) -> Seat | None:
        """Who has won, once the race is over."""
        return self.places[0] if self.places else None

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What the table should know before the start; none of it blocks."""
        told = [Problem("track", "track", text, blocks=False) for text in self.options.track.warnings]
        if sides := self.options.dashboards.unverified():
            text = f"{', '.join(sides)}: unverified; compare with the printed cards"
            told.append(Problem("unverified", "dashboards", text, blocks=False))
        return tuple(told)


class Told(Struct, frozen=True):
    """A race and what has happened on the way to it."""

    race: Race
    events: tuple[Event, ...] = ()

    def then(self, go: "Callable[[Race], Told]") -> "Told":
        """Go on from here, and tell both."""
        more = go(self.race)
        return Told(more.race, self.events + more.events)

    def also(self, *events: Event) -> "Told":
        """The same race, and these events after."""
        return Told(self.race, self.events + events)


def with_car(race: Race, seat: Seat, car: Car) -> Race:
    """The race with one car changed."""
    return replace(race, cars={**race.cars, seat: car})
