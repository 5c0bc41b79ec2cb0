"""Turns and rounds: who is next, and what the end of a round brings."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.fuel_and_fortune import finish
from companion.games.fuel_and_fortune.events import OrderChanged
from companion.games.fuel_and_fortune.state import Race, Told
from companion.parts import order


def end_turn(race: Race, told: Told) -> Race:
    """The next in order is to move."""
    return first_of(race, order.after(race.order, race.turn), told)


def first_of(race: Race, seats: Sequence[Seat], told: Told) -> Race:
    """The first of those that can drive is to move; turns that a crash has cost are lost on the way."""
    for seat in seats:
        car = race.cars[seat]
        if car.out_turns:
            race = race.put(seat, replace(car, out_turns=car.out_turns - 1))
        elif seat not in race.finished:
            return replace(race, turn=seat, awaits="turn")
    return end_round(race, told)


def end_round(race: Race, told: Told) -> Race:
    """Everybody has had a turn: the race may be over, and the order may change."""
    if finish.due(race):
        return finish.close(race, told)
    following = race.ranking if race.options.dynamic_order else race.order
    if following != race.order:
        told.append(OrderChanged(following))
    return first_of(replace(race, order=following, round=race.round + 1), following, told)
