"""Taking moves back: who may ask, how far it goes, who must agree."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from companion.engine import Ask, Drawn, Pending, Seat
from companion.table.errors import NotAllowed
from companion.table.history import Entry, History, turn_of, unit_start
from companion.table.motions import PATIENCE, Motion


class Situation(Struct, frozen=True):
    """What must be known of the table to say who may take what back."""

    history: History
    people: tuple[Seat, ...]
    bots: Mapping[Seat, str]
    pending: Pending
    policy: str
    over: bool
    now: float


def to_undo(table: Situation, seat: Seat) -> Motion:
    """The motion to take the last turn back; NotAllowed says why there is none."""
    _may_ask(table, seat)
    entries = table.history.entries
    start = unit_start(table.history, frozenset(table.bots))
    if start is None:
        raise NotAllowed("Nothing has been played yet.")
    movers = _movers(entries[start:], table.people)
    if movers and seat not in movers and entries[-1].seat not in table.bots:
        raise NotAllowed(f"Only {' or '.join(mover.title() for mover in movers)} may ask to take that turn back.")
    return _motion(table, seat, start)


def to_key_again(table: Situation, seat: Seat) -> Motion:
    """The motion to go back to just before the last real card or die, because it was keyed in wrong."""
    _may_ask(table, seat)
    entries = table.history.entries
    at = next((at for at in reversed(range(len(entries))) if entries[at].keyed), None)
    if at is None:
        raise NotAllowed("No card or die has been keyed in yet.")
    return _motion(table, seat, at)


def own_last(table: Situation, seat: Seat) -> int | None:
    """Where a free take-back goes: over the seat's own last decision, while the move is still being made. It is made
    once something was drawn or told in private, once a piece had to be moved for it, or once its turn is over."""
    entries = table.history.entries
    if table.policy == "none" or not entries or not isinstance(table.pending, Ask):
        return None
    last, now = entries[-1], turn_of(table.history.state, seat)
    own = last.seat == seat == table.pending.seat == now[0] and last.turn == now
    free = own and not last.revealed and not table.history.took_hands
    return line_before(entries, len(entries) - 1) if free else None


def line_before(entries: Sequence[Entry], at: int) -> int:
    return entries[at - 1].line if at else 0


def _may_ask(table: Situation, seat: Seat) -> None:
    if table.policy == "none":
        raise NotAllowed("This table takes nothing back.")
    if table.over:
        raise NotAllowed("The race is over; nothing can be taken back.")
    if seat not in table.people:
        raise NotAllowed("Only a person may ask to take something back.")


def _movers(unit: Iterable[Entry], people: Sequence[Seat]) -> list[Seat]:
    """Whose turn it was, and the last person who decided in it."""
    unit = list(unit)
    owner = unit[0].turn[0]
    last = next((entry.seat for entry in reversed(unit) if entry.seat in people), None)
    return [seat for seat in people if seat in (owner, last)]


def _motion(table: Situation, seat: Seat, start: int) -> Motion:
    entries = table.history.entries
    said = tuple(sentence.text for sentence in table.history.told_since(start) if sentence.only_for is None)
    return Motion(
        by=seat,
        takes_back=said,
        everybody=any(entry.revealed or isinstance(entry.move, Drawn) for entry in entries[start:]),
        voters=tuple(other for other in table.people if other != seat),
        deadline=table.now + PATIENCE,
        back_to=line_before(entries, start),
    )
