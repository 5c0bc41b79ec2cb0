"""Real pods on bad cables: whatever is lost on the way, every press counts once and the present picture is shown."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.support.desk import faults, unharmed
from tests.support.pods import BadCable, RealPod, Table, picture, until

BUTTONS = ("minus", "plus", "card", "ok", "back", "menu")
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")


@pytest.mark.parametrize("seed", range(3))
def test_lines_that_are_lost_repeated_spoiled_or_late_cost_no_press(tmp_path: Path, seed: int):
    async def run() -> None:
        pod = RealPod(tmp_path / "pod")
        cable = BadCable(pod, faults(seed, 0.25), faults(seed + 50, 0.25))
        async with Table(tmp_path, pod) as table:
            table.remember(red=pod)
            cable.plug()
            await until(lambda: table.seated("red"))
            pressed = await play(pod, table, random.Random(seed), 20)
            cable.heal()
            await until(lambda: table.took("red") == pressed, what=f"{pressed}, but {table.took('red')}")
            await until(lambda: pod.shows(picture(20)))
            cable.close()
        assert pod.errors == ""

    asyncio.run(run())


async def play(pod: RealPod, table: Table, chance: random.Random, presses: int) -> list[str]:
    """Presses at random, with a new picture after each; what was pressed."""
    pressed = []
    for turn in range(presses):
        pressed.append(chance.choice(BUTTONS))
        await pod.tap(pressed[-1])
        table.displays["red"].show(picture(turn + 1))
    return pressed


@pytest.mark.parametrize("moment", [0.0, 0.004, 0.007, 0.008, 0.012, 0.02, 0.05])
def test_a_cable_that_is_pulled_around_a_press_costs_no_press(tmp_path: Path, moment: float):
    async def run() -> None:
        pod = RealPod(tmp_path / "pod")
        cable = BadCable(pod, unharmed, unharmed)
        async with Table(tmp_path, pod, hurry=6) as table:
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

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["ack", "press", "hello", "hi", "drawn", "draw"])
def test_a_cable_that_is_pulled_at_a_word_of_the_protocol_costs_no_press(tmp_path: Path, kind: str):
    async def run() -> None:
        pod = RealPod(tmp_path / "pod")
        cable = BadCable(pod, unharmed, unharmed)
        async with Table(tmp_path, pod, hurry=6) as table:
            table.remember(red=pod)
            table.displays["red"].show(picture(1))
            cable.pull_at(kind)
            cable.plug()
            pressed = 0
            while not cable.pulled:
                if table.seated("red"):
                    await pod.tap("ok")
                    pressed += 1
                await asyncio.sleep(0.01)
            await until(lambda: not table.hub.facts())
            cable.plug_again()
            await until(lambda: pod.shows(picture(1)))
            await pod.tap("plus")
            await until(lambda: table.took("red") == ["ok"] * pressed + ["plus"])
            cable.close()
        assert pod.errors == ""

    asyncio.run(run())


@pytest.mark.parametrize("boots", [4, pytest.param(50, marks=pytest.mark.nightly)])
def test_a_pod_that_starts_again_and_again_counts_every_press_once(tmp_path: Path, boots: int):
    async def run() -> None:
        pod = RealPod(tmp_path / "pod")
        chance, pressed = random.Random(boots), []
        async with Table(tmp_path, pod, hurry=6) as table:
            table.remember(red=pod)
            for boot in range(boots):
                pod.plug()
                table.displays["red"].show(picture(boot))
                await until(lambda boot=boot: pod.shows(picture(boot)))
                for _ in range(3):
                    pressed.append(chance.choice(BUTTONS))
                    await pod.tap(pressed[-1])
                await until(lambda: table.took("red") == pressed)
                facts = table.facts(pod)
                assert facts is not None
                assert facts.boot == boot + 1
                pod.unplug()
        assert pod.errors == ""

    asyncio.run(run())


def test_eight_pods_at_once(tmp_path: Path):
    async def run() -> None:
        pods = {seat: RealPod(tmp_path / seat, f"{at:02x}") for at, seat in enumerate(COLOURS, 1)}
        async with Table(tmp_path, *pods.values(), seats=COLOURS) as table:
            table.remember(**pods)
            for pod in pods.values():
                pod.plug()
            await until(lambda: table.seated(*COLOURS))
            pressed = await asyncio.gather(*(presses(pod, at) for at, pod in enumerate(pods.values())))
            for at, seat in enumerate(COLOURS):
                table.displays[seat].show(picture(at))
            for at, (seat, pod) in enumerate(pods.items()):
                await until(lambda seat=seat, at=at: table.took(seat) == pressed[at])
                await until(lambda pod=pod, at=at: pod.shows(picture(at)))
        assert "".join(pod.errors for pod in pods.values()) == ""

    asyncio.run(run())


async def presses(pod: RealPod, seed: int) -> list[str]:
    chance = random.Random(seed)
    pressed = [chance.choice(BUTTONS) for _ in range(10)]
    for button in pressed:
        await pod.tap(button)
    return pressed
