"""Chapter 7, Winning: who is home, and when the race is over."""

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.fuel_and_fortune.events import RaceWon
from companion.games.fuel_and_fortune.state import Race, Told


def home(race: Race, seat: Seat, told: Told) -> Race:
    """A car has completed the distance: the race is over, or the round is driven to its end."""
    race = replace(race, finished=(*race.finished, seat), underway=None)
    if race.options.finish_mode == "finish-round":
        return replace(race, awaits="turn-end")
    told.append(RaceWon(seat))
    return replace(race, awaits="over")


def due(race: Race) -> bool:
    """Whether the race ends with the round that has just ended."""
    return bool(race.finished) or race.round == race.options.round_limit


def close(race: Race, told: Told) -> Race:
    """The end of the last round: whoever is first in race order has won."""
    told.append(RaceWon(race.ranking[0]))
    return replace(race, awaits="over")
