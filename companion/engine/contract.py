"""The four functions of a game, and what they speak of: asks, choices, steps, options."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol, TypeAlias, TypeVar

from msgspec import Struct, structs

from companion.engine.chance import Draw, Drawn
from companion.engine.errors import IllegalAction, Problem, Ruling
from companion.engine.view import View, _kebab

Seat: TypeAlias = str
SEATS: tuple[Seat, ...] = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")


class Action(Struct, frozen=True, kw_only=True, tag=_kebab, tag_field="is"):
    """A wish. `by` is whose it is; None means the seat that is asked."""

    by: Seat | None = None


class Resume(Action, frozen=True):
    """Let happen what needs no choice and no chance; on no menu. With a patch: over the starting state first."""

    patch: Mapping[str, object] | None = None


class Event(Struct, frozen=True, tag=_kebab, tag_field="is"):
    """A fact, in the past tense."""

    @property
    def only_for(self) -> Seat | None:
        """The one seat that may learn it; None: everybody."""
        return None


class Choice(Struct, frozen=True):
    """One line of a menu. `label` fits 21 characters; `detail` previews; `warning` wants a second OK;
    `touches` are the ids of places and tokens that the choice would move or use."""

    action: Action
    label: str
    barred: Ruling | None = None
    detail: tuple[str, ...] = ()
    warning: tuple[str, ...] = ()
    touches: tuple[str, ...] = ()


class Ask(Struct, frozen=True):
    """The race waits for a seat to choose; `choices` is the only truth about what is legal."""

    seat: Seat
    prompt: str
    choices: tuple[Choice, ...]


class Over(Struct, frozen=True):
    """The race has ended; seats from first to last."""

    ranking: tuple[Seat, ...]


Pending: TypeAlias = Ask | Draw | Over


class State(Protocol):
    """A frozen struct per game; `worked_out` names properties that are shown but cannot be patched."""

    worked_out: ClassVar[tuple[str, ...]]

    @property
    def warnings(self) -> tuple[Problem, ...]: ...


S = TypeVar("S", bound=State)


class Step(Struct, frozen=True):
    """What a move led to."""

    state: State
    events: tuple[Event, ...] = ()


class Option(Struct, frozen=True):
    """One set-up option, as a screen may offer it. `values`: the words it takes, if it is a choice of words."""

    name: str
    label: str
    default: object
    low: int | None = None
    high: int | None = None
    values: tuple[str, ...] = ()
    group: str = ""
    unit: str = ""


class Rules(Protocol[S]):
    """A game: four pure functions and the words it uses."""

    name: str
    edition: int
    options: tuple[Option, ...]
    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    state: type[S]

    def setup(self, seats: tuple[Seat, ...], options: Mapping[str, object]) -> S: ...
    def pending(self, state: S) -> Pending: ...
    def apply(self, state: S, move: Action | Drawn) -> Step: ...
    def view(self, state: S, viewer: Seat | None) -> View: ...


class Said(Struct, frozen=True):
    """A sentence for the table; with a `title` a page of its own. `moves`: tokens to move by hand, in order."""

    text: str
    only_for: Seat | None = None
    title: str = ""
    moves: tuple[str, ...] = ()


class Game(Struct, frozen=True):
    """A ruleset with its voice: `narrate(before, step)` says a step's events in plain sentences."""

    rules: Rules[State]
    narrate: Callable[[State, Step], tuple[Said, ...]]


def permit(pending: Pending, move: Action, why: Callable[[Action], Ruling]) -> Action:
    """The one gate: the action itself, if it is open on the menu and its owner is asked; else IllegalAction.

    `why` finds the ruling for what is not on the menu at all (`move.by` says who asks).
    """
    if isinstance(pending, Ask) and move.by in (None, pending.seat):
        bare = move if move.by is None else structs.replace(move, by=None)
        for choice in pending.choices:
            if choice.action == bare:
                if choice.barred is None:
                    return bare
                raise IllegalAction(choice.barred)
    raise IllegalAction(why(move))
