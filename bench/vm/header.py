"""A table in the guest: the project's own hardware over real character devices, and fingers at its header."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median

from hardware.build import Hardware, Outside, build
from hardware.pin_reading import read
from hardware.ports import CardSeen, Press

Script = Sequence[tuple[int, bool, float]]


def tap(gpio: int, down: float = 60, up: float = 60) -> Script:
    """A finger: down, and up again, in milliseconds."""
    return [(gpio, True, down), (gpio, False, up)]


def level(gpio: int) -> bool:
    """What a voltmeter says at an output."""
    (path,) = Path("/sys/devices/platform").glob(f"gpio-sim.*/gpiochip*/sim_gpio{gpio}/value")
    return path.read_text().strip() == "1"


class Fingers:
    """The process that presses."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def play(self, script: Script) -> list[tuple[float, float]]:
        """Between which times each step was done."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(list(script)).encode() + b"\n")
        times: list[tuple[float, float]] = json.loads(await self._process.stdout.readline())
        return times


class Table:
    """The hardware, and all that it told, with its times."""

    def __init__(self, hardware: Hardware, fingers: Fingers) -> None:
        self.hardware = hardware
        self.fingers = fingers
        self.presses: list[Press] = []
        self.times: list[float] = []
        self.cards: list[CardSeen] = []

    def press(self, press: Press) -> None:
        self.presses.append(press)
        self.times.append(asyncio.get_running_loop().time())

    @property
    def controls(self) -> list[str]:
        """What was pressed since the last time."""
        told = [f"{press.panel} {press.control}" for press in self.presses]
        self.forget()
        return told

    def forget(self) -> None:
        self.presses.clear()
        self.times.clear()

    def fault(self, device: str) -> str:
        """Its sentence, if it is not well."""
        return next(health.text for health in self.hardware.health() if health.device == device)


@asynccontextmanager
async def table(text: str, outside: Outside | None = None) -> AsyncIterator[Table]:
    """Opens the hardware of a pin map."""
    words = (sys.executable, "-m", "bench.vm.finger")
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    hardware = build(read("bench.toml", text), asyncio.get_running_loop(), outside=outside)
    made = Table(hardware, Fingers(process))
    try:
        hardware.open(made.press, made.cards.append)
        yield made
    finally:
        hardware.close()
        process.kill()
        await process.wait()


def longest(times: Sequence[tuple[float, float]]) -> float:
    """The most that can have passed between one step and the next."""
    return max(later - before for (before, _), (_, later) in pairwise(times))


def spread(seconds: Sequence[float]) -> str:
    """Median and worst, in milliseconds."""
    return f"median {median(seconds) * 1000:.0f} ms, worst {max(seconds) * 1000:.0f} ms"


async def until_heard(fact: Callable[[], bool]) -> None:
    """A moment longer than any press takes here."""
    for _ in range(100):
        if fact():
            return
        await asyncio.sleep(0.01)
