"""Cars put back into the race after a change: small words that every chapter uses."""

from typing import Literal

from msgspec import structs

from companion.games.stock_car.state import Car, Race


def with_car(race: Race, number: int, car: Car) -> Race:
    """The race with that car as it is now."""
    return structs.replace(race, cars=race.cars | {number: car})


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
    seats = race.options.seats
    first = seats.index(race.first_player)
    return seats[first:] + seats[:first]
