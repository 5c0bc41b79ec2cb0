"""What a driver may wish, in the imperative."""

from typing import Literal

from companion.engine import Action

Way = Literal["in", "out"]
Lane = Literal["I", "M", "O"]


class Play(Action, frozen=True):
    """Activate a car with a card."""

    card: int
    car: int


class Pass(Action, frozen=True):
    """Use a lost car's pass instead of moving."""


class Retire(Action, frozen=True):
    """Take a car off the track for good."""

    car: int


class Forward(Action, frozen=True):
    """One sector ahead, with all that moves along."""


class ForwardAlone(Action, frozen=True):
    """One sector ahead, leaving the cars behind."""


class Sideways(Action, frozen=True):
    """One lane in or out."""

    way: Way


class Bump(Action, frozen=True):
    """Burn the last points on a push that fails."""


class Swap(Action, frozen=True):
    """Working the Pack: change places with the car ahead."""


class Slingshot(Action, frozen=True):
    """Forward and one lane in or out in a single step."""

    way: Way


class Jump(Action, frozen=True):
    """Clean Air: that many sectors ahead."""

    sectors: int


class Stop(Action, frozen=True):
    """Leave the optional rest of a card."""


class TakeLane(Action, frozen=True, tag="lane"):
    """The answer: which lane the line takes at a joint, which row behind it is linked, where a car lands."""

    lane: Lane


class Send(Action, frozen=True):
    """The answer: which lane a pushed or shoved car takes at a joint."""

    car: int
    lane: Lane


class Second(Action, frozen=True):
    """Teamwork: the car that makes the second move."""

    car: int


class Pit(Action, frozen=True):
    """Send a car to the apron."""

    car: int


class Discard(Action, frozen=True):
    """Throw a card away at the end of the turn."""

    card: int


class Done(Action, frozen=True):
    """No more pit stops, or no more discards."""


class Name(Action, frozen=True):
    """The answer to an event: which car it hits."""

    car: int


MOVEMENT: tuple[type[Action], ...] = (
    Forward,
    ForwardAlone,
    Sideways,
    Bump,
    Swap,
    Slingshot,
    Jump,
    Stop,
    TakeLane,
    Send,
    Second,
)
"""The actions of a move that is under way."""

ACTIONS: tuple[type[Action], ...] = (Play, Pass, Retire, *MOVEMENT, Pit, Discard, Done, Name)
