"""Pods on USB cables: the firmware's own files under a real MicroPython behind the kernel's CDC-ACM gadget, and the
project's hub at the other end of the kernel's cdc_acm driver, found by `UsbFinder` as a Pico would be."""

import asyncio
import os
import signal
import sys
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.vm import prove
from bench.vm.header import spread
from bench.vm.prove import until
from hardware.build import Hardware, build
from hardware.pin_reading import read
from hardware.pods.port import SerialPort, UsbFinder
from hardware.ports import Press
from tests.support.pods import RealPod, picture

GADGETS = Path("/sys/kernel/config/usb_gadget")
SEATED = 60.0
"""Seconds; a pod that starts slower than its greeting waits is greeted again after 30."""
MAP = '[pods]\nseats = ["red", "blue"]\n'


class UsbPod(RealPod):
    """A pod whose cable is a USB gadget with a serial number, as a Pico's is."""

    def __init__(self, folder: Path, identity: str, controller: int) -> None:
        super().__init__(folder, identity)
        self._controller = controller
        self._gadget = _made(identity)
        self._wire = -1

    def plug(self, script: str = "main.py") -> None:
        (self._gadget / "UDC").write_text(f"dummy_udc.{self._controller}\n")
        number = (self._gadget / "functions/acm.usb0/port_num").read_text().strip()
        self._wire = os.open(f"/dev/ttyGS{number}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        os.set_blocking(self._wire, True)
        tty.setraw(self._wire)
        self.start(self._wire, script)

    def unplug(self) -> None:
        if self._wire >= 0:
            (self._gadget / "UDC").write_text("\n")
            super().unplug()
            os.close(self._wire)
            self._wire = -1

    @property
    def port(self) -> str:
        """What its port is called now; numbers change."""
        return next((found.path for found in UsbFinder()() if found.serial == self.identity), "")


def _made(serial: str) -> Path:
    gadget = GADGETS / serial
    if gadget.exists():
        return gadget
    for folder in ("strings/0x409", "configs/c.1", "functions/acm.usb0"):
        (gadget / folder).mkdir(parents=True)
    for name, value in (("idVendor", "0x2e8a"), ("idProduct", "0x0005"), ("strings/0x409/serialnumber", serial)):
        (gadget / name).write_text(value)
    (gadget / "configs/c.1/acm.usb0").symlink_to(gadget / "functions/acm.usb0")
    return gadget


class PodTable:
    """The hub's hardware, the pods that may be plugged in, and what was pressed."""

    def __init__(self, hardware: Hardware, red: UsbPod, blue: UsbPod) -> None:
        assert hardware.hub is not None
        self.hardware = hardware
        self.hub = hardware.hub
        self.red, self.blue = red, blue
        self.presses: list[Press] = []
        self.times: list[float] = []

    def press(self, press: Press) -> None:
        self.presses.append(press)
        self.times.append(asyncio.get_running_loop().time())

    def seated(self, *seats: str) -> bool:
        return all(self.hub.places[seat].cable is not None for seat in seats)

    def fault(self, seat: str) -> str:
        return next(
            health.text for health in self.hardware.health() if health.device == f"panel.{seat}" and not health.ok
        )

    def well(self, seat: str) -> bool:
        return all(health.ok for health in self.hardware.health() if health.device == f"panel.{seat}")

    async def shown(self, seat: str, pod: UsbPod, seed: int) -> None:
        self.hardware.displays[seat].show(picture(seed))
        await until(lambda: pod.shows(picture(seed)), 20, f"the picture at {seat}")


@asynccontextmanager
async def pods(known: bool = True) -> AsyncIterator[PodTable]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        red, blue = UsbPod(folder / "red", "e661aa01", 0), UsbPod(folder / "blue", "e661aa02", 1)
        memory = folder / "pods.toml"
        if known:
            memory.write_text(f'[pods]\n"{red.id}" = "red"\n"{blue.id}" = "blue"\n')
        hardware = build(read("bench.toml", MAP), asyncio.get_running_loop(), memory)
        at = PodTable(hardware, red, blue)
        hardware.open(at.press, lambda card: None)
        try:
            yield at
        finally:
            hardware.close()
            for pod in (red, blue):
                pod.unplug()
            await until(lambda: not UsbFinder()(), 10, "the end of the ports")
            assert red.errors == ""
            assert blue.errors == ""


async def a_new_pod_is_found_and_asked_for_a_press() -> str:
    async with pods(known=False) as at:
        at.red.plug()
        await until(lambda: at.red.glass.lit, 20, "the invitation")
        await asyncio.sleep(0.5)
        await at.red.tap("ok")
        await until(lambda: at.seated("red"), 10, "the seat")
        return at.red.port


async def presses_are_told_and_pictures_arrive() -> str:
    async with pods() as at:
        at.red.plug()
        await until(lambda: at.seated("red"), SEATED, "the seat")
        await at.shown("red", at.red, 3)
        waits = []
        for control in ("plus", "minus", "card", "ok", "back", "menu"):
            contact = asyncio.get_running_loop().time()
            await at.red.tap(control)
            await until(lambda: at.presses, 5, control)
            waits.append(at.times[0] - contact)
            assert [press.control for press in at.presses] == [control]
            at.presses.clear()
            at.times.clear()
        await at.shown("red", at.red, 4)
        return f"contact to press: {spread(waits)}"


async def pulled_out_it_is_a_fault_and_put_back_it_sits_where_it_sat() -> str:
    async with pods() as at:
        at.red.plug()
        await until(lambda: at.seated("red"), SEATED, "the seat")
        await at.shown("red", at.red, 5)
        start = asyncio.get_running_loop().time()
        at.red.unplug()
        await until(lambda: not at.seated("red"), 5, "the fault")
        noticed = asyncio.get_running_loop().time() - start
        told = at.fault("red")
        await until(lambda: not at.red.port, 5, "the end of the port")
        at.red.plug()
        await until(lambda: at.seated("red") and at.well("red"), SEATED, "its return")
        await until(lambda: at.red.shows(picture(5)), 20, "the picture again")
    return f"{told} noticed after {noticed * 1000:.0f} ms"


async def a_port_that_came_back_with_another_number_is_the_same_pod() -> str:
    async with pods() as at:
        at.red.plug()
        await until(lambda: at.seated("red"), SEATED, "the seat")
        before = at.red.port
        stale = os.open(before, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)  # somebody keeps the dead one open
        at.red.unplug()
        await until(lambda: not at.seated("red"), 5, "the fault")
        at.red.plug()
        await until(lambda: at.seated("red"), SEATED, "its return")
        after = at.red.port
        os.close(stale)
        assert before != after
        await at.shown("red", at.red, 6)
    return f"{before}, then {after}"


async def two_pods_that_changed_numbers_keep_their_seats() -> str:
    async with pods() as at:
        at.red.plug()
        await until(lambda: at.red.port, 10, "red's port")
        at.blue.plug()
        await until(lambda: at.seated("red", "blue"), SEATED, "both seats")
        before = (at.red.port, at.blue.port)
        for pod in (at.red, at.blue):
            pod.unplug()
        await until(lambda: not UsbFinder()(), 10, "the end of the ports")
        at.blue.plug()
        await until(lambda: at.blue.port, 10, "blue's port")
        at.red.plug()
        await until(lambda: at.seated("red", "blue"), SEATED, "both seats again")
        assert (at.blue.port, at.red.port) == before
        at.presses.clear()
        await at.blue.tap("ok")
        await until(lambda: at.presses, 5, "blue's press")
        assert at.presses[0].panel == "blue"
        await at.shown("red", at.red, 7)
        await at.shown("blue", at.blue, 8)
    return f"red {before[0]}, then {before[1]}"


async def a_pod_that_stops_reading_keeps_nobody_waiting() -> str:
    async with pods() as at:
        at.red.plug()
        at.blue.plug()
        await until(lambda: at.seated("red", "blue"), SEATED, "both seats")
        at.red.signal(signal.SIGSTOP)
        worst = 0.0
        for seed in range(40):
            start = asyncio.get_running_loop().time()
            at.hardware.displays["red"].show(picture(seed))
            worst = max(worst, asyncio.get_running_loop().time() - start)
            await asyncio.sleep(0.02)
        await at.shown("blue", at.blue, 9)
        await until(lambda: not at.seated("red"), 5, "the fault")
        at.red.signal(signal.SIGCONT)
        await until(lambda: at.seated("red"), SEATED, "its return")
        await at.shown("red", at.red, 10)
    return f"the longest `show` took {worst * 1000:.0f} ms"


HOLD = """
import sys
from serial import Serial
port = Serial(sys.argv[1], exclusive=True)
print("held", flush=True)
sys.stdin.read()
"""


async def a_port_that_another_program_holds_is_said_so_and_heals() -> str:
    async with pods() as at:
        at.blue.plug()
        await until(lambda: at.seated("blue"), SEATED, "the other seat")
        at.blue.unplug()
        await until(lambda: not at.blue.port, 5, "the end of the port")
        at.hardware.close()
        at.blue.plug()
        await until(lambda: at.blue.port, 10, "the port")
        holder = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", HOLD, at.blue.port), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert holder.stdout is not None
        assert await holder.stdout.readline() == b"held\n"
        at.hub.open()
        await until(lambda: any("in use" in fact.note for fact in at.hub.facts()), 10, "the fault")
        told = next(fact.note for fact in at.hub.facts() if "in use" in fact.note)
        with suppress(ProcessLookupError):
            holder.kill()
        await holder.wait()
        await until(lambda: at.seated("blue"), SEATED, "its seat")
    return told


async def a_dead_port_is_an_error_at_once_and_never_a_wait() -> str:
    async with pods() as at:
        at.hardware.close()
        at.red.plug()
        await until(lambda: at.red.port, 10, "the port")
        port = SerialPort(at.red.port)
        start = asyncio.get_running_loop().time()
        at.red.unplug()
        told = []
        for attempt in (port.read, partial(port.write, b"\n")):
            try:
                await until(partial(_never, attempt), 2)
            except OSError as error:
                told.append(str(error))
        took = asyncio.get_running_loop().time() - start
        port.close(drop=True)
    assert len(told) == 2
    assert took < 2
    return "; ".join(told)


def _never(attempt: Callable[[], object]) -> bool:
    attempt()
    return False


if __name__ == "__main__":
    prove.run(
        "pods",
        (
            a_new_pod_is_found_and_asked_for_a_press,
            presses_are_told_and_pictures_arrive,
            pulled_out_it_is_a_fault_and_put_back_it_sits_where_it_sat,
            a_port_that_came_back_with_another_number_is_the_same_pod,
            two_pods_that_changed_numbers_keep_their_seats,
            a_pod_that_stops_reading_keeps_nobody_waiting,
            a_port_that_another_program_holds_is_said_so_and_heals,
            a_dead_port_is_an_error_at_once_and_never_a_wait,
        ),
    )
