"""What a seat's screen is made from, what the panel itself remembers, and what a press may ask for."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from companion.engine import Action, Ask, Draw, Over, Pending, Ruling, Said, Seat, View
from companion.engine.view import AnyWidget


class Move(Struct, frozen=True):
    """One piece to be put on its place by hand."""

    token: str
    name: str
    place: str
    seat: Seat = ""


class Placing(Struct, frozen=True):
    """Pieces to be moved one at a time, in an order in which hands do not collide; `at` is the one in hand."""

    text: str
    moves: tuple[Move, ...]
    at: int = 0

    @property
    def move(self) -> Move:
        return self.moves[self.at]


class Question(Struct, frozen=True):
    """Something the table asks this panel, beside the race: consent to an undo, a race found, a roll call.

    `yes` and `no` say what OK and BACK mean; an empty `no` means that BACK does nothing.
    """

    name: str
    title: str
    text: str
    yes: str = "yes"
    no: str = "no"
    detail: str = ""


class Entry(Struct, frozen=True):
    """A line of the menu that the table offers beside the pages every panel has."""

    name: str
    label: str


class Situation(Struct, frozen=True):
    """Everything outside the panel that its screen depends on.

    `keys_in`: this panel keys in the draw that waits. `idle`: a bot drives the car. `everybody` gives the view of
    nobody in particular, worked out when it is wanted.
    """

    seat: Seat
    view: View
    pending: Pending
    said: tuple[Said, ...] = ()
    letters: tuple[Said, ...] = ()
    placing: Placing | None = None
    question: Question | None = None
    entries: tuple[Entry, ...] = ()
    keys_in: bool = False
    may_go_back: bool = False
    idle: bool = False
    code: str = ""
    everybody: Callable[[], View] | None = None

    @property
    def ask(self) -> Ask | None:
        """The ask, if it is put to this seat."""
        return self.pending if isinstance(self.pending, Ask) and self.pending.seat == self.seat else None

    @property
    def draw(self) -> Draw | None:
        """The draw, if this panel keys it in."""
        return self.pending if isinstance(self.pending, Draw) and self.keys_in else None

    @property
    def own(self) -> tuple[AnyWidget, ...]:
        """What this seat's view tells and that of everybody does not."""
        if self.everybody is None:
            return ()
        known = {widget.name for widget in self.everybody().widgets}
        return tuple(widget for widget in self.view.widgets if widget.name not in known)

    @property
    def over(self) -> Over | None:
        return self.pending if isinstance(self.pending, Over) else None


class Face(Struct, frozen=True):
    """What a panel remembers between presses. `page`: one that its owner opened; "" is what the race wants."""

    page: str = ""
    entry: int = 0
    scroll: int = 0
    at: int = 0
    level: int = 0
    risk: bool = False
    note: str = ""
    why: Ruling | None = None
    taken: tuple[str, ...] = ()


class Decide(Struct, frozen=True):
    """Do this action."""

    action: Action


class KeyIn(Struct, frozen=True):
    """This is what came."""

    outcomes: tuple[str, ...]


class GoBack(Struct, frozen=True):
    """Take my last decision back, as long as nothing came of it."""


class Read(Struct, frozen=True):
    """The private page has been read."""


class Placed(Struct, frozen=True):
    """The piece stands on its place; or all of the list do."""

    everything: bool = False


class Unplaced(Struct, frozen=True):
    """The last piece does not stand there after all."""


class Answer(Struct, frozen=True):
    """Yes or no to the question of that name."""

    name: str
    yes: bool


class Pick(Struct, frozen=True):
    """That line of the menu was chosen."""

    name: str


class Wrong(Struct, frozen=True):
    """A button that means nothing now: a short tone, no change."""


Wish: TypeAlias = Decide | GoBack | KeyIn | Read | Placed | Unplaced | Answer | Pick | Wrong
Reply: TypeAlias = tuple[Face, Wish | None]
"""How a panel answers a press: what it remembers now, and what it asks the table for."""

WRONG = Wrong()
