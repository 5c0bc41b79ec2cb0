"""Lamps and buzzers on the header, each behind a transistor: a pin gives 16 mA, all of them together 50."""

from hardware.errors import NotAvailable
from hardware.fakes import lamp_mode
from hardware.gpio import Light, Pins
from hardware.loop import Loop, Timer
from hardware.ports import Health

BLINK_EVERY = 0.5
"""Seconds on, and as many off."""


class GpioLamp:
    """Blinks on the loop's clock. A pin that somebody else holds is a fault, and asked for again at the next `set`."""

    def __init__(self, name: str, pins: Pins, gpio: int, loop: Loop, tone: int | None = None) -> None:
        self.name = name
        self._pins = pins
        self._gpio = gpio
        self._tone = tone
        self._loop = loop
        self._light: Light | None = None
        self._timer: Timer | None = None
        self._on = False
        self._fault = ""

    def set(self, mode: str) -> None:
        blinks = lamp_mode(mode) == "blink"
        self._stop()
        self._put(mode != "off")
        if blinks:
            self._blink_later()

    def health(self) -> Health:
        return Health(self.name, not self._fault, self._fault)

    def close(self) -> None:
        self._stop()
        if self._light is not None:
            self._light.close()
            self._light = None

    def _claim(self) -> None:
        try:
            self._light = self._pins.light(self._gpio, self._tone)
            self._fault = ""
        except NotAvailable as error:
            self._fault = str(error)

    def _put(self, on: bool) -> None:
        if self._light is None:
            self._claim()
        self._on = on
        if self._light is not None:
            self._light.put(on)

    def _blink(self) -> None:
        self._put(not self._on)
        self._blink_later()

    def _blink_later(self) -> None:
        self._timer = self._loop.call_at(self._loop.time() + BLINK_EVERY, self._blink)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
