"""The pages: the virtual table, the spectators' page, a seat on a phone; and the feed that all of them listen to."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.engine import Seat
from companion.web.feed import Feeds, receive
from companion.web.frames import Viewer
from companion.web.page import packed

STRANGER = PlainTextResponse("Not this address.", 403)
LOCKED = PlainTextResponse("Open the whole address that Pitboard printed or showed. Spectators open /watch.", 403)


class Heard(Protocol):
    """What a page may say: a button of a seat, or something about the set-up."""

    def press(self, seat: Seat, control: str) -> None: ...
    def set_up(self, wish: Mapping[str, object]) -> None: ...


class Doors(Struct, frozen=True):
    """Who may come in: `hosts` are the names that the service answers to (none: any), `key` opens the whole table,
    `seats` holds a key for each seat. An empty key opens to everybody."""

    hosts: frozenset[str] = frozenset()
    key: str = ""
    seats: Mapping[Seat, str] = {}

    def knows(self, connection: HTTPConnection) -> bool:
        """Came it to one of our own names, and from one of our own pages?"""
        host = connection.headers.get("host", "")
        origin = connection.headers.get("origin", "")
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        return (not self.hosts or name in self.hosts) and (not origin or origin.partition("://")[2] == host)

    def viewer(self, connection: HTTPConnection) -> Viewer | None:
        """Whom the address names, if the key is right."""
        query = connection.query_params
        return self.opened(query.get("kind", "table"), query.get("seat", ""), query.get("key", ""))

    def opened(self, kind: str, seat: Seat, key: str) -> Viewer | None:
        """Which door that key opens; spectators need none."""
        match kind:
            case "watch":
                return Viewer("watch")
            case "seat":
                return Viewer("seat", seat) if key and key == self.seats.get(seat) else None
            case _:
                return Viewer("table") if key == self.key else None


def app(
    feeds: Feeds, heard: Heard, doors: Doors, extra: Mapping[str, Callable[[], Response]] | None = None
) -> Starlette:
    """The web application; `extra` are further pages by path."""

    async def page(request: Request) -> Response:
        if not doors.knows(request):
            return STRANGER
        seat, key = request.path_params.get("seat", ""), request.query_params.get("key", "")
        kind = "watch" if request.url.path == "/watch" else "seat" if seat else "table"
        return _page(request) if doors.opened(kind, seat, key) else LOCKED

    async def feed(socket: WebSocket) -> None:
        viewer = doors.viewer(socket) if doors.knows(socket) else None
        await _serve(socket, viewer, feeds, heard)

    async def more(request: Request) -> Response:
        return (extra or {})[request.url.path]() if doors.knows(request) else STRANGER

    routes = [Route(path, page) for path in ("/", "/watch", "/seat/{seat}")]
    others = [Route(path, more) for path in extra or {}]
    return Starlette(routes=[*routes, *others, WebSocketRoute("/feed", feed)])


def _page(request: Request) -> Response:
    page = packed()
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"content-security-policy": page.policy, "cache-control": "no-cache", "vary": "accept-encoding"}
    headers |= {"referrer-policy": "no-referrer", "x-content-type-options": "nosniff"}
    if zipped:
        headers["content-encoding"] = "gzip"
    return Response(page.zipped if zipped else page.body, media_type="text/html", headers=headers)


async def _serve(socket: WebSocket, viewer: Viewer | None, feeds: Feeds, heard: Heard) -> None:
    """One open page: news out, presses in, until it goes."""
    if viewer is None or feeds.full:
        await socket.close(1008)
        return
    await socket.accept()
    news = asyncio.ensure_future(feeds.send(socket, viewer))
    try:
        await receive(socket, lambda said: _hear(said, viewer, heard))
    finally:
        news.cancel()
        await asyncio.gather(news, return_exceptions=True)


def _hear(said: object, viewer: Viewer, heard: Heard) -> None:
    """A spectator is not heard, a phone only as its own seat."""
    if not isinstance(said, dict) or viewer.kind == "watch":
        return
    seat = said.get("seat", viewer.seat)
    if isinstance(press := said.get("press"), str) and isinstance(seat, str):
        if viewer.kind == "table" or seat == viewer.seat:
            heard.press(seat, press)
    elif viewer.kind == "table":
        heard.set_up(said)


__all__ = ["Doors", "Heard", "WebSocketDisconnect", "app"]
