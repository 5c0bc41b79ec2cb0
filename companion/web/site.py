"""The pages of one service: shows whatever the table is doing now, and hands on what they say."""

import html
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from starlette.responses import HTMLResponse, Response

from companion.controls.desk import Desk
from companion.controls.lobby import Lobby
from companion.engine import Seat
from companion.table.recheck import recheck_page
from companion.web.app import Doors, app
from companion.web.feed import Feeds
from companion.web.frames import Frame, Source, Viewer, frame
from companion.web.pictures import Pictures
from companion.web.server import server
from companion.web.source import LobbySource, RaceSource
from hardware.fakes import FakeDisplay, FakePanel

AT_HOME = frozenset({"127.0.0.1", "localhost", "[::1]"})


class Table(Protocol):
    """What pages may ask of the table beside pressing buttons."""

    @property
    def stage(self) -> Lobby | Desk: ...
    @property
    def profiles(self) -> Mapping[Seat, str]: ...
    @property
    def correctable(self) -> Sequence[str]: ...
    def record(self) -> bytes: ...
    def wish(self, wish: Mapping[str, object]) -> None: ...


class Site:
    """Built on the same fakes as the tests: a button of a page is a button of a panel."""

    def __init__(
        self,
        panels: Mapping[Seat, FakePanel],
        displays: Mapping[Seat, FakeDisplay],
        table: Table,
        faults: Callable[[], Sequence[str]],
        key: str = "",
        doctor: Callable[[], str] = str,
    ) -> None:
        self.source = source_of(table.stage, faults)
        self.feeds = Feeds(self._frame)
        self.seat_keys = {seat: secrets.token_urlsafe(9) for seat in panels}
        self._panels = panels
        self._pictures = Pictures(displays)
        self._table = table
        self._faults = faults
        doors = Doors(frozenset() if key else AT_HOME, key, self.seat_keys)
        self._doctor = doctor
        extra = {"/check": self._check, "/record": self._record, "/doctor": self._examined}
        self._server = server(app(self.feeds, self, doors, extra))

    def turn_to(self, stage: Lobby | Desk) -> None:
        """From now on these facts: another race, or the set-up."""
        self.source = source_of(stage, self._faults)
        self.feeds.change()

    def press(self, seat: Seat, control: str) -> None:
        panel = self._panels.get(seat)
        if panel is not None and control in panel.controls:
            panel.press(control)

    def set_up(self, wish: Mapping[str, object]) -> None:
        self._table.wish(wish)

    async def serve(self, door: socket.socket) -> None:
        """Until `close`."""
        await self._server.serve(sockets=[door])

    def close(self) -> None:
        self._server.should_exit = True

    def _frame(self, viewer: Viewer) -> Frame:
        told = frame(self.source, self._pictures, viewer)
        told["profiles"] = dict(self._table.profiles)
        if viewer.kind == "table":
            told["keys"] = list(self._table.correctable)
            told["links"] = {seat: f"/seat/{seat}?key={self.seat_keys[seat]}" for seat in self.source.people}
        return told

    def _check(self) -> Response:
        """The race's draws, worked out again on the phone that opens this."""
        return HTMLResponse(recheck_page(self._table.record()))

    def _examined(self) -> Response:
        """The doctor's text, as of now; the page is asked again by loading it again."""
        head = '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        text = html.escape(self._doctor())
        return HTMLResponse(f'{head}<title>Pitboard: doctor</title><pre style="white-space:pre-wrap">{text}</pre>')

    def _record(self) -> Response:
        """What everybody may have of the record; whole once the race is over."""
        headers = {"content-disposition": 'attachment; filename="race.jsonl"'}
        return Response(self._table.record(), media_type="application/jsonl", headers=headers)


def source_of(stage: Lobby | Desk, faults: Callable[[], Sequence[str]]) -> Source:
    """The facts of whatever the table is doing."""
    return LobbySource(stage, faults) if isinstance(stage, Lobby) else RaceSource(stage, faults)
