"""Taking turns back: who may ask, who must agree, what the table is told."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.engine import Said, Seat, View
from companion.table.board import put_back
from companion.table.errors import NotAllowed
from companion.table.history import History, unit_start
from companion.table.motions import Motion

PATIENCE = 30.0
"""Seconds that the table has for its answer; none is a no."""


class Table(Protocol):
    """What undo must know of the table."""

    options: dict[str, object]

    @property
    def people(self) -> tuple[Seat, ...]: ...
    @property
    def bots(self) -> Mapping[Seat, str]: ...
    @property
    def race_over(self) -> bool: ...


def proposed(table: Table, history: History, seat: Seat, now: float) -> Motion:
    """The motion to take the last turn back; NotAllowed says why there is none."""
    if table.options.get("undo_policy") == "none":
        raise NotAllowed("This table takes nothing back.")
    if table.race_over:
        raise NotAllowed("The race is over; nothing can be taken back.")
    if seat not in table.people:
        raise NotAllowed("Only a person may ask to take a turn back.")
    start = unit_start(history.entries, frozenset(table.bots))
    if start is None:
        raise NotAllowed("Nothing has been played yet.")
    since = history.entries[start:]
    mover = next((entry.seat for entry in reversed(since) if entry.seat in table.people), None)
    if mover not in (None, seat):
        raise NotAllowed(f"Only {str(mover).title()} may ask to take that turn back.")
    said = tuple(sentence.text for sentence in history.told_since(start) if sentence.only_for is None)
    others = tuple(other for other in table.people if other != seat)
    everybody = any(entry.revealed for entry in since)
    line = since[0].line - 1
    return Motion(seat, said, everybody, others, now + PATIENCE, back_to=line)


def asks(motion: Motion) -> tuple[Said, ...]:
    voters = names(motion.voters)
    must = "all must agree" if motion.everybody and len(motion.voters) > 1 else "OK or BACK"
    return (
        Said(f"{motion.by.title()} asks to take back: {' '.join(motion.takes_back)}"),
        Said(f"{voters}: {must}."),
    )


def done(motion: Motion, before: View, after: View) -> tuple[Said, ...]:
    return put_back(before, after, f"Taken back for {motion.by.title()}.")


def names(seats: Sequence[Seat]) -> str:
    return ", ".join(seat.title() for seat in seats)
