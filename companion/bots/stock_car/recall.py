"""What a seat's view tells, put together again: the race as that seat may know it, to look ahead in.

Nothing comes from anywhere but the view's widgets: the hands of others and the order of the decks are not in them,
and so not in here.
"""

from collections.abc import Mapping
from functools import cache
from itertools import groupby

import msgspec
from msgspec import Struct

from companion.engine import Board, Flag, Hand, Number, Text, View
from companion.engine.view import AnyWidget
from companion.games.stock_car.state import Car, Move, Options, Race
from companion.games.stock_car.tracks import Section, Track

ENDLESS = 99
"""Laps of the race that is thought about: nobody leaves its board, who has finished shows by the progress."""


class Scene(Struct, frozen=True):
    """A race as a seat sees it. `laps` is what the real race goes over, `cards` the hand (none if held by hand)."""

    race: Race
    me: str
    laps: int
    cards: tuple[int, ...]
    flag: str
    round: int

    @property
    def distance(self) -> int:
        """Sectors of the whole race."""
        return self.laps * self.race.options.track.sectors

    @property
    def mine(self) -> tuple[int, ...]:
        """The cars of this seat."""
        return self.race.options.cars[self.me]


class _Sheet:
    """The widgets of a view by their names."""

    def __init__(self, view: View) -> None:
        self._widgets: Mapping[str, AnyWidget] = {widget.name: widget for widget in view.widgets}

    def __contains__(self, name: str) -> bool:
        return name in self._widgets

    def text(self, name: str) -> str:
        widget = self._widgets.get(name)
        return widget.text if isinstance(widget, Text) else ""

    def number(self, name: str) -> int:
        widget = self._widgets.get(name)
        return widget.value if isinstance(widget, Number) else 0

    def flag(self, name: str) -> bool:
        widget = self._widgets.get(name)
        return isinstance(widget, Flag) and widget.on

    def numbers(self, name: str) -> tuple[int, ...]:
        return tuple(int(word) for word in self.text(name).split(",") if word.strip().isdigit())

    def hand(self) -> tuple[int, ...]:
        widget = self._widgets.get("hand")
        return tuple(int(card.name) for card in widget.cards) if isinstance(widget, Hand) else ()

    def seats(self) -> tuple[str, ...]:
        return tuple(name.removeprefix("team-") for name in self._widgets if name.startswith("team-"))


def recalled(view: View) -> Scene:
    """The race that this view shows."""
    sheet, board = _Sheet(view), view.board
    assert board is not None
    assert view.viewer is not None
    seats = sheet.seats()
    teams = {seat: sheet.numbers(f"team-{seat}") for seat in seats}
    race = Race(
        options=Options(
            seats=seats,
            cars=teams,
            track=_track(tuple(place.id for place in board.places), tuple(sheet.text("restart-lanes").split())),
            laps=ENDLESS,
            draft_rear="forced" if sheet.text("draft-rear") == "forced" else "optional",
        ),
        turn=view.viewer,
        cars={number: _car(sheet, seat, number) for seat in seats for number in teams[seat]},
        first_player=sheet.text("first-player"),
        leader=_whole(sheet.text("leader")),
        apron=_apron(board),
        move=_move(sheet),
    )
    return Scene(race, view.viewer, sheet.number("laps"), sheet.hand(), sheet.text("flag"), sheet.number("turn-number"))


@cache
def _track(places: tuple[str, ...], restart_lanes: tuple[str, ...]) -> Track:
    """The sections, as far as the names of the spaces tell them."""
    sectors = [int(name[1:]) for name in places if name[0] != "A"]
    widths = [sectors.count(sector) for sector in range(1, max(sectors) + 1)]
    return Track(
        sections=tuple(Section(lanes, len(list(run))) for lanes, run in groupby(widths)), restart_lanes=restart_lanes
    )


def _car(sheet: _Sheet, seat: str, number: int) -> Car:
    told = {
        "seat": seat,
        "at": sheet.text(f"at-{number}"),
        "lap": sheet.number(f"lap-{number}"),
        "wear": [kind for kind in sheet.text(f"markers-{number}").split(", ") if kind != "none"],
        "used": sheet.flag(f"used-{number}"),
        "status": sheet.text(f"status-{number}"),
        "led": sheet.number(f"led-{number}"),
    }
    return msgspec.convert(told, Car)


def _apron(board: Board) -> tuple[int, ...]:
    below = sorted((token for token in board.tokens if token.place.startswith("A")), key=lambda token: token.order)
    return tuple(int(token.id) for token in below)


def _move(sheet: _Sheet) -> Move | None:
    """The move under way, without what only those who watched it know."""
    if "move-car" not in sheet:
        return None
    card = _whole(sheet.text("move-card"))
    told = {
        "car": int(sheet.text("move-car")),
        "kind": sheet.text("move-kind"),
        "points": sheet.number("move-points"),
        "card": card or None,
        "linked": list(sheet.numbers("move-linked")),
        "locked": sheet.flag("move-locked"),
    }
    return msgspec.convert(told, Move)


def _whole(text: str) -> int:
    word = text.partition(" ")[0]
    return int(word) if word.isdigit() else 0
