"""All that is true of a race now: what you would photograph to go on tomorrow."""

from typing import ClassVar, Literal

from msgspec import Struct

from companion.engine import Problem
from companion.games.stock_car import points, running_order, teams
from companion.games.stock_car.tracks import Track

Kind = Literal["solo", "draft", "pursuit", "lead"]
Status = Literal["racing", "pitted", "out", "finished"]
Stage = Literal["bars", "deal", "action", "event", "pits", "discards", "over"]
Wear = Literal["tire", "body", "suspension", "fuel", "bent-suspension", "crushed-body", "transmission", "engine"]


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How this race was set up."""

    seats: tuple[str, ...]
    cars: dict[str, tuple[int, ...]]
    track: Track
    laps: int = 2
    draft_rear: Literal["optional", "forced"] = "optional"
    cards: Literal["dealt", "held"] = "dealt"
    events: bool = True
    team_bars: Literal["random", "entered"] = "random"
    variable_pits: bool = False
    start_order: Literal["alternating", "card-per-rank", "card-per-place"] = "alternating"
    last_winner: str = ""


class Car(Struct, frozen=True, forbid_unknown_fields=True):
    """One car. `at` is a space like `M7`, on the apron `A7`, or empty once the car is off the board."""

    seat: str
    at: str = ""
    lap: int = 0
    wear: tuple[Wear, ...] = ()
    used: bool = False
    status: Status = "racing"
    led: int = 0
    place: int = 0


class Move(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A car being moved. The fields down to `locked` are the rules page's, the rest is bookkeeping.

    `visited`: spaces entered in this move. `through`: each joint that was fixed, from space to space.
    `alone`: the cars behind were declined. `slung`: the diagonal step is used up. `leaving`: the car comes off the
    apron. `second`: the second car of Teamwork. `doing` and `answers`: a step whose questions are being asked.
    """

    car: int
    kind: Kind = "solo"
    points: int = 0
    card: int | None = None
    linked: tuple[int, ...] = ()
    locked: bool = False
    visited: tuple[str, ...] = ()
    through: dict[str, str] = {}
    alone: bool = False
    slung: bool = False
    leaving: bool = False
    second: bool = False
    doing: str = ""
    answers: tuple[str, ...] = ()


class Race(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole race. `apron`: cars on the apron in the order in which they came (who came first lies lowest).

    The fields from `stage` on are bookkeeping. `waiting`: seats that the stage has still to ask, the next one first.
    `bars`: team bars turned for the grid, seats only. `bar` and `bar_card`: the last one turned. `discards`: race cards
    laid open. `spent_events`: event cards turned since the last shuffle. `event`, `tied` and `struck`: the card being
    carried out, the cars it is down to and those it has hit. `must_pit`: the car with the blown tire, 0 none.
    `led_now`: cars that got a Turn Leader marker this turn. `lineup` and `front`: the restart, place by place, and the
    progress of its first row. `began`: where the cars that have moved in this move stood before it.
    """

    worked_out: ClassVar[tuple[str, ...]] = ("running_order", "lapped", "points", "ranking", "winner")

    options: Options
    turn: str
    cars: dict[int, Car]
    hands: dict[str, tuple[int, ...]] = {}
    first_player: str
    leader: int
    events_aside: tuple[str, ...] = ()
    apron: tuple[int, ...] = ()
    move: Move | None = None
    stage: Stage = "action"
    round: int = 1
    waiting: tuple[str, ...] = ()
    bars: tuple[tuple[str, ...], ...] = ()
    bar: tuple[str, ...] = ()
    bar_card: int = 0
    discards: tuple[int, ...] = ()
    spent_events: tuple[str, ...] = ()
    event: str = ""
    tied: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    flag: str = ""
    must_pit: int = 0
    led_now: tuple[int, ...] = ()
    lineup: tuple[int, ...] = ()
    front: int = 0
    began: dict[int, str] = {}

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(teams.doubts(self.options.cars))

    @property
    def running_order(self) -> tuple[int, ...]:
        """Cars still on the track or the apron, the leader first (3.4)."""
        return running_order.order(self)

    @property
    def lapped(self) -> tuple[int, ...]:
        """Cars a whole lap behind the leader, best first (3.5)."""
        return running_order.lapped(self)

    @property
    def points(self) -> dict[str, int]:
        """What each team's sheet is worth so far (4.7)."""
        return points.by_seat(self)

    @property
    def ranking(self) -> tuple[str, ...] | None:
        """Seats from first to last, once the race is over (4.7)."""
        return points.ranking(self) if self.stage == "over" else None

    @property
    def winner(self) -> str | None:
        """The seat that won, once the race is over."""
        return self.ranking[0] if self.ranking else None
