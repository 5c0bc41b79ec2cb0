"""systemd hears that all is well only as long as it is: the loop, the record's thread, the thread that tells edges."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

from companion.controls.desk import Desk
from companion.controls.setting import HIDDEN, PERSON
from companion.engine import Ask
from companion.notify import Watchdog
from companion.service import Service
from companion.table import DataFolder, SetClock
from companion.table.lines import Voted
from hardware.build import Hardware
from hardware.gpio import Opened, Pins
from hardware.panels.gpio import GpioPanel
from tests.support.services import quick, run, serving
from tests.support.table import QuickFiles, in_loop, open_choices

EVERY = 5.0


class Systemd:
    """The other end of the socket."""

    def __init__(self, door: socket.socket) -> None:
        self._door = door

    @property
    def heard(self) -> list[str]:
        """What came since it was last asked."""
        told: list[str] = []
        while True:
            try:
                told.append(self._door.recv(256).decode())
            except BlockingIOError:
                return told


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", str(round(EVERY * 3e6)))
        yield Systemd(ear)


class StuckFiles(QuickFiles):
    """A disk that never comes back from a sync while it is stuck."""

    def __init__(self) -> None:
        self.free = Event()
        self.free.set()

    def sync_data(self, handle: int) -> None:
        assert self.free.wait(60)


async def passed(clock: SetClock, seconds: float = EVERY) -> None:
    """So much time, and what is due in it."""
    await asyncio.sleep(0)
    clock.advance(seconds)
    await asyncio.sleep(0)


@in_loop
async def test_it_is_fed_three_times_in_its_patience_as_long_as_nothing_is_wrong(systemd: Systemd) -> None:
    clock, ills = SetClock(), ["The header is dead."]
    work = asyncio.ensure_future(Watchdog(clock, lambda: tuple(ills)).run())
    await passed(clock)
    assert systemd.heard == []
    ills.clear()
    await passed(clock)
    await passed(clock)
    assert systemd.heard == ["WATCHDOG=1"] * 2
    await passed(clock, EVERY - 0.1)
    assert systemd.heard == []
    work.cancel()


@in_loop
async def test_why_it_is_not_fed_is_logged_once(systemd: Systemd, caplog: pytest.LogCaptureFixture) -> None:
    clock = SetClock()
    work = asyncio.ensure_future(Watchdog(clock, lambda: ("The header is dead.",)).run())
    for _ in range(3):
        await passed(clock)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert caplog.messages[0].endswith("all is well: The header is dead.")
    work.cancel()


@in_loop
async def test_where_nobody_waits_it_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    await Watchdog(SetClock(), lambda: ()).run()


@in_loop
async def test_a_record_answers_unless_its_thread_hangs(tmp_path: Path) -> None:
    files = StuckFiles()
    folder = DataFolder(tmp_path, files)
    record = folder.new_race().record
    await record.append([Voted(seat="red", ok=True)])
    assert record.answers()
    files.free.clear()
    writing = asyncio.ensure_future(record.append([Voted(seat="blue", ok=True)]))
    await asyncio.sleep(0)
    record.answers()
    assert [record.answers(), record.answers()] == [False, False]
    files.free.set()
    await writing
    while not record.answers():
        await asyncio.sleep(0.001)
    record.close()
    folder.close()


def test_a_service_whose_record_hangs_stops_telling_that_all_is_well(
    tmp_path: Path, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, clock = StuckFiles(), SetClock()
    people = replace(quick(), drivers={"red": PERSON, "blue": PERSON})
    monkeypatch.setattr("companion.table.folder.DiskFiles", lambda: files)

    async def play() -> None:
        async with serving(tmp_path, people, new=True, clock=clock) as service:
            assert systemd.heard[:2] == ["READY=1", "WATCHDOG=1"]
            await fed(service, clock, systemd)
            files.free.clear()
            deciding = asyncio.ensure_future(decide(service))
            try:
                await starved(clock, systemd)
            finally:
                files.free.set()
            await deciding
            await fed(service, clock, systemd)
        assert systemd.heard[-1] == "STOPPING=1"

    run(play())


async def fed(service: Service, clock: SetClock, systemd: Systemd) -> None:
    """Time passes until it is told again that all is well."""
    async with asyncio.timeout(60):
        while "WATCHDOG=1" not in systemd.heard:
            await asyncio.sleep(0.001)
            await passed(clock)


async def starved(clock: SetClock, systemd: Systemd) -> None:
    """What was asked while all was well is still answered; then there is silence."""
    await passed(clock)
    assert len(systemd.heard) <= 1
    for _ in range(5):
        await passed(clock)
    assert systemd.heard == []


def test_a_service_whose_bots_were_ended_by_a_mistake_stops_telling_that_all_is_well(
    tmp_path: Path, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SetClock()
    monkeypatch.setattr("companion.races.make_bot", lambda game, profile, seed: None)

    async def play() -> None:
        bots = replace(quick(), drivers={"red": HIDDEN, "blue": HIDDEN}, table={"confirm_tokens": "never"})
        async with serving(tmp_path, bots, new=True, clock=clock) as service:
            await passed(clock)
            async with asyncio.timeout(60):
                while not list(service.races.past_cure()):
                    await asyncio.sleep(0.001)
                    await passed(clock, 0.1)
            assert systemd.heard[-1] == "WATCHDOG=1"
            await passed(clock)
            assert systemd.heard == []

    run(play())


async def decide(service: Service) -> None:
    """Whoever is asked does the first thing that is open."""
    assert isinstance(service.stage, Desk)
    referee = service.stage.referee
    assert isinstance(referee.pending, Ask)
    await referee.decide(referee.pending.seat, open_choices(referee.pending)[0].action)


def dead_header(loop: asyncio.AbstractEventLoop) -> Hardware:
    """A panel whose backend's thread of edges has died, as lgpio's does after any exception in it."""
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    factory.reset()
    pins = Pins(lambda: Opened(factory, "lgpio on gpiochip0", alive=lambda: False))
    made = Hardware(pins, (), None, uses_pins=True)
    made.panels["red"] = GpioPanel("red", pins, {"ok": 22}, loop)
    return made


def test_a_dead_thread_of_edges_ends_the_pings_and_a_dead_screen_does_not(tmp_path: Path, systemd: Systemd) -> None:
    clock = SetClock()

    async def play() -> None:
        async with serving(tmp_path, hardware=dead_header, clock=clock) as service:
            assert "READY=1" in systemd.heard
            for _ in range(4):
                await passed(clock)
            assert "WATCHDOG=1" not in systemd.heard
            assert service.hardware is not None
            del service.hardware.panels["red"]
            service.displays["red"].break_down()
            await fed(service, clock, systemd)

    run(play())
