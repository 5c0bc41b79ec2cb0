"""Chapters 3.4 to 3.6: the lead, and cars a lap down. `settle` is what follows whenever a car has moved."""

from msgspec import structs

from companion.engine import Event
from companion.games.stock_car import finish, running_order
from companion.games.stock_car.events import Lapped
from companion.games.stock_car.state import Race


def with_leader(race: Race) -> Race:
    """The Leader marker lies with the best car on the board, at once."""
    leader = running_order.leading(race) or 0
    return race if leader == race.leader else structs.replace(race, leader=leader)


def settle(before: Race, race: Race) -> tuple[Race, tuple[Event, ...]]:
    """After positions have changed: the new leader, who is lapped by it, who has finished (2.10)."""
    race = with_leader(race)
    caught = tuple(Lapped(number) for number in race.lapped if number not in before.lapped)
    race, crossed = finish.cross_line(race)
    return (with_leader(race) if crossed else race), (*caught, *crossed)
