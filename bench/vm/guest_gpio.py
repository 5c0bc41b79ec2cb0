"""Buttons, lamps and the knob: `hardware/panels`, `hardware/lamps` and `hardware/gpio.py` with lgpio on gpio-sim."""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path

from bench.vm import prove
from bench.vm.header import level, longest, spread, table, tap, until_heard
from bench.vm.prove import until
from hardware.errors import NotAvailable
from hardware.gpio import import_lgpio, pins_over
from hardware.pin_reading import load

RED = {"plus": 17, "minus": 27, "ok": 22, "back": 5, "card": 6, "menu": 26}
BLUE = {"plus": 23, "minus": 24, "ok": 25, "back": 16, "card": 20, "menu": 21}
PANELS = "".join(
    f'[panel.{seat}]\nbackend = "gpio"\n' + "".join(f"{control} = {gpio}\n" for control, gpio in pins.items())
    for seat, pins in (("red", RED), ("blue", BLUE))
)
OK = RED["ok"]
SPIKE = 0.0035
GAP = 0.0048
"""What the debouncer promises holds for spikes and gaps no longer than this; a finger that was late is no proof."""
TRIALS, ENOUGH = 40, 3
TOO_BUSY = "this machine is too busy to press in time"


async def lgpio_moves_neither_the_process_nor_its_files() -> str:
    os.chdir(Path(__file__).parent)
    lgpio = import_lgpio()
    assert Path.cwd() == Path(__file__).parent
    assert Path(os.environ["LG_WD"]) != Path.cwd()
    return f"lgpio {lgpio.get_module_version()}, in a folder that is read-only"


async def the_header_is_found_by_its_label() -> str:
    pins = pins_over("lgpio")
    name = pins.name
    pins.close()
    assert "pinctrl-bcm2711" in name
    return name


async def a_chip_that_is_not_there_is_said_so() -> str:
    told = ""
    try:
        pins_over("lgpio", "pinctrl-none").open()
    except NotAvailable as error:
        told = str(error)
    assert "pinctrl-none" in told
    assert "pinctrl-bcm2711" in told
    return told


async def the_pins_of_lite_are_those_that_are_pressed_here() -> None:
    for device in load("lite").of("panel", fitted=True):
        assert dict(device.pins) == {"red": RED, "blue": BLUE}[device.name]


async def each_button_is_told_once() -> str:
    async with table(PANELS) as at:
        assert not any(at.fault(f"panel.{seat}") for seat in ("red", "blue"))
        waits = []
        for seat, pins in (("red", RED), ("blue", BLUE)):
            for control, gpio in pins.items():
                (contact, _), _ = await at.fingers.play(tap(gpio))
                await until_heard(lambda: bool(at.presses))
                waits += [time - contact for time in at.times]
                assert at.controls == [f"{seat} {control}"]
        return f"12 buttons, contact to press: {spread(waits)}"


async def twelve_ms_of_chatter_count_once() -> str:
    chatter = [(OK, True, 2.0), (OK, False, 2.0)] * 3
    waits: list[float] = []
    async with table(PANELS) as at:
        for _ in range(TRIALS):
            times = await at.fingers.play([*chatter, *tap(OK, 80, 80)])
            await until_heard(lambda: bool(at.presses))
            if longest(times[:7]) < GAP:
                waits += [at.times[0] - times[0][0]]
                assert at.controls == ["red ok"]
            at.forget()
    assert len(waits) >= ENOUGH, TOO_BUSY
    return f"{len(waits)} times; first contact to press: {spread(waits)}"


async def a_spike_never_counts() -> str:
    proven = 0
    async with table(PANELS) as at:
        for _ in range(2 * TRIALS):
            times = await at.fingers.play([(OK, True, 2.0), (OK, False, 60.0)])
            await asyncio.sleep(0.4)  # one that was no spike may be told as late as this
            told = at.controls
            if longest(times) < SPIKE:
                proven += 1
                assert told == []
    assert proven >= ENOUGH, TOO_BUSY
    return f"{proven} spikes"


async def twenty_presses_at_8_a_second_all_count() -> str:
    async with table(PANELS) as at:
        times = await at.fingers.play(list(tap(OK, 60, 65)) * 20)
        await until_heard(lambda: len(at.presses) >= 20)
        waits = [told - contact for told, (contact, _) in zip(at.times, times[::2], strict=True)]
        assert at.controls == ["red ok"] * 20
    return spread(waits)


async def two_panels_at_once_lose_nothing() -> None:
    async with table(PANELS) as at:
        await at.fingers.play([step for _ in range(10) for step in (*_both(True), *_both(False))])
        await until_heard(lambda: len(at.presses) >= 40)
        told = at.controls
        assert {name: told.count(name) for name in told} == dict.fromkeys(
            ("red ok", "red menu", "blue ok", "blue menu"), 10
        )


def _both(closed: bool) -> list[tuple[int, bool, float]]:
    gpios = (OK, RED["menu"], BLUE["ok"], BLUE["menu"])
    return [(gpio, closed, 60.0 if gpio == gpios[-1] else 0.0) for gpio in gpios]


async def a_button_is_held_and_plus_repeats() -> None:
    async with table(PANELS) as at:
        await at.fingers.play([*tap(OK, 1200, 200), *tap(RED["plus"], 1500, 200)])
        held = [press for press in at.presses if press.held]
        again = [press for press in at.presses if press.repeat]
        assert [press.control for press in held] == ["ok"]
        assert len(again) >= 3
        assert {press.control for press in again} == {"plus"}


async def a_line_that_never_rests_is_a_fault_and_heals() -> str:
    """Closed and open 25 times a second: chatter that is quicker needs a finger that nothing ever stops."""
    async with table(PANELS) as at:
        await at.fingers.play(list(tap(OK, 20, 20)) * 60)
        await until(lambda: "chatters" in at.fault("panel.red"), 5, "the fault")
        fault = at.fault("panel.red")
        at.forget()
        await at.fingers.play(tap(BLUE["ok"]))
        await until_heard(lambda: bool(at.presses))
        assert at.controls == ["blue ok"]
        await until(lambda: not at.fault("panel.red"), 6, "the cure")
        await at.fingers.play(tap(OK))
        await until_heard(lambda: bool(at.presses))
        assert at.controls == ["red ok"]
    return fault


HOLD = """
import sys, time
from hardware.gpio import import_lgpio
lgpio = import_lgpio()
handle = lgpio.gpiochip_open(int(sys.argv[1]))
lgpio.gpio_claim_input(handle, 22)
print("held", flush=True)
time.sleep(60)
"""


async def a_pin_that_another_program_holds_is_a_fault_and_heals() -> str:
    chip = _chip()
    holder = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLD, str(chip), stdout=asyncio.subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert await holder.stdout.readline() == b"held\n"
        async with table(PANELS) as at:
            fault = at.fault("panel.red")
            assert "GPIO 22" in fault
            await at.fingers.play([*tap(RED["back"]), *tap(OK)])
            await until_heard(lambda: bool(at.presses))
            assert at.controls == ["red back"]
            holder.kill()
            await until(lambda: not at.fault("panel.red"), 8, "the cure")
            await at.fingers.play(tap(OK))
            await until_heard(lambda: bool(at.presses))
            assert at.controls == ["red ok"]
            return fault
    finally:
        with suppress(ProcessLookupError):
            holder.kill()
        await holder.wait()


def _chip() -> int:
    return int(next(Path("/sys/bus/gpio/devices").glob("gpiochip*")).name.removeprefix("gpiochip"))


async def polling_tells_the_same_presses() -> str:
    async with table('inputs = "poll"\n' + PANELS) as at:
        times = await at.fingers.play(list(tap(OK, 150, 150)) * 10)
        await until_heard(lambda: len(at.presses) >= 10)
        waits = [told - contact for told, (contact, _) in zip(at.times, times[::2], strict=False)]
        assert at.controls == ["red ok"] * 10
    return spread(waits)


KNOB = '[panel.centre]\nbackend = "gpio"\nknob = [13, 19]\nok = 4\n'


async def the_knob_counts_every_click() -> None:
    clockwise = [(13, True, 40.0), (19, True, 40.0), (13, False, 40.0), (19, False, 40.0)]
    back = [(19, True, 40.0), (13, True, 40.0), (19, False, 40.0), (13, False, 40.0)]
    async with table(KNOB) as at:
        await at.fingers.play(clockwise * 10)
        await until_heard(lambda: len(at.presses) >= 10)
        told = at.controls
        await at.fingers.play(back * 10)
        await until_heard(lambda: len(at.presses) >= 10)
        assert sorted((set(told), set(at.controls)), key=str) == [{"centre minus"}, {"centre plus"}]
        assert len(told) == 10, told


LAMPS = '[lamp.safety-car]\nbackend = "gpio"\npin = 18\n[lamp.buzzer]\nbackend = "gpio"\npin = 12\ntone = 200\n'


async def lamps_shine_blink_and_are_dark_at_the_end() -> None:
    async with table(LAMPS) as at:
        lamp = at.hardware.lamps["safety-car"]
        assert not level(18)
        lamp.set("on")
        assert level(18)
        lamp.set("blink")
        await until(lambda: not level(18), 2, "the dark half")
        await until(lambda: level(18), 2, "the bright half")
        lamp.set("on")
    assert not level(18)


async def a_piezo_gets_its_tone() -> str:
    async with table(LAMPS) as at:
        at.hardware.lamps["buzzer"].set("on")
        seen = []
        for _ in range(100):
            seen.append(level(12))
            await asyncio.sleep(0.003)
        at.hardware.lamps["buzzer"].set("off")
        await asyncio.sleep(0.05)
        assert not level(12)
    assert 20 < sum(seen) < 80
    return f"high in {sum(seen)} of 100 looks"


async def a_dead_notify_thread_is_a_fault_and_the_buttons_are_polled() -> str:
    """Last: there is no way back in this process."""
    lgpio = import_lgpio()
    async with table(PANELS) as at:
        handle = lgpio.gpiochip_open(_chip())
        lgpio.gpio_claim_alert(handle, 9, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP)
        spoiled = lgpio.callback(handle, 9, lgpio.BOTH_EDGES, lambda *words: words[99])
        await at.fingers.play(tap(9))
        await until(lambda: "no more edges" in at.fault("panel.red"), 5, "the fault")
        await asyncio.sleep(1.1)
        at.forget()
        await at.fingers.play(list(tap(OK, 60, 65)) * 10)
        await until_heard(lambda: len(at.presses) >= 10)
        assert at.controls == ["red ok"] * 10
        assert spoiled is not None
        return at.fault("panel.red")


if __name__ == "__main__":
    prove.run(
        "gpio",
        (
            lgpio_moves_neither_the_process_nor_its_files,
            the_header_is_found_by_its_label,
            a_chip_that_is_not_there_is_said_so,
            the_pins_of_lite_are_those_that_are_pressed_here,
            each_button_is_told_once,
            twelve_ms_of_chatter_count_once,
            a_spike_never_counts,
            twenty_presses_at_8_a_second_all_count,
            two_panels_at_once_lose_nothing,
            a_button_is_held_and_plus_repeats,
            a_line_that_never_rests_is_a_fault_and_heals,
            a_pin_that_another_program_holds_is_a_fault_and_heals,
            polling_tells_the_same_presses,
            the_knob_counts_every_click,
            lamps_shine_blink_and_are_dark_at_the_end,
            a_piezo_gets_its_tone,
            a_dead_notify_thread_is_a_fault_and_the_buttons_are_polled,
        ),
    )
