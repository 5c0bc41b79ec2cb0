"""Working out what an input leads to, before anything is written or true. Pure but for the source of chance."""

from collections.abc import Mapping

from msgspec import Struct, structs

from companion.engine import Action, Draw, Drawn, Resume, Rules, Said, Seat, State, Step
from companion.engine.codec import to_text
from companion.table.board import put_back
from companion.table.chance import Source
from companion.table.errors import NotAllowed
from companion.table.history import Entry, History, entry_of
from companion.table.lines import AnyLine, Came, Corrected, Decided, Undone
from companion.table.replay import sum_of

Patch = Mapping[str, object]


class Accepted(Struct, frozen=True):
    """A line for the record, what is said of it and, if it moves the race on, the entry and the step it leads to."""

    line: AnyLine
    said: tuple[Said, ...] = ()
    entry: Entry | None = None
    step: Step | None = None


class Working:
    """Builds the lines of one input, one after the other, each from where the last one led."""

    def __init__(self, history: History, first_line: int) -> None:
        self.accepted: list[Accepted] = []
        self._history = history
        self._rules: Rules[State] = history.rules
        self.state = history.state
        self._draws = history.draws
        self._line = first_line

    def note(self, line: AnyLine, said: tuple[Said, ...] = ()) -> None:
        """A line that moves nothing."""
        self.accepted.append(Accepted(structs.replace(line, n=self._line), said))
        self._line += 1

    def back_to(self, line: int, by: Seat, agreed: tuple[Seat, ...] = (), by_hand: bool = True) -> None:
        """Take back what came after that line; must come first. Not `by_hand`: no piece has been touched for it."""
        count = self._history.count_at(line)
        before, self.state = self.state, self._history.state_at(count)
        self._draws = self._history.draws_at(count)
        told = f"Taken back for {by.title()}."
        views = (self._rules.view(before, None), self._rules.view(self.state, None))
        said = put_back(*views, told) if by_hand else (Said(told),)
        self.note(Undone(to=line, by=by, agreed=agreed), said)

    def decided(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Resume):
            raise NotAllowed("No seat may patch the race.")
        move = structs.replace(action, by=seat)
        step = self._rules.apply(self.state, move)
        self._push(Decided(seat=seat, do=to_text(action), sum=sum_of(step.state)), move, step, seat)

    def came(self, drawn: Drawn, how: str, by: Seat | None = None) -> None:
        pending = self._history.pending(self.state)
        step = self._rules.apply(self.state, drawn)
        odds, bag = (pending.odds, pending.bag) if isinstance(pending, Draw) else ((), False)
        self._history.see(drawn.name, odds)
        self._draws += 1
        line = Came(
            draw=drawn.name,
            number=self._draws,
            outcomes=drawn.outcomes,
            how=how,
            odds=odds,
            bag=bag,
            by=by,
            sum=sum_of(step.state),
        )
        self._push(line, drawn, step, None)

    def corrected(self, patch: Patch, by: Seat | None, why: str, agreed: tuple[Seat, ...]) -> None:
        move = Resume(patch=patch)
        step = self._rules.apply(self.state, move)
        line = Corrected(patch=patch, by=by, why=why, agreed=agreed, sum=sum_of(step.state))
        self._push(line, move, step, None)

    def let_come(self, source: Source) -> None:
        """Every draw from here on that the source answers by itself."""
        while isinstance(pending := self._history.pending(self.state), Draw):
            drawn = source.answer(pending, self._draws + 1)
            if drawn is None:
                return
            self.came(drawn, source.how)

    def _push(self, line: AnyLine, move: Action | Drawn, step: Step, seat: Seat | None) -> None:
        line = structs.replace(line, n=self._line)
        keyed = isinstance(line, Came) and line.how == "keyed"
        entry = entry_of(self.state, move, step, line.n, seat, keyed)
        said = self._history.game.narrate(self.state, step)
        self.accepted.append(Accepted(line, said, entry, step))
        self.state = step.state
        self._line += 1
