"""A whole race of stock car at a test's table, driven through the game's four functions by text forms."""

from collections.abc import Iterable, Mapping, Sequence

import pytest

from companion.engine import Ask, Draw, Event, IllegalAction, Pending
from companion.engine.codec import to_text
from companion.games.stock_car import GAME
from companion.games.stock_car.cards import EVENT_CARDS
from companion.games.stock_car.state import Race
from companion.scenarios.session import Session

OVAL = {"sections": [{"lanes": 3, "sectors": 30}]}
CORNERED = {"sections": [{"lanes": 3, "sectors": 10}, {"lanes": 2, "sectors": 10}]}


class Table:
    """Red and blue (or more) in the middle of a race; `events` are the texts of the last thing that was done."""

    def __init__(self, seats: Sequence[str], options: Mapping[str, object], patch: Mapping[str, object] | None) -> None:
        self.session = Session(GAME)
        self.told: tuple[Event, ...] = self.session.start(seats, options, patch)

    @property
    def race(self) -> Race:
        race = self.session.state
        assert isinstance(race, Race)
        return race

    @property
    def events(self) -> list[str]:
        return [to_text(event) for event in self.told]

    @property
    def pending(self) -> Pending:
        return self.session.pending

    @property
    def asked(self) -> str:
        """The seat that is asked; the name of the draw, if one is waited for."""
        pending = self.pending
        return pending.seat if isinstance(pending, Ask) else pending.name if isinstance(pending, Draw) else "over"

    @property
    def menu(self) -> list[str]:
        """What is open."""
        pending = self.pending
        assert isinstance(pending, Ask)
        return [to_text(choice.action) for choice in pending.choices if choice.barred is None]

    def do(self, *texts: str) -> "Table":
        """Actions of whoever is asked."""
        for text in texts:
            pending = self.pending
            assert isinstance(pending, Ask), pending
            self.told = self.session.act(pending.seat, text)
        return self

    def draw(self, *outcomes: str | int) -> "Table":
        """Outcomes of the draws that are waited for, one after the other."""
        for outcome in outcomes:
            pending = self.pending
            assert isinstance(pending, Draw), pending
            self.told = self.session.answer(pending.name, [str(outcome)])
        return self

    def refused(self, text: str, seat: str = "") -> str:
        """The number of the rule that refuses an action."""
        with pytest.raises(IllegalAction) as refusal:
            self.session.act(seat or self.asked, text)
        return refusal.value.ruling.rule

    def at(self, *cars: int) -> str:
        """Where these cars are, all of them if none is named."""
        return ", ".join(f"{number} {self.race.cars[number].at}" for number in cars or self.race.cars)

    def markers(self, number: int) -> list[str]:
        return list(self.race.cars[number].wear)

    def patch(self, **patch: object) -> "Table":
        self.told = self.session.patch(patch)
        return self


def seated(seats: Sequence[str] = ("red", "blue"), **options: object) -> Table:
    """A table before the set-up draws."""
    return Table(seats, options, None)


def position(
    cars: Mapping[int, Mapping[str, object]],
    owners: Mapping[str, Iterable[int]],
    patch: Mapping[str, object] | None = None,
    **options: object,
) -> Table:
    """A race in the middle: cars by number, whose they are, and what else the patch says."""
    given: dict[str, object] = {"cars": {seat: list(numbers) for seat, numbers in owners.items()}, "track": OVAL}
    state = {"cars": {str(number): car for number, car in cars.items()}, **(patch or {})}
    return Table(tuple(owners), {"laps": 3, **given, **options}, state)


def standing(places: str, owners: str, **more: object) -> Table:
    """`standing("29 M7, 43 I6 2", "red 29, blue 43")`: spaces, with the lap where it is not 1, and teams.

    `used` flips every counter, `wear` gives markers by car (`tire fuel`); what else is given is an option or a patch.
    """
    used, wear = more.pop("used", False), more.pop("wear", None) or {}
    cars: dict[int, dict[str, object]] = {}
    for words in (word.split() for word in places.split(", ")):
        lap = int(words[2]) if len(words) > 2 else 1
        cars[int(words[0])] = {"at": words[1], "lap": lap, "used": used}
    assert isinstance(wear, Mapping)
    for number, kinds in wear.items():
        cars[number]["wear"] = kinds.split()
    teams = {seat: list(map(int, numbers)) for seat, *numbers in (team.split() for team in owners.split(", "))}
    options = {key: more.pop(key) for key in list(more) if key in OPTION_KEYS}
    return position(cars, teams, more, **options)


OPTION_KEYS = {option.name for option in GAME.rules.options} - {"cars"}


def event_turn(places: str, owners: str, **more: object) -> Table:
    """Everybody has moved: the race waits for the event card."""
    table = standing(places, owners, **{"used": True, **more})
    assert table.asked == "event"
    return table


def after_event(name: str, places: str, owners: str, **more: object) -> Table:
    """An event card has just been turned over."""
    assert name in EVENT_CARDS
    return event_turn(places, owners, **more).draw(name)
