"""Cables that a test may do anything to, and boards that are not pods at all."""

import asyncio
import os
import pty
import socket
import termios
import tty
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware import wire
from hardware.pods.port import Found
from tests.support.pods import RealPod

Fault = Callable[[bytes], list[tuple[float, bytes]]]


class BadCable:
    """A cable for a real pod that does to each line what a fault says, one way and the other."""

    def __init__(self, pod: RealPod, to_pod: Fault, to_table: Fault) -> None:
        self._pod = pod
        self._faults = {True: to_pod, False: to_table}
        self._rest = {True: b"", False: b""}
        self._fatal = b""
        self.pulled = False

    def plug(self) -> None:
        loop = asyncio.get_running_loop()
        self._near, theirs = socket.socketpair()
        self._near.setblocking(False)
        self._master, self._slave = pty.openpty()
        os.set_blocking(self._master, False)
        tty.setraw(self._slave, termios.TCSANOW)
        self._pod.start(theirs.fileno())
        theirs.close()
        self._pod.path = os.ttyname(self._slave)
        loop.add_reader(self._near.fileno(), self._carry, False)
        loop.add_reader(self._master, self._carry, True)

    def unplug(self) -> None:
        """The table's side of the cable only: the pod keeps its power and its memory."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)
        self._pod.path = ""

    def heal(self) -> None:
        """From now on the cable is good."""
        self._faults = dict.fromkeys(self._faults, lambda line: [(0.0, line)])

    def pull_at(self, kind: str) -> None:
        """The next message of this kind is the last thing on the cable, and only half of it arrives."""
        self._fatal = b'"t":"%s"' % kind.encode()

    def plug_again(self) -> None:
        self._rest = {True: b"", False: b""}
        self._master, self._slave = pty.openpty()
        os.set_blocking(self._master, False)
        tty.setraw(self._slave, termios.TCSANOW)
        self._pod.path = os.ttyname(self._slave)
        asyncio.get_running_loop().add_reader(self._master, self._carry, True)

    def close(self) -> None:
        if self._pod.path:
            self.unplug()
        asyncio.get_running_loop().remove_reader(self._near.fileno())
        self._near.close()
        self._pod.unplug()

    def _carry(self, to_pod: bool) -> None:
        data = os.read(self._master, 4096) if to_pod else self._near.recv(4096)
        *lines, self._rest[to_pod] = (self._rest[to_pod] + data).split(b"\n")
        for line in lines:
            if self._fatal and self._fatal in line.replace(b" ", b""):
                self._arrive(to_pod, line[: len(line) // 2])
                self._fatal, self.pulled = b"", True
                self.unplug()
                return
            for delay, arriving in self._faults[to_pod](line + b"\n"):
                asyncio.get_running_loop().call_later(delay, self._arrive, to_pod, arriving)

    def _arrive(self, to_pod: bool, line: bytes) -> None:
        with suppress(OSError):
            if to_pod:
                self._near.send(line)
            else:
                os.write(self._master, line)


class Script:
    """A board of the test's own at the end of a pty: not a pod at all, or one that stops in the middle of a word."""

    def __init__(self, serial: str = "script") -> None:
        self._master, self._slave = pty.openpty()
        os.set_blocking(self._master, False)
        tty.setraw(self._slave, termios.TCSANOW)
        self.found = Found(os.ttyname(self._slave), serial, "2e8a:0005")
        self.heard: list[dict[str, Any]] = []
        self._lines = wire.Lines()
        self._open = True

    def say(self, data: bytes) -> None:
        os.write(self._master, data)

    def hello(self, **more: object) -> bytes:
        """The answer to the last greeting."""
        told = {"t": "hello", "id": "SCRIPT", "fw": "0.9", "proto": [1, 2], "boot": 1, "run": "r", "first": 1}
        return wire.encode({**told, "l": self.of("hi")[-1]["l"], **more})

    def of(self, kind: str) -> list[dict[str, Any]]:
        with suppress(OSError):
            self.heard += self._lines.feed(os.read(self._master, 65536))
        return [message for message in self.heard if message["t"] == kind]

    def unplug(self) -> None:
        if self._open:
            self._open = False
            os.close(self._master)
            os.close(self._slave)
