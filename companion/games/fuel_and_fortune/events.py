"""What has happened, in text-form order; places as in a car's `at`."""

from companion.engine import Event, Seat


class CardPlayed(Event, frozen=True, gc=False):
    """A card of the hand was played, for all to see."""

    seat: Seat
    card: str


class FuelBurned(Event, frozen=True, gc=False):
    """Fuel was burnt on purpose."""

    seat: Seat
    amount: int


class Moved(Event, frozen=True, gc=False):
    """A car went from one place to another."""

    seat: Seat
    start: str
    end: str


class LapCompleted(Event, frozen=True, gc=False):
    """A car has so many laps behind it."""

    seat: Seat
    lap: int


class Overlapped(Event, frozen=True, gc=False):
    """A move ended among other cars."""

    seat: Seat
    place: str
    seats: tuple[Seat, ...]


class Passed(Event, frozen=True, gc=False):
    """An overlap went well: the mover is in front."""

    seat: Seat
    place: str


class HadIncident(Event, frozen=True, gc=False):
    """An overlap cost the mover its hand."""

    seat: Seat


class Crashed(Event, frozen=True, gc=False):
    """An overlap put the mover out until the green flag."""

    seat: Seat


class CardDrawn(Event, frozen=True, gc=False):
    """A chance card that takes effect at once; `hidden`: what it is would give a fuel level away."""

    seat: Seat
    card: str
    hidden: bool = False

    @property
    def only_for(self) -> Seat | None:
        return self.seat if self.hidden else None


class CardHeld(Event, frozen=True, gc=False):
    """A chance card went to somebody's hand."""

    seat: Seat


class CardGained(Event, frozen=True, gc=False):
    """Which card went to the hand."""

    seat: Seat
    card: str

    @property
    def only_for(self) -> Seat:
        return self.seat


class CardDiscarded(Event, frozen=True, gc=False):
    """A full hand gave up a card, face down."""

    seat: Seat


class CardDropped(Event, frozen=True, gc=False):
    """Which card the full hand gave up."""

    seat: Seat
    card: str

    @property
    def only_for(self) -> Seat:
        return self.seat


class HandLost(Event, frozen=True, gc=False):
    """All cards of a hand are gone."""

    seat: Seat


class FuelGained(Event, frozen=True, gc=False):
    """Fuel came into the tank."""

    seat: Seat
    amount: int
    hidden: bool = False

    @property
    def only_for(self) -> Seat | None:
        return self.seat if self.hidden else None


class FuelLost(Event, frozen=True, gc=False):
    """Fuel was lost, not burnt on purpose."""

    seat: Seat
    amount: int
    hidden: bool = False

    @property
    def only_for(self) -> Seat | None:
        return self.seat if self.hidden else None


class TractionLost(Event, frozen=True, gc=False):
    """The next turn of that car is exactly one segment."""

    seat: Seat


class Warped(Event, frozen=True, gc=False):
    """A car met a line with an empty tank and is back on Pit Entry."""

    seat: Seat
    place: str


class EnteredPits(Event, frozen=True, gc=False):
    """A car turned off into the lane."""

    seat: Seat


class StayedOut(Event, frozen=True, gc=False):
    """A car was offered the lane and did not take it."""

    seat: Seat


class SkippedRefuelling(Event, frozen=True, gc=False):
    """A car jumps to the last box."""

    seat: Seat


class DeckReshuffled(Event, frozen=True, gc=False):
    """What lay aside is a deck again."""

    deck: str


class DeckEmpty(Event, frozen=True, gc=False):
    """A card was due, but all of them are in hands."""

    deck: str


class SafetyCarDeployed(Event, frozen=True, gc=False):
    """The safety car is out."""

    cause: str


class FieldBunched(Event, frozen=True, gc=False):
    """The queue behind the safety car, front first."""

    seats: tuple[Seat, ...]


class Towed(Event, frozen=True, gc=False):
    """The car that crashed was put at the back of the queue."""

    seat: Seat
    place: str


class Stranded(Event, frozen=True, gc=False):
    """A car that cannot run stays where it is."""

    seat: Seat
    place: str


class HeldAtPitEntry(Event, frozen=True, gc=False):
    """An empty tank keeps a car from being led over the line."""

    seat: Seat


class HeldAtPitExit(Event, frozen=True, gc=False):
    """A red light keeps a car in the last box."""

    seat: Seat


class SafetyCarAdvanced(Event, frozen=True, gc=False):
    """The safety car begins a round; rounds count from 1."""

    round: int


class GreenFlagShown(Event, frozen=True, gc=False):
    """Racing goes on, with that seat to move."""

    seat: Seat


class OrderChanged(Event, frozen=True, gc=False):
    """The order of the next rounds."""

    seats: tuple[Seat, ...]


class RaceWon(Event, frozen=True, gc=False):
    """The race is over."""

    seat: Seat


EVENTS = (
    CardPlayed,
    FuelBurned,
    Moved,
    LapCompleted,
    Overlapped,
    Passed,
    HadIncident,
    Crashed,
    CardDrawn,
    CardHeld,
    CardGained,
    CardDiscarded,
    CardDropped,
    HandLost,
    FuelGained,
    FuelLost,
    TractionLost,
    Warped,
    EnteredPits,
    StayedOut,
    SkippedRefuelling,
    DeckReshuffled,
    DeckEmpty,
    SafetyCarDeployed,
    FieldBunched,
    Towed,
    Stranded,
    HeldAtPitEntry,
    HeldAtPitExit,
    SafetyCarAdvanced,
    GreenFlagShown,
    OrderChanged,
    RaceWon,
)
