"""The parts list: options, hardware, referee, controls, displays, loops. Everything is built here, by name."""

import asyncio
import signal
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PIL import Image

from companion.controls.desk import Desk
from companion.controls.lights import Lights
from companion.controls.lobby import Lobby
from companion.controls.screens import Glass, Plain, Screens
from companion.controls.setting import Setting
from companion.drawing.care import Care, Habits
from companion.engine import SEATS, Seat
from companion.notify import Watchdog, notify
from companion.races import Races
from companion.table import Clock, SystemClock
from companion.table.folder import DataFolder
from hardware.fakes import FakeDisplay, FakePanel
from hardware.ports import CardSeen, Health, Press

if TYPE_CHECKING:
    from companion.web.site import Site
    from hardware.build import Hardware


class Plan(Struct, frozen=True):
    """What the command line asked for. `hardware` makes the devices of a pin map on the running loop, `doctor` says how
    they are. `key` opens the pages from elsewhere; none: only this computer sees them. `habits`: how the glasses are
    looked after. With `as_last_time` the set-up of the last race is offered first, and `setting` is the standard to go
    back to."""

    setting: Setting
    data: Path
    door: socket.socket
    hardware: "Callable[[asyncio.AbstractEventLoop], Hardware] | None" = None
    key: str = ""
    new: bool = False
    resume: bool = False
    habits: Habits = Habits()
    clock: Clock = SystemClock()
    as_last_time: bool = False
    doctor: "Callable[[Hardware], str] | None" = None


class Service:
    """Everything at the table, from the first picture to the last."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.clock = plan.clock
        self.folder = DataFolder(plan.data)
        self.hardware = plan.hardware(asyncio.get_running_loop()) if plan.hardware else None
        self.panels = {seat: FakePanel(seat) for seat in SEATS}
        self.displays = {seat: FakeDisplay(seat, on_show=self._shown, keep=1) for seat in SEATS}
        real = self.hardware.displays if self.hardware else {}
        self.cares = {name: Care(display, self.clock.now, plan.habits) for name, display in real.items()}
        self.lights = Lights(self.hardware.lamps if self.hardware else {}, self.clock)
        self.races = Races(plan.setting, self.folder, self.clock, plan.as_last_time)
        self.races.panels = self._connected
        self.races.turn_to = self._turn_to
        self.races.seated = self._seated
        self.races.changed = lambda: self._changed(None)
        self.screens = Screens(self.stage, self._glasses(), self.cares, self._together, self.clock)
        self.watchdog = Watchdog(self.clock, self._past_cure)
        self.site: Site | None = None
        self._stopped = asyncio.Event()

    @property
    def stage(self) -> Lobby | Desk:
        return self.races.stage

    def _glasses(self) -> dict[str, list[Glass]]:
        """Each seat's screen on the page, and its real one."""
        glasses: dict[str, list[Glass]] = {seat: [Plain(display)] for seat, display in self.displays.items()}
        for name, care in self.cares.items():
            glasses.setdefault(name, []).append(care)
        return glasses

    def _together(self) -> AbstractContextManager[None]:
        return self.hardware.together() if self.hardware else nullcontext()

    # From start to stop

    async def run(self) -> None:
        """Open everything, show the first picture, then the pages; until somebody stops it."""
        try:
            await self.races.begin(self.plan.new, self.plan.resume)
            self.screens.flush()
            self._open()
            notify("READY=1")
            await self._serve()
        finally:
            await self._close()

    def stop(self) -> None:
        self._stopped.set()

    def _open(self) -> None:
        """Panels, readers and lamps, after the first picture: pins take a while to import."""
        for panel in self.panels.values():
            panel.open(self._press)
        if self.hardware is not None:
            self.hardware.open(self._touched, self._tapped)

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.stop)
        alive = [asyncio.create_task(work) for work in (self.watchdog.run(), self._look_after())]
        # The web stack comes in on a thread of its own: the panels answer meanwhile.
        module = await asyncio.to_thread(import_module, "companion.web.site")
        self.site = site = module.Site(
            self.panels, self.displays, self.races, self._faults, self.plan.key, self._doctor
        )
        serving = asyncio.create_task(site.serve(self.plan.door))
        await self._stopped.wait()
        for task in alive:
            task.cancel()
        site.close()
        await serving

    async def _close(self) -> None:
        notify("STOPPING=1")
        await self.races.stop()
        for panel in self.panels.values():
            panel.close()
        for display in self.displays.values():
            display.close()
        if self.hardware is not None:
            self.hardware.close()
        self.folder.close()

    async def _look_after(self) -> None:
        """Each second: how the hardware is, and what the glasses need."""
        while self.hardware is not None:
            before = self._faults(), self._connected()
            await self.clock.sleep(1.0)
            for care in self.cares.values():
                care.tick()
            if (self._faults(), self._connected()) != before:
                self._changed(None)

    def _faults(self) -> tuple[str, ...]:
        """What does not work, in sentences: shown, and no reason to stop."""
        ill = [f"{health.device}: {health.text}" for health in self._health() if not health.ok]
        return (*ill, self.races.trouble) if self.races.trouble else tuple(ill)

    def _past_cure(self) -> tuple[str, ...]:
        """What nothing but a new start would put right."""
        ill = (f"{health.device}: {health.text}" for health in self._health() if health.restart)
        return (*ill, *self.races.past_cure())

    def _doctor(self) -> str:
        """How the hardware is, for a page; without any there is nothing to look at."""
        if self.hardware is None or self.plan.doctor is None:
            return "No hardware is named: this is the virtual table. With a pin map: pitboard play --hardware lite"
        return self.plan.doctor(self.hardware)

    def _connected(self) -> int | None:
        """How many seats have a panel that is there; None where pages are the panels."""
        panels = self.hardware.panels if self.hardware else {}
        there = [not panel.health().absent for seat, panel in panels.items() if seat in SEATS]
        return sum(there) if there else None

    def _health(self) -> tuple[Health, ...]:
        return self.hardware.health() if self.hardware else ()

    # What the table is doing

    def _turn_to(self, stage: Lobby | Desk) -> None:
        stage.listen(self._changed)
        self.screens.turn_to(stage)
        if self.site is not None:
            self.site.turn_to(stage)

    def _seated(self, desk: Desk) -> None:
        desk.on_wrong(self.lights.wrong)
        if self.hardware is not None and self.hardware.readers:
            from hardware.readers.card_book import CardBook  # not for every start

            desk.book = CardBook(self.plan.data / "cards.toml")

    def _changed(self, seat: Seat | None) -> None:
        self.screens.change(seat)
        if isinstance(self.stage, Desk):
            self.lights.look(self.stage)
        if self.site is not None:
            self.site.feeds.change()

    def _shown(self, image: Image.Image) -> None:
        if self.site is not None:
            self.site.feeds.change()

    # What comes in

    def _press(self, press: Press) -> None:
        if not press.held:
            self.stage.press(press.panel, press.control, press.repeat)

    def _touched(self, press: Press) -> None:
        """A real panel. A press on a dark glass only lights it: nobody could see what they pressed."""
        care = self.cares.get(press.panel)
        if care is None or not care.wake():
            self._press(press)

    def _tapped(self, seen: CardSeen) -> None:
        if isinstance(self.stage, Desk):
            self.stage.tap(seen.code)
