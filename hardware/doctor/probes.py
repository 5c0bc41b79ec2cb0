"""How the doctor looks at the world. Tests bring a world of their own."""

import asyncio
import grp
import os
import shutil
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from typing import Protocol

from hardware.displays.i2c import KernelWire, Wire
from hardware.gpio import LABELS, find_chip, import_lgpio
from hardware.pods import PodFacts, PodHub, Ports, UsbFinder
from hardware.pods.port import USB_IDS
from hardware.readers.keyboard import find

GREETING_TIME = 3.0
"""Seconds in which a pod that is plugged in says who it is."""
HELD = 1
MODEL = "/proc/device-tree/model"
"""What board this is; not there on what is no Pi."""


class Probes(Protocol):
    """Questions to the system. None, or an OSError, is an answer too."""

    def text(self, path: str) -> str | None: ...
    def usable(self, path: str) -> bool | None: ...
    def groups(self) -> frozenset[str] | None: ...
    def version(self, distribution: str) -> str | None: ...
    def owners(self, module: str) -> tuple[str, ...]: ...
    def wire(self, port: int) -> Wire: ...
    def holders(self, label: str, gpios: Sequence[int]) -> dict[int, str]: ...
    def free(self, folder: str) -> int | None: ...
    def keyboard(self, wanted: str) -> str | None: ...
    def pods(self, seats: Sequence[str], usb: Sequence[str]) -> tuple[PodFacts, ...]: ...


class SystemProbes:
    """This computer."""

    def __init__(self, memory: Path | None = None) -> None:
        self._memory = memory

    def text(self, path: str) -> str | None:
        """A file's bytes as text, without the zeros that the device tree ends with."""
        try:
            return Path(path).read_bytes().decode("latin-1").rstrip("\0\n ")
        except OSError:
            return None

    def usable(self, path: str) -> bool | None:
        """Whether a device or folder may be read and written; None if it is not there."""
        return os.access(path, os.R_OK | os.W_OK) if os.path.exists(path) else None

    def groups(self) -> frozenset[str] | None:
        """The groups of this process; None for root, who needs none."""
        if os.geteuid() == 0:
            return None
        return frozenset(name for name in map(_group, {*os.getgroups(), os.getegid()}) if name)

    def version(self, distribution: str) -> str | None:
        try:
            return version(distribution)
        except PackageNotFoundError:
            return None

    def owners(self, module: str) -> tuple[str, ...]:
        """The distributions that own a top-level module."""
        return tuple(sorted(set(packages_distributions().get(module, ()))))

    def wire(self, port: int) -> Wire:
        return KernelWire(port)

    def holders(self, label: str, gpios: Sequence[int]) -> dict[int, str]:
        """Who holds each pin that is held. NotAvailable if there is no header to ask."""
        lgpio = import_lgpio()
        number, _ = find_chip(lgpio, (label,) if label else LABELS)
        handle = lgpio.gpiochip_open(number)
        try:
            infos = [lgpio.gpio_get_line_info(handle, gpio) for gpio in gpios]
        finally:
            lgpio.gpiochip_close(handle)
        return {gpio: str(user) or "somebody" for _, gpio, flags, _, user in infos if flags & HELD}

    def free(self, folder: str) -> int | None:
        """Free bytes where a folder is, or will be."""
        path = Path(folder).absolute()
        while not path.exists():
            path = path.parent
        try:
            return shutil.disk_usage(path).free
        except OSError:
            return None

    def keyboard(self, wanted: str) -> str | None:
        return find(wanted)

    def pods(self, seats: Sequence[str], usb: Sequence[str]) -> tuple[PodFacts, ...]:
        """Every pod that is plugged in, after it had time to say who it is."""
        return asyncio.run(self._pods(seats, usb))

    async def _pods(self, seats: Sequence[str], usb: Sequence[str]) -> tuple[PodFacts, ...]:
        hub = PodHub(seats, self._memory, Ports(UsbFinder((*USB_IDS, *usb))))
        hub.open()
        await asyncio.sleep(GREETING_TIME)
        found = hub.facts()
        hub.close()
        return found


def _group(number: int) -> str | None:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return None
