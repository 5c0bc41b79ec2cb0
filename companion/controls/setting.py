"""What is chosen before the start: the game, who drives which car, the options, words for the seal."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.engine import SEATS, BadOptions, Game, Option, Problem, Seat, View

PERSON = "person"
HIDDEN = "hidden"
"""A bot whose profile is dealt secretly."""

APART = ("seats", "bots")
"""Options that the form asks for by itself."""


class Setting(Struct, frozen=True):
    """`drivers`: every seat of the race in grid order, with `person` or the profile of a bot. `keyed`: draws that are
    made with real cards or dice and keyed in."""

    game: str
    drivers: Mapping[Seat, str]
    options: Mapping[str, object] = {}
    words: tuple[str, ...] = ()
    keyed: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.drivers)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, driver in self.drivers.items() if driver == PERSON)

    @property
    def bots(self) -> dict[Seat, str]:
        return {seat: driver for seat, driver in self.drivers.items() if driver != PERSON}

    def for_rules(self) -> dict[str, object]:
        """The options as the game takes them."""
        return dict(self.options) | ({"bots": self.bots} if self.bots else {})

    def with_driver(self, seat: Seat, driver: str) -> "Setting":
        """The seat driven by somebody else; `nobody` leaves the race."""
        drivers = {other: who for other, who in self.drivers.items() if other != seat or driver != "nobody"}
        if driver != "nobody" and seat in SEATS:
            drivers[seat] = driver
        return replace(self, drivers=drivers)

    def with_option(self, name: str, value: object) -> "Setting":
        """None takes the option back to its default."""
        options = {key: old for key, old in self.options.items() if key != name}
        return replace(self, options=options if value is None else options | {name: value})


class Shop(Protocol):
    """Where games come from."""

    @property
    def names(self) -> tuple[str, ...]: ...
    def game(self, name: str) -> Game: ...


def problems(game: Game, setting: Setting) -> tuple[Problem, ...]:
    """What blocks the start, or what is worth a warning."""
    try:
        state = game.rules.setup(setting.seats, setting.for_rules())
    except BadOptions as error:
        return error.problems
    return state.warnings


def preview(game: Game, setting: Setting) -> View | None:
    """The board as everybody would see it at the start; None while the start is blocked."""
    try:
        return game.rules.view(game.rules.setup(setting.seats, setting.for_rules()), None)
    except BadOptions:
        return None


def fields(game: Game) -> tuple[Option, ...]:
    """The options of a form, seats and bots apart."""
    return tuple(option for option in game.rules.options if option.name not in APART)


def value_of(option: Option, setting: Setting) -> object:
    return setting.options.get(option.name, option.default)


def stepped(option: Option, value: object, by: int) -> object:
    """The next value that two buttons can reach; what is no number, word or switch stays as it is."""
    if isinstance(value, bool):
        return not value
    if option.values:
        words = option.values
        at = words.index(value) if isinstance(value, str) and value in words else 0
        return words[(at + by) % len(words)]
    if isinstance(value, int):
        low = option.low if option.low is not None else value + by
        high = option.high if option.high is not None else value + by
        return max(low, min(high, value + by))
    return value
