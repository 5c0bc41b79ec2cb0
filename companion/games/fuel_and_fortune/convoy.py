"""What is said behind the safety car: lists of where cars go, each for hands that then move them.

The lists are made by following the events of a step from the state before it.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.engine import Event, Said, Seat
from companion.games.fuel_and_fortune.cars import Mark
from companion.games.fuel_and_fortune.events import (
    EnteredPits,
    FieldBunched,
    FuelGained,
    GreenFlagShown,
    HeldAtPitEntry,
    LapCompleted,
    Moved,
    RaceWon,
    SafetyCarAdvanced,
    SafetyCarDeployed,
    Stranded,
    Towed,
)
from companion.games.fuel_and_fortune.safety_car import marks
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.words import spoken


class Convoy:
    """The field behind the safety car, as far as the events of one step have told."""

    def __init__(self, before: Race) -> None:
        self.out = before.safety_car.out
        self._race = before
        self._lined_up: Mapping[Seat, Mark] = before.safety_car.lined_up
        self._round_began: Mapping[Seat, Mark] = before.safety_car.round_began
        self._towed: Seat | None = None
        self._held: list[Seat] = []
        self._stranded: list[Seat] = []

    def hears(self, event: Event) -> bool:
        """Whether the event is the convoy's to tell; if not, it keeps in mind where cars go."""
        if self.out or isinstance(event, SafetyCarDeployed):
            return True
        self._follow(event)
        return False

    def tell(self, event: Event, after: Race) -> Iterator[Said]:
        match event:
            case SafetyCarDeployed(cause):
                self._deploy()
                yield Said(f"SAFETY CAR ({cause}).")
            case FieldBunched(seats):
                yield self._line_up(seats)
            case SafetyCarAdvanced(round=number):
                if number > 1 and self._each_round:
                    yield from self._round()
                self._round_began = marks(self._race)
            case GreenFlagShown() | RaceWon():
                self._race, self.out = after, False
                yield from self._round() if self._each_round else self._advance(event)
            case _:
                self._follow(event)

    @property
    def _each_round(self) -> bool:
        return self._race.options.sc_announce == "each-round"

    def _deploy(self) -> None:
        self.out = True
        self._lined_up = marks(self._race)

    def _follow(self, event: Event) -> None:
        """Keep in mind where a car is now, and what it has."""
        cars = self._race.cars
        match event:
            case Moved(seat, _, at):
                self._put(seat, at=at)
            case Towed(seat, at):
                self._towed = seat
                self._put(seat, at=at)
            case HeldAtPitEntry(seat):
                self._held.append(seat)
                self._put(seat, at=self._race.track.entry)
            case Stranded(seat):
                self._stranded.append(seat)
            case LapCompleted(seat, lap):
                self._put(seat, lap=lap)
            case FuelGained(seat, amount):
                self._put(seat, fuel=cars[seat].fuel + amount)
            case EnteredPits(seat) if seat in self._held:
                self._held.remove(seat)

    def _put(self, seat: Seat, **changes: object) -> None:
        self._race = self._race.put(seat, replace(self._race.cars[seat], **changes))

    def _line_up(self, queue: tuple[Seat, ...]) -> Said:
        """The queue front to back, then those who are not in it."""
        cars, before = self._race.cars, self._lined_up
        parts = [self._place(seat) + (" (towed)" if seat == self._towed else "") for seat in queue]
        parts += [f"{spoken(seat)} held on Pit Entry ({cars[seat].at})" for seat in self._held]
        lane = [seat for seat in self._race.ranking if self._race.track.box(cars[seat].at)]
        parts += [f"{spoken(seat)} in the pit lane on {cars[seat].at}" for seat in lane if seat not in self._stranded]
        parts += [f"{spoken(seat)} stranded on {cars[seat].at}" for seat in self._stranded]
        moved = [seat for seat in (*queue, *self._held) if cars[seat].at != before[seat].at]
        self._lined_up = {seat: Mark(car.at, before[seat].lap) for seat, car in cars.items()}
        return Said(f"Line up: {'; '.join(parts)}.", moves=self._by_hand(moved, before))

    def _place(self, seat: Seat) -> str:
        at = self._race.cars[seat].at
        return f"{spoken(seat)} {'stays on' if at == self._lined_up[seat].at else 'to'} {at}"

    def _by_hand(self, moved: list[Seat], before: Mapping[Seat, Mark]) -> tuple[Seat, ...]:
        """The tail first for cars that go back, then the front first for cars that go up."""
        track, cars = self._race.track, self._race.cars

        def goes_back(seat: Seat) -> bool:
            return (track.start[cars[seat].at] - track.merit[before[seat].at] * track.size // track.lap_merit) % (
                track.size
            ) > track.size // 2

        back = [seat for seat in moved if goes_back(seat)]
        return (*reversed(back), *(seat for seat in moved if seat not in back))

    def _round(self) -> Iterator[Said]:
        yield from self._moves(self._round_began, None)

    def _advance(self, event: Event) -> Iterator[Said]:
        """Everything since the line-up in one list; whoever has just won needs no line of it."""
        yield from self._moves(self._lined_up, event.seat if isinstance(event, RaceWon) else None)

    def _moves(self, since: Mapping[Seat, Mark], winner: Seat | None) -> Iterator[Said]:
        race = self._race
        home = race.cars[winner].lap >= race.track.laps if winner else False
        seats = [seat for seat in race.ranking if not (home and seat == winner)]
        moved = [seat for seat in seats if race.cars[seat].at != since[seat].at]
        if moved:
            parts = "; ".join(f"{spoken(seat)} to {self._box(seat)}" for seat in moved)
            yield Said(f"Safety car advance: {parts}.", moves=tuple(moved))
        for seat in seats:
            for lap in range(since[seat].lap + 1, race.cars[seat].lap + 1):
                yield Said(f"{spoken(seat)} completes lap {lap}.")

    def _box(self, seat: Seat) -> str:
        """Where a car goes; in the lane with its fuel, if everybody may know it."""
        race, car = self._race, self._race.cars[seat]
        shown = race.track.box(car.at) and not race.options.fuel_hidden
        return f"{car.at} (fuel {car.fuel})" if shown else car.at
