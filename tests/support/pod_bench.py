"""A table with one real pod at red, turned by hand: for tests that know of no loop."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from hardware.panels.pod import PodPanel
from hardware.ports import REPEATING, Press
from tests.support.pods import RealPod, Table, until

QUIET = 0.05


class Counting(PodPanel):
    """Red's panel, and how often it has told something."""

    told = 0

    def open(self, on_press: Callable[[Press], None]) -> None:
        def tell(press: Press) -> None:
            self.told += 1
            on_press(press)

        super().open(tell)


class PodBench:
    """The pod sits at red. Each call runs the loop until all is done."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self.pod = RealPod(folder / "pod")
        self.table = Table(folder, self.pod)
        self.panel = Counting("red", self.table.hub)
        self.display = self.table.displays["red"]
        self.writes = 0
        self._run(self._start())

    def push(self, control: str) -> None:
        before = self.panel.told
        self._run(self.pod.tap(control))
        self._run(until(lambda: self.panel.told > before))

    def keep(self, control: str) -> None:
        """Holds it until it has asked three times more, or was told as held."""
        wanted = self.panel.told + (4 if control in REPEATING else 2)
        self.pod.down(control)
        self._run(until(lambda: self.panel.told == wanted))
        self.pod.up(control)
        self.settle()

    def settle(self) -> None:
        """Until nothing has gone to the glass for a while."""
        self._run(self._quiet())

    def glass(self) -> Image.Image:
        """What a person sees."""
        self.settle()
        return self.pod.glass.image() if self.pod.glass.lit else Image.new("1", (128, 64))

    def cost(self) -> int:
        self.settle()
        return self.writes

    def close(self) -> None:
        self._run(self.table.__aexit__())
        assert self.pod.errors == ""
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def _run(self, wish: Coroutine[Any, Any, None]) -> None:
        self._loop.run_until_complete(wish)

    async def _start(self) -> None:
        self.pod.on_write = self._count
        self.table.remember(red=self.pod)
        self.pod.plug()
        await self.table.__aenter__()
        await until(lambda: self.table.seated("red"))

    async def _quiet(self) -> None:
        before = -1
        while before != self.writes:
            before = self.writes
            await asyncio.sleep(QUIET)

    def _count(self, data: bytes) -> None:
        self.writes += 1


@contextmanager
def pod_bench() -> Iterator[PodBench]:
    with TemporaryDirectory() as folder:
        bench = PodBench(Path(folder))
        try:
            yield bench
        finally:
            bench.close()
