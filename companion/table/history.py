"""The way that a race has come: accepted moves, with a state kept every few of them to go back to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.engine import Action, Ask, Drawn, Game, Odds, Pending, Resume, Rules, Said, Seat, State, Step

KEPT = 32
"""One state in so many is kept; those between are worked out again."""


class Entry(Struct, frozen=True):
    """One accepted move. `line` is its number in the record, `seat` who decided (none: chance, or a correction),
    `turn` whose turn it was and in which round, where a game's state says so, `revealed` whether something hidden
    came out, `keyed` whether a player keyed it in."""

    line: int
    move: Action | Drawn
    seat: Seat | None
    turn: tuple[object, object]
    revealed: bool
    keyed: bool = False

    @property
    def by_hand(self) -> bool:
        """A correction."""
        return isinstance(self.move, Resume)


class History:
    """Where the race is, and how to go back."""

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self._kept = [start]
        self.entries: list[Entry] = []
        self.state = start
        self.draws = 0
        self._asked: tuple[State, Pending] | None = None
        self._before: State | None = None
        """The state before the last move, as long as that is known without working it out again."""
        self._hands: tuple[State, bool] | None = None
        self._seen: dict[str, dict[str, None]] = {}

    @property
    def rules(self) -> Rules[State]:
        return self.game.rules

    def pending(self, state: State) -> Pending:
        """What a state waits for; worked out once while the race stands there."""
        if self._asked is None or self._asked[0] is not state:
            self._asked = (state, self.rules.pending(state))
        return self._asked[1]

    def see(self, draw: str, odds: Iterable[Odds]) -> None:
        """Remember what a draw could give."""
        seen = self._seen.setdefault(draw, {})
        for table in odds:
            seen |= dict.fromkeys(table)

    def seen(self, draw: str) -> Iterable[str]:
        """Everything that draws of that name could ever give."""
        return self._seen.get(draw, {})

    def push(self, entry: Entry, state: State) -> None:
        self.entries.append(entry)
        self._before, self.state = self.state, state
        self.draws += isinstance(entry.move, Drawn)
        if len(self.entries) % KEPT == 0:
            self._kept.append(state)

    def state_at(self, count: int) -> State:
        """The state after the first `count` moves."""
        if count == len(self.entries):
            return self.state
        if count == len(self.entries) - 1 and self._before is not None:
            return self._before
        state = self._kept[count // KEPT]
        for entry in self.entries[count // KEPT * KEPT : count]:
            state = self.rules.apply(state, entry.move).state
        return state

    def count_at(self, line: int) -> int:
        """How many moves had been made by that line of the record."""
        count = len(self.entries)
        while count and self.entries[count - 1].line > line:
            count -= 1
        return count

    def draws_at(self, count: int) -> int:
        """How many draws there were among the first `count` moves."""
        return self.draws - sum(1 for entry in self.entries[count:] if isinstance(entry.move, Drawn))

    def cut(self, count: int) -> None:
        """Go back to the first `count` moves."""
        self.state = self.state_at(count)
        self._before = None
        self.draws = self.draws_at(count)
        del self.entries[count:], self._kept[count // KEPT + 1 :]

    @property
    def took_hands(self) -> bool:
        """Whether the table was told to move a piece for the last move; worked out once while the race stands there."""
        if self._hands is None or self._hands[0] is not self.state:
            told = self.told_since(len(self.entries) - 1) if self.entries else ()
            self._hands = (self.state, any(said.moves for said in told))
        return self._hands[1]

    def told_since(self, count: int) -> Iterator[Said]:
        """What was said from the first `count` moves on, worked out again."""
        for before, step in self.steps_since(count):
            yield from self.game.narrate(before, step)

    def steps_since(self, count: int) -> Iterator[tuple[State, Step]]:
        state = self.state_at(count)
        for entry in self.entries[count:]:
            step = self.rules.apply(state, entry.move)
            yield state, step
            state = step.state


def entry_of(before: State, move: Action | Drawn, step: Step, line: int, seat: Seat | None, keyed: bool) -> Entry:
    revealed = isinstance(move, Drawn) or any(event.only_for is not None for event in step.events)
    return Entry(line, move, seat, turn_of(before, seat), revealed, keyed)


def turn_of(state: State, seat: Seat | None) -> tuple[object, object]:
    """Whose turn it is and in which round, as the state says; where it names nobody, that of whoever decides."""
    return getattr(state, "turn", seat), getattr(state, "round", 0)


def unit_start(history: History, bots: frozenset[Seat]) -> int | None:
    """Where the last turn of a person began, with everything that it caused; None: nobody has moved.

    A correction by hand is a turn of its own. Turns of bots after a person's go with it; if no person has
    moved at all, the last turn of a bot is one.
    """
    entries = history.entries
    spans = list(pairwise([*_turn_starts(entries), len(entries)]))
    for start, end in reversed(spans):
        span = entries[start:end]
        if any(entry.by_hand or (entry.seat is not None and entry.seat not in bots) for entry in span):
            return _last_begun(history, start, end)
    return spans[-1][0] if any(entry.seat for entry in entries) else None


def in_turn(history: History, seat: Seat) -> bool:
    """Whether the seat has decided in the turn that goes on now."""
    if not history.entries:
        return False
    if history.entries[-1].turn != turn_of(history.state, None):
        return False
    start = list(_turn_starts(history.entries))[-1]
    return any(entry.seat == seat for entry in history.entries[start:])


def _turn_starts(entries: Sequence[Entry]) -> Iterator[int]:
    """The moves that begin a turn. Whose turn it is is the state's `turn` and `round`, where a game has them."""
    first: Entry | None = None
    for at, entry in enumerate(entries):
        chance = isinstance(entry.move, Drawn)
        if (chance and at == 0) or (not chance and _begins(first, entry)):
            yield at
        if not chance and _begins(first, entry):
            first = entry


def _begins(first: Entry | None, entry: Entry) -> bool:
    return first is None or entry.by_hand or first.by_hand or first.turn != entry.turn


def _last_begun(history: History, start: int, end: int) -> int:
    """Where a seat had two turns in a row that look like one: a seat that is asked the same as at the start of its
    turn, after something else, has begun another."""
    first: Ask | None = None
    begun, strayed = start, False
    state = history.state_at(start)
    for at, entry in enumerate(history.entries[start:end], start):
        ask = history.rules.pending(state)
        if not isinstance(ask, Ask) or entry.by_hand:
            strayed = True
        elif first is None:
            first = ask
        elif (ask.seat, ask.prompt) != (first.seat, first.prompt):
            strayed = True
        elif strayed:
            begun, strayed = at, False
        state = history.rules.apply(state, entry.move).state
    return begun
