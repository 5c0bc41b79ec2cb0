"""A stand-in for MicroPython's `machine`: a control pipe sets pins, a report pipe tells what the board would do.

Control: two bytes each, the pin's number and its level; pin 255 breaks the I2C bus while its level is 0.
Report: lines `i2c ADDRESS HEX`, `pin NAME LEVEL`, `pull NAME PULL`, `light HEX`, `watchdog MS`, `fed COUNT`, `reset`.
"""

import binascii
import os
import select
import sys

TYPE_CHECKING = False  # MicroPython has no typing module
if TYPE_CHECKING:

    def ticks_ms() -> int: ...

    def ticks_diff(end: int, start: int) -> int: ...

else:
    from time import ticks_diff, ticks_ms

BROKEN_BUS = 255
FINGER = 25
"""Milliseconds that a pin keeps a level at least, however late this process hears of it."""

control = open(int(os.getenv("POD_CONTROL", "")), "rb", 0)  # noqa: SIM115
report = open(int(os.getenv("POD_REPORT", "")), "wb", 0)  # noqa: SIM115
poller = select.poll()
poller.register(control, select.POLLIN)
levels: dict[int, int] = {}
changed: dict[int, int] = {}
waiting: list[bytes] = []
looked = [-1]


def tell(*words: object) -> None:
    report.write((" ".join(str(word) for word in words) + "\n").encode())


def look() -> None:
    """Takes what has come over the control pipe, at most once a millisecond."""
    now = ticks_ms()
    if now == looked[0]:
        return
    looked[0] = now
    while poller.poll(0):
        told = control.read(2)
        if len(told) < 2:
            sys.exit()  # whoever plugged this board in has gone
        waiting.append(told)
    for told in list(waiting):
        pin, level = told
        if ticks_diff(now, changed.get(pin, now - FINGER)) >= FINGER:
            levels[pin] = level
            changed[pin] = now
            waiting.remove(told)


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, name: int, mode: int = IN, pull: int | None = None) -> None:
        self.name = name
        if pull is not None:
            tell("pull", name, "up" if pull == self.PULL_UP else "down")

    def value(self, level: int | None = None) -> int:
        if level is not None:
            tell("pin", self.name, level)
            return level
        look()
        return levels.get(self.name, 1)


class I2C:
    def __init__(self, bus: int, scl: Pin, sda: Pin, freq: int = 100000) -> None:
        tell("bus", bus, sda.name, scl.name, freq)

    def writeto(self, address: int, data: bytes) -> None:
        look()
        if levels.get(BROKEN_BUS, 1) == 0:
            raise OSError(5)
        tell("i2c", address, binascii.hexlify(data).decode())


class WDT:
    def __init__(self, timeout: int) -> None:
        self.count = 0
        self.told_at = ticks_ms()
        tell("watchdog", timeout)

    def feed(self) -> None:
        self.count += 1
        if ticks_diff(ticks_ms(), self.told_at) >= 200:
            self.told_at = ticks_ms()
            tell("fed", self.count)


def bitstream(pin: Pin, encoding: int, timing: tuple[int, ...], data: bytes) -> None:
    tell("light", binascii.hexlify(data).decode())


def unique_id() -> bytes:
    return binascii.unhexlify(os.getenv("POD_ID", ""))


def reset() -> None:
    tell("reset")
    sys.exit()
