"""What is true of one car, and of the safety car."""

from typing import Literal

from msgspec import Struct

from companion.engine import Seat

HOLDABLE = ("good-exit", "late-brake", "avoid-crash")


class Stats(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a driver has done since the first turn; the awards are worked out from it."""

    fuel_burned: int = 0
    good_exits: int = 0
    late_brakes: int = 0
    avoid_crashes: int = 0
    passes: int = 0
    overlaps: int = 0
    crashes: int = 0
    incidents: int = 0

    @property
    def plays(self) -> int:
        """Positive chance cards deployed, all kinds added up."""
        return self.good_exits + self.late_brakes + self.avoid_crashes

    @property
    def scrapes(self) -> int:
        """Crashes and incidents."""
        return self.crashes + self.incidents


class Car(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One car. `at`: a segment, or `P3` in the lane; `lap`: laps completed, in the lane as it was on entering.

    `locked`: Lost Traction is pending; `out`: crashed, until the green flag; `out_turns`: turns still to be lost;
    `turns`: turns driven.
    """

    at: str = "0"
    lap: int = 0
    fuel: int = 0
    hand: tuple[str, ...] = ()
    locked: bool = False
    out: bool = False
    out_turns: int = 0
    turns: int = 0
    stats: Stats = Stats()

    @property
    def running(self) -> bool:
        """Neither crashed nor losing turns."""
        return not self.out and not self.out_turns


class Mark(Struct, frozen=True, gc=False):
    """Where a car stood, for those who tell what has changed since."""

    at: str
    lap: int


class SafetyCar(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The safety car and those behind, ahead of and apart from it.

    `rounds_left` counts the round in progress. `head` is the progress of the first place of the queue, `behind` how
    many whole laps each car of the queue is down, `todo` who is still to be dealt with in this round, and as what.
    `lined_up` and `round_began` are where
    everybody stood then, the latter only where each round is told by itself.
    """

    phase: Literal["none", "advancing"] = "none"
    rounds_left: int = 0
    queue: tuple[Seat, ...] = ()
    ahead: tuple[Seat, ...] = ()
    held: tuple[Seat, ...] = ()
    head: int = 0
    behind: dict[Seat, int] = {}
    todo: tuple[tuple[str, Seat], ...] = ()
    lined_up: dict[Seat, Mark] = {}
    round_began: dict[Seat, Mark] = {}

    @property
    def out(self) -> bool:
        return self.phase != "none"


GONE = SafetyCar()


class Underway(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A move that is not over yet.

    `goal`: the progress it leads to. `shield`: the card that makes an overlap safe. `contacts`: overtake cards still
    to be drawn; `clean`: none of them has done harm so far.
    """

    goal: int = 0
    shield: str = ""
    contacts: int = 0
    clean: bool = True
