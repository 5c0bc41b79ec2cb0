"""Pushes what changed to everybody who looks. A slow page gets the latest, never a backlog."""

import asyncio
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.frames import Frame, Viewer

MOST = 100
"""So many pages at a time; more are turned away."""


class Feeds:
    """The open pages. `change` wakes them; each works out what is new for it."""

    def __init__(self, frame: Callable[[Viewer], Frame]) -> None:
        self._frame = frame
        self._open: set[asyncio.Event] = set()

    @property
    def full(self) -> bool:
        return len(self._open) >= MOST

    def change(self) -> None:
        """Something may look different."""
        for event in self._open:
            event.set()

    async def send(self, socket: WebSocket, viewer: Viewer) -> None:
        """Everything at first, then only what changed, until the page goes away."""
        changed = asyncio.Event()
        changed.set()
        self._open.add(changed)
        sent: dict[str, bytes] = {}
        try:
            while True:
                await changed.wait()
                changed.clear()
                if news := self._news(viewer, sent):
                    await socket.send_text(news)
        finally:
            self._open.discard(changed)

    def _news(self, viewer: Viewer, sent: dict[str, bytes]) -> str:
        told = {key: msgspec.json.encode(value) for key, value in self._frame(viewer).items()}
        gone = [key for key in sent if key not in told]
        fresh = {key: value for key, value in told.items() if sent.get(key) != value}
        fresh |= dict.fromkeys(gone, b"null")
        sent.clear()
        sent.update(told)
        return msgspec.json.encode({key: msgspec.Raw(value) for key, value in fresh.items()}).decode() if fresh else ""


async def receive(socket: WebSocket, heard: Callable[[object], None]) -> None:
    """Hand on what the page says; nonsense is dropped."""
    try:
        while True:
            text = await socket.receive_text()
            try:
                heard(msgspec.json.decode(text))
            except msgspec.DecodeError:
                continue
    except WebSocketDisconnect:
        return
