"""How a race is set up: the options, their defaults, and what is wrong with those given."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from companion.engine import SEATS, BadOptions, Option, Problem, Seat
from companion.engine.codec import near
from companion.games.gear_dice import dashboards, tracks
from companion.games.gear_dice.dashboards import Dashboards, Tyre, Weather
from companion.games.gear_dice.track import Track, road

T = TypeVar("T")
MOST_SEATS = 6
TYRES = ("asphalt", "rain")

OPTIONS = (
    Option("track", "Track", default=tracks.DEFAULT, values=tracks.names(), group="Race"),
    Option("laps", "Laps", default=2, low=1, high=20, group="Race"),
    Option("end_mode", "End of race", default="finish-round", values=("finish-round", "sudden-death"), group="Race"),
    Option("weather", "Weather", default="dry", values=("dry", "wet"), group="Weather"),
    Option("weather_tokens", "Weather tokens", default=True, group="Weather"),
    Option("dice", "Dice rolled by", default="referee", values=("referee", "table"), group="Dice"),
    Option("adviser", "Odds shown", default=True, group="Dice"),
    Option("flying_start", "Flying start", default=False, group="Variants"),
    Option("flying_start_penalty", "Failed start ends turn", default=False, group="Variants"),
    Option("redline", "Redline", default=False, group="Variants"),
    Option("reentry_uses_turn", "Re-entry uses turn", default=True, group="Rulings"),
    Option("yellow_rounds", "Yellow flag rounds", default=1, low=0, high=9, unit="rounds", group="Rulings"),
    Option("alongside_adjacent_only", "Beside: next lane only", default=False, group="Rulings"),
)
"""What a set-up screen may offer; `tyres`, `dashboards` and `bots` are tables, for files."""

TABLES = ("tyres", "dashboards", "bots")


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A race's options, every one with a value."""

    seats: tuple[Seat, ...]
    track: Track
    laps: int
    end_mode: Literal["finish-round", "sudden-death"]
    weather: Weather
    weather_tokens: bool
    tyres: dict[Seat, Tyre]
    dice: Literal["referee", "table"]
    adviser: bool
    flying_start: bool
    flying_start_penalty: bool
    redline: bool
    reentry_uses_turn: bool
    yellow_rounds: int
    alongside_adjacent_only: bool
    dashboards: Dashboards


def read_options(seats: tuple[Seat, ...], given: Mapping[str, object]) -> Options:
    """The options of a race; BadOptions lists every problem that blocks the start."""
    problems = [*_seats(seats), *_unknown(given), *_plain(given), *_tyres(seats, given), *_bots(seats, given)]
    track = _loaded(lambda: tracks.load(given.get("track", tracks.DEFAULT)), problems)
    boards = _loaded(lambda: dashboards.load(given.get("dashboards")), problems)
    if track is not None:
        problems += tracks.crowded(track, len(seats))
    if problems or track is None or boards is None:
        raise BadOptions(tuple(problems))
    plain = {option.name: given.get(option.name, option.default) for option in OPTIONS if option.name != "track"}
    tyres = dict.fromkeys(seats, "asphalt") | msgspec.convert(given.get("tyres", {}), dict[Seat, Tyre])
    chosen = msgspec.convert({**plain, "seats": seats, "track": track, "tyres": tyres, "dashboards": boards}, Options)
    # Equal tracks become one object, so that looking its road up needs no comparison.
    return msgspec.structs.replace(chosen, track=road(track, chosen.alongside_adjacent_only).track)


def _loaded(load: Callable[[], T], problems: list[Problem]) -> T | None:
    try:
        return load()
    except BadOptions as error:
        problems.extend(error.problems)
        return None


def _seats(seats: tuple[Seat, ...]) -> Iterator[Problem]:
    if not 1 <= len(seats) <= MOST_SEATS:
        yield Problem("seats", "seats", f"takes 1 to {MOST_SEATS} colours, not {len(seats)}")
    for seat in dict.fromkeys(seats):
        if seat not in SEATS:
            yield Problem("seats", "seats", f"{seat!r} is no colour{near(seat, SEATS)}")
        elif seats.count(seat) > 1:
            yield Problem("seats", "seats", f"{seat} is there twice")


def _unknown(given: Mapping[str, object]) -> Iterator[Problem]:
    known = (*(option.name for option in OPTIONS), *TABLES, "seats")
    for key in given:
        if key not in known:
            yield Problem("unknown-option", key, f"is no option of gear dice{near(key, known)}")


def _plain(given: Mapping[str, object]) -> Iterator[Problem]:
    for option in OPTIONS:
        if option.name in given and option.name != "track" and (text := _wrong(option, given[option.name])):
            yield Problem("bad-value", option.name, text)


def _wrong(option: Option, value: object) -> str | None:
    if isinstance(option.default, bool):
        return None if isinstance(value, bool) else f"takes true or false, not {value!r}"
    if option.values:
        return None if value in option.values else f"takes {' or '.join(option.values)}, not {value!r}"
    assert option.low is not None
    assert option.high is not None
    fits = isinstance(value, int) and not isinstance(value, bool) and option.low <= value <= option.high
    return None if fits else f"takes a whole number from {option.low} to {option.high}, not {value!r}"


def _tyres(seats: tuple[Seat, ...], given: Mapping[str, object]) -> Iterator[Problem]:
    tyres = given.get("tyres", {})
    if not isinstance(tyres, Mapping):
        yield Problem("bad-value", "tyres", 'takes a table of seats, like { red = "rain" }')
        return
    for seat, tyre in tyres.items():
        yield from _strangers(seats, "tyres", seat)
        if tyre not in TYRES:
            yield Problem("bad-value", f"tyres.{seat}", f"takes {' or '.join(TYRES)}, not {tyre!r}")


def _bots(seats: tuple[Seat, ...], given: Mapping[str, object]) -> Iterator[Problem]:
    bots = given.get("bots", {})
    if not isinstance(bots, Mapping):
        yield Problem("bad-value", "bots", 'takes a table of seats, like { blue = "mixed" }')
        return
    for seat, profile in bots.items():
        yield from _strangers(seats, "bots", seat)
        if not isinstance(profile, str):
            yield Problem("bad-value", f"bots.{seat}", f"takes the name of a profile, not {profile!r}")


def _strangers(seats: tuple[Seat, ...], key: str, seat: object) -> Iterator[Problem]:
    if seat not in seats:
        yield Problem("bad-value", f"{key}.{seat}", f"{seat} has no car in this race; seats are {', '.join(seats)}")
