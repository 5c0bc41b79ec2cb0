"""What the table is told, and what each viewer may learn of it."""

from msgspec import Struct, structs

from companion.engine import Ask, Draw, Event, Odds, Pending, Said, Seat


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


def shown_to(pending: Pending, viewer: Seat | None, offered: tuple[Odds, ...] = ()) -> Pending:
    """What a viewer may know of what the race waits for: a menu is for its own seat, and of a draw only what is
    offered to who may key it in, never the odds."""
    match pending:
        case Ask(seat, prompt, _) if seat != viewer:
            return Ask(seat, prompt, ())
        case Draw():
            return structs.replace(pending, odds=offered)
        case _:
            return pending
