"""A whole service on a free port, in this process, and pages that listen to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from companion.cli.play import setting_of
from companion.controls.setting import Setting
from companion.service import Plan, Service
from companion.web.door import listening

PATIENCE = 60.0
"""Seconds until a fact that does not come is a failure."""


class Page:
    """What a browser would know: every key as it was last told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.told: dict[str, Any] = {}
        self.heard: list[str] = []
        self._socket = socket

    async def say(self, what: object) -> None:
        await self._socket.send(json.dumps(what))

    async def press(self, seat: str, *controls: str) -> None:
        for control in controls:
            await self.say({"press": control, "seat": seat})

    async def until(self, right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listens until what was told is right."""
        async with asyncio.timeout(PATIENCE):
            while not (self.told and right(self.told)):
                text = str(await self._socket.recv())
                self.heard.append(text)
                self.told |= json.loads(text)
        return self.told

    def screen(self, seat: str) -> list[str]:
        return list(self.told[f"read:{seat}"])


@asynccontextmanager
async def serving(data: Path, setting: Setting | None = None, key: str = "", **how: Any) -> AsyncIterator[Service]:
    """A service that runs; it is stopped cleanly at the end."""
    door = listening("127.0.0.1", 0)
    service = Service(Plan(setting or quick(), data, door, key=key, **how))
    running = asyncio.create_task(service.run())
    try:
        async with asyncio.timeout(PATIENCE):
            while service.site is None and not running.done():
                await asyncio.sleep(0.01)
        if running.done():
            await running
        yield service
    finally:
        service.stop()
        if not running.done():
            await running
        door.close()


def quick(**options: object) -> Setting:
    """Four cars, one person, bots that do not dawdle."""
    setting = setting_of("fuel-and-fortune", None)
    return replace(setting, options={"ai_delay_ms": 0, "laps": 1, **options})


def address(service: Service, path: str = "/", scheme: str = "http") -> str:
    return f"{scheme}://127.0.0.1:{service.plan.door.getsockname()[1]}{path}"


@asynccontextmanager
async def watching(service: Service, query: str = "") -> AsyncIterator[Page]:
    """An open page."""
    async with connect(address(service, f"/feed?{query}", "ws")) as socket:
        yield Page(socket)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)
