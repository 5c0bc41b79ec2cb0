"""Section 0: what a table may set up, and what is wrong with a set-up."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, cast

from companion.engine import SEATS, BadOptions, Option, Problem
from companion.engine.codec import near
from companion.games.stock_car import teams, tracks
from companion.games.stock_car.state import Options
from companion.games.stock_car.tracks import Track

OPTIONS: tuple[Option, ...] = (
    Option("track", "Track", default=tracks.DEFAULT, values=tracks.NAMES, group="race"),
    Option("laps", "Laps", default=2, low=1, high=30, group="race"),
    Option("cars_per_team", "Cars per team", default=None, low=1, high=10, group="race"),
    Option("cars", "Car numbers", default=None, group="race"),
    Option("cards", "Race cards", default="dealt", values=("dealt", "held"), group="table"),
    Option("team_bars", "Team bars", default="random", values=("random", "entered"), group="table"),
    Option("draft_rear", "Draft: cars behind", default="optional", values=("optional", "forced"), group="rules"),
    Option("events", "Event cards", default=True, group="rules"),
    Option("variable_pits", "Variable pit stops", default=False, group="rules"),
    Option(
        "start_order",
        "Grid order",
        default="alternating",
        values=("alternating", "card-per-rank", "card-per-place"),
        group="rules",
    ),
    Option("last_winner", "Won the last race", default="", values=("", *SEATS), group="rules"),
    Option("bots", "Bots", default=None, group="table"),
)
"""In the order of a set-up screen. `bots` is the table's alone: checked here, and then of no matter to the rules."""

_BY_NAME = {option.name: option for option in OPTIONS}
_RULE = {
    "cars_per_team": "1.1",
    "cars": "1.5",
    "track": "1.6",
    "laps": "1.6",
    "start_order": "4.9",
    "last_winner": "4.8",
}
MOST_CARD_PLACES = 84

Given: TypeAlias = Mapping[str, object]


class _Check:
    """The options of one set-up, looked at one by one; `problems` gathers what is wrong."""

    def __init__(self, seats: tuple[str, ...], given: Given) -> None:
        self.seats = seats
        self.given = given
        self.problems: list[Problem] = []

    def wrong(self, key: str, text: str) -> None:
        self.problems.append(Problem(_RULE.get(key.partition(".")[0], "0"), key, text))

    def number(self, name: str, default: int) -> int:
        """A whole number within the option's bounds."""
        option, value = _BY_NAME[name], self.given.get(name, default)
        low, high = option.low or 0, option.high or 0
        if type(value) is int and low <= value <= high:
            return value
        self.wrong(name, f"{value!r} is no whole number from {low} to {high}")
        return default

    def word(self, name: str) -> str:
        """One of the option's words."""
        option = _BY_NAME[name]
        value = self.given.get(name, option.default)
        if value in option.values:
            return str(value)
        self.wrong(name, f"{value!r} is not known{near(str(value), filter(None, option.values))}")
        return str(option.default)

    def switch(self, name: str) -> bool:
        """On or off."""
        value = self.given.get(name, _BY_NAME[name].default)
        if not isinstance(value, bool):
            self.wrong(name, f"{value!r} is neither true nor false")
        return value is True

    def unknown_keys(self) -> None:
        for key in self.given:
            if key not in _BY_NAME:
                self.wrong(key, f"there is no such option{near(key, _BY_NAME)}")

    def players(self) -> None:
        if not 2 <= len(self.seats) <= teams.MOST_SEATS:
            self.wrong("seats", f"2 to {teams.MOST_SEATS} seats can play, not {len(self.seats)}")
        for seat in sorted(set(self.seats)):
            if seat not in SEATS:
                self.wrong("seats", f"there is no seat {seat!r}{near(seat, SEATS)}")
            if self.seats.count(seat) > 1:
                self.wrong("seats", f"{seat} is there twice")

    def sheets(self) -> dict[str, tuple[int, ...]]:
        """The car numbers of every seat."""
        each = self.number("cars_per_team", teams.usual_cars(len(self.seats)))
        given = self.given.get("cars")
        lists: dict[str, tuple[int, ...]] = {}
        if given is not None and not isinstance(given, Mapping):
            self.wrong("cars", "is a table: the car numbers of each seat, as in { red = [29, 41] }")
        elif given is not None:
            lists = {str(seat): self._sheet(str(seat), listed) for seat, listed in given.items()}
        self._unique(lists)
        known = {seat: cars for seat, cars in lists.items() if cars}
        return teams.numbers([seat for seat in self.seats if seat in SEATS], known, each)

    def _sheet(self, seat: str, listed: object) -> tuple[int, ...]:
        if seat not in self.seats:
            self.wrong("cars", f"{seat} has no seat in this race{near(seat, self.seats)}")
        if isinstance(listed, list | tuple) and listed and all(type(n) is int and 0 < n < 1000 for n in listed):
            return tuple(listed)
        self.wrong("cars", f"{seat} needs a list of at least one car number from 1 to 999, not {listed!r}")
        return ()

    def _unique(self, lists: Mapping[str, tuple[int, ...]]) -> None:
        every = [number for cars in lists.values() for number in cars]
        for number in sorted(set(every)):
            if every.count(number) > 1:
                self.wrong("cars", f"number {number} is there twice")

    def course(self, cars: int) -> Track:
        """The track, by name or described."""
        try:
            track = tracks.choose(self.given.get("track", tracks.DEFAULT))
        except tracks.BadTrack as error:
            for key, why in error.problems:
                self.wrong(f"track.{key}" if key else "track", why)
            return tracks.choose(tracks.DEFAULT)
        if track.sectors <= (cars + 1) // 2:
            self.wrong("track", f"{track.sectors} sectors are too few for {cars} cars two abreast")
        return track

    def bots(self) -> None:
        given = self.given.get("bots")
        if given is None:
            return
        if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given.values()):
            self.wrong("bots", 'is a table of seats and bots, as in { blue = "careful" }')
            return
        for seat in given:
            if seat not in self.seats:
                self.wrong("bots", f"{seat} has no seat in this race{near(str(seat), self.seats)}")

    def winner(self) -> str:
        seat = self.word("last_winner")
        if seat and seat in SEATS and seat not in self.seats:
            self.wrong("last_winner", f"{seat} has no seat in this race{near(seat, self.seats)}")
        return seat

    def hands(self, sheets: Mapping[str, tuple[int, ...]], cards: str) -> None:
        held = sum(len(cars) + 1 for cars in sheets.values())
        if cards == "dealt" and held > MOST_CARD_PLACES:
            self.wrong("cars_per_team", f"the hands would take {held} race cards, and there are {MOST_CARD_PLACES}")


def read(seats: tuple[str, ...], given: Given) -> Options:
    """The options of a race; BadOptions lists everything that blocks it."""
    check = _Check(seats, given)
    check.unknown_keys()
    check.players()
    check.bots()
    sheets = check.sheets()
    track = check.course(sum(map(len, sheets.values())))
    cards = check.word("cards")
    check.hands(sheets, cards)
    options = Options(
        seats=seats,
        cars=sheets,
        track=track,
        laps=check.number("laps", 2),
        draft_rear=cast(Literal["optional", "forced"], check.word("draft_rear")),
        cards=cast(Literal["dealt", "held"], cards),
        events=check.switch("events"),
        team_bars=cast(Literal["random", "entered"], check.word("team_bars")),
        variable_pits=check.switch("variable_pits"),
        start_order=cast(Literal["alternating", "card-per-rank", "card-per-place"], check.word("start_order")),
        last_winner=check.winner(),
    )
    if check.problems:
        raise BadOptions(tuple(check.problems))
    return options
