"""Tells systemd that the service is ready, and that it is still well; without systemd it tells nobody."""

import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

from companion.table import Clock


def notify(message: str) -> None:
    """One datagram to whoever started us, if they asked for it."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as door, suppress(OSError):
        door.connect("\0" + address[1:] if address.startswith("@") else address)
        door.sendall(message.encode())


def watchdog_seconds() -> float:
    """How often to say that all is well: a third of what systemd waits; 0: it does not."""
    return int(os.environ.get("WATCHDOG_USEC", "0") or 0) / 3e6


class Watchdog:
    """Says that all is well from the loop itself, so that a loop that stands still says nothing. `ills` finds, in
    sentences, what only a new start would cure: as long as there is any, nothing is said either, and systemd
    starts the service anew."""

    def __init__(self, clock: Clock, ills: Callable[[], Sequence[str]], log: logging.Logger | None = None) -> None:
        self._clock = clock
        self._ills = ills
        self._log = log or logging.getLogger("pitboard")
        self._told: Sequence[str] = ()

    async def run(self) -> None:
        """Until it is cancelled; returns at once where nobody waits."""
        seconds = watchdog_seconds()
        while seconds:
            self._look()
            await self._clock.sleep(seconds)

    def _look(self) -> None:
        ills = self._ills()
        if not ills:
            notify("WATCHDOG=1")
        elif ills != self._told:
            self._log.error("The watchdog is told no more that all is well: %s", " ".join(ills))
        self._told = ills
