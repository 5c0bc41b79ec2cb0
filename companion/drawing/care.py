"""Kind to the glass: bright while somebody must act, dim between turns, dark after a while, and never quite still.

An OLED that shows one picture all evening keeps it for ever. Time is handed in, so that tests need no waiting.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from PIL import Image

DRIFT = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Where the picture stands, minute by minute."""


class Glass(Protocol):
    """The part of a display that needs care."""

    @property
    def size(self) -> tuple[int, int]: ...
    def show(self, image: Image.Image) -> None: ...
    def light(self, level: int) -> None: ...


class Habits(Struct, frozen=True):
    """Brightness 0 to 255, times in seconds; 0 seconds: never."""

    bright: int = 200
    dim: int = 40
    dim_after: float = 20.0
    sleep_after: float = 300.0
    drift_every: float = 60.0


class Care:
    """One display, looked after. `tick` now and then keeps it so; `wake` is for a press."""

    def __init__(self, glass: Glass, clock: Callable[[], float], habits: Habits | None = None) -> None:
        self._glass = glass
        self._clock = clock
        self._habits = habits or Habits()
        self._picture = Image.new("1", glass.size)
        self._shown: tuple[int, int] | None = None
        self._level = -1
        self._urgent = False
        self._since = clock()

    @property
    def size(self) -> tuple[int, int]:
        return self._glass.size

    @property
    def asleep(self) -> bool:
        return self._level == 0

    def show(self, image: Image.Image, urgent: bool = False) -> None:
        """A new picture; `urgent` when the person in front of it must act, which also wakes the glass."""
        if urgent and not self._urgent:
            self._since = self._clock()
        self._urgent = urgent
        self._picture = image
        self._shown = None
        self.tick()

    def wake(self) -> bool:
        """A press: full light again. True if the glass was dark, so that nobody could see what they pressed."""
        was_asleep = self.asleep
        self._since = self._clock()
        self.tick()
        return was_asleep

    def tick(self) -> None:
        """Light and place as the clock wants them; costs nothing when both are right."""
        now = self._clock()
        level = brightness(now - self._since, self._urgent, self._habits)
        if level != self._level:
            self._level = level
            self._glass.light(level)
        place = drift(now, self._habits.drift_every)
        if place != self._shown:
            self._shown = place
            self._glass.show(moved(self._picture, place))


def brightness(idle: float, urgent: bool, habits: Habits) -> int:
    """How bright, so long after the last press; whoever must act is never left in the dark."""
    if urgent:
        return habits.bright if not _past(idle, habits.sleep_after) else habits.dim
    if _past(idle, habits.sleep_after):
        return 0
    return habits.dim if _past(idle, habits.dim_after) else habits.bright


def _past(idle: float, limit: float) -> bool:
    return 0 < limit <= idle


def drift(now: float, every: float) -> tuple[int, int]:
    """Where the picture stands at that time."""
    return DRIFT[int(now / every) % len(DRIFT)] if every > 0 else DRIFT[0]


def moved(image: Image.Image, place: tuple[int, int]) -> Image.Image:
    """The picture a pixel aside; what falls off the edge is the gap around the letters."""
    if place == (0, 0):
        return image
    aside = Image.new("1", image.size)
    aside.paste(image, place)
    return aside
