"""A gear dice race for tests: small roads, text forms in, text forms out."""

from collections.abc import Mapping
from typing import cast

import pytest

from companion.engine import Ask, Choice, Draw, Event, IllegalAction, Ruling
from companion.engine.codec import to_text
from companion.games import load
from companion.games.gear_dice.state import Car, Race
from companion.scenarios.session import Session

Table = dict[str, object]
LANES = "abcde"


def ring(rows: int = 12, lanes: int = 3, tiles: int = 6, **edits: Mapping[str, object]) -> Table:
    """A plain ring of rows; `edits` by space (`b5`) or by link (`b4_b5`) add limits, lines and the like."""
    names = LANES[:lanes]
    return {
        "name": f"Ring {rows}",
        "tiles": [{"id": f"t{n}", "danger": 1, **edits.get(f"t{n}", {})} for n in range(1, tiles + 1)],
        "space": [
            {
                **space(f"{name}{row}", f"t{(row - 1) * tiles // rows + 1}", lane, row, lanes),
                **edits.get(f"{name}{row}", {}),
            }
            for row in range(1, rows + 1)
            for lane, name in enumerate(names, 1)
        ],
        "link": [{**link, **edits.get(f"{link['from']}_{link['to']}", {})} for link in links(rows, names)],
    }


def space(id: str, tile: str, lane: int, row: int, lanes: int) -> Table:
    rear = 2 * (row - 1)
    return {"id": id, "tile": tile, "lane": lane, "rear": rear, "front": rear + 2, "edge": lane in (1, lanes)}


def links(rows: int, names: str) -> list[Table]:
    found: list[Table] = []
    for row in range(1, rows + 1):
        ahead = row % rows + 1
        for lane, name in enumerate(names):
            for other in range(max(lane - 1, 0), min(lane + 2, len(names))):
                kind = "straight" if lane == other else "diagonal"
                link: Table = {"from": f"{name}{row}", "to": f"{names[other]}{ahead}", "kind": kind}
                found.append(link | ({"finish": True} if ahead == 1 else {}))
    return found


class Play:
    """A race under way. Red and Blue on a ring, unless told otherwise; `state` is a scenario's patch."""

    def __init__(
        self,
        state: Mapping[str, object] | None = None,
        seats: tuple[str, ...] = ("red", "blue"),
        /,
        **options: object,
    ) -> None:
        self.session = Session(load("gear-dice"))
        self.events = texts(self.session.start(seats, {"track": ring(), **options}, state))

    @property
    def race(self) -> Race:
        return cast("Race", self.session.state)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The whole menu, barred choices too."""
        pending = self.session.pending
        assert isinstance(pending, Ask), pending
        return pending.choices

    @property
    def menu(self) -> list[str]:
        """Open choices."""
        return [to_text(choice.action) for choice in self.choices if choice.barred is None]

    @property
    def asked(self) -> str:
        pending = self.session.pending
        assert isinstance(pending, Ask), pending
        return pending.seat

    @property
    def draw_name(self) -> str:
        pending = self.session.pending
        assert isinstance(pending, Draw), pending
        return pending.name

    def car(self, seat: str = "red") -> Car:
        return self.race.cars[seat]

    def do(self, *actions: str) -> list[str]:
        """Whoever is asked does these; the events of all of them."""
        told = [texts(self.session.act(self.asked, action)) for action in actions]
        return [event for events in told for event in events]

    def draw(self, *outcomes: str) -> list[str]:
        """The pending draw gives this."""
        return texts(self.session.answer(self.draw_name, outcomes))

    def roll(self, *faces: str) -> list[str]:
        """Roll the next step; `clear` unless told."""
        self.do("roll")
        return self.draw(*(faces or ("clear",)))

    def drive(self, *steps: str) -> list[str]:
        """Lay these steps and roll each of them clear, one by one."""
        self.do(*(f"lay {step}" for step in steps))
        told: list[str] = []
        for _ in steps:
            self.do("roll")
            pending = self.session.pending
            assert isinstance(pending, Draw)
            told += self.draw(*["clear"] * pending.size())
        return told

    def flat_out(self, *faces: str) -> list[str]:
        """Roll the route flat out."""
        self.do("roll-flat-out")
        return self.draw(*faces)

    def refused(self, action: str, seat: str | None = None) -> Ruling:
        """The ruling against an action, which must change nothing."""
        before = self.session.state
        with pytest.raises(IllegalAction) as refusal:
            self.session.act(seat or self.race.driver, action)
        assert self.session.state is before
        return refusal.value.ruling


def texts(events: tuple[Event, ...]) -> list[str]:
    return [to_text(event) for event in events]


def on(at: str, gear: int = 0, **more: object) -> Table:
    """A car of a patch, on lap 1."""
    return {"at": at, "gear": gear, "lap": 1, **more}


def cars(red: Table, blue: Table | None = None, /, **more: object) -> Table:
    """A patch: Red to play, Blue far away unless told otherwise."""
    return {"turn": "red", "order": ["red", "blue"], "cars": {"red": red, "blue": blue or on("c9", 1)}, **more}
