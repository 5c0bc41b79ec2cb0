"""A seat's OLED on an I2C bus: heals by itself, and never makes anybody wait."""

import math
from collections.abc import Hashable, Sequence
from contextlib import suppress

from PIL import Image

from hardware.displays.bus import Bus, Screen
from hardware.displays.glass import BY_WINDOW, COMMAND, DISPLAY_OFF, DISPLAY_ON, NOTHING, SET_CONTRAST, Windowed
from hardware.displays.i2c import reason
from hardware.displays.windows import Shadow
from hardware.fakes import brightness, fitting
from hardware.ports import Health
from hardware.tally import Tally

START_LIGHT = 0x40
"""Kind to the glass: luma would start at 0xCF."""
BACK_OFF = (0.5, 1.0, 2.0, 5.0)
"""Seconds until a screen that failed is tried again."""
PROBE_EVERY = 2.0
"""Seconds until a quiet screen is asked whether it is still there."""
REFRESH_EVERY = 30.0
"""Seconds until all is sent again: a brown-out resets the chip and nobody hears of it."""


class OledDisplay:
    """`show` and `light` only leave a wish; the bus serves it. A screen that gets brighter, as it does when its turn
    comes, is also sent afresh in quiet moments, and so is every screen now and then."""

    def __init__(self, name: str, bus: Bus, port: int, glass: Windowed) -> None:
        self.name = name
        self.size = glass.size
        self._bus = bus
        self._port = port
        self._glass = glass
        self._tally = Tally()
        self._init = [payload for payload in glass.link.kept if payload != bytes((COMMAND, DISPLAY_ON))]
        self._wanted = Image.new("1", self.size)
        self._shown: Image.Image | None = None
        self._level = START_LIGHT
        self._lit: int | None = None
        self._cold = True
        self._fault = ""
        self._failures = 0
        self._again_at = self._probe_at = self._refresh_at = 0.0
        self._stale = 0
        bus.add(self)

    def show(self, image: Image.Image) -> None:
        self._wanted = fitting(image, self.name, self.size).copy()
        self._bus.poke()

    def light(self, level: int) -> None:
        if brightness(level) > self._level:
            self._refresh_at = 0.0
        self._level = level
        self._bus.poke()

    def health(self) -> Health:
        text = self._fault if self._bus.alive else "The worker of its bus has stopped; restart Pitboard."
        return Health(self.name, not text, text, restart=not self._bus.alive)

    def close(self) -> None:
        self._bus.leave(self)

    def urgent_at(self) -> float:
        """When it next wants the bus before anything else."""
        if self._fault:
            return self._again_at
        done = not self._cold and self._shown is self._wanted and self._lit == self._level
        return math.inf if done else 0.0

    def idle_at(self) -> float:
        """When it next wants upkeep."""
        if self._fault:
            return math.inf
        return 0.0 if self._stale else min(self._probe_at, self._refresh_at)

    def serve(self, now: float) -> None:
        try:
            if self._cold:
                self._start(now)
            self._paint(self._wanted)
            self._set_light(self._level)
        except OSError as error:
            self._fail(error, now)
        else:
            self._well(now)

    def refresh(self, now: float) -> None:
        """One small step of upkeep: the start-up commands, one page, or a question whether it is there."""
        try:
            self._upkeep(now)
        except OSError as error:
            self._fail(error, now)

    def dark(self) -> None:
        """Off, at a clean stop; the bus is let go, and whoever is still on it opens it again."""
        self._glass.persist = True
        with suppress(OSError):
            self._glass.link.command(DISPLAY_OFF)
        self._glass.link.cleanup()

    def twin(self) -> Hashable:
        """Equal for screens that could be sent the same bytes at the same time; None where that cannot be."""
        link = self._glass.link
        if link.switch is None or self._cold or self._shown is self._wanted:
            return None
        return link.switch, link.address, self._glass.kind, self._wanted.tobytes()

    def lead(self, followers: Sequence[Screen]) -> None:
        """Sends its picture to the followers too, all channels at once, where that is cheaper."""
        group = [self, *(other for other in followers if isinstance(other, OledDisplay))]
        wanted = [display._wanted for display in group]
        one_by_one = sum(display._glass.price(image) for display, image in zip(group, wanted, strict=True))
        if len({image.tobytes() for image in wanted}) > 1 or one_by_one <= self._price_for_all(group):
            return
        with suppress(OSError):
            self._send_to_all(group)
            for display, image in zip(group, wanted, strict=True):
                display._shown = image

    def _price_for_all(self, group: "Sequence[OledDisplay]") -> int:
        glass = self._glass
        kept, glass.shadow = glass.shadow, common(tuple(display._glass.shadow for display in group))
        price = glass.price(self._wanted)
        glass.shadow = kept
        return price

    def _send_to_all(self, group: "Sequence[OledDisplay]") -> None:
        glass = self._glass
        mine = glass.link.channels
        shadow = common(tuple(display._glass.shadow for display in group))
        for display in group:
            display._glass.shadow, display._glass.addressing = (), None
        try:
            glass.shadow = shadow
            glass.link.channels = sum(display._glass.link.channels for display in group)
            glass.display(self._wanted)
        finally:
            glass.link.channels = mine
        for display in group:
            display._glass.shadow, display._glass.addressing = glass.shadow, glass.addressing

    def _start(self, now: float) -> None:
        for payload in self._init:
            self._glass.link.send(payload)
        self._glass.shadow, self._glass.addressing = (), BY_WINDOW
        self._shown = self._lit = None
        self._cold = False
        self._stale = 0
        self._refresh_at = now + REFRESH_EVERY

    def _paint(self, image: Image.Image) -> None:
        if image is not self._shown:
            self._glass.display(image)
            self._shown = image

    def _set_light(self, level: int) -> None:
        if level == self._lit:
            return
        if level:
            self._glass.link.command(SET_CONTRAST, level)
            self._glass.link.command(DISPLAY_ON)
        else:
            self._glass.link.command(DISPLAY_OFF)
        self._lit = level

    def _upkeep(self, now: float) -> None:
        self._probe_at = now + PROBE_EVERY
        if self._stale:
            self._send_page_again()
        elif now >= self._refresh_at:
            self._start_again(now)
        else:
            self._glass.link.command(NOTHING)

    def _start_again(self, now: float) -> None:
        """As `_start`, but nobody sees it: the screen stays on, and the pages follow one by one."""
        for payload in self._init:
            self._glass.link.send(payload.replace(bytes((DISPLAY_OFF,)), b"", 1))
        self._glass.addressing = BY_WINDOW
        self._lit = None
        self._set_light(self._level)
        self._stale = len(self._glass.shadow)
        self._refresh_at = now + REFRESH_EVERY

    def _send_page_again(self) -> None:
        self._stale -= 1
        shadow = self._glass.shadow
        self._glass.shadow = (*shadow[: self._stale], None, *shadow[self._stale + 1 :])
        self._paint_over(self._shown)

    def _paint_over(self, image: Image.Image | None) -> None:
        if image is not None:
            self._glass.display(image)

    def _fail(self, error: OSError, now: float) -> None:
        self._fault = reason(error, self._port, self._glass.link.address)
        self._again_at = now + BACK_OFF[min(self._failures, len(BACK_OFF) - 1)]
        self._failures += 1
        self._cold = True
        self._tally.fault(self.name, self._fault)

    def _well(self, now: float) -> None:
        self._probe_at = now + PROBE_EVERY
        if self._fault:
            self._fault = ""
            self._failures = 0
            self._tally.healed(self.name)


def common(shadows: Sequence[Shadow]) -> Shadow:
    """The pages that all are known to show alike."""
    if not all(shadows):
        return ()
    return tuple(pages[0] if len(set(pages)) == 1 else None for pages in zip(*shadows, strict=True))
