"""The way that a race has come: accepted moves, with a state kept every few of them to go back to."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from companion.engine import Action, Ask, Drawn, Resume, Rules, Said, Seat, State, Step
from companion.engine.contract import Game

KEPT = 32
"""One state in so many is kept; those between are worked out again."""


class Entry(Struct, frozen=True):
    """One accepted move. `line` is its number in the record, `seat` who decided (None: chance or the director),
    `turn` whose turn it was and in which round, `revealed` whether something hidden came out."""

    line: int
    move: Action | Drawn
    seat: Seat | None
    turn: tuple[object, object, str]
    revealed: bool


class History:
    """Where the race is, and how to go back."""

    def __init__(self, game: Game, start: State) -> None:
        self._game = game
        self._kept = [start]
        self.entries: list[Entry] = []
        self.state = start
        self.draws = 0

    @property
    def rules(self) -> Rules[State]:
        return self._game.rules

    def push(self, entry: Entry, state: State) -> None:
        self.entries.append(entry)
        self.state = state
        self.draws += isinstance(entry.move, Drawn)
        if len(self.entries) % KEPT == 0:
            self._kept.append(state)

    def state_at(self, count: int) -> State:
        """The state after the first `count` moves."""
        state = self._kept[count // KEPT]
        for entry in self.entries[count // KEPT * KEPT : count]:
            state = self.rules.apply(state, entry.move).state
        return state

    def count_at(self, line: int) -> int:
        """How many moves had been made by that line of the record."""
        return sum(1 for entry in self.entries if entry.line <= line)

    def cut(self, count: int) -> None:
        """Go back to the first `count` moves."""
        self.state = self.state_at(count)
        self.draws -= sum(1 for entry in self.entries[count:] if isinstance(entry.move, Drawn))
        del self.entries[count:], self._kept[count // KEPT + 1 :]

    def told_since(self, count: int) -> Iterator[Said]:
        """What was said from the first `count` moves on, worked out again."""
        state = self.state_at(count)
        for entry in self.entries[count:]:
            step = self.rules.apply(state, entry.move)
            yield from self._game.narrate(state, step)
            state = step.state


def entry_of(
    rules: Rules[State], before: State, move: Action | Drawn, step: Step, line: int, seat: Seat | None
) -> Entry:
    pending = rules.pending(before)
    prompt = pending.prompt if isinstance(pending, Ask) else ""
    revealed = isinstance(move, Drawn) or any(event.only_for is not None for event in step.events)
    turn = (getattr(before, "turn", seat), getattr(before, "round", 0), prompt)
    return Entry(line, move, seat, turn, revealed)


def unit_start(entries: list[Entry], bots: frozenset[Seat]) -> int | None:
    """Where the last turn of a person began, with everything that it caused; None: nobody has moved.

    A correction by hand is a turn of its own. Turns of bots after a person's go with it; if no person has
    moved at all, the last turn of a bot is one.
    """
    starts = [at for at in range(len(entries)) if at == 0 or _new_turn(entries, at)]
    spans = list(pairwise([*starts, len(entries)]))
    for start, end in reversed(spans):
        if any(entry.seat is not None and entry.seat not in bots for entry in entries[start:end]):
            return start
        if any(isinstance(entry.move, Resume) for entry in entries[start:end]):
            return start
    return spans[-1][0] if spans and any(entry.seat for entry in entries) else None


def _new_turn(entries: list[Entry], at: int) -> bool:
    before, now = entries[at - 1], entries[at]
    if isinstance(now.move, Resume) or isinstance(before.move, Resume):
        return True
    if isinstance(now.move, Drawn):
        return False
    if before.seat is None and not any(entry.seat for entry in entries[:at]):
        return True
    return before.turn[:2] != now.turn[:2]
