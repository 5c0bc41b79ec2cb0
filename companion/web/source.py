"""The page's facts, out of whatever the table is doing: setting up, or racing."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from companion.controls.desk import Desk
from companion.controls.lobby import Lobby
from companion.controls.words import spoken
from companion.drawing import Page
from companion.engine import Choice, Pending, Said, Seat, View
from companion.web.frames import Moves, Piece


class LobbySource:
    """Before the start: the board as it would be, and the form."""

    stage: Literal["setup", "race"] = "setup"
    code = ""
    pending: Pending | None = None
    moves: Moves | None = None
    said: Sequence[Said] = ()

    def __init__(self, lobby: Lobby, faults: Callable[[], Sequence[str]]) -> None:
        self._lobby = lobby
        self._faults = faults

    @property
    def title(self) -> str:
        return spoken(self._lobby.setting.game)

    @property
    def seats(self) -> Mapping[Seat, str]:
        people = self._lobby.people
        return {seat: "person" if seat in people else "bot" for seat in self._lobby.setting.seats}

    @property
    def people(self) -> Sequence[Seat]:
        return self._lobby.people

    @property
    def view(self) -> View | None:
        return self._lobby.view

    @property
    def faults(self) -> Sequence[str]:
        return self._faults()

    def setup(self) -> object:
        return self._lobby.form()

    def screen(self, seat: Seat) -> Page:
        return self._lobby.page(seat)

    def pointed(self, seat: Seat) -> Choice | None:
        return None

    def wanted(self, seat: Seat) -> bool:
        return self._lobby.wanted(seat)


class RaceSource:
    """A race in play."""

    stage: Literal["setup", "race"] = "race"

    def __init__(self, desk: Desk, faults: Callable[[], Sequence[str]]) -> None:
        self._desk = desk
        self._faults = faults

    @property
    def title(self) -> str:
        return spoken(self._desk.referee.game.rules.name)

    @property
    def code(self) -> str:
        return self._desk.referee.code

    @property
    def seats(self) -> Mapping[Seat, str]:
        referee = self._desk.referee
        return {seat: "bot" if seat in referee.bots else "person" for seat in referee.seats}

    @property
    def people(self) -> Sequence[Seat]:
        return self._desk.people

    @property
    def view(self) -> View | None:
        return self._desk.public.view

    @property
    def pending(self) -> Pending | None:
        return self._desk.public.pending

    @property
    def said(self) -> Sequence[Said]:
        return self._desk.public.said

    @property
    def moves(self) -> Moves | None:
        placing = self._desk.placings.current
        if placing is None:
            return None
        pieces = [Piece(move.token, move.name, move.place, move.seat) for move in placing.moves]
        return Moves(placing.text, pieces, placing.at)

    @property
    def faults(self) -> Sequence[str]:
        return self._faults()

    def setup(self) -> object:
        return None

    def screen(self, seat: Seat) -> Page:
        return self._desk.page(seat)

    def pointed(self, seat: Seat) -> Choice | None:
        return self._desk.pointed(seat)

    def wanted(self, seat: Seat) -> bool:
        return self._desk.wanted(seat)
