"""Chapter 1, Setup: the field, the grid and the first turn."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.engine import Draw, Seat
from companion.games.fuel_and_fortune.cars import Car
from companion.games.fuel_and_fortune.options import Options
from companion.games.fuel_and_fortune.state import Bags, Race
from companion.games.fuel_and_fortune.validation import chosen
from companion.parts.bag import full
from companion.parts.order import piled


def entered(seats: tuple[Seat, ...], given: Mapping[str, object]) -> Race:
    """A race ready to start, or waiting for its grid to be drawn."""
    options = chosen(seats, given)
    bags = Bags(full(options.overtake_deck), full(options.chance_deck))
    cars = {seat: Car(fuel=options.start_fuel) for seat in seats}
    race = Race(options, (), seats, seats[0], cars, piled(dict.fromkeys(seats, "0")), bags, awaits="grid")
    return on_grid(race, seats) if options.grid_order == "seating" or len(seats) == 1 else race


def pending_slot(race: Race) -> Draw:
    """Who gets the next slot, from pole backwards."""
    return Draw("grid", ({seat: 1 for seat in race.cars if seat not in race.grid},))


def slot_drawn(race: Race, seat: Seat) -> Race:
    grid = (*race.grid, seat)
    return on_grid(race, grid) if len(grid) == len(race.cars) else replace(race, grid=grid)


def on_grid(race: Race, grid: tuple[Seat, ...]) -> Race:
    """The field on its slots, pole to move."""
    places = {seat: _slot(race.options, place, len(grid)) for place, seat in enumerate(grid, 1)}
    cars = {seat: replace(car, at=places[seat]) for seat, car in race.cars.items()}
    return replace(race, grid=grid, order=grid, turn=grid[0], cars=cars, stacks=piled(places), awaits="turn")


def _slot(options: Options, place: int, cars: int) -> str:
    return options.track.names[cars - place if options.grid_layout == "staggered" else 0]
