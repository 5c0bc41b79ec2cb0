"""The `rpigpio` backend: gpiozero's own factory for RPi.GPIO over rpi-lgpio, on real line devices."""

import os

from bench.vm import prove
from bench.vm.guest_gpio import OK, PANELS, RED
from bench.vm.header import spread, table, tap, until_heard
from hardware.gpio import import_lgpio

ENVIRONMENT = {"RPI_LGPIO_REVISION": "c03114", "RPI_LGPIO_CHIP": "0"}


async def its_edges_are_heard() -> str:
    async with table('gpio = "rpigpio"\n' + PANELS) as at:
        assert not at.fault("panel.red")
        times = await at.fingers.play([*tap(OK, 100, 100), *tap(RED["back"], 100, 100)] * 5)
        await until_heard(lambda: len(at.presses) >= 10)
        waits = [told - contact for told, (contact, _) in zip(at.times, times[::2], strict=False)]
        assert at.controls == ["red ok", "red back"] * 5
    return spread(waits)


async def it_can_be_polled() -> None:
    async with table('gpio = "rpigpio"\ninputs = "poll"\n' + PANELS) as at:
        await at.fingers.play(list(tap(OK, 200, 200)) * 5)
        await until_heard(lambda: len(at.presses) >= 5)
        assert at.controls == ["red ok"] * 5


if __name__ == "__main__":
    os.environ |= ENVIRONMENT
    import_lgpio()  # in a folder that holds its FIFO: rpi-lgpio imports it wherever it stands
    prove.run("rpigpio", (its_edges_are_heard, it_can_be_polled))
