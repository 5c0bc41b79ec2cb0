"""Asks of no particular game, for what panels and pages make of them."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.controls import press
from companion.controls.situation import Face, Reply, Situation
from companion.engine import Action, Ask, Card, Choice, Gauge, Hand, Number, Pending, Ruling, Text, View


class Go(Action, frozen=True):
    """So many spaces, with a card or a shield."""

    spaces: int
    card: str | None = None
    shield: bool = False


class Lay(Action, frozen=True):
    """A die on a place."""

    die: str
    place: str


class Enter(Action, frozen=True):
    """Nothing to choose."""


class Stay(Action, frozen=True):
    """Nothing to choose."""


NO_FUEL = Ruling("2.3", "There is no fuel left to burn.")
RISK = ("OVERLAP Blue at 13", "The deck decides.", "OK take the risk")

GOES = (
    Choice(Go(2), "MOVE 2 -> 36", detail=("burn 0  left 3",)),
    Choice(Go(1), "MOVE 1 -> 35", detail=("burn 0  left 3",)),
    Choice(Go(3), "MOVE 3 -> 37", detail=("burn 1  left 2", "OVERLAP Blue"), warning=RISK),
    Choice(Go(4), "MOVE 4 -> 38", NO_FUEL),
    Choice(Go(2, card="late-brake"), "MOVE 2 -> 36", Ruling("5.19", "Late Brake: alone here")),
    Choice(Go(2, card="good-exit"), "MOVE 2 -> 36"),
    Choice(Go(3, shield=True), "MOVE 3 -> 37", detail=("burn 1  left 2",)),
)
LAYS = tuple(Choice(Lay(die, place), f"{die} on {place}") for die, place in (("g2", "a1"), ("g2", "b1"), ("g3", "a1")))
PIT = (Choice(Stay(), "Stay on track"), Choice(Enter(), "Enter: P1, fuel 2"))
HAND = Hand("hand", "HAND", (Card("good-exit", "Good Exit", "GE", "Base move 4 instead of 1 or 2."),))


def view(seat: str = "red") -> View:
    widgets = (Gauge("fuel", "FUEL", 3, 5), HAND, Number("lap-red", "Lap", 2), Text("flag", "", "Green flag"))
    return View(seat, "Lap 2/3 s34", widgets)


def ask(choices: Sequence[Choice] = GOES, prompt: str = "YOUR TURN", seat: str = "red") -> Ask:
    return Ask(seat, prompt, tuple(choices))


def situation(pending: Pending | None = None, seat: str = "red", **more: object) -> Situation:
    made = Situation(seat, view(seat), pending if pending is not None else ask())
    return made if not more else _with(made, more)


def _with(made: Situation, more: dict[str, object]) -> Situation:
    return replace(made, **more)


def pressed(now: Situation, *controls: str, face: Face | None = None) -> Reply:
    """The face after these presses, and what the last one asked for."""
    reply: Reply = (face or Face(), None)
    for control in controls:
        reply = press(reply[0], now, control)
    return reply
