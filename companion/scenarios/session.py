"""A race driven by text forms: what the scenario runner and the engine protocol both stand on."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from companion.engine import (
    Action,
    Ask,
    BadText,
    Choice,
    Draw,
    Drawn,
    Event,
    Game,
    IllegalAction,
    Pending,
    Resume,
    Ruling,
    Seat,
    State,
    Step,
    UnknownWord,
)
from companion.engine.codec import name_of, parse


class Session:
    """One race of one game; every decision and every outcome is given from outside."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.seats: tuple[Seat, ...] = ()
        self._state: State | None = None

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    @property
    def pending(self) -> Pending:
        return self.rules.pending(self.state)

    def start(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, object],
        patch: Mapping[str, object] | None = None,
    ) -> tuple[Event, ...]:
        """Set up, patch, and let happen what needs no choice and no chance."""
        self.seats = tuple(seats)
        self._state = self.rules.setup(self.seats, options)
        return self.patch(patch)

    def patch(self, patch: Mapping[str, object] | None) -> tuple[Event, ...]:
        """A patch over the state as it is; BadState if the result could not exist."""
        return self._take(self.rules.apply(self.state, Resume(patch)))

    def act(self, seat: Seat, text: str) -> tuple[Event, ...]:
        """A seat's action in its text form. IllegalAction, also where the values do not fit the word; UnknownWord."""
        try:
            action = parse(self.rules.actions, text)
        except UnknownWord:
            raise
        except BadText as error:
            raise IllegalAction(self._ruling_for(text.partition(" ")[0], error)) from error
        return self._take(self.rules.apply(self.state, structs.replace(action, by=seat)))

    def answer(self, name: str, outcomes: Sequence[str]) -> tuple[Event, ...]:
        """The outcome of the pending draw; NotPending or ImpossibleOutcome."""
        return self._take(self.rules.apply(self.state, Drawn(name, tuple(outcomes))))

    def open_choice(self, text: str) -> Choice | None:
        """The open choice of the pending menu that a text form names."""
        try:
            action = parse(self.rules.actions, text)
        except BadText:
            return None
        return next((c for c in self._menu() if c.action == action and c.barred is None), None)

    def waits_for(self) -> str:
        """What the race waits for, in words."""
        match self.pending:
            case Ask(seat, prompt):
                return f"the race waits for {seat} ({prompt})"
            case Draw(name):
                return f"the race waits for the draw {name!r}"
        return "the race is over"

    def _menu(self) -> tuple[Choice, ...]:
        pending = self.pending
        return pending.choices if isinstance(pending, Ask) else ()

    def _ruling_for(self, word: str, error: BadText) -> Ruling:
        barred = (c.barred for c in self._menu() if c.barred and name_of(type(c.action)) == word)
        return next(barred, Ruling("", str(error)))

    def _take(self, step: Step) -> tuple[Event, ...]:
        self._state = step.state
        return step.events


def words_of(actions: Sequence[type[Action]]) -> set[str]:
    """The action words that a game knows."""
    return {name_of(kind) for kind in actions}
