"""The parts list: options, hardware, referee, controls, displays, loops. Everything is built here, by name."""

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from PIL import Image

from companion.bots import deal_profiles, make_bot
from companion.controls.desk import Desk
from companion.controls.lights import Lights
from companion.controls.lobby import Lobby
from companion.controls.screens import Glass, Plain, Screens
from companion.controls.setting import TABLE, Setting
from companion.drawing.care import Care, Habits
from companion.engine import SEATS, Game, RefereeError, Seat
from companion.games import GAMES, load
from companion.notify import notify, watchdog_seconds
from companion.table import BadRecord, Electronic, Referee, SystemClock, director
from companion.table.export import exported
from companion.table.folder import Begun, DataFolder, RaceInfo
from companion.table.resume import question
from companion.table.seal import fresh
from companion.table.seats import Cast, Drivers
from hardware.fakes import FakeDisplay, FakePanel
from hardware.ports import CardSeen, Health, Press

if TYPE_CHECKING:
    from companion.web.site import Site
    from hardware.build import Hardware

CONFIRM = {"safety-car": "several", "always": "always", "never": "never"}
"""What the option `confirm_tokens` means to the table."""

BY_HAND = {("dice", "table"): ("dice",)}
"""Option and value that say that some draws are made with real dice or cards, and which."""


class Plan(Struct, frozen=True):
    """What the command line asked for. `hardware` makes the devices of a pin map on the running loop. `key` opens the
    pages from elsewhere; none: only this computer sees them. `habits`: how the glasses are looked after."""

    setting: Setting
    data: Path
    door: socket.socket
    hardware: "Callable[[asyncio.AbstractEventLoop], Hardware] | None" = None
    key: str = ""
    new: bool = False
    resume: bool = False
    habits: Habits = Habits()


class NothingToResume(RefereeError, LookupError):
    """The data folder holds no race that could go on."""


class Games:
    """The games there are, each imported when somebody wants it."""

    names = tuple(GAMES)

    def game(self, name: str) -> Game:
        return load(name)


class Parts(NamedTuple):
    """What a race in play is made of."""

    begun: Begun
    referee: Referee
    cast: Cast
    drivers: Drivers


class Service:
    """Everything at the table, from the first picture to the last."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.setting = plan.setting
        self.clock = SystemClock()
        self.games = Games()
        self.folder = DataFolder(plan.data)
        self.hardware = plan.hardware(asyncio.get_running_loop()) if plan.hardware else None
        self.panels = {seat: FakePanel(seat) for seat in SEATS}
        self.displays = {seat: FakeDisplay(seat, on_show=self._shown, keep=1) for seat in SEATS}
        real = self.hardware.displays if self.hardware else {}
        self.cares = {name: Care(display, self.clock.now, plan.habits) for name, display in real.items()}
        self.lights = Lights(self.hardware.lamps if self.hardware else {}, self.clock)
        self.stage: Lobby | Desk = Lobby(self.games, plan.setting)
        self.screens = Screens(self.stage, self._glasses(), self.cares, self._together)
        self.site: Site | None = None
        self.trouble = ""
        self._correctable: tuple[Desk | None, Sequence[str]] = (None, ())
        self._parts: Parts | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self._stopped = asyncio.Event()

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
            await self._begin()
            self.screens.flush()
            self._open()
            notify("READY=1")
            await self._serve()
        finally:
            await self._close()

    def _open(self) -> None:
        """Panels, readers and lamps, after the first picture: pins take a while to import."""
        for panel in self.panels.values():
            panel.open(self._press)
        if self.hardware is not None:
            self.hardware.open(self._touched, self._tapped)

    def stop(self) -> None:
        self._stopped.set()

    async def _begin(self) -> None:
        """The race that was broken off, a new one, or the question which."""
        found = None if self.plan.new else self.folder.unfinished()
        if found is not None and await self._found(found):
            return
        if self.plan.resume:
            raise NothingToResume(f"There is no race to resume in {self.plan.data}.")
        self._set_up(self.setting)
        if self.plan.new:
            await self._start(self.setting)

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.stop)
        # The web stack comes in on a thread of its own: the panels answer meanwhile.
        module = await asyncio.to_thread(import_module, "companion.web.site")
        self.site = site = module.Site(self.panels, self.displays, self.stage, self, self.plan.key)
        serving = asyncio.create_task(site.serve(self.plan.door))
        alive = [asyncio.create_task(work) for work in (_stay_alive(), self._look_after())]
        await self._stopped.wait()
        for task in alive:
            task.cancel()
        site.close()
        await serving

    async def _close(self) -> None:
        notify("STOPPING=1")
        await self._end_race()
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
            before = self.faults
            await self.clock.sleep(1.0)
            for care in self.cares.values():
                care.tick()
            if self.faults != before:
                self._changed(None)

    @property
    def faults(self) -> tuple[str, ...]:
        """What does not work, in sentences: shown, and no reason to stop."""
        ill = [f"{health.device}: {health.text}" for health in self._health() if not health.ok]
        return (*ill, self.trouble) if self.trouble else tuple(ill)

    def _health(self) -> tuple[Health, ...]:
        return self.hardware.health() if self.hardware else ()

    # What the table is doing: setting up, or racing

    def _turn_to(self, stage: Lobby | Desk) -> None:
        self.stage = stage
        stage.listen(self._changed)
        self.screens.turn_to(stage)
        if self.site is not None:
            self.site.turn_to(stage)

    def _set_up(self, setting: Setting, found: str = "") -> Lobby:
        lobby = Lobby(self.games, setting, found)
        lobby.on_start = lambda chosen: self._do(self._start(chosen))
        self._turn_to(lobby)
        return lobby

    async def _found(self, info: RaceInfo) -> bool:
        """Take the race up, or ask whether to; False if it cannot be."""
        if info.header is None or info.header.game not in GAMES:
            return False
        game = load(info.header.game)
        begun = self.folder.resume(info.name)
        try:
            source = Electronic(begun.seal, info.header.keyed)
            referee = Referee.resumed(game, begun.record, source=source, clock=self.clock)
        except BadRecord as error:
            begun.record.close()
            self.trouble = str(error)
            return False
        if self.plan.resume:
            await self._race(referee, begun)
        else:
            self._offer(referee, begun)
        return True

    def _offer(self, referee: Referee, begun: Begun) -> None:
        lobby = self._set_up(self.setting, question(referee))
        lobby.on_resume = lambda: self._do(self._race(referee, begun))

    async def _start(self, setting: Setting) -> None:
        self.setting = setting
        begun = self.folder.new_race(fresh(setting.words))
        source = Electronic(begun.seal, keyed(setting))
        options, bots = setting.for_rules(), setting.bots
        game = load(setting.game)
        await self._race(
            Referee(game, setting.seats, options, source=source, record=begun.record, clock=self.clock, bots=bots),
            begun,
        )

    async def _race(self, referee: Referee, begun: Begun) -> None:
        await self._end_race()
        confirm = CONFIRM.get(str(self._chosen(referee, "confirm_tokens")), "several")
        desk = Desk(referee, confirm, keyed=bool(keyed(self.setting)))
        game = referee.game.rules.name
        cast = Cast(referee, begun.seal, partial(_deal, game), partial(make_bot, game))
        drivers = Drivers(referee, cast, partial(self._pause, desk))
        desk.drivers = drivers
        desk.on_wrong(self.lights.wrong)
        if self.hardware is not None and self.hardware.readers:
            from hardware.readers.card_book import CardBook  # not for every start

            desk.book = CardBook(self.plan.data / "cards.toml")
        self._parts = Parts(begun, referee, cast, drivers)
        await referee.start()
        drivers.open()
        self._turn_to(desk)

    async def _pause(self, desk: Desk, seat: Seat) -> None:
        """Before a bot decides: the same while for all, and until the pieces of the last move stand."""
        await self.clock.sleep(int(str(self._chosen(desk.referee, "ai_delay_ms"))) / 1000)
        await desk.settled()

    def _chosen(self, referee: Referee, name: str) -> object:
        """An option of the table: the game's own of that name, or the table's."""
        listed = {option.name: option.default for option in (*TABLE, *referee.game.rules.options)}
        return referee.options.get(name, self.setting.table.get(name, listed[name]))

    async def _end_race(self) -> None:
        if self._parts is not None:
            await self._parts.drivers.close()
            await self._parts.referee.close()
            self._parts = None

    @property
    def profiles(self) -> Mapping[Seat, str]:
        """Which bot drove which car, once the race is over."""
        return self._parts.cast.revealed if self._parts is not None else {}

    @property
    def correctable(self) -> Sequence[str]:
        """What can be put right by hand, as keys of the race's state."""
        desk = self.stage
        if not isinstance(desk, Desk) or desk.referee.race_over:
            return ()
        return self._keys(desk)

    def _keys(self, desk: Desk) -> Sequence[str]:
        if self._correctable[0] is not desk:
            referee = desk.referee
            self._correctable = (desk, director.keys(referee.game, referee.seats, referee.options))
        return self._correctable[1]

    def record(self) -> bytes:
        """What everybody may have of the race's record."""
        if self._parts is None:
            return b""
        return exported(self._parts.referee.game, self.folder.survey(self._parts.begun.name))

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

    def wish(self, wish: Mapping[str, object]) -> None:
        """What a page wants beside pressing buttons."""
        self.trouble = ""
        match self.stage, wish:
            case Lobby() as lobby, {"set": dict(change)}:
                lobby.set(change)
            case Lobby() as lobby, {"start": True}:
                lobby.start()
            case Lobby() as lobby, {"resume": True}:
                lobby.resume()
            case Desk() as desk, {"again": True} if desk.referee.race_over:
                self._set_up(self.setting)
            case Desk() as desk, {"correct": str(text), "seat": str(seat)}:
                self._do(self._correct(desk, seat, text))
            case Desk() as desk, {"join": str(seat)} if seat in desk.referee.bots and self._parts is not None:
                self._do(self._parts.drivers.join(seat))

    async def _correct(self, desk: Desk, seat: Seat, text: str) -> None:
        """A page's wish to put something right: the table votes."""
        await desk.referee.propose_correction(seat, director.correction(text, self._keys(desk)))

    def _changed(self, seat: Seat | None) -> None:
        self.screens.change(seat)
        if isinstance(self.stage, Desk):
            self.lights.look(self.stage)
        if self.site is not None:
            self.site.feeds.change()

    def _shown(self, image: Image.Image) -> None:
        if self.site is not None:
            self.site.feeds.change()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._carefully(work))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _carefully(self, work: Coroutine[Any, Any, None]) -> None:
        """A refusal is shown, and ends nothing."""
        try:
            await work
        except RefereeError as error:
            self.trouble = str(error)
            self._changed(None)


def keyed(setting: Setting) -> tuple[str, ...]:
    """The draws that are made with real cards or dice."""
    by_hand = [draw for (name, value), draws in BY_HAND.items() if setting.options.get(name) == value for draw in draws]
    return (*setting.keyed, *by_hand)


def _deal(game: str, seats: Sequence[Seat], seed: int) -> dict[Seat, str]:
    """A hidden profile for each seat; where nobody needs one, no bot is imported."""
    return deal_profiles(game, seats, seed) if seats else {}


async def _stay_alive() -> None:
    """Tells the watchdog that the loop still turns."""
    seconds = watchdog_seconds()
    while seconds:
        notify("WATCHDOG=1")
        await asyncio.sleep(seconds)
