"""Hardware made of nothing, for the virtual table and for tests. Strict, and held to the same promises as the rest."""

from collections.abc import Callable
from time import monotonic

from PIL import Image

from hardware.errors import HardwareError, UnknownControl, WrongPicture
from hardware.ports import BRIGHT, CONTROLS, MODES, REPEATING, CardSeen, Health, Press
from hardware.readers.once import Once


class FakePanel:
    """A panel pressed by a page or a test."""

    def __init__(self, name: str, controls: tuple[str, ...] = CONTROLS) -> None:
        self.name = name
        self.controls = controls
        self._on_press: Callable[[Press], None] | None = None

    def open(self, on_press: Callable[[Press], None]) -> None:
        self._on_press = on_press

    def press(self, *controls: str) -> None:
        """Presses and lets go, one after the other."""
        for control in controls:
            self._tell(Press(self.name, self._known(control)))

    def hold(self, control: str, repeats: int = 1) -> None:
        """Presses and keeps it down: minus and plus then ask again `repeats` times, the others are held."""
        self.press(control)
        if control not in REPEATING:
            self._tell(Press(self.name, control, held=True))
            return
        for _ in range(repeats):
            self._tell(Press(self.name, control, repeat=True))

    def health(self) -> Health:
        return Health(self.name, True)

    def close(self) -> None:
        self._on_press = None

    def _known(self, control: str) -> str:
        if control not in self.controls:
            raise UnknownControl(f"Panel {self.name} has no {control}; it has {', '.join(self.controls)}.")
        return control

    def _tell(self, press: Press) -> None:
        if self._on_press is None:
            raise HardwareError(f"Panel {self.name} is not open.")
        self._on_press(press)


class FakeDisplay:
    """A display that keeps what it showed, newest last; `on_show` hears of each new picture. An equal picture is not
    shown again, and a broken one keeps nothing until it heals, then shows the latest."""

    def __init__(
        self,
        name: str,
        size: tuple[int, int] = (128, 64),
        on_show: Callable[[Image.Image], None] | None = None,
        keep: int = 1000,
    ) -> None:
        self.name = name
        self.size = size
        self.shown: list[Image.Image] = []
        self.lit = BRIGHT
        self._on_show = on_show
        self._keep = keep
        self._latest: Image.Image | None = None
        self._fault = ""

    def show(self, image: Image.Image) -> None:
        self._latest = fitting(image, self.name, self.size).copy()
        if not self._fault:
            self._put(self._latest)

    def light(self, level: int) -> None:
        self.lit = brightness(level)

    def break_down(self, fault: str = "No answer.") -> None:
        """From now on nothing reaches the glass."""
        self._fault = fault

    def heal(self) -> None:
        """Works again, and shows the latest picture."""
        self._fault = ""
        if self._latest is not None:
            self._put(self._latest)

    def health(self) -> Health:
        return Health(self.name, not self._fault, self._fault)

    def close(self) -> None:
        self.lit = 0

    def _put(self, image: Image.Image) -> None:
        if self.shown and self.shown[-1].tobytes() == image.tobytes():
            return
        self.shown.append(image)
        del self.shown[: -self._keep]
        if self._on_show is not None:
            self._on_show(image)


class FakeReader:
    """A reader that sees what a test or a page taps on it."""

    def __init__(self, name: str, clock: Callable[[], float] = monotonic) -> None:
        self.name = name
        self._clock = clock
        self._once = Once()
        self._on_card: Callable[[CardSeen], None] | None = None

    def open(self, on_card: Callable[[CardSeen], None]) -> None:
        self._on_card = on_card

    def tap(self, code: str) -> None:
        """A card is held to the reader."""
        if self._on_card is None:
            raise HardwareError(f"Reader {self.name} is not open.")
        if self._once.fresh(code, self._clock()):
            self._on_card(CardSeen(self.name, code))

    def health(self) -> Health:
        return Health(self.name, True)

    def close(self) -> None:
        self._on_card = None


class FakeLamp:
    """A lamp that keeps what it was told, newest last."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.modes: list[str] = ["off"]

    @property
    def mode(self) -> str:
        return self.modes[-1]

    def set(self, mode: str) -> None:
        self.modes.append(lamp_mode(mode))

    def health(self) -> Health:
        return Health(self.name, True)

    def close(self) -> None:
        self.modes.append("off")


def fitting(image: Image.Image, name: str, size: tuple[int, int]) -> Image.Image:
    """The picture itself, if this display can show it."""
    if image.mode != "1" or image.size != size:
        raise WrongPicture(
            f"Display {name} shows one-bit pictures of {size[0]}x{size[1]}, "
            f"not {image.mode} of {image.size[0]}x{image.size[1]}."
        )
    return image


def brightness(level: int) -> int:
    """The level itself, if it is one."""
    if not 0 <= level <= BRIGHT:
        raise HardwareError(f"A brightness is 0 to {BRIGHT}, not {level}.")
    return level


def lamp_mode(mode: str) -> str:
    """The mode itself, if it is one."""
    if mode not in MODES:
        raise HardwareError(f"A lamp can be {', '.join(MODES)}, not {mode}.")
    return mode
