"""Where a driver stands before a drive: all that its menu depends on, and nothing else.

Spots that are equal have equal menus, so that a menu is worked out once however often it comes up.
"""

from msgspec import Struct

from companion.engine import Seat
from companion.games.fuel_and_fortune.house import House
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.track import within


class Spot(Struct, frozen=True, gc=False):
    """A car before its drive.

    `to_go`: laps to the finish, 2 standing for more. `crowd`: the places within reach, and its own, where others
    stand, each with them front to back.
    """

    house: House
    at: str
    to_go: int
    fuel: int
    hand: tuple[str, ...]
    locked: bool
    crowd: tuple[tuple[str, tuple[Seat, ...]], ...]

    def rivals(self, place: str) -> tuple[Seat, ...]:
        """Who else stands there."""
        for at, seats in self.crowd:
            if at == place:
                return seats
        return ()


def spot(race: Race) -> Spot:
    """Where the driver to move stands."""
    seat, house = race.turn, race.options.house
    car, track = race.cars[seat], house.track
    at, fuel, hand = car.at, car.fuel, car.hand
    top = 2 + fuel
    if hand and not car.locked:
        top = max([house.free_moves[card][1] for card in hand if card in house.free_moves], default=2) + fuel
    way, stacks = within(track, at, top), race.stacks
    crowd = {other.at: stacks.get(other.at) or (name,) for name, other in race.cars.items() if other.at in way}
    if "late-brake" in hand or at in crowd:
        crowd[at] = race.others_at(at, seat)
    if race.finished:
        crowd = {place: race.rivals_at(place, seat) for place in crowd}
    to_go = track.laps - car.lap if track.start[at] + top >= track.size else 1
    return Spot(house, at, to_go, fuel, hand, car.locked, tuple(crowd.items()))


class Prospect(Struct, frozen=True, gc=False):
    """One drive before it is chosen: what its line on the menu depends on.

    `met`: who stands where it ends, unless that is a Safe Zone; `spare`: Avoid Crash would help and is in the hand.
    """

    house: House
    at: str
    to_go: int
    fuel: int
    distance: int
    card: str | None
    avoid_crash: bool
    met: tuple[Seat, ...]
    spare: bool


def prospect(spot: Spot, distance: int, card: str | None, avoid_crash: bool = False) -> Prospect:
    """What may come of a drive."""
    met: tuple[Seat, ...] = ()
    if spot.crowd:
        track = spot.house.track
        place = track.place(track.start[spot.at] + distance)
        met = () if place in track.safe else spot.rivals(place)
    spare = bool(met) and "avoid-crash" in spot.hand
    return Prospect(spot.house, spot.at, spot.to_go, spot.fuel, distance, card, avoid_crash, met, spare)


class Outlook(Struct, frozen=True, gc=False):
    """Where a drive leads, what it costs, who is there.

    `crosses` a line; `warps`: with an empty tank; `wins`: completes the distance; `met`: who would be overlapped.
    """

    place: str
    burn: int
    left: int
    crosses: bool
    warps: bool
    wins: bool
    met: tuple[Seat, ...]


def outlook(drive: Prospect) -> Outlook:
    """What the driver can know of a drive beforehand."""
    track = drive.house.track
    start = track.start[drive.at]
    end = start + drive.distance
    burn = drive.house.fuel_for(drive.distance, drive.card)
    crosses = end // track.size > start // track.size or drive.at == track.last_box
    warps = crosses and burn >= drive.fuel
    wins = not warps and end // track.size >= drive.to_go
    met = () if warps or wins else drive.met
    return Outlook(track.place(end), burn, max(0, drive.fuel - burn), crosses, warps, wins, met)
