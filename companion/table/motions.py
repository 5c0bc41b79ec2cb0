"""What the table is asked to agree to: taking moves back, or a correction that somebody proposes. Pure."""

from collections.abc import Mapping

from msgspec import Struct, structs

from companion.engine import Seat
from companion.table.errors import NotAllowed


class Motion(Struct, frozen=True):
    """A proposal and its votes. `back_to` is the line it goes back to, `patch` a correction instead.

    `takes_back` says in sentences what would be undone. `everybody`: every voter must agree, else one is enough.
    `deadline` is on the table's clock.
    """

    by: Seat
    takes_back: tuple[str, ...]
    everybody: bool
    voters: tuple[Seat, ...]
    deadline: float
    back_to: int | None = None
    patch: Mapping[str, object] | None = None
    agreed: tuple[Seat, ...] = ()
    refused: tuple[Seat, ...] = ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who has not answered yet."""
        return tuple(seat for seat in self.voters if seat not in self.agreed + self.refused)

    @property
    def carried(self) -> bool:
        enough = len(self.voters) if self.everybody else min(1, len(self.voters))
        return len(self.agreed) >= enough

    @property
    def lost(self) -> bool:
        return bool(self.refused) and (self.everybody or not self.waiting) and not self.carried

    def voted(self, seat: Seat, ok: bool) -> "Motion":
        if seat not in self.waiting:
            raise NotAllowed(f"{seat.title()} has no vote to give now.")
        if ok:
            return structs.replace(self, agreed=(*self.agreed, seat))
        return structs.replace(self, refused=(*self.refused, seat))
