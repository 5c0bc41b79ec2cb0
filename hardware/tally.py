"""Log lines that are counted, not repeated: a wire that is loose all evening is one line a minute, not a thousand."""

import logging
from collections.abc import Callable
from time import monotonic

EVERY = 60.0
"""Seconds until the same fault of the same device is worth another line."""


class Tally:
    """Tells each fault once, then how often it came, and once when it is over."""

    def __init__(self, log: logging.Logger | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._log = log or logging.getLogger("pitboard.hardware")
        self._clock = clock
        self._told: dict[str, tuple[str, float]] = {}
        self._count: dict[str, int] = {}

    def fault(self, device: str, text: str) -> None:
        """The device has this fault (still)."""
        last, at = self._told.get(device, ("", 0.0))
        self._count[device] = self._count.get(device, 0) + 1
        if text == last and self._clock() - at < EVERY:
            return
        more = f" ({self._count[device]} times)" if text == last else ""
        self._log.warning("%s: %s%s", device, text, more)
        self._told[device] = (text, self._clock())
        self._count[device] = 0

    def healed(self, device: str) -> None:
        """The device works; tells it if there was a fault."""
        if self._told.pop(device, None) is not None:
            self._count.pop(device, None)
            self._log.info("%s: works again.", device)
