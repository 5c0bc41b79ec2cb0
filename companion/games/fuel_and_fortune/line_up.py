"""Chapter 6, phase 1: the safety car picks up the leader, and the field lines up behind it without a gap."""

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.fuel_and_fortune.cars import Car, Mark, SafetyCar
from companion.games.fuel_and_fortune.events import (
    FieldBunched,
    HeldAtPitEntry,
    LapCompleted,
    Moved,
    SafetyCarDeployed,
    Stranded,
    Towed,
)
from companion.games.fuel_and_fortune.safety_car import led, marks, slot
from companion.games.fuel_and_fortune.state import Race, Told
from companion.games.fuel_and_fortune.track import Track


def deploy(race: Race, told: Told) -> Race:
    """The safety car is out, and everybody is where it will lead them from; nobody is asked."""
    crashed = race.turn if race.cars[race.turn].out else None
    told.append(SafetyCarDeployed("crash" if crashed else "debris"))
    before, ranking = marks(race), race.ranking
    running = _running(race, ranking)
    towed = crashed if crashed and running and led(race, crashed) else None
    race = replace(race, safety_car=_picks_up(race, running))
    for seat in (*running, *((towed,) if towed else ())):
        race = _join(race, seat, seat == towed, told)
    race = _stacked_in_order(race)
    told += (Stranded(seat, race.cars[seat].at) for seat in ranking if not (led(race, seat) or seat in race.finished))
    told.append(FieldBunched(race.safety_car.queue))
    lined_up = {seat: Mark(car.at, before[seat].lap) for seat, car in race.cars.items()}
    return replace(race, safety_car=replace(race.safety_car, lined_up=lined_up))


def _running(race: Race, ranking: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The cars on the road that the safety car finds, in race order."""
    track, home = race.options.track, race.finished
    return tuple(
        seat for seat in race.ranking if (car := race.cars[seat]).running and not track.box(car.at) and seat not in home
    )


def _picks_up(race: Race, running: tuple[Seat, ...]) -> SafetyCar:
    """The first running car on the road is the head of the queue; it does not move."""
    head = race.progress(running[0]) if running else 0
    return SafetyCar("advancing", race.options.sc_rounds, head=head)


def progress(track: Track, car: Car) -> int:
    """Segments since the start; in the lane, as far as the part of the bypass that is done."""
    if box := track.box(car.at):
        return track.entry_of(car.lap) + track.bypass * box // (len(track.boxes) + 1)
    return car.lap * track.size + track.start[car.at]


def laps_behind(race: Race, seat: Seat, head: int) -> int:
    """How many whole laps the car is down, and stays down."""
    track = race.options.track
    return 0 if race.options.sc_unlap else max(0, (head - progress(track, race.cars[seat])) // track.size)


def _join(race: Race, seat: Seat, towed: bool, told: Told) -> Race:
    """One more car at the end of the queue, or on Pit Entry if it would be led over the line without fuel."""
    safety_car, track, car = race.safety_car, race.options.track, race.cars[seat]
    down = laps_behind(race, seat, safety_car.head)
    end = slot(race, len(safety_car.queue), down)
    if race.options.sc_fuel_check and not car.fuel and end // track.size > car.lap:
        told.append(HeldAtPitEntry(seat))
        safety_car = replace(safety_car, held=(*safety_car.held, seat))
        return replace(_set(race, seat, track.entry, car.lap), safety_car=safety_car)
    place, lap = track.place(end), end // track.size
    if towed:
        told.append(Towed(seat, place))
    elif place != car.at:
        told.append(Moved(seat, car.at, place))
    told += (LapCompleted(seat, number) for number in range(car.lap + 1, lap + 1))
    queue, behind = (*safety_car.queue, seat), {**safety_car.behind, seat: down}
    return replace(_set(race, seat, place, lap), safety_car=replace(safety_car, queue=queue, behind=behind))


def _set(race: Race, seat: Seat, place: str, lap: int) -> Race:
    car = race.cars[seat]
    led = replace(car, at=place, lap=lap)
    return race.put(seat, led) if car.at == place else race.placed(seat, led)


def _stacked_in_order(race: Race) -> Race:
    """Where the opening lap is too short for the queue, the rest stands on segment 0 in queue order."""
    first = race.options.track.names[0]
    stack = race.stacks.get(first, ())
    queued = tuple(seat for seat in race.safety_car.queue if seat in stack)
    if len(queued) < 2:
        return race
    others = tuple(seat for seat in stack if seat not in queued)
    return replace(race, stacks={**race.stacks, first: (*others, *queued)})
