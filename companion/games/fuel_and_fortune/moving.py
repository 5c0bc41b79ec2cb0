"""Chapter 2, Movement and fuel: pay for a move, meet the lines, arrive."""

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.fuel_and_fortune import decks, finish, overtaking
from companion.games.fuel_and_fortune.actions import Drive
from companion.games.fuel_and_fortune.cars import Car, Stats, Underway
from companion.games.fuel_and_fortune.events import CardPlayed, FuelBurned, LapCompleted, Moved, Warped
from companion.games.fuel_and_fortune.house import House
from companion.games.fuel_and_fortune.state import Race, Told
from companion.games.fuel_and_fortune.track import Track


def _progress(track: Track, car: Car) -> int:
    """Where a drive is counted from; from the last box its first segment is Pit Exit."""
    return car.lap * track.size + track.start[car.at]


def drive(race: Race, action: Drive, told: Told) -> Race:
    """Pay, then go."""
    seat, house = race.turn, race.options.house
    car = race.cars[seat]
    end = _progress(house.track, car) + action.distance
    shield = ""
    if action.card or action.avoid_crash:
        race, car = _played(race, seat, car, action, told)
        shield = _shield(house, action)
    return travel(race, _paid(house, seat, car, action, told), end, shield, told)


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


def _paid(house: House, seat: Seat, car: Car, action: Drive, told: Told) -> Car:
    """The fuel is gone, and Lost Traction is used up."""
    burn = house.fuel_for(action.distance, action.card)
    if not burn:
        return replace(car, locked=False, turns=car.turns + 1)
    told.append(FuelBurned(seat, burn))
    stats = replace(car.stats, fuel_burned=car.stats.fuel_burned + burn)
    return replace(car, fuel=car.fuel - burn, locked=False, turns=car.turns + 1, stats=stats)


def _shield(house: House, action: Drive) -> str:
    """The card that makes an overlap safe."""
    if action.avoid_crash:
        return "avoid-crash"
    return "late-brake" if house.late_brake_immune and action.card == "late-brake" else ""


def travel(race: Race, car: Car, end: int, shield: str, told: Told) -> Race:
    """From where the car stands to `end`, or to what comes first: Pit Entry, a line with an empty tank, the finish."""
    seat, options = race.turn, race.options
    track = options.track
    start = _progress(track, car)
    stop = end if options.pit_entry_when == "stop" else _offer_on(track, start, end)
    lap = stop // track.size
    if not car.fuel and (lap > start // track.size or car.at == track.last_box):
        return _warp(race, seat, car, track.entry, told)
    place = track.names[stop % track.size]
    told.append(Moved(seat, car.at, place))
    if lap > car.lap:
        told += [LapCompleted(seat, number) for number in range(car.lap + 1, lap + 1)]
    race = race.placed(seat, replace(car, at=place, lap=lap))
    if lap >= track.laps:
        return finish.home(race, seat, told)
    if stop != end or place == track.entry:
        return replace(race, awaits="pits", underway=Underway(end, shield) if stop != end else None)
    if place in race.stacks and place not in track.safe and (others := race.rivals_at(place, seat)):
        return overtaking.overlap(race, seat, others, shield, told)
    return overtaking.past(race, place, told)


def _offer_on(track: Track, start: int, end: int) -> int:
    """Where the offer to turn in interrupts a drive past Pit Entry, in a house where passing is enough.

    Nothing past the final line interrupts the winning move.
    """
    entry = track.entry_within(start + 1, min(end, track.last))
    return end if entry is None else entry


def _warp(race: Race, seat: Seat, car: Car, entry: str, told: Told) -> Race:
    """Back to Pit Entry of the lap that the car is on, where the lane is offered at once."""
    told.append(Warped(seat, entry))
    stays = car.at == entry
    race = race.put(seat, car) if stays else race.placed(seat, replace(car, at=entry))
    return replace(race, awaits="pits", underway=None)
