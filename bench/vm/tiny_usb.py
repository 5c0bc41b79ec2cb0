"""An I2C adapter on a USB cable, as the kernel's i2c-tiny-usb driver expects it, played through FunctionFS: what the
driver bench's bus is plugged into. Behind it hang the tests' own doubles of the chips, so that what arrives is pixels.
"""

import errno
import os
import struct
import subprocess
from pathlib import Path
from threading import Thread

from tests.support.oled_chip import Bus

GADGET = Path("/sys/kernel/config/usb_gadget/tiny")
CONTROLLER = "dummy_udc.2"
FUNCTION = Path("/run/tiny")
INTERFACE = bytes((9, 4, 0, 0, 0, 0xFF, 0, 0, 0))
FULL, HIGH, ALL_REQUESTS = 1, 2, 64
DESCRIPTORS = struct.pack("<5I", 3, 20 + 2 * len(INTERFACE), FULL | HIGH | ALL_REQUESTS, 1, 1) + INTERFACE * 2
NO_STRINGS = struct.pack("<4I", 2, 16, 0, 0)
SETUP_EVENT, EVENT = 4, 12
IN, VENDORS = 0x80, 0x40
GET_FUNCTIONS, GET_STATUS, TRANSFERS = 1, 3, range(4, 8)
EVERYTHING = 0x0EFF0009
"""Plain messages, and all of SMBus that is made of them."""
ACKNOWLEDGED, REFUSED = 1, 2
PULLED_OUT = (errno.EIDRM, errno.EL2HLT, errno.ECONNRESET, errno.ESHUTDOWN)


class TinyUsb:
    """`plug` and `unplug` are the cable."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self._status = ACKNOWLEDGED
        self._thread: Thread | None = None

    def plug(self) -> None:
        if self._thread is None:
            _make_gadget()
            wire = os.open(FUNCTION / "ep0", os.O_RDWR)
            os.write(wire, DESCRIPTORS)
            os.write(wire, NO_STRINGS)
            link = GADGET / "configs/c.1/ffs.tiny"
            if not link.is_symlink():
                link.symlink_to(GADGET / "functions/ffs.tiny")
            self._thread = Thread(target=self._serve, args=(wire,), daemon=True)
            self._thread.start()
        (GADGET / "UDC").write_text(f"{CONTROLLER}\n")

    def unplug(self) -> None:
        if (GADGET / "UDC").read_text().strip():
            (GADGET / "UDC").write_text("\n")

    def _serve(self, wire: int) -> None:
        while True:
            try:
                self._event(wire, os.read(wire, EVENT))
            except OSError as error:
                if error.errno not in PULLED_OUT:
                    raise

    def _event(self, wire: int, event: bytes) -> None:
        if event[8] != SETUP_EVENT:
            return
        way, request, _, index, length = struct.unpack_from("<BBHHH", event)
        if way & IN:
            os.write(wire, self._answer(way, request, index, length)[:length])
        else:
            self._take(way, request, index, os.read(wire, length))

    def _answer(self, way: int, request: int, index: int, length: int) -> bytes:
        if not way & VENDORS:
            return bytes(length)
        if request == GET_FUNCTIONS:
            return struct.pack("<I", EVERYTHING)
        if request == GET_STATUS:
            return bytes((self._status,))
        return bytes(self._read(index) for _ in range(length))

    def _take(self, way: int, request: int, index: int, data: bytes) -> None:
        if way & VENDORS and request in TRANSFERS:
            self._status = ACKNOWLEDGED
            try:
                self.bus.write(index, data)
            except OSError:
                self._status = REFUSED

    def _read(self, address: int) -> int:
        self._status = ACKNOWLEDGED
        try:
            return self.bus.read(address)
        except OSError:
            self._status = REFUSED
            return 0


def _make_gadget() -> None:
    for folder in ("strings/0x409", "configs/c.1", "functions/ffs.tiny"):
        (GADGET / folder).mkdir(parents=True, exist_ok=True)
    for name, value in (("idVendor", "0x0403"), ("idProduct", "0xc631")):
        (GADGET / name).write_text(value)
    if FUNCTION.exists():
        return
    FUNCTION.mkdir()
    subprocess.run(("mount", "-t", "functionfs", "tiny", str(FUNCTION)), check=True)


def number() -> int | None:
    """Which bus the kernel made of it."""
    for name in Path("/sys/class/i2c-adapter").glob("i2c-*/name"):
        if name.read_text().startswith("i2c-tiny-usb"):
            return int(name.parent.name.removeprefix("i2c-"))
    return None
