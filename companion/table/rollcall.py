"""Where does every piece stand? Owner by owner, until all have said: here."""

from msgspec import Struct, structs

from companion.engine import Board, Said, Seat, Token, View
from companion.table.board import front_first, piece, where
from companion.table.errors import NotAllowed


class Standing(Struct, frozen=True):
    """One owner's pieces: the tokens' ids and where they stand, in words. No owner at the table: `seat` is empty."""

    seat: Seat
    tokens: tuple[str, ...]
    text: str


class RollCall(Struct, frozen=True):
    """Who is called now, and who is still to come; pieces that no person owns are for any person to confirm."""

    to_come: tuple[Standing, ...]
    people: tuple[Seat, ...]

    @property
    def done(self) -> bool:
        return not self.to_come

    @property
    def now(self) -> Standing:
        return self.to_come[0]

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Who may confirm the pieces that are called."""
        return (self.now.seat,) if self.now.seat in self.people else self.people

    @property
    def asks(self) -> tuple[Said, ...]:
        return (Said(self.now.text, moves=self.now.tokens),)

    def confirmed(self, seat: Seat) -> "RollCall":
        if seat not in self.asked:
            raise NotAllowed(f"{' or '.join(name.title() for name in self.asked)} must look first.")
        return structs.replace(self, to_come=self.to_come[1:])


def roll_of(view: View, people: tuple[Seat, ...]) -> RollCall:
    """The roll call of a board, front piece first; each owner once."""
    if view.board is None:
        return RollCall((), people)
    tokens = front_first(view)
    owners = list(dict.fromkeys(token.seat for token in tokens))
    owned = [(seat, [token for token in tokens if token.seat == seat]) for seat in owners]
    return RollCall(tuple(_standing(seat, tokens, view.board) for seat, tokens in owned), people)


def _standing(seat: Seat, tokens: list[Token], on: Board) -> Standing:
    places = "; ".join(f"{piece(token)} on {where(token, on)}" for token in tokens)
    return Standing(seat, tuple(token.id for token in tokens), f"{places}.")
