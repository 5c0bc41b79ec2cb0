"""A race of Fuel and Fortune on the little track of the rules page, driven in text forms."""

from collections.abc import Mapping

from msgspec import structs

from companion.engine import Action, Ask, Choice, Draw, Drawn, IllegalAction, Pending, Resume, Said, Step
from companion.engine.codec import parse, state_form, to_text
from companion.games.fuel_and_fortune.narration import narrate
from companion.games.fuel_and_fortune.rules import RULES
from companion.games.fuel_and_fortune.state import Race

T24: Mapping[str, object] = {
    "grid_order": "seating",
    "track_size": 24,
    "pit_entry": 22,
    "pit_exit": 1,
    "pit_lane_length": 5,
    "chance_dots": [4, 8, 13, 17],
    "laps": 2,
}
"""24 segments, Pit Entry 22, Pit Exit 1, dots on 4, 8, 13 and 17."""

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")


class Table:
    """One race and what came of the last step. `at` and the like patch the start: `red="10"`, `red="L1 P3 f2"`."""

    def __init__(self, patch: Mapping[str, object] | None = None, seats: int = 2, **options: object) -> None:
        self.seats = COLOURS[:seats]
        self.race: Race = RULES.setup(self.seats, {**T24, **options})
        self.heard: tuple[Said, ...] = ()
        self.events: list[str] = []
        if patch is not None:
            self._take(RULES.apply(self.race, Resume(patch)))

    @property
    def pending(self) -> Pending:
        return RULES.pending(self.race)

    @property
    def asked(self) -> str | None:
        return self.pending.seat if isinstance(self.pending, Ask) else None

    @property
    def draws(self) -> str | None:
        return self.pending.name if isinstance(self.pending, Draw) else None

    @property
    def state(self) -> dict[str, object]:
        return state_form(self.race)

    @property
    def said(self) -> list[str]:
        """What everybody has heard of the last step."""
        return [said.text for said in self.heard if said.only_for is None]

    def told(self, seat: str) -> list[str]:
        """What only that seat has heard of it."""
        return [f"{said.title} {said.text}".strip() for said in self.heard if said.only_for == seat]

    def do(self, text: str, seat: str | None = None) -> list[str]:
        """An action of the seat that is asked, or of another; the events that follow."""
        return self._take(RULES.apply(self.race, self._action(text, seat)))

    def draw(self, *outcomes: str) -> list[str]:
        """Answers to the pending draws, one after the other; the events of the last."""
        for outcome in outcomes:
            assert isinstance(self.pending, Draw), self.pending
            self._take(RULES.apply(self.race, Drawn(self.pending.name, (outcome,))))
        return self.events

    def refusal(self, text: str, seat: str | None = None) -> str:
        """The number of the rule that forbids an action; nothing may have changed."""
        before = self.race
        try:
            RULES.apply(self.race, self._action(text, seat))
        except IllegalAction as refused:
            assert self.race is before
            return refused.ruling.rule
        raise AssertionError(f"{text} was accepted")

    def mend(self, patch: Mapping[str, object]) -> list[str]:
        """A correction by hand; the events that follow."""
        return self._take(RULES.apply(self.race, Resume(patch)))

    def choices(self, barred: bool = False) -> list[str]:
        """What is open on the menu, or barred."""
        return [to_text(choice.action) for choice in self.menu() if (choice.barred is not None) is barred]

    def menu(self) -> tuple[Choice, ...]:
        return self.pending.choices if isinstance(self.pending, Ask) else ()

    def choice(self, text: str) -> Choice:
        return next(choice for choice in self.menu() if to_text(choice.action) == text)

    def _action(self, text: str, seat: str | None) -> Action:
        return structs.replace(parse(RULES.actions, text), by=seat)

    def _take(self, step: Step) -> list[str]:
        assert isinstance(step.state, Race)
        self.heard = narrate(self.race, step)
        self.race, self.events = step.state, [to_text(event) for event in step.events]
        return self.events


def cars(**told: str) -> dict[str, object]:
    """Cars in short: `red="L1 10 f3 GE AC lock"`; what is left out is lap 0, fuel 3 and an empty hand."""
    return {"cars": {seat: car(text) for seat, text in told.items()}}


def car(text: str) -> dict[str, object]:
    words = text.split()
    cards = {"GE": "good-exit", "LB": "late-brake", "AC": "avoid-crash"}
    plain: dict[str, object] = {"fuel": 3, "hand": [cards[word] for word in words if word in cards]}
    for word in words:
        if word[0] == "L" and word[1:].isdigit():
            plain["lap"] = int(word[1:])
        elif word[0] == "f":
            plain["fuel"] = int(word[1:])
        elif word == "lock":
            plain["locked"] = True
        elif word == "out":
            plain["out"] = True
        elif word not in cards:
            plain["at"] = word
    return plain


def race(**told: object) -> Table:
    """A race in the middle: cars by seat in short, `turn`, `seats` (how many), and everything else is an option."""
    here = {seat: str(text) for seat, text in told.items() if seat in COLOURS}
    options = {key: value for key, value in told.items() if key not in (*COLOURS, "turn", "seats")}
    patch = cars(**here) | {key: value for key, value in told.items() if key == "turn"}
    many = told.get("seats", len(here))
    assert isinstance(many, int)
    return Table(patch, many, **options)


def crash(*places: str, **options: object) -> Table:
    """Red drives 2 onto somebody and crashes."""
    table = race(**dict(zip(COLOURS, places, strict=False)), **options)
    table.do("drive 2")
    table.draw("crash")
    return table


def debris(*places: str, **options: object) -> Table:
    """Red drives 2 onto a dot and draws Debris."""
    table = race(**dict(zip(COLOURS, places, strict=False)), **options)
    table.do("drive 2")
    table.draw("debris")
    return table


def advances(*starts: tuple[str, int]) -> list[str]:
    """The events of three rounds of two segments on plain road."""
    events = []
    for number in (1, 2, 3):
        events.append(f"safety-car-advanced {number}")
        events += [f"moved {seat} {at + 2 * number - 2} {at + 2 * number}" for seat, at in starts]
    return events
