"""What happened, in the past tense. Everything is public."""

from companion.engine import Event, Seat


class Laid(Event, frozen=True):
    """A step was laid."""

    seat: Seat
    die: str
    space: str


class Rolled(Event, frozen=True):
    """One die was rolled."""

    seat: Seat
    die: str
    result: str


class Moved(Event, frozen=True):
    """A car drove one space, in this gear."""

    seat: Seat
    start: str
    end: str
    gear: int


class HazardAdded(Event, frozen=True):
    """The road itself added hazards."""

    seat: Seat
    count: int


class LostControl(Event, frozen=True):
    """A car lost control on this space."""

    seat: Seat
    space: str


class Spun(Event, frozen=True):
    """It spun where it was: gear 0."""

    seat: Seat


class LeftTrack(Event, frozen=True):
    """It left the track: 00."""

    seat: Seat


class Damaged(Event, frozen=True):
    """A damage token lies on its dashboard."""

    seat: Seat
    kind: str


class WeatherChanged(Event, frozen=True):
    """Every dashboard was turned over."""

    weather: str


class FlagPlaced(Event, frozen=True):
    """A yellow flag lies on a tile that had none."""

    tile: str


class FlagRemoved(Event, frozen=True):
    """A yellow flag came off."""

    tile: str


class FocusGained(Event, frozen=True):
    """Flat out paid."""

    seat: Seat
    count: int


class FocusSpent(Event, frozen=True):
    """Focus was paid for a die or a set."""

    seat: Seat
    count: int


class Blocked(Event, frozen=True):
    """No step was legal: the car stays, its gear too."""

    seat: Seat


class Pitted(Event, frozen=True):
    """A car went to the pits for `tyres`, `repairs` or `both`."""

    seat: Seat
    kind: str


class Reentered(Event, frozen=True):
    """A car is back on the road."""

    seat: Seat
    space: str


class TurnLost(Event, frozen=True):
    """A turn went by off the road."""

    seat: Seat


class LapCompleted(Event, frozen=True):
    """A car drove a whole lap."""

    seat: Seat
    lap: int


class Finished(Event, frozen=True):
    """A car's place is fixed."""

    seat: Seat
    place: int


class RoundStarted(Event, frozen=True):
    """The round marker was turned over."""

    number: int


EVENTS: tuple[type[Event], ...] = (
    Laid,
    Rolled,
    Moved,
    HazardAdded,
    LostControl,
    Spun,
    LeftTrack,
    Damaged,
    WeatherChanged,
    FlagPlaced,
    FlagRemoved,
    FocusGained,
    FocusSpent,
    Blocked,
    Pitted,
    Reentered,
    TurnLost,
    LapCompleted,
    Finished,
    RoundStarted,
)
