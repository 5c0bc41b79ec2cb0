"""Chapter 1.5: whose cars have which numbers, and which colour on a Team Bar stands for a seat."""

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct

from companion.engine import Problem

MOST_SEATS = 7
POSITION_MARKERS = 21
CARS_BY_PLAYERS = {2: 6, 3: 5, 4: 4}
"""Cars per team (1.1); three for more players."""


class Team(Struct, frozen=True, forbid_unknown_fields=True):
    """One team: numbers that are known, numbers that fill it up, and its colour on the bars, if it has one."""

    team: str
    cars: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    bar: str = ""


TEAMS: Mapping[str, Team] = msgspec.convert(
    tomllib.loads(files(__package__).joinpath("teams.toml").read_text("utf-8")), dict[str, Team]
)


def usual_cars(players: int) -> int:
    """How many cars a team has, by the number of players (1.1)."""
    return CARS_BY_PLAYERS.get(players, 3)


def numbers(seats: Sequence[str], given: Mapping[str, tuple[int, ...]], each: int) -> dict[str, tuple[int, ...]]:
    """Every seat's car numbers: those given, else its team's own, filled up with numbers nobody has."""
    taken = {number for cars in given.values() for number in cars}
    sheets: dict[str, tuple[int, ...]] = {}
    for seat in seats:
        sheets[seat] = given[seat] if seat in given else tuple(_fill(seat, each, taken))
        taken.update(sheets[seat])
    return sheets


def _fill(seat: str, each: int, taken: Collection[int]) -> Iterator[int]:
    own = TEAMS[seat].cars + TEAMS[seat].free
    others = {number for team in TEAMS.values() for number in team.cars + team.free}
    spare = (number for number in range(1, 1000) if number not in others)
    left = each
    for number in (*own, *spare):
        if left and number not in taken:
            left -= 1
            yield number


def seats_on_bar(colours: Sequence[str], seats: Sequence[str]) -> tuple[str, ...]:
    """The seats in the order of a Team Bar; a seat without a colour of its own takes over one that nobody uses."""
    stands_for = {TEAMS[seat].bar: seat for seat in seats if TEAMS[seat].bar}
    unused = iter([team.bar for team in TEAMS.values() if team.bar and team.bar not in stands_for])
    guests = {next(unused): seat for seat in seats if not TEAMS[seat].bar}
    return tuple(seat for colour in colours if (seat := stands_for.get(colour) or guests.get(colour, "")))


def doubts(sheets: Mapping[str, tuple[int, ...]]) -> Iterator[Problem]:
    """What a table should know before it starts: numbers that are ours, more cars than the box has markers for."""
    for seat, cars in sheets.items():
        team = TEAMS[seat]
        ours = [str(number) for number in cars if number in team.free]
        if ours and cars == (team.cars + team.free)[: len(cars)]:
            text = f"{', '.join(ours)} of {seat} are stand-ins: that team's own numbers are not known"
            yield Problem("1.5", "cars", text, blocks=False)
    many = sum(map(len, sheets.values()))
    if many > POSITION_MARKERS:
        text = f"{many} cars race, and the box has position markers for {POSITION_MARKERS}"
        yield Problem("4.9", "cars_per_team", text, blocks=False)
