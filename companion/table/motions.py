"""What the table is asked to agree to: taking moves back, or a correction that somebody proposes. Pure."""

from collections.abc import Mapping

from msgspec import Struct, structs

from companion.engine import Said, Seat
from companion.table.errors import NotAllowed

PATIENCE = 30.0
"""Seconds that the table has for its answer; none is a no."""


class Motion(Struct, frozen=True):
    """A proposal and its votes. `back_to` is the line of the record it goes back to, `patch` a correction instead.

    `takes_back` says in sentences what would be undone, or corrected. `everybody`: every voter must agree, else one
    is enough. `deadline` is on the table's clock.
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
    def title(self) -> str:
        return "TAKE BACK?" if self.patch is None else "PUT RIGHT?"

    @property
    def text(self) -> str:
        wish = "take back" if self.patch is None else "put right"
        return f"{self.by.title()} asks to {wish}: {' '.join(self.takes_back)}"

    @property
    def asks(self) -> tuple[Said, ...]:
        """How the table is told of it."""
        voters = ", ".join(seat.title() for seat in self.voters)
        must = "all must agree" if self.everybody and len(self.voters) > 1 else "OK or BACK"
        return (Said(self.text), Said(f"{voters}: {must}."))

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

    def without(self, seat: Seat) -> "Motion":
        """The seat's person has left the table."""
        return structs.replace(self, voters=tuple(voter for voter in self.voters if voter != seat))
