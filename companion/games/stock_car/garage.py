"""Cars put back into the race after a change: small words that every chapter uses."""

from typing import Literal

from msgspec import structs

from companion.games.stock_car.state import Car, Race
from companion.games.stock_car.tracks import Track
from companion.parts.order import from_first


def with_car(race: Race, number: int, car: Car) -> Race:
    """The race with that car as it is now."""
    return structs.replace(race, cars=race.cars | {number: car})


def used(race: Race, number: int) -> Race:
    """The car's counter is flipped: it has had its segment."""
    return with_car(race, number, structs.replace(race.cars[number], used=True))


def owned(race: Race, seat: str) -> tuple[int, ...]:
    """A seat's cars in the order of its team sheet."""
    return race.options.cars[seat]


def off_board(race: Race, number: int, status: Literal["out", "finished"], place: int) -> Race:
    """A car leaves the board for its team sheet, with its position marker."""
    car = structs.replace(race.cars[number], at="", status=status, place=place)
    apron = tuple(other for other in race.apron if other != number)
    return structs.replace(race, cars=race.cars | {number: car}, apron=apron)


def clockwise(race: Race) -> tuple[str, ...]:
    """The seats from the First Player on, to the left."""
    return from_first(race.options.seats, race.first_player)


def on_board(race: Race, seat: str) -> tuple[int, ...]:
    """A seat's cars that are still in the race, on the track or on the apron."""
    return tuple(number for number in owned(race, seat) if race.cars[number].status in ("racing", "pitted"))


def on_track(race: Race, seat: str) -> tuple[int, ...]:
    """A seat's cars that stand on racing spaces."""
    return tuple(number for number in owned(race, seat) if race.cars[number].status == "racing")


def spot(track: Track, progress: int) -> tuple[int, int]:
    """The sector and the lap of so many sectors since the start of lap 1."""
    lap, sector = divmod(progress - 1, track.sectors)
    return sector + 1, lap + 1
