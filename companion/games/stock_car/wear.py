"""Chapters 3.1 to 3.3 and 1.4: wear markers, what they cost, and cars that are lost."""

from msgspec import structs

from companion.engine import Event, Ruling
from companion.games.stock_car import running_order
from companion.games.stock_car.events import Retired, Wore
from companion.games.stock_car.garage import off_board, with_car
from companion.games.stock_car.state import Car, Race, Wear

TEMPORARY: tuple[Wear, ...] = ("tire", "body", "suspension", "fuel")
PERMANENT: tuple[Wear, ...] = ("bent-suspension", "crushed-body", "transmission", "engine")
FULL = 6
"""So many markers and the car is done for, the next time it is picked."""

WORN_OUT = Ruling("3.1", "This car has six wear markers: it can only be retired.")


def worn_out(car: Car) -> bool:
    """Whether it goes as soon as it is picked (3.1)."""
    return len(car.wear) >= FULL


def count(car: Car, *kinds: Wear) -> int:
    """How many markers of these kinds lie on it."""
    return sum(kind in kinds for kind in car.wear)


def add(race: Race, number: int, kind: Wear, times: int = 1) -> tuple[Race, tuple[Event, ...]]:
    """Lay markers on a car; the sixth does nothing by itself."""
    car = race.cars[number]
    race = with_car(race, number, structs.replace(car, wear=car.wear + (kind,) * times))
    return race, (Wore(number, kind),) * times


def without(car: Car, kind: Wear) -> Car:
    """The car with one marker of that kind less."""
    index = car.wear.index(kind)
    return structs.replace(car, wear=car.wear[:index] + car.wear[index + 1 :])


def cleared(car: Car) -> Car:
    """A pit stop takes off all that is temporary (1.4)."""
    return structs.replace(car, wear=tuple(kind for kind in car.wear if kind in PERMANENT))


def retire(race: Race, number: int) -> tuple[Race, tuple[Event, ...]]:
    """A car is lost and takes the least valuable position marker left (3.2)."""
    return off_board(race, number, "out", running_order.worst_place_left(race)), (Retired(number),)
