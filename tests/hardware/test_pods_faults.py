"""Real pods on bad cables: whatever is lost on the way, every press counts once and the present picture is shown.
Cases that only differ in a number run side by side, each with its own table."""

import asyncio
import random
from collections.abc import Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.cables import BadCable
from tests.support.desk import faults, unharmed
from tests.support.pods import RealPod, Table, picture, until

pytestmark = pytest.mark.slow
BUTTONS = ("minus", "plus", "card", "ok", "back", "menu")
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")


def side_by_side(cases: Iterable[Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        await asyncio.gather(*cases)

    asyncio.run(run())


def made(folder: Path, case: object) -> tuple[Path, RealPod]:
    """A folder and a pod of the case's own."""
    own = folder / str(case)
    own.mkdir()
    return own, RealPod(own / "pod")


def test_lines_that_are_lost_repeated_spoiled_or_late_cost_no_press(tmp_path: Path) -> None:
    async def run(seed: int) -> None:
        folder, pod = made(tmp_path, seed)
        cable = BadCable(pod, faults(seed, 0.25), faults(seed + 50, 0.25))
        async with Table(folder, pod) as table:
            table.remember(red=pod)
            cable.plug()
            await until(lambda: table.seated("red"))
            pressed = await play(pod, table, random.Random(seed), 20)
            cable.heal()
            await until(lambda: table.took("red") == pressed, what=f"{pressed}, but {table.took('red')}")
            await until(lambda: pod.shows(picture(20)))
            cable.close()
        assert pod.errors == ""

    side_by_side(run(seed) for seed in range(4))


async def play(pod: RealPod, table: Table, chance: random.Random, presses: int) -> list[str]:
    """Presses at random, with a new picture after each; what was pressed."""
    pressed = []
    for turn in range(presses):
        pressed.append(chance.choice(BUTTONS))
        await pod.tap(pressed[-1])
        table.displays["red"].show(picture(turn + 1))
    return pressed


def test_a_cable_that_is_pulled_around_a_press_costs_no_press(tmp_path: Path) -> None:
    async def run(moment: float) -> None:
        folder, pod = made(tmp_path, moment)
        cable = BadCable(pod, unharmed, unharmed)
        async with Table(folder, pod) as table:
            table.remember(red=pod)
            cable.plug()
            await until(lambda: table.seated("red"))
            pod.down("ok")
            await asyncio.sleep(moment)
            cable.unplug()
            await until(lambda: not table.seated("red"))
            pod.up("ok")
            cable.plug_again()
            table.displays["red"].show(picture(2))
            await until(lambda: table.took("red") == ["ok"])
            await until(lambda: pod.shows(picture(2)))
            await pod.tap("plus")
            await until(lambda: table.took("red") == ["ok", "plus"])
            cable.close()
        assert pod.errors == ""

    side_by_side(run(moment) for moment in (0.0, 0.004, 0.007, 0.008, 0.012, 0.02, 0.05))


def test_a_cable_that_is_pulled_at_any_word_of_the_protocol_costs_no_press(tmp_path: Path) -> None:
    async def run(kind: str) -> None:
        folder, pod = made(tmp_path, kind)
        cable = BadCable(pod, unharmed, unharmed)
        async with Table(folder, pod) as table:
            table.remember(red=pod)
            table.displays["red"].show(picture(1))
            cable.pull_at(kind)
            cable.plug()
            pressed = await press_until_pulled(cable, pod, table)
            await until(lambda: not table.hub.facts())
            cable.plug_again()
            await until(lambda: pod.shows(picture(1)))
            await pod.tap("plus")
            await until(lambda: table.took("red") == ["ok"] * pressed + ["plus"])
            cable.close()
        assert pod.errors == ""

    side_by_side(run(kind) for kind in ("hi", "hello", "draw", "drawn", "press", "ack", "ping", "pong", "set"))


async def press_until_pulled(cable: BadCable, pod: RealPod, table: Table) -> int:
    pressed = 0
    while not cable.pulled:
        if table.seated("red"):
            await pod.tap("ok")
            pressed += 1
        await asyncio.sleep(0.01)
    return pressed


@pytest.mark.parametrize("boots", [3, pytest.param(50, marks=pytest.mark.nightly)])
def test_a_pod_that_starts_again_and_again_counts_every_press_once(tmp_path: Path, boots: int) -> None:
    async def run() -> None:
        folder, pod = made(tmp_path, boots)
        chance, pressed = random.Random(boots), []
        async with Table(folder, pod) as table:
            table.remember(red=pod)
            for boot in range(boots):
                pod.plug()
                table.displays["red"].show(picture(boot))
                await until(partial(pod.shows, picture(boot)))
                for _ in range(3):
                    pressed.append(chance.choice(BUTTONS))
                    await pod.tap(pressed[-1])
                await until(lambda: table.took("red") == pressed)
                assert [facts.boot for facts in table.hub.facts()] == [boot + 1]
                pod.unplug()
        assert pod.errors == ""

    asyncio.run(run())


def test_eight_pods_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        pods = {seat: RealPod(tmp_path / seat, f"{at:02x}") for at, seat in enumerate(COLOURS, 1)}
        for pod in pods.values():
            pod.plug()
        async with Table(tmp_path, *pods.values(), seats=COLOURS) as table:
            table.remember(**pods)
            await until(lambda: table.seated(*COLOURS))
            pressed = await asyncio.gather(*(presses(pod, at) for at, pod in enumerate(pods.values())))
            for at, seat in enumerate(COLOURS):
                table.displays[seat].show(picture(at))
            for at, (seat, pod) in enumerate(pods.items()):
                await until(partial(has_taken, table, seat, pressed[at]))
                await until(partial(pod.shows, picture(at)))
        assert "".join(pod.errors for pod in pods.values()) == ""

    asyncio.run(run())


def has_taken(table: Table, seat: str, pressed: list[str]) -> bool:
    return table.took(seat) == pressed


async def presses(pod: RealPod, seed: int) -> list[str]:
    chance = random.Random(seed)
    pressed = [chance.choice(BUTTONS) for _ in range(10)]
    for button in pressed:
        await pod.tap(button)
    return pressed
