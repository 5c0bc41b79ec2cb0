"""What the table is told, and what each viewer may learn of it."""

from msgspec import Struct, structs

from companion.engine import Ask, Draw, Event, Pending, Said, Seat
from companion.table.chance import possible


class News(Struct, frozen=True):
    """Something became true. `kind` is the record's word for it, `pending` what everybody may know of what is next.

    It holds everything: give a viewer `seen_by(viewer)`.
    """

    number: int
    kind: str
    events: tuple[Event, ...]
    said: tuple[Said, ...]
    pending: Pending

    def seen_by(self, viewer: Seat | None) -> "News":
        """The same with what only other seats may know left out."""
        events = tuple(event for event in self.events if event.only_for in (None, viewer))
        return structs.replace(self, events=events, said=heard_by(self.said, viewer))


def heard_by(said: tuple[Said, ...], viewer: Seat | None) -> tuple[Said, ...]:
    return tuple(sentence for sentence in said if sentence.only_for in (None, viewer))


def shown_to(pending: Pending, viewer: Seat | None, may_key: bool) -> Pending:
    """What a viewer may know of what the race waits for.

    A menu is for its own seat. What a draw can give is only for who may key it in, and without the odds.
    """
    match pending:
        case Ask(seat, prompt, _) if seat != viewer:
            return Ask(seat, prompt, ())
        case Draw():
            return structs.replace(pending, odds=possible(pending) if may_key else ())
        case _:
            return pending
