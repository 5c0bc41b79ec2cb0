"""The whole service with two new pods on their cables: seated by a press, set up and raced by their buttons alone."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from companion.controls.setting import PERSON, Setting
from companion.drawing.care import Habits
from companion.service import Service
from hardware.build import Hardware, Outside, build
from hardware.pin_reading import read
from hardware.pods import Ports
from tests.support.pods import LOOK, RealPod, until
from tests.support.reading import read as words
from tests.support.services import serving

pytestmark = pytest.mark.slow
STILL = Habits(dim_after=0, sleep_after=0, drift_every=0)
TWO = Setting("fuel-and-fortune", {"red": PERSON, "blue": PERSON}, {"laps": 1})
MAP = 'gpio = "mock"\n[pods]\nseats = ["red", "blue"]\n'


def test_two_new_pods_are_seated_and_start_a_race(tmp_path: Path) -> None:
    async def play() -> None:
        pods = {seat: RealPod(tmp_path / seat, f"{at:02x}") for at, seat in enumerate(TWO.seats, 1)}
        for pod in pods.values():
            pod.plug()

        def made(loop: asyncio.AbstractEventLoop) -> Hardware:
            ports = Ports(lambda: [pod.found for pod in pods.values() if pod.path], every=LOOK)
            return build(read("own.toml", MAP), loop, tmp_path / "pods.toml", Outside(pods=ports))

        async with serving(tmp_path / "data", TWO, hardware=made, habits=STILL) as service:
            for seat, pod in pods.items():
                await until(partial(shines, pod))
                await pod.tap("ok")
                await until(partial(is_seated, pod), what=seat)
            for seat, pod in pods.items():
                await until(partial(sets_up, pod, seat), what=seat)
            await pods["blue"].tap("ok")
            await until(lambda: any(service.stage.wanted(seat) for seat in pods))
            for _ in range(6):
                await until(lambda: all(shows(pods[seat], service, seat) for seat in pods))
                mover = next((seat for seat in pods if service.stage.wanted(seat)), None)
                if mover is not None:
                    await pods[mover].tap("ok")
            assert service.hardware is not None
            assert [health for health in service.hardware.health() if not health.ok] == []
        for pod in pods.values():
            pod.unplug()
        assert "".join(pod.errors for pod in pods.values()) == ""

    asyncio.run(play())


def glass(pod: RealPod) -> list[str]:
    return words(pod.glass.image()) if pod.glass.lit else []


def shines(pod: RealPod) -> bool:
    return "light" in " ".join(pod.told)


def is_seated(pod: RealPod) -> bool:
    """It shows the set-up, which waits while a player's panel is missing."""
    return "".join(glass(pod)[:1]).startswith(("CANNOT START YET", "NEW RACE"))


def sets_up(pod: RealPod, seat: str) -> bool:
    return glass(pod)[:1] == [f"NEW RACE{seat.title():>13}"]


def shows(pod: RealPod, service: Service, seat: str) -> bool:
    return pod.shows(service.displays[seat].shown[-1])
