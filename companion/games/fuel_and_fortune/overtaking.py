"""Chapter 4, Overtaking and collisions."""

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.fuel_and_fortune import decks
from companion.games.fuel_and_fortune.cars import Underway
from companion.games.fuel_and_fortune.events import Crashed, HadIncident, Overlapped, Passed
from companion.games.fuel_and_fortune.state import Race, Told


def overlap(race: Race, seat: Seat, others: tuple[Seat, ...], shield: str, told: Told) -> Race:
    """A move has ended among other cars: the deck decides, unless a card was played against that."""
    car = race.cars[seat]
    told.append(Overlapped(seat, car.at, others))
    race = race.put(seat, replace(car, stats=replace(car.stats, overlaps=car.stats.overlaps + 1)))
    if shield:
        return _passed(race, seat, told)
    contacts = len(others) if race.options.overlap_draws == "per-car" else 1
    return decks.overtake_due(race, Underway(contacts=contacts), told)


def resolve(race: Race, card: str, told: Told) -> Race:
    """What the card says; the house may want another for the next car on the segment."""
    race = decks.overtake_drawn(race, card)
    if card == "crash":
        return _crash(race, told)
    rest = race.underway or Underway(contacts=1)
    clean = rest.clean and card == "safe-pass"
    if card == "racing-incident":
        race = _incident(race, told)
    if rest.contacts > 1:
        return decks.overtake_due(race, replace(rest, contacts=rest.contacts - 1, clean=clean), told)
    return _passed(race, race.turn, told) if clean else past(race, race.cars[race.turn].at, told)


def _passed(race: Race, seat: Seat, told: Told) -> Race:
    """The mover is in front of everybody there."""
    car = race.cars[seat]
    told.append(Passed(seat, car.at))
    car = replace(car, stats=replace(car.stats, passes=car.stats.passes + 1))
    return past(race.in_front(seat, car), car.at, told)


def _incident(race: Race, told: Told) -> Race:
    """The mover stays at the back of the segment and loses its cards."""
    seat = race.turn
    car = race.cars[seat]
    told.append(HadIncident(seat))
    race = race.put(seat, replace(car, stats=replace(car.stats, incidents=car.stats.incidents + 1)))
    return decks.hand_lost(race, seat, told)


def _crash(race: Race, told: Told) -> Race:
    """The mover is out, its cards are gone, and the safety car comes at once."""
    seat = race.turn
    car = race.cars[seat]
    told.append(Crashed(seat))
    stats = replace(car.stats, crashes=car.stats.crashes + 1)
    race = race.put(seat, replace(car, out=True, out_turns=race.options.crash_out_turns, stats=stats))
    return replace(decks.hand_lost(race, seat, told), awaits="safety-car", underway=None)


def past(race: Race, place: str, told: Told) -> Race:
    """Whatever the segment held is dealt with; a blue dot comes last."""
    if place in race.options.track.dots:
        return decks.chance_due(race, told)
    return replace(race, awaits="turn-end", underway=None)
