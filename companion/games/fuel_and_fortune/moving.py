"""Chapter 2, Movement and fuel: pay for a move, meet the lines, arrive."""

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.fuel_and_fortune import decks, finish, overtaking
from companion.games.fuel_and_fortune.actions import Drive
from companion.games.fuel_and_fortune.cars import Car, Stats, Underway
from companion.games.fuel_and_fortune.events import CardPlayed, FuelBurned, LapCompleted, Moved, Warped
from companion.games.fuel_and_fortune.options import Options
from companion.games.fuel_and_fortune.state import Race, Told
from companion.games.fuel_and_fortune.track import Track


def goal(track: Track, car: Car, distance: int) -> int:
    """The progress that a drive leads to; from the last box the first segment is Pit Exit."""
    return car.lap * track.size + track.start[car.at] + distance


def fuel_for(options: Options, distance: int, card: str | None) -> int:
    """Fuel is burnt only for what lies beyond the largest free move."""
    return max(0, distance - options.free_moves[card][1])


def meets_line(track: Track, car: Car, end: int) -> bool:
    """Whether the way there crosses the start/finish line or the pit exit line."""
    start = car.lap * track.size + track.start[car.at]
    return end // track.size > start // track.size or car.at == track.last_box


def drive(race: Race, action: Drive, told: Told) -> Race:
    """Pay, then go."""
    seat = race.turn
    car = race.cars[seat]
    end = goal(race.options.track, car, action.distance)
    if action.card or action.avoid_crash:
        race, car = _played(race, seat, car, action, told)
    return travel(race, seat, _paid(race.options, seat, car, action, told), end, _shield(race.options, action), told)


def _played(race: Race, seat: Seat, car: Car, action: Drive, told: Told) -> tuple[Race, Car]:
    """The movement card is played first, then Avoid Crash."""
    cards = (*((action.card,) if action.card else ()), *(("avoid-crash",) if action.avoid_crash else ()))
    hand, stats = car.hand, car.stats
    for card in cards:
        told.append(CardPlayed(seat, card))
        hand, stats = decks.without(hand, card), _counted(stats, card)
    return decks.laid_aside(race, cards), replace(car, hand=hand, stats=stats)


def _counted(stats: Stats, card: str) -> Stats:
    match card:
        case "good-exit":
            return replace(stats, good_exits=stats.good_exits + 1)
        case "late-brake":
            return replace(stats, late_brakes=stats.late_brakes + 1)
        case _:
            return replace(stats, avoid_crashes=stats.avoid_crashes + 1)


def _paid(options: Options, seat: Seat, car: Car, action: Drive, told: Told) -> Car:
    """The fuel is gone, and Lost Traction is used up."""
    burn = fuel_for(options, action.distance, action.card)
    if not burn:
        return replace(car, locked=False, turns=car.turns + 1)
    told.append(FuelBurned(seat, burn))
    stats = replace(car.stats, fuel_burned=car.stats.fuel_burned + burn)
    return replace(car, fuel=car.fuel - burn, locked=False, turns=car.turns + 1, stats=stats)


def _shield(options: Options, action: Drive) -> str:
    if action.avoid_crash:
        return "avoid-crash"
    return "late-brake" if options.late_brake_immune and action.card == "late-brake" else ""


def travel(race: Race, seat: Seat, car: Car, end: int, shield: str, told: Told) -> Race:
    """From where the car stands to `end`, or to what comes first: Pit Entry, a line with an empty tank, the finish."""
    track = race.options.track
    stop = _stop(race.options, track, car, end)
    if not car.fuel and meets_line(track, car, stop):
        return _warp(race, seat, car, told)
    place, lap = track.names[stop % track.size], stop // track.size
    told.append(Moved(seat, car.at, place))
    for number in range(car.lap + 1, lap + 1):
        told.append(LapCompleted(seat, number))
    race = race.placed(seat, replace(car, at=place, lap=lap))
    if lap >= track.laps:
        return finish.home(race, seat, told)
    if stop != end:
        return replace(race, awaits="pits", underway=Underway(end, shield))
    return _land(race, seat, place, shield, told)


def _stop(options: Options, track: Track, car: Car, end: int) -> int:
    """Where the offer to turn in interrupts a drive past Pit Entry, if the house allows that."""
    if options.pit_entry_when == "stop":
        return end
    start = car.lap * track.size + track.start[car.at]
    entry = track.entry_within(start + 1, end)
    return end if entry is None else entry


def _warp(race: Race, seat: Seat, car: Car, told: Told) -> Race:
    """Back to Pit Entry of the lap that the car is on, where the lane is offered at once."""
    entry = race.options.track.entry
    told.append(Warped(seat, entry))
    stays = car.at == entry
    race = race.put(seat, car) if stays else race.placed(seat, replace(car, at=entry))
    return replace(race, awaits="pits", underway=None)


def _land(race: Race, seat: Seat, place: str, shield: str, told: Told) -> Race:
    track = race.options.track
    if place == track.entry:
        return replace(race, awaits="pits", underway=None)
    if place not in track.safe and (others := race.rivals_at(place, seat)):
        return overtaking.overlap(race, seat, others, shield, told)
    return overtaking.past(race, seat, told)
