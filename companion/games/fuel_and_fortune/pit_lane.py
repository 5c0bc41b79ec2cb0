"""Chapter 3, The pit lane: turning in, refuelling box by box, skipping to the last box."""

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.fuel_and_fortune import moving, overtaking
from companion.games.fuel_and_fortune.cars import Car
from companion.games.fuel_and_fortune.events import EnteredPits, FuelGained, Moved, SkippedRefuelling, StayedOut
from companion.games.fuel_and_fortune.options import Options
from companion.games.fuel_and_fortune.state import Race, Told


def refuelled(options: Options, seat: Seat, car: Car, amount: int, told: Told) -> Car:
    """The car with more fuel; what the tank cannot hold is lost."""
    gained = min(amount, options.tank_max - car.fuel)
    if not gained:
        return car
    told.append(FuelGained(seat, gained, options.fuel_hidden))
    return replace(car, fuel=car.fuel + gained)


def enter(race: Race, seat: Seat, told: Told) -> Race:
    """Off the road and onto the first box, with a unit of fuel."""
    options, car = race.options, race.cars[seat]
    box = options.track.boxes[0]
    told += (EnteredPits(seat), Moved(seat, car.at, box))
    grant = 2 if options.pit_entry_grant == "extra" else 1
    return race.placed(seat, refuelled(options, seat, replace(car, at=box), grant, told))


def step(race: Race, seat: Seat, told: Told) -> Race:
    """One box further, and its fuel."""
    track, car = race.options.track, race.cars[seat]
    return _to_box(race, seat, track.boxes[track.box(car.at)], told)


def skip(race: Race, seat: Seat, told: Told) -> Race:
    """Onto the last box; what lies between gives nothing."""
    told.append(SkippedRefuelling(seat))
    return _to_box(race, seat, race.options.track.last_box, told)


def _to_box(race: Race, seat: Seat, box: str, told: Told) -> Race:
    options, car = race.options, race.cars[seat]
    told.append(Moved(seat, car.at, box))
    fuel = 1 if box != options.track.last_box or options.last_pit_refuels else 0
    return race.placed(seat, refuelled(options, seat, replace(car, at=box), fuel, told))


def enter_as_turn(race: Race, told: Told) -> Race:
    """A car that still stands on Pit Entry turns in: that is its whole turn."""
    return _arrived(enter(_turn_used(race), race.turn, told), told)


def step_as_turn(race: Race, told: Told) -> Race:
    return _arrived(step(_turn_used(race), race.turn, told), told)


def skip_as_turn(race: Race, told: Told) -> Race:
    return _arrived(skip(_turn_used(race), race.turn, told), told)


def _turn_used(race: Race) -> Race:
    """Lost Traction is used up by a turn in the lane too."""
    car = race.cars[race.turn]
    return race.put(race.turn, replace(car, locked=False, turns=car.turns + 1))


def turn_in(race: Race, told: Told) -> Race:
    """The answer to the offer on Pit Entry is yes: what was left of the move is lost."""
    return _arrived(enter(race, race.turn, told), told)


def stay_out(race: Race, told: Told) -> Race:
    """The answer is no: the turn is over, or the rest of the move goes on."""
    seat, rest = race.turn, race.underway
    told.append(StayedOut(seat))
    if rest is None:
        return replace(race, awaits="turn-end")
    return moving.travel(replace(race, underway=None), race.cars[seat], rest.goal, rest.shield, told)


def _arrived(race: Race, told: Told) -> Race:
    """A turn in the lane is over, unless the house plays overlaps there too."""
    seat = race.turn
    if race.options.pit_lane_overlaps and (others := race.rivals_at(race.cars[seat].at, seat)):
        return overtaking.overlap(race, seat, others, "", told)
    return replace(race, awaits="turn-end", underway=None)
