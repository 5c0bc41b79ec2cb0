"""What happened, in the past tense."""

from companion.engine import Event


class CardPlayed(Event, frozen=True):
    """A seat activated a car with a card."""

    seat: str
    card: int
    car: int


class Moved(Event, frozen=True):
    """The active car, or one linked to it, went from a space to another."""

    car: int
    start: str
    end: str


class Pushed(Event, frozen=True):
    """A car was displaced by a push from behind."""

    car: int
    start: str
    end: str


class Shoved(Event, frozen=True):
    """A car was displaced by a shove from the side."""

    car: int
    start: str
    end: str


class Linked(Event, frozen=True):
    """A car moves along from now on."""

    car: int


class Bumped(Event, frozen=True):
    """The last points were burnt on a push that failed."""

    car: int


class Swapped(Event, frozen=True):
    """The active car changed places with the one ahead."""

    car: int
    other: int


class Wore(Event, frozen=True):
    """A car got a wear marker."""

    car: int
    kind: str


class Retired(Event, frozen=True):
    """A car left the race for good."""

    car: int


class Lapped(Event, frozen=True):
    """The leader caught a car from behind."""

    car: int


class LedTurn(Event, frozen=True):
    """A car got a Turn Leader marker."""

    car: int


class EventDrawn(Event, frozen=True):
    """An event card was turned over."""

    name: str


class FlagShown(Event, frozen=True):
    """The flag of an event, or of the race."""

    colour: str


class Pitted(Event, frozen=True):
    """A car went to the apron."""

    car: int


class Restarted(Event, frozen=True):
    """The field lined up again after a yellow flag."""


class Finished(Event, frozen=True):
    """A car crossed the line after the full distance, or was ranked at the end."""

    car: int
    place: int


EVENTS: tuple[type[Event], ...] = (
    CardPlayed,
    Moved,
    Pushed,
    Shoved,
    Linked,
    Bumped,
    Swapped,
    Wore,
    Retired,
    Lapped,
    LedTurn,
    EventDrawn,
    FlagShown,
    Pitted,
    Restarted,
    Finished,
)
