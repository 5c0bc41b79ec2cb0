"""Lamps and tones: whose turn it is, which flag is out, and that a button meant nothing."""

from collections.abc import Mapping
from typing import Protocol

from companion.engine import Flag, Over, Pending, Seat, View
from companion.table import Clock

TURN = "turn-"
BUZZER = "buzzer"
TONE = 0.12
"""Seconds that a wrong button sounds."""


class Lamp(Protocol):
    """A light or a buzzer."""

    def set(self, mode: str) -> None: ...


class Public(Protocol):
    """What all may know."""

    @property
    def view(self) -> View: ...
    @property
    def pending(self) -> Pending: ...


class Watched(Protocol):
    """What the lamps look at."""

    @property
    def public(self) -> Public: ...
    @property
    def held_up(self) -> bool: ...
    def wanted(self, seat: Seat) -> bool: ...


class Lights:
    """Every lamp by name: `turn-red` for a seat, `safety-car` for the flag of that name, `red-light`, `yellow-light`
    and `green-light` for the race, `buzzer` for the tone. Others stay off."""

    def __init__(self, lamps: Mapping[str, Lamp], clock: Clock) -> None:
        self._lamps = lamps
        self._clock = clock
        self._modes: dict[str, str] = {}

    def look(self, table: Watched) -> None:
        """Set what differs."""
        if not self._lamps:
            return
        flags = {widget.name for widget in table.public.view.widgets if isinstance(widget, Flag) and widget.on}
        race = _race_light(table, flags)
        for name in self._lamps:
            if name != BUZZER:
                self._set(name, _mode(name, table, flags, race))

    def wrong(self, seat: Seat) -> None:
        """A short tone."""
        if BUZZER in self._lamps:
            self._lamps[BUZZER].set("on")
            self._clock.call_at(self._clock.now() + TONE, lambda: self._lamps[BUZZER].set("off"))

    def _set(self, name: str, mode: str) -> None:
        if self._modes.get(name) != mode:
            self._modes[name] = mode
            self._lamps[name].set(mode)


def _race_light(table: Watched, flags: set[str]) -> str:
    """Red while nobody may drive, yellow while the field is held, else green."""
    if isinstance(table.public.pending, Over) or table.held_up:
        return "red-light"
    return "yellow-light" if flags & {"safety-car", "caution", "yellow-flag"} else "green-light"


def _mode(name: str, table: Watched, flags: set[str], race: str) -> str:
    if name.startswith(TURN):
        wanted = table.wanted(name.removeprefix(TURN))
        return "off" if not wanted else "blink" if table.held_up else "on"
    return "on" if name in flags or name == race else "off"
