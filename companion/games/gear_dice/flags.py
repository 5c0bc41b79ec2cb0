"""Chapter 7.2, the yellow flags: where they lie, for how long, and who may stay side by side."""

from itertools import combinations

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.gear_dice import damage, traffic
from companion.games.gear_dice.events import FlagPlaced, FlagRemoved
from companion.games.gear_dice.state import Race, Told


def place(race: Race, space: str, tokens: int) -> Told:
    """Flags on the tile of a crash, the one before and the one after; flags that lie there are renewed."""
    tiles = race.road.around(race.road.spaces[space].tile)
    rounds = race.options.yellow_rounds
    fresh = tuple(tile for tile in tiles if tile not in race.flags)
    race = replace(
        race,
        flags=race.flags + fresh,
        flag_rounds=race.flag_rounds | dict.fromkeys(tiles, rounds),
        yellows=race.yellows + (rounds,) * tokens,
        exempt=race.exempt + tuple(pair for pair in side_by_side(race) if pair not in race.exempt),
    )
    return Told(race, tuple(FlagPlaced(tile) for tile in fresh))


def side_by_side(race: Race) -> tuple[tuple[Seat, Seat], ...]:
    """Every two cars that stand beside each other now, wherever that is."""
    pairs = combinations(race.options.seats, 2)
    return tuple(pair for pair in pairs if traffic.side_by_side(race, *pair))


def separated(race: Race) -> Race:
    """Cars that are no longer side by side are exempt no more (8.41)."""
    kept = tuple(pair for pair in race.exempt if traffic.side_by_side(race, *pair))
    return race if kept == race.exempt else replace(race, exempt=kept)


def age(race: Race) -> Told:
    """At the end of a round old flags come off, and their tokens go back into the bag (A8)."""
    old = tuple(tile for tile in race.flags if not race.flag_rounds[tile])
    rounds = {tile: left - 1 for tile, left in race.flag_rounds.items() if left}
    flags = tuple(tile for tile in race.flags if tile not in old)
    yellows = tuple(left - 1 for left in race.yellows if left)
    back = ["yellow"] * (len(race.yellows) - len(yellows))
    exempt = race.exempt if flags else ()
    race = replace(race, flags=flags, flag_rounds=rounds, yellows=yellows, exempt=exempt)
    return Told(damage.give_back(race, back), tuple(FlagRemoved(tile) for tile in old))
