"""Chapters 4.4 and 4.5: the field lines up behind the yellow flag, closes up, and goes again."""

from collections.abc import Sequence
from functools import cache

from msgspec import structs

from companion.engine import Event
from companion.games.stock_car import lapping, running_order
from companion.games.stock_car.events import Moved, Restarted
from companion.games.stock_car.garage import spot
from companion.games.stock_car.state import Race
from companion.games.stock_car.tracks import Track
from companion.parts.lanes import LANES

GREEN_LINE = 9
"""A leader on its last lap restarts no nearer to the line than this many sectors before its end (A18)."""


@cache
def restart_pair(track: Track, sector: int) -> tuple[str, str]:
    """The two lanes of a restart, inside first; where there are only two lanes, both (A17)."""
    lanes = LANES[track.widths[sector - 1]]
    named = [lane for lane in lanes if lane in track.restart_lanes]
    inside, outside = named if len(named) == 2 and len(track.line_lanes) == len(lanes) == 3 else lanes[:2]
    return inside, outside


def space_at(track: Track, front: int, place: int) -> tuple[str, int]:
    """The space and the lap of a place in the line-up, counted from 0, two abreast from `front` back."""
    sector, lap = spot(track, front - place // 2)
    return f"{restart_pair(track, sector)[place % 2]}{sector}", lap


def line_up(race: Race) -> tuple[Race, tuple[Event, ...]]:
    """The leader in its own sector, the others behind it in running order; lapped cars last, then those of a
    collision (A16). Lapped cars are on the lead lap again (A15)."""
    order = running_order.order(race)
    rear = tuple(number for number in order if number in race.struck)
    order = tuple(number for number in order if number not in rear) + rear
    front = restart_row(race, running_order.progress(race, order[0]))
    return _stand(structs.replace(race, lineup=order, front=front, apron=()), order)


def restart_row(race: Race, front: int) -> int:
    """On the last lap the whole line-up stands behind the green restart line (4.5)."""
    sectors, laps = race.options.track.sectors, race.options.laps
    last_lap = front > (laps - 1) * sectors
    return min(front, laps * sectors - GREEN_LINE) if last_lap else front


def close_up(race: Race) -> tuple[Race, tuple[Event, ...]]:
    """Cars that stayed close up in their own lane, those that pitted fill in behind them (steps 5 and 6)."""
    stayed = [number for number in race.lineup if race.cars[number].status == "racing"]
    lanes = [[number for number in race.lineup[lane::2] if number in stayed] for lane in (0, 1)]
    _even_out(lanes)
    for number in race.apron:
        lanes[len(lanes[1]) < len(lanes[0])].append(number)
    race, events = _stand_in(structs.replace(race, apron=()), lanes)
    return structs.replace(race, lineup=(), front=0), (*events, Restarted())


def _even_out(lanes: list[list[int]]) -> None:
    """While one lane is two cars longer, its last car goes across (A14)."""
    lanes_by_length = sorted(lanes, key=len)
    while len(lanes_by_length[1]) - len(lanes_by_length[0]) >= 2:
        lanes_by_length[0].append(lanes_by_length[1].pop())


def _stand_in(race: Race, lanes: Sequence[Sequence[int]]) -> tuple[Race, tuple[Event, ...]]:
    longest = max(map(len, lanes))
    slots = [lane[row] if row < len(lane) else 0 for row in range(longest) for lane in lanes]
    return _stand(race, slots)


def _stand(race: Race, slots: Sequence[int]) -> tuple[Race, tuple[Event, ...]]:
    before = race
    race = lapping.with_leader(placed(race, slots, race.front))
    moved = (number for number in slots if number and race.cars[number].at != before.cars[number].at)
    return race, tuple(Moved(number, before.cars[number].at, race.cars[number].at) for number in moved)


def placed(race: Race, slots: Sequence[int], front: int) -> Race:
    """The cars (0: nobody) two abreast, the first row at that progress."""
    cars = dict(race.cars)
    for place, number in enumerate(slots):
        if number:
            at, lap = space_at(race.options.track, front, place)
            cars[number] = structs.replace(cars[number], at=at, lap=lap, status="racing")
    return structs.replace(race, cars=cars)
