"""Chapter 4.8: several races that count together, kept in a small file.

A season file is TOML, one `[[race]]` after the other:

    [[race]]
    track = "short-oval"
    winner = "blue"                          # the seat whose car won: it moves up one place on the next bar
    points = { red = 178, blue = 190 }       # as the points table says
    substitutes = ["red"]                    # somebody else drove for red: five points less
    absent = ["green"]                       # nobody drove for green: five fewer than the last team
"""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from companion.engine import RefereeError
from companion.engine.codec import near

SUBSTITUTE = ABSENT = 5


class BadSeason(RefereeError, ValueError):
    """A season file that does not add up: says which race and which key."""


class SeasonRace(Struct, frozen=True, forbid_unknown_fields=True):
    """One race of a season."""

    winner: str
    points: dict[str, int]
    track: str = ""
    substitutes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


class Season(Struct, frozen=True, forbid_unknown_fields=True):
    """The races that have been run, in order."""

    race: tuple[SeasonRace, ...] = ()

    @property
    def last_winner(self) -> str:
        """Who moves up on the bar of the next race: the option of that name."""
        return self.race[-1].winner if self.race else ""


def read(plain: Mapping[str, object]) -> Season:
    """A season out of a file's tables."""
    try:
        season = msgspec.convert(plain, Season)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$.")
        raise BadSeason(f"{path.rstrip('`')}: {why}" if path else why) from None
    for number, race in enumerate(season.race, 1):
        _check(number, race)
    return season


def _check(number: int, race: SeasonRace) -> None:
    for key, seats in (("winner", (race.winner,)), ("substitutes", race.substitutes)):
        for seat in seats:
            if seat not in race.points:
                raise BadSeason(f"race {number}, {key}: {seat!r} has no points in it{near(seat, race.points)}")
    for seat in race.absent:
        if seat in race.points:
            raise BadSeason(f"race {number}, absent: {seat} has points in it")


def points_of(race: SeasonRace) -> dict[str, int]:
    """What a race brings each team in the season."""
    counted = {seat: got - SUBSTITUTE * (seat in race.substitutes) for seat, got in race.points.items()}
    last = min(race.points.values(), default=0)
    return counted | dict.fromkeys(race.absent, last - ABSENT)


def totals(season: Season) -> dict[str, int]:
    """Every team's sum, most points first."""
    sums: dict[str, int] = {}
    for race in season.race:
        for seat, got in points_of(race).items():
            sums[seat] = sums.get(seat, 0) + got
    return dict(sorted(sums.items(), key=lambda item: -item[1]))
