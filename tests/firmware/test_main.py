"""The firmware's own files under a real MicroPython, at the end of a pty, with a stand-in for `machine`."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from hardware import wire
from hardware.displays.windows import pages_of
from hardware.pods.picture import message
from tests.support.glass import Glass
from tests.support.pods import BROKEN_BUS, DOWN, UP, RealPod, Talk, picture, until

Test = Callable[[RealPod, Talk], Awaitable[None]]


def on_a_pod(folder: Path, test: Test) -> RealPod:
    """Runs a test with a pod that has been greeted on link 7, and makes sure that the firmware never stumbled."""
    pod = RealPod(folder / "pod")

    async def run() -> None:
        pod.plug()
        talk = Talk(pod.path)
        try:
            await talk.hi()
            await test(pod, talk)
        finally:
            talk.close()
            pod.unplug()

    asyncio.run(run())
    assert pod.errors == ""
    return pod


def draw(version: int, seed: int, on: int = 0, was: int = 0, squeeze: bool = True) -> dict[str, object]:
    known = pages_of(picture(was)) if on else None
    told = message(pages_of(picture(seed)), known, version, on, squeeze)
    return {key: value for key, value in told.items() if key != "t"}


def test_hello_says_who_the_pod_is_and_what_it_can(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        hello = await talk.hi()
        assert hello.pop("run")
        assert hello == {
            "t": "hello", "l": 7, "id": pod.id, "fw": "1.0.0", "proto": [wire.LOWEST, wire.HIGHEST], "boot": 1,
            "first": 1, "size": [128, 64], "controls": hello["controls"], "can": ["z"],
        }  # fmt: skip
        assert set(hello["controls"]) == {"minus", "plus", "card", "ok", "back", "menu"}

    on_a_pod(tmp_path, test)


def test_a_press_is_told_until_it_is_acknowledged(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        await pod.tap("ok")
        await until(lambda: len(talk.of("press")) >= 3)
        assert {(m["n"], m["c"]) for m in talk.of("press")} == {(1, "ok")}
        await talk.answer("ping", "pong")
        talk.say("ack", n=1)
        await talk.answer("ping", "pong")
        told = len(talk.of("press"))
        await pod.tap("plus")
        await until(lambda: len(talk.of("press")) > told)
        assert {m["n"] for m in talk.of("press")[told:]} == {2}

    on_a_pod(tmp_path, test)


@pytest.mark.parametrize("squeeze", [True, False])
def test_windows_are_drawn_pixel_for_pixel(tmp_path: Path, squeeze: bool) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        assert (await talk.answer("draw", "drawn", **draw(1, 5, squeeze=squeeze)))["v"] == 1
        await until(lambda: pod.shows(picture(5)))
        assert (await talk.answer("draw", "drawn", **draw(2, 6, on=1, was=5, squeeze=squeeze)))["v"] == 2
        await until(lambda: pod.shows(picture(6)))

    on_a_pod(tmp_path, test)


def test_a_changed_window_alone_goes_to_the_glass(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        await talk.answer("draw", "drawn", **draw(1, 5))
        await until(lambda: pod.shows(picture(5)))
        sent: list[bytes] = []
        pod.on_write = sent.append
        await talk.answer("draw", "drawn", v=2, on=1, at=[[3, 100, 3]], d="AQID")
        await until(lambda: len(sent) == 2)
        assert sent == [bytes((0x00, 0xB3, 0x04, 0x16)), b"\x40\x01\x02\x03"]

    on_a_pod(tmp_path, test)


def test_an_sh1106_is_drawn_two_columns_in(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        pod.unplug()
        pins = pod.folder / "pins.py"
        pins.write_text(pins.read_text().replace("COLUMN = 0", "COLUMN = 2"))
        pod.plug()
        pod.glass = Glass(columns=132, first=2)
        fresh = Talk(pod.path)
        await fresh.hi()
        fresh.say("draw", **draw(1, 9))
        await until(lambda: pod.shows(picture(9)))
        fresh.close()

    on_a_pod(tmp_path, test)


def test_the_heartbeat_is_answered_and_the_watchdog_fed(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        assert (await talk.answer("ping", "pong"))["bad"] == 0
        await until(lambda: any(line.startswith("fed") for line in pod.told))
        assert "watchdog 8000" in pod.told

    on_a_pod(tmp_path, test)


@pytest.mark.slow
def test_after_three_seconds_of_silence_the_glass_says_no_line_and_no_secret(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        talk.say("draw", **draw(1, 5))
        await until(lambda: pod.shows(picture(5)))
        start = asyncio.get_running_loop().time()
        await until(lambda: sum(pages_of(pod.glass.image())[3]) and not any(pages_of(pod.glass.image())[0]))
        assert 2.5 < asyncio.get_running_loop().time() - start < 6
        assert not any(b for page in (0, 1, 2, 5, 6, 7) for b in pages_of(pod.glass.image())[page])

    on_a_pod(tmp_path, test)


def test_every_start_is_counted_and_numbered_afresh(tmp_path: Path) -> None:
    runs = set()

    async def test(pod: RealPod, talk: Talk) -> None:
        hello = await talk.hi()
        runs.add((hello["boot"], hello["run"]))

    for _ in range(3):
        on_a_pod(tmp_path, test)
    assert [boot for boot, _ in sorted(runs)] == [1, 2, 3]
    assert len({run for _, run in runs}) == 3


@pytest.mark.parametrize("kept", ["", "nonsense", "-"])
def test_a_damaged_boot_counter_does_no_harm(tmp_path: Path, kept: str) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        pod.unplug()
        (pod.folder / "boot.txt").write_text(kept)
        pod.plug()
        fresh = Talk(pod.path)
        assert (await fresh.hi())["boot"] == 1
        fresh.close()

    on_a_pod(tmp_path, test)


FLIPPED = wire.encode({"t": "ping", "l": 7}).replace(b"ping", b"pinh")
JUNK = {
    "a flipped bit": FLIPPED,
    "Ctrl-C": b"\x03\x03\x03",
    "Ctrl-C inside of a line": b'{"t":"pi\x03ng","l":7}*00000000\n',
    "the prompt's keys": b"\r\x03\r\x01\x04\x02",
    "a modem's questions": b"AT+GCAP\r\nATI\r\nAT\r\n",
    "all bytes": bytes(range(256)),
    "an endless line": b"A" * 10_000,
    "half a line": wire.encode({"t": "ping", "l": 7})[:12],
    "deep nesting": b"[" * 2000 + b"\n",
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK.keys())
def test_junk_spoils_the_line_that_it_is_in(tmp_path: Path, junk: bytes) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        for start in range(0, len(junk), 1000):
            talk.send(junk[start : start + 1000])
            await asyncio.sleep(0.01)
        talk.send(b"\n")
        pong = await talk.answer("ping", "pong")
        assert 1 <= pong["bad"] <= 4
        await pod.tap("card")
        await until(lambda: talk.of("press"))

    on_a_pod(tmp_path, test)


@pytest.mark.slow
def test_presses_count_however_the_pod_is_held_up(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        for number in range(1, 13):
            pod.signal(signal.SIGSTOP)
            asyncio.get_running_loop().call_later(0.01 + number * 0.003, pod.signal, signal.SIGCONT)
            await pod.tap("ok")
            await until(partial(talk.heard_of, number), what=f"press {number}")
            talk.say("ack", n=number)
        assert len({m["n"] for m in talk.of("press")}) == 12

    on_a_pod(tmp_path, test)


def test_menu_and_back_held_at_power_up_leave_the_pod_at_the_prompt(tmp_path: Path) -> None:
    async def run() -> RealPod:
        pod = RealPod(tmp_path / "pod")
        pod.hold("menu", "back")
        pod.plug()
        await until(lambda: not pod.running)
        await until(lambda: pod.glass.lit)
        pod.unplug()
        return pod

    pod = asyncio.run(run())
    assert pod.errors == ""
    assert not any(line.startswith("watchdog") for line in pod.told)


def test_only_one_of_the_two_held_is_no_reason_to_stay(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        pod.unplug()
        pod.hold("menu")
        pod.plug()
        fresh = Talk(pod.path)
        await fresh.hi()
        fresh.close()

    on_a_pod(tmp_path, test)


def test_asked_for_the_prompt_the_pod_starts_again_without_its_watchdog_once(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        talk.say("prompt")
        await until(lambda: not pod.running)
        assert pod.told[-1] == "reset"
        pod.unplug()
        pod.told.clear()
        pod.plug()
        await until(lambda: not pod.running)
        assert not any(line.startswith("watchdog") for line in pod.told)
        pod.unplug()
        pod.plug()
        fresh = Talk(pod.path)
        await fresh.hi()
        fresh.close()

    on_a_pod(tmp_path, test)


def test_buttons_have_pull_ups_and_nothing_has_a_pull_down(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        assert sorted(line for line in pod.told if line.startswith("pull")) == [f"pull {n} up" for n in range(2, 8)]

    on_a_pod(tmp_path, test)


def test_a_broken_screen_is_told_heals_and_shows_the_present_picture(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        pod.set(BROKEN_BUS, DOWN)
        talk.say("draw", **draw(1, 5))
        while (await talk.answer("ping", "pong"))["glass"]:
            await asyncio.sleep(0.02)
        await pod.tap("ok")
        await until(lambda: talk.of("press"))
        talk.say("draw", **draw(2, 6, on=1, was=5))
        pod.set(BROKEN_BUS, UP)
        pod.glass = Glass()
        while not pod.shows(picture(6)):
            await talk.answer("ping", "pong")
            await asyncio.sleep(0.05)

    on_a_pod(tmp_path, test)


def test_the_light_has_the_colour_of_the_seat(tmp_path: Path) -> None:
    async def test(pod: RealPod, talk: Talk) -> None:
        talk.say("set", n=1, mode="on", light=[60, 0, 5], glass=64)
        await until(lambda: "light 003c05" in pod.told and pod.glass.contrast == 64)
        assert "pin LED 1" in pod.told
        talk.say("set", n=2, mode="dim", light=[60, 0, 5], glass=64)
        await until(lambda: "light 000801" in pod.told)
        assert pod.told[pod.told.index("light 000801") - 1] == "pin LED 0"
        talk.say("set", n=3, mode="off", light=[60, 0, 5], glass=0)
        await until(lambda: "light 000000" in pod.told[-3:])
        await until(lambda: not pod.glass.lit)

    on_a_pod(tmp_path, test)
