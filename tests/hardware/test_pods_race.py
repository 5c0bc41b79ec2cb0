"""Whole races played on real pods: with bad cables and boards that start again, a race ends as it does on fakes."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from companion.controls.desk import Desk
from companion.controls.screens import Plain, Screens
from companion.engine import Game, Over
from companion.games import load
from companion.table import Electronic, Referee, Seal, SetClock
from hardware.displays.windows import pages_of
from hardware.fakes import FakeDisplay, FakePanel
from hardware.ports import Display, Panel, Press
from tests.support.cables import BadCable
from tests.support.desk import faults
from tests.support.pods import RealPod, Table, until
from tests.support.tables import quiet
from tests.support.toy_game import TOY

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")
Push = Callable[[str], Awaitable[None]]


class Race:
    """A referee and its controls. Whoever must act presses OK until the flag; the draws come from a fixed seal."""

    def __init__(self, game: Game, seats: Sequence[str], **options: object) -> None:
        source = Electronic(Seal(bytes(range(32))))
        self.referee = Referee(game, tuple(seats), options, source=source, clock=SetClock())
        self.pressed: list[str] = []

    async def run(self, panels: dict[str, Panel], displays: dict[str, Display], push: Push) -> bytes:
        """Plays to the end; all that is true then, and every press that was taken."""
        await self.referee.start()
        desk = Desk(self.referee, "never")
        screens = Screens(desk, {seat: [Plain(display)] for seat, display in displays.items()})
        for panel in panels.values():
            panel.open(partial(self._press, desk))
        desk.listen(screens.change)
        screens.change(None)
        await quiet()
        while not isinstance(self.referee.pending, Over):
            await push(next(seat for seat in self.referee.seats if desk.wanted(seat)))
            await quiet()
        await self.referee.close()
        return msgspec.json.encode([self.referee.history.state, self.pressed])

    def _press(self, desk: Desk, press: Press) -> None:
        self.pressed.append(press.panel)
        desk.press(press.panel, press.control)


async def on_fakes(race: Race) -> tuple[bytes, dict[str, FakeDisplay]]:
    panels = {seat: FakePanel(seat) for seat in race.referee.seats}
    displays = {seat: FakeDisplay(seat) for seat in race.referee.seats}

    async def push(seat: str) -> None:
        panels[seat].press("ok")

    return await race.run({**panels}, {**displays}, push), displays


class Trouble(Struct, frozen=True):
    """The share of lines that something happens to, and that of presses before which the pod starts again."""

    lines: float = 0.0
    restarts: float = 0.0


async def on_pods(race: Race, folder: Path, trouble: Trouble) -> tuple[bytes, dict[str, RealPod]]:
    seats, chance = race.referee.seats, random.Random(5)
    pods = {seat: RealPod(folder / seat, f"{at:02x}") for at, seat in enumerate(seats, 1)}
    cables = {
        seat: BadCable(pod, faults(chance.randrange(999), trouble.lines), faults(chance.randrange(999), trouble.lines))
        for seat, pod in pods.items()
    }
    table = Table(folder, *pods.values(), seats=seats)
    table.remember(**pods)
    for cable in cables.values():
        cable.plug()

    async def push(seat: str) -> None:
        if chance.random() < trouble.restarts:
            cables[seat].close()
            cables[seat].plug()
            await until(lambda: not table.seated(seat))
        await until(lambda: table.seated(seat))
        before = len(race.pressed)
        await pods[seat].tap("ok")
        await until(lambda: len(race.pressed) > before, what=f"{seat}'s press {before}")

    async with table:
        told = await race.run({**table.panels}, {**table.displays}, push)
        for seat, cable in cables.items():
            cable.heal()
            await until(partial(shows_the_present, table, seat, pods[seat]))
        for cable in cables.values():
            cable.close()
    assert "".join(pod.errors for pod in pods.values()) == ""
    return told, pods


def shows_the_present(table: Table, seat: str, pod: RealPod) -> bool:
    return pod.glass.lit and pages_of(pod.glass.image()) == table.hub.places[seat].picture


def raced(folder: Path, race: Callable[[], Race], trouble: Trouble) -> int:
    """The same race on fakes and on pods: equal state, equal presses, equal pictures. How often pods have started."""

    async def run() -> int:
        expected, displays = await on_fakes(race())
        told, pods = await on_pods(race(), folder, trouble)
        assert told == expected
        for seat, display in displays.items():
            assert pages_of(pods[seat].glass.image()) == pages_of(display.shown[-1])
        return sum(int((pod.folder / "boot.txt").read_text()) for pod in pods.values())

    return asyncio.run(run())


@pytest.mark.slow
def test_a_short_race_on_four_pods_with_all_kinds_of_trouble(tmp_path: Path) -> None:
    assert raced(tmp_path, lambda: Race(TOY, COLOURS[:4], goal=4), Trouble(0.1, 0.3)) > 4


@pytest.mark.nightly
@pytest.mark.parametrize(("trouble", "starts"), [(Trouble(), 8), (Trouble(0.2), 8), (Trouble(0.1, 0.5), 58)], ids=str)
def test_a_whole_race_of_fuel_and_fortune_on_eight_pods(tmp_path: Path, trouble: Trouble, starts: int) -> None:
    assert raced(tmp_path, lambda: Race(load("fuel-and-fortune"), COLOURS, laps=1), trouble) >= starts
