"""A reader on a serial port: opened, read on the loop, lost, and found again. What the bytes mean is its dialect's."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from hardware.loop import Loop, Timer
from hardware.pods.port import Port, SerialPort, reason
from hardware.ports import CardSeen, Health
from hardware.readers.once import Once
from hardware.tally import Tally

TICK = 0.05
OPEN_EVERY = 2.0
"""Seconds until a port that could not be opened, or was lost, is tried again."""


class Dialect(Protocol):
    """What a kind of reader says and wants to hear. Pure."""

    @property
    def baud(self) -> int: ...
    @property
    def fault(self) -> str: ...
    def opened(self, now: float) -> None: ...
    def feed(self, data: bytes, now: float) -> list[str]: ...
    def tick(self, now: float) -> None: ...
    def wanted(self) -> bytes: ...


class SerialReader:
    """Any reader with a dialect. A port that is not there is a fault, and looked for again."""

    def __init__(
        self,
        name: str,
        path: str,
        dialect: Dialect,
        loop: Loop,
        opener: Callable[[str], Port] | None = None,
    ) -> None:
        self.name = name
        self.path = path
        self.dialect = dialect
        self._loop = loop
        self._opener = opener or partial(SerialPort, baud=dialect.baud)
        self._tally = Tally()
        self._once = Once()
        self._port: Port | None = None
        self._out = b""
        self._open_at = 0.0
        self._fault = ""
        self._timer: Timer | None = None
        self._on_card: Callable[[CardSeen], None] | None = None

    def open(self, on_card: Callable[[CardSeen], None]) -> None:
        self._on_card = on_card
        self._beat()

    def health(self) -> Health:
        text = self._fault or self.dialect.fault
        return Health(self.name, not text, f"{self.path}: {text}" if text else "")

    def close(self) -> None:
        self._on_card = None
        if self._timer is not None:
            self._timer.cancel()
        self._hang_up()

    def _beat(self) -> None:
        self._timer = self._loop.call_at(self._loop.time() + TICK, self._beat)
        now = self._loop.time()
        if self._port is None and now >= self._open_at:
            self._open_at = now + OPEN_EVERY
            self._dial(now)
        if self._port is not None:
            self.dialect.tick(now)
            self._write()
            self._report()

    def _dial(self, now: float) -> None:
        try:
            self._port = self._opener(self.path)
        except OSError as error:
            self._lost(reason(error))
            return
        self._fault = ""
        self._out = b""
        self.dialect.opened(now)
        self._loop.add_reader(self._port.fileno(), self._readable)

    def _readable(self) -> None:
        if self._port is None:
            return
        try:
            data = self._port.read()
        except OSError:
            self._lost("The reader was unplugged.")
            return
        now = self._loop.time()
        for code in self.dialect.feed(data, now):
            if self._once.fresh(code, now) and self._on_card is not None:
                self._on_card(CardSeen(self.name, code))

    def _write(self) -> None:
        self._out += self.dialect.wanted()
        if self._port is None or not self._out:
            return
        try:
            self._out = self._out[self._port.write(self._out) :]
        except OSError:
            self._lost("The reader was unplugged.")

    def _report(self) -> None:
        if self.dialect.fault:
            self._tally.fault(self.name, self.health().text)
        elif not self._fault:
            self._tally.healed(self.name)

    def _lost(self, text: str) -> None:
        self._hang_up()
        self._fault = text
        self._tally.fault(self.name, self.health().text)

    def _hang_up(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            self._loop.remove_reader(port.fileno())
            port.close()
