"""Random fields, options and states to begin from: whatever the rules page allows, and settles.

Left out: cards that crash where cars overlap in the lane (nobody says what a crash there leads to), and cars in the
lane that are to lose turns.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from companion.engine import SEATS
from tests.support.second_model.house import DECKS, chosen
from tests.support.second_model.states import bunched, scattered

SWITCHES: dict[str, tuple[float, tuple[object, ...]]] = {
    "grid_order": (0.8, ("seating",)),
    "grid_layout": (0.3, ("staggered",)),
    "dynamic_order": (0.4, (True,)),
    "finish_mode": (0.25, ("finish-round",)),
    "round_limit": (0.1, (10, 15)),
    "draw_mode": (0.2, ("probability",)),
    "hand_limit": (0.3, (1, 2, 4, 5)),
    "crash_catch_up": (0.3, (False,)),
    "green_flag_first": (0.5, ("next", "new-round")),
    "sc_unlap": (0.2, (True,)),
    "sc_fuel_check": (0.15, (False,)),
    "sc_can_finish": (0.3, (False,)),
    "pit_entry_when": (0.2, ("pass",)),
    "pit_entry_grant": (0.2, ("extra",)),
    "last_pit_refuels": (0.2, (True,)),
    "pit_lane_overlaps": (0.1, (True,)),
    "overlap_draws": (0.25, ("per-car",)),
    "crash_out_turns": (0.2, (1, 2, 3)),
    "avoid_under_lost_traction": (0.2, (False,)),
    "good_exit_mode": (0.2, ("add",)),
    "late_brake_immune": (0.2, (True,)),
}
"""How often a house departs from the default, and to what."""


class Setting(NamedTuple):
    """What a race begins with; the patch may be empty."""

    seats: tuple[str, ...]
    options: dict[str, object]
    patch: dict[str, object]


def random_setting(stream: Random) -> Setting:
    """One in two begins on the grid, the others in the middle, some of those behind the safety car."""
    seats = tuple(stream.sample(SEATS, stream.randint(1, 8)))
    options = dict(random_options(stream, len(seats)))
    house, start = chosen(options), stream.random()
    if start < 0.5:
        return Setting(seats, options, {})
    patch = scattered(stream, house, seats) if start < 0.8 else bunched(stream, house, seats)
    return Setting(seats, options, patch)


def random_options(stream: Random, cars: int) -> Iterator[tuple[str, object]]:
    """Options that no check of part 3.2 stops."""
    switches = {name: stream.choice(values) for name, (odds, values) in SWITCHES.items() if stream.random() < odds}
    yield from switches.items()
    track = _track(stream, cars)
    yield from track.items()
    yield "laps", stream.choice((1, 2, 2, 3, 4))
    yield from _safety_car(stream, track["track_size"])
    yield from _fuel(stream)
    yield from _decks(stream, "pit_lane_overlaps" in switches)
    taken = (track["pit_entry"], track["pit_exit"])
    free = [segment for segment in range(track["track_size"]) if segment not in taken]
    dots = stream.sample(free, min(len(free), stream.choice((2, 4, track["track_size"] // 2))))
    yield "chance_dots", stream.choice((sorted(dots), sorted(dots), len(dots) // 2))


def _track(stream: Random, cars: int) -> dict[str, int]:
    """The lane in its usual place, over the line, or away from it."""
    size = max(12, cars + 6, stream.choice((12, 14, 18, 24, 24, 40)))
    kind = stream.random()
    if kind < 0.6:
        entry, bypass = size - 2, 3
    elif kind < 0.75:
        entry, bypass = size - 1, stream.randint(1, 3)
    else:
        entry, bypass = stream.randint(1, size - 4), stream.randint(1, 3)
    lane = stream.choice((2, 3, 5))
    return {"track_size": size, "pit_entry": entry, "pit_exit": (entry + bypass) % size, "pit_lane_length": lane}


def _safety_car(stream: Random, size: int) -> Iterator[tuple[str, object]]:
    """Often other than by default, and never a full lap."""
    rounds, advance = stream.choice((1, 2, 3, 3, 4)), stream.choice((1, 2, 2, 3, 6))
    yield "sc_rounds", rounds
    yield "sc_advance", min(advance, (size - 1) // rounds)


def _fuel(stream: Random) -> Iterator[tuple[str, object]]:
    start = stream.choice((1, 1, 2, 3, 5))
    yield "start_fuel", start
    yield "tank_max", max(start, stream.choice((1, 3, 5, 5, 9)))


def _decks(stream: Random, lane_overlaps: bool) -> Iterator[tuple[str, object]]:
    """Small decks, which run out and are shuffled; many cards that hurt."""
    if lane_overlaps:
        yield "overtake_deck", {"safe-pass": stream.choice((1, 8)), "racing-incident": stream.choice((0, 2))}
    elif stream.random() < 0.7:
        counts = (stream.choice((0, 1, 8)), stream.choice((0, 2)), stream.choice((1, 4)))
        yield "overtake_deck", dict(zip(DECKS["overtake_deck"], counts, strict=True))
    if stream.random() < 0.2:
        yield "chance_deck", {stream.choice(list(DECKS["chance_deck"])): 2, "good-exit": 2, "avoid-crash": 1}
    elif stream.random() < 0.6:
        many = (2, stream.choice((1, 4)), 1, 2, stream.choice((1, 5)), 3, 3, 3)
        yield "chance_deck", dict(zip(DECKS["chance_deck"], many, strict=True))
