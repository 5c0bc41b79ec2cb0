"""Pods: a press on the pod to the first byte of the new picture at its glass, over ptys, with the firmware's own files
under a real MicroPython; alone and with eight at once. What eight idle pods cost. What a whole picture weighs.

The table's answer to a press is a page that changes one number, drawn by the product's own drawing. Both times are
taken by this process: when the pin's level is written, and when the bytes for the glass arrive. That includes the
debouncing, two passages over the pty, and the scheduling of all these processes on this machine's cores.
"""

import asyncio
import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from PIL import Image

from companion.drawing import Line, Page, draw, keys, title
from hardware import wire
from hardware.displays.windows import pages_of
from hardware.pods.picture import message
from hardware.ports import Press
from tests.support.firmware import ROOT
from tests.support.needs import needs_micropython
from tests.support.pods import RealPod, Table, until

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")
PRESSES = 60
IDLE = 10.0
USB_FULL_SPEED = 600_000
"""Bytes a second that a Pico's serial port is commonly seen to take; the bus itself allows 1,216,000."""


def page(fuel: int) -> Image.Image:
    """A seat's page; only the fuel changes."""
    lines = (
        title("RED", "LAP 1/3"),
        Line(f"FUEL {fuel:2}", look="big"),
        Line("Position", "3 of 8"),
        Line("Cards in hand", "2"),
        keys("OK drive", "CARD hand"),
    )
    return draw(Page("cockpit", lines))


class Player:
    """A finger and an eye at one pod."""

    def __init__(self, table: Table, seat: str, pod: RealPod) -> None:
        self.times: list[float] = []
        self._pod = pod
        self._display = table.displays[seat]
        self._fuel = 0
        self._seen = asyncio.Event()
        pod.on_write = self._see
        table.panels[seat].open(self._answer)
        self._display.show(page(0))

    async def play(self, presses: int) -> None:
        for count in range(presses):
            await asyncio.sleep(0.12 + count % 7 * 0.003)  # faster than any finger would be muted
            self._seen.clear()
            start = perf_counter()
            self._pod.down("ok")
            await self._seen.wait()
            self.times.append((perf_counter() - start) * 1000)
            self._pod.up("ok")

    def _answer(self, press: Press) -> None:
        self._fuel = (self._fuel + 1) % 90
        self._display.show(page(self._fuel))

    def _see(self, data: bytes) -> None:
        if data[0] == 0x40:
            self._seen.set()


async def seated(folder: Path, count: int) -> tuple[Table, dict[str, RealPod]]:
    pods = {seat: RealPod(folder / seat, f"{at:02x}") for at, seat in enumerate(COLOURS[:count], 1)}
    table = Table(folder, *pods.values(), seats=COLOURS[:count])
    table.remember(**pods)
    for pod in pods.values():
        pod.plug()
    await table.__aenter__()
    await until(lambda: table.seated(*pods), seconds=20)
    return table, pods


async def press_to_picture(count: int) -> list[float]:
    with TemporaryDirectory() as folder:
        table, pods = await seated(Path(folder), count)
        players = [Player(table, seat, pod) for seat, pod in pods.items()]
        await asyncio.sleep(0.5)
        await asyncio.gather(*(player.play(PRESSES) for player in players))
        await table.__aexit__()
    return [time for player in players for time in player.times]


async def idle_cost(count: int) -> float:
    """CPU time of this process in percent of a core, while nothing happens."""
    with TemporaryDirectory() as folder:
        table, pods = await seated(Path(folder), count)
        await asyncio.sleep(1)
        for pod in pods.values():
            pod.look_away()
        start = process_time()
        await asyncio.sleep(IDLE)
        spent = process_time() - start
        await table.__aexit__()
    return spent / IDLE * 100


def timed(work: Callable[[], object], rounds: int = 200) -> float:
    """Milliseconds, the median of many."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return median(times)


MICROPYTHON = """
import binascii, deflate, io, sys, time, wire, pod
lines = wire.Lines()
data = sys.stdin.buffer.readline()
start = time.ticks_us()
for _ in range(200):
    (told,) = lines.feed(data)
    packed = io.BytesIO(binascii.a2b_base64(told["d"]))
    pod.cut(told["at"], deflate.DeflateIO(packed, deflate.RAW, 10).read())
print(time.ticks_diff(time.ticks_us(), start) / 200000)
"""


def read_by_micropython(line: bytes) -> float:
    """Milliseconds to read, check, unpack and cut this line, under the Unix port on this machine."""
    folders = f"{ROOT}/hardware:{ROOT}/firmware"
    words = [needs_micropython(), "-c", MICROPYTHON]
    return float(
        subprocess.run(words, input=line, capture_output=True, check=True, env={"MICROPYPATH": folders}).stdout
    )


def whole_picture() -> None:
    pages = pages_of(page(7))
    changed = pages_of(page(8))
    for name, told in (
        ("whole picture, deflated", message(pages, None, 1, 0, True)),
        ("whole picture, plain", message(pages, None, 1, 0, False)),
        ("one changed number", message(changed, pages, 2, 1, True)),
    ):
        line = wire.encode({**told, "l": 7})
        print(f"{name:28} {len(line):5} bytes, {len(line) / USB_FULL_SPEED * 1000:5.2f} ms at 600 kB/s")
    line = wire.encode({**message(pages, None, 1, 0, True), "l": 7})
    print(f"{'made by the table in':28} {timed(lambda: wire.encode(message(pages, None, 1, 0, True))):8.2f} ms")
    print(f"{'read by MicroPython in':28} {read_by_micropython(line):8.2f} ms (Unix port, this machine)")


def told(name: str, times: list[float], goal: float) -> None:
    p99 = sorted(times)[len(times) * 99 // 100]
    print(f"{name:28} median {median(times):6.2f} ms, p99 {p99:6.2f} ms (goal: median under {goal:.0f} ms)")


def main() -> None:
    told("press to picture, one pod", asyncio.run(press_to_picture(1)), 20)
    told("press to picture, eight pods", asyncio.run(press_to_picture(8)), 30)
    print(f"{'eight idle pods':28} {asyncio.run(idle_cost(8)):6.2f} % of a core (goal: under 1 %)")
    whole_picture()


if __name__ == "__main__":
    main()
