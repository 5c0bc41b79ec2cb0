"""USB serial ports. The only file that imports pyserial, and only when a port is looked for or opened."""

import errno
import glob
import os
import termios
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from msgspec import Struct

BAUD = 115_200
"""USB does not care; a board behind a serial chip does."""
CHUNK = 4096
USB_IDS = ("2e8a:0005",)
"""A Pico of any kind with MicroPython on it. What may belong to other devices is opened only if a pin map says so."""
PATTERNS = ("/dev/ttyACM*", "/dev/ttyUSB*")


class Found(Struct, frozen=True):
    """A port that a pod may be at. Names change with every replug; the serial number is the board's own."""

    path: str
    serial: str = ""
    usb: str = ""


class Port(Protocol):
    """An open port. Neither call waits; a port that has gone raises an OSError."""

    def fileno(self) -> int: ...
    def read(self) -> bytes: ...
    def write(self, data: bytes) -> int: ...
    def close(self, drop: bool = False) -> None: ...


Finder = Callable[[], Sequence[Found]]
Opener = Callable[[str], Port]


class SerialPort:
    """A serial port that is this process's alone. It is read and written past pyserial, whose own `write` turns in
    circles while the other side does not read."""

    def __init__(self, path: str, baud: int = BAUD) -> None:
        from serial import Serial

        self._port = Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
        _tell_silence_from_absence(self.fileno())

    def fileno(self) -> int:
        return int(self._port.fileno())

    def read(self) -> bytes:
        try:
            data = os.read(self.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError("The port has gone.")
        return data

    def write(self, data: bytes) -> int:
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self, drop: bool = False) -> None:
        """Closes the port. With `drop`, what was written and not sent is forgotten: closing would wait for it."""
        if drop:
            with suppress(OSError, termios.error):
                termios.tcflush(self.fileno(), termios.TCOFLUSH)
        self._port.close()


class UsbFinder:
    """Finds boards by their USB ids. The system's list is asked only when a port came or went."""

    def __init__(self, usb_ids: Sequence[str] = USB_IDS) -> None:
        self._wanted = {usb.lower() for usb in usb_ids}
        self._nodes: set[tuple[str, int, int]] = set()
        self._found: list[Found] = []

    def __call__(self) -> Sequence[Found]:
        nodes = _nodes()
        if nodes != self._nodes:
            self._nodes = nodes
            self._found = [port for port in list_ports() if port.usb in self._wanted]
        return self._found


def list_ports() -> list[Found]:
    """Every USB serial port that there is."""
    from serial.tools.list_ports import comports

    return [
        Found(port.device, port.serial_number or "", f"{port.vid:04x}:{port.pid:04x}")
        for port in comports()
        if port.vid is not None
    ]


def _tell_silence_from_absence(fileno: int) -> None:
    """pyserial lets a port without a word read as empty, just like one that has gone."""
    try:
        attributes = termios.tcgetattr(fileno)
        attributes[6][termios.VMIN] = 1
        termios.tcsetattr(fileno, termios.TCSANOW, attributes)
    except termios.error as error:
        raise OSError(*error.args) from error


def _nodes() -> set[tuple[str, int, int]]:
    nodes = set()
    for path in (path for pattern in PATTERNS for path in glob.glob(pattern)):
        try:
            stat = os.stat(path)
        except OSError:
            continue
        nodes.add((path, stat.st_ino, stat.st_ctime_ns))
    return nodes


def reason(error: OSError) -> str:
    """Why a port cannot be opened, and what would cure it."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return "The port may not be used: `sudo usermod -aG dialout $USER`, then log in again."
    if error.errno in (errno.EAGAIN, errno.EBUSY):
        return "The port is in use by another program: close that, or stop the service."
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return "There is no such port: plug the board in."
    return f"The port cannot be opened: {error.strerror or error}."
