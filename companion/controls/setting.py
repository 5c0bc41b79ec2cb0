"""What is chosen before the start: the game, who drives which car, the options, words for the seal."""

from collections.abc import Iterator, Mapping
from typing import Protocol, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from companion.engine import SEATS, BadOptions, Game, Option, Problem, Seat, View
from companion.engine.codec import near
from companion.table.chance import EVERY

PERSON = "person"
HIDDEN = "hidden"
"""A bot whose profile is dealt secretly."""

TABLE = (
    Option("ai_delay_ms", "Bots wait", 600, 0, 5000, group="Table", unit="ms"),
    Option("confirm_tokens", "Confirm moves", "safety-car", values=("safety-car", "always", "never"), group="Table"),
    Option("keyed", "Real cards or dice", "", group="Table", unit="names of draws"),
)
"""What every table may choose, whatever the game."""

APART = ("seats", "bots")
"""Options that the form asks for by itself."""


class Setting(Struct, frozen=True):
    """`drivers`: every seat of the race in grid order, with `person` or the profile of a bot. `keyed`: draws that are
    made with real cards or dice and keyed in. `table`: options of the table that the game does not list itself."""

    game: str
    drivers: Mapping[Seat, str]
    options: Mapping[str, object] = {}
    words: tuple[str, ...] = ()
    keyed: tuple[str, ...] = ()
    table: Mapping[str, object] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.drivers)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, driver in self.drivers.items() if driver == PERSON)

    @property
    def bots(self) -> dict[Seat, str]:
        return {seat: driver for seat, driver in self.drivers.items() if driver != PERSON}

    @property
    def by_hand(self) -> tuple[str, ...]:
        """The draws that are made with real cards or dice."""
        return (*self.keyed, *str(self.table.get("keyed", "")).replace(",", " ").split())

    def for_rules(self) -> dict[str, object]:
        """The options as the game takes them."""
        return dict(self.options) | ({"bots": self.bots} if self.bots else {})

    def with_driver(self, seat: Seat, driver: str) -> "Setting":
        """The seat driven by somebody else; `nobody` leaves the race."""
        drivers = {other: who for other, who in self.drivers.items() if other != seat or driver != "nobody"}
        if driver != "nobody" and seat in SEATS:
            drivers[seat] = driver
        return replace(self, drivers=drivers)

    def with_option(self, option: Option, value: object) -> "Setting":
        """None takes the option back to its default."""
        if option in TABLE:
            return replace(self, table=_changed(self.table, option.name, value))
        return replace(self, options=_changed(self.options, option.name, value))


def _changed(options: Mapping[str, object], name: str, value: object) -> dict[str, object]:
    left = {key: old for key, old in options.items() if key != name}
    return left if value is None else left | {name: value}


@runtime_checkable
class NamesDraws(Protocol):
    """Rules that name the draws which they may ask for."""

    draws: tuple[str, ...]


class Shop(Protocol):
    """Where games come from."""

    @property
    def names(self) -> tuple[str, ...]: ...
    def game(self, name: str) -> Game: ...


def problems(game: Game, setting: Setting) -> tuple[Problem, ...]:
    """What blocks the start, or what is worth a warning."""
    at_table = (*_table_problems(setting), *_keyed_problems(game, setting))
    try:
        state = game.rules.setup(setting.seats, setting.for_rules())
    except BadOptions as error:
        return (*error.problems, *at_table)
    return (*state.warnings, *at_table)


def _table_problems(setting: Setting) -> Iterator[Problem]:
    for option in TABLE:
        value = setting.table.get(option.name, option.default)
        if option.values and value not in option.values:
            yield Problem("E-TABLE", option.name, f"{option.label}: {', '.join(option.values)}.")
        if option.high is not None and not (type(value) is int and (option.low or 0) <= value <= option.high):
            yield Problem("E-TABLE", option.name, f"{option.label} must be between {option.low} and {option.high}.")


def _keyed_problems(game: Game, setting: Setting) -> Iterator[Problem]:
    """Draws that are to be keyed in and that this game never makes. One that does not name its draws takes any."""
    known = game.rules.draws if isinstance(game.rules, NamesDraws) else setting.by_hand
    for name in setting.by_hand:
        if name not in (*known, EVERY):
            yield Problem("E-KEYED", "keyed", f"{game.rules.name} draws no {name!r}{near(name, known)}")


def preview(game: Game, setting: Setting) -> View | None:
    """The board as everybody would see it at the start; None while the start is blocked."""
    try:
        return game.rules.view(game.rules.setup(setting.seats, setting.for_rules()), None)
    except BadOptions:
        return None


def fields(game: Game) -> tuple[Option, ...]:
    """The options of a form, seats and bots apart; the table's own last, where the game does not list them."""
    own = tuple(option for option in game.rules.options if option.name not in APART)
    names = {option.name for option in own}
    return (*own, *(option for option in TABLE if option.name not in names))


def value_of(option: Option, setting: Setting) -> object:
    chosen = setting.table if option in TABLE else setting.options
    return chosen.get(option.name, option.default)


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
