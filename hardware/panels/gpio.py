"""A panel wired straight to the header: buttons to ground, and perhaps a rotary encoder."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial

from hardware.debounce import Debouncer
from hardware.encoder import Encoder
from hardware.errors import NotAvailable
from hardware.gpio import Line, Pins
from hardware.header import both
from hardware.loop import Loop, Timer
from hardware.pin_map import KNOB
from hardware.ports import REPEATING, Health, Press

POLL_EVERY = 0.005
"""200 Hz, for a backend that tells no edges here."""
LOOK_CLOSELY = 0.001
"""While a contact may be chattering."""
DEAF_AFTER = 2000
"""Milliseconds; a change that no edge has told by then is no late edge."""
CLAIM_EVERY = 5.0
"""Seconds until a pin that somebody else holds is asked for again."""


class GpioPanel:
    """Edges come on a thread of the backend's and cross to the loop at once; all else happens on the loop."""

    def __init__(
        self,
        name: str,
        pins: Pins,
        contacts: Mapping[str, int],
        loop: Loop,
        poll: bool = False,
    ) -> None:
        self.name = name
        buttons = [control for control in contacts if control not in KNOB]
        self.controls = tuple(dict.fromkeys((*(REPEATING if set(KNOB) <= set(contacts) else ()), *buttons)))
        self._pins = pins
        self._gpio = dict(contacts)
        self._loop = loop
        self._poll = poll
        self._lines: dict[str, Line] = {}
        self._taken: dict[str, str] = {}
        self._encoder = Encoder()
        self._knob = dict.fromkeys(KNOB, False)
        self._buttons = Debouncer((), self._closed)
        self._timer: Timer | None = None
        self._claim_at = 0.0
        self._on_press: Callable[[Press], None] | None = None

    def open(self, on_press: Callable[[Press], None]) -> None:
        self._on_press = on_press
        self._claim()
        self._arm()

    def health(self) -> Health:
        faults = [*self._taken.values(), *(self._muted(control) for control in self._buttons.muted)]
        if self._deaf():
            faults.append(f"{self._pins.name} tells no more edges; the buttons are polled. Restart to cure it.")
        absent = bool(self._taken) and not self._lines
        return Health(self.name, not faults, " ".join(faults), restart=not self._pins.alive(), absent=absent)

    def close(self) -> None:
        self._on_press = None
        if self._timer is not None:
            self._timer.cancel()
        for line in self._lines.values():
            line.close()
        self._lines.clear()

    def _claim(self) -> None:
        """Takes every pin that is not taken yet; what fails is a fault, and the rest of the panel works."""
        self._claim_at = self._loop.time() + CLAIM_EVERY
        before = len(self._lines)
        for control, gpio in self._gpio.items():
            if control not in self._lines:
                self._take(control, gpio)
        if len(self._lines) > before:
            self._buttons = Debouncer(self._pressable(), self._closed, REPEATING, self._now())

    def _take(self, control: str, gpio: int) -> None:
        try:
            line = self._pins.line(gpio)
            if not self._poll:
                self._listen(control, line)
        except NotAvailable as error:
            self._taken[control] = str(error)
        else:
            self._taken.pop(control, None)
            self._lines[control] = line

    def _listen(self, control: str, line: Line) -> None:
        self._poll |= not line.listen(partial(self._cross, control))

    def _listen_again(self, control: str) -> None:
        """A line that is lost on the way is a fault, and claimed like any other that is not there."""
        line = self._lines[control]
        try:
            self._listen(control, line)
        except NotAvailable as error:
            line.close()
            del self._lines[control]
            self._taken[control] = str(error)

    def _pressable(self) -> Iterable[str]:
        return [control for control in self._lines if control not in KNOB]

    def _closed(self, control: str) -> bool:
        line = self._lines.get(control)
        return line is not None and line.closed()

    def _now(self) -> float:
        return self._loop.time() * 1000

    def _cross(self, control: str, level: bool, age: float) -> None:
        """On the backend's thread, where an exception would be the last thing ever heard of any pin."""
        with suppress(RuntimeError):  # the loop has closed
            self._loop.call_soon_threadsafe(self._edge, control, level, self._now() - age * 1000)

    def _edge(self, control: str, level: bool, at: float) -> None:
        if self._on_press is None:
            return
        try:
            if control in KNOB:
                self._turn({control: level})
            else:
                self._tell(self._buttons.edge(control, level, at, self._now() - at))
        finally:
            self._arm()

    def _turn(self, contacts: Mapping[str, bool]) -> None:
        """Edges are taken in their order and never mixed with levels read now, which may be ahead of them."""
        self._knob.update(contacts)
        click = self._encoder.turn(*(self._knob[contact] for contact in KNOB))
        if click and self._on_press is not None:
            self._on_press(Press(self.name, "plus" if click > 0 else "minus"))

    def _wake(self) -> None:
        self._timer = None
        if self._on_press is None:
            return
        try:
            self._tell(self._buttons.poll(self._now()) if self._polling() else self._buttons.tick(self._now()))
            if self._polling():
                self._turn({contact: self._closed(contact) for contact in KNOB if contact in self._lines})
            if self._taken and self._loop.time() >= self._claim_at:
                self._claim()
        finally:
            self._arm()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._loop.time() + self._pause(), self._wake)

    def _pause(self) -> float:
        if self._polling():
            return LOOK_CLOSELY if self._buttons.busy else POLL_EVERY
        return max(0.0, (self._buttons.next_at() - self._now()) / 1000)

    def _polling(self) -> bool:
        missing = self._buttons.missing_since is not None
        return self._poll or missing or bool(self._buttons.muted) or not self._pins.alive()

    def _deaf(self) -> bool:
        """lgpio's threads end, or wait for ever, and say nothing of it."""
        since = self._buttons.missing_since
        return not self._pins.alive() or (not self._poll and since is not None and self._now() - since > DEAF_AFTER)

    def _tell(self, told: list[tuple[str, str]]) -> None:
        for control, what in told:
            if what == "muted":
                self._lines[control].deafen()
            elif what == "healed" and not self._poll:
                self._listen_again(control)
            elif what != "release" and self._on_press is not None:
                self._on_press(Press(self.name, control, held=what == "held", repeat=what == "repeat"))

    def _muted(self, control: str) -> str:
        where = both(self._gpio[control])
        return f"{control} on {where} chatters without end and is not heard: check its wire and its solder."
