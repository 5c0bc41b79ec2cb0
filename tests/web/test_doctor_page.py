"""The doctor's page: the words of the command, about hardware that is in use."""

import asyncio
from functools import partial
from pathlib import Path

import httpx

from companion.cli.play import _examined
from hardware.build import Hardware, build
from hardware.pin_map import PinMap
from hardware.pin_reading import read
from tests.support.services import address, serving

MAP = 'title = "Two pods"\ngpio = "mock"\n[pods]\nseats = ["red", "blue"]\n'


def told(folder: Path, wired: PinMap | None) -> str:
    def made(loop: asyncio.AbstractEventLoop) -> Hardware:
        assert wired is not None
        return build(wired, loop, folder / "pods.toml")

    async def ask() -> str:
        hardware, doctor = (made, partial(_examined, wired, folder)) if wired else (None, None)
        async with (
            serving(folder / "data", hardware=hardware, doctor=doctor) as service,
            httpx.AsyncClient() as client,
        ):
            return (await client.get(address(service, "/doctor"))).text

    return asyncio.run(ask())


def test_it_says_how_the_hardware_is(tmp_path: Path) -> None:
    text = told(tmp_path, read("own.toml", MAP))
    assert "The panel red" in text
    assert "Two pods: " in text


def test_without_hardware_it_says_what_would_bring_some(tmp_path: Path) -> None:
    assert "pitboard play --hardware lite" in told(tmp_path, None)
