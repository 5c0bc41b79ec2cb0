"""The header's pins through gpiozero, over the backend that the pin map names. The only file that imports gpiozero,
lgpio or RPi.GPIO, and only when pins are opened. Never a guess, never a silent fall to `mock`."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from hardware.errors import NotAvailable
from hardware.header import both

BACKENDS = ("lgpio", "rpigpio", "mock")
LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the kernel calls the header's chip: on a Pi 5, on a Pi 4, before."""
MOST_CHIPS = 16

TRIES, PAUSE = 20, 0.002
"""How often and after how many seconds a line is asked again that its backend has not let go of yet."""

T = TypeVar("T")
OnEdge = Callable[[bool, float], None]
"""Told of an edge: the contact is closed or open, and for how many seconds it has been so."""
OLDEST = 1.0
"""Seconds; an edge that seems older was stamped by another clock."""


class Line(Protocol):
    """A contact to ground with the Pi's own pull-up."""

    def closed(self) -> bool: ...
    def listen(self, on_edge: OnEdge) -> bool: ...
    def deafen(self) -> None: ...
    def close(self) -> None: ...


class Light(Protocol):
    """An output that is on or off."""

    def put(self, on: bool) -> None: ...
    def close(self) -> None: ...


class Opened(Struct, frozen=True):
    """A backend that runs: its factory, its name as people are told it, and whether it will ever tell an edge again."""

    factory: Any
    name: str
    alive: Callable[[], bool] = lambda: True


class Pins:
    """The header, opened when a pin is first wanted: gpiozero takes its time to import."""

    def __init__(self, opener: Callable[[], Opened]) -> None:
        self._opener = opener
        self._opened: Opened | None = None
        self._claimed: list[Line | Light] = []

    def open(self) -> Opened:
        """What runs underneath; NotAvailable says why it cannot."""
        if self._opened is None:
            self._opened = self._opener()
        return self._opened

    @property
    def name(self) -> str:
        return self.open().name

    def alive(self) -> bool:
        """False once no edge will ever be told again."""
        return self._opened is None or self._opened.alive()

    def line(self, gpio: int) -> Line:
        """A button's pin, or NotAvailable with what holds it."""
        factory = self.open().factory
        with _claiming(gpio):
            line = _GpioLine(factory, gpio)
        self._claimed.append(line)
        return line

    def light(self, gpio: int, tone: int | None = None) -> Light:
        """A lamp's pin; with a tone in hertz, a piezo's."""
        factory = self.open().factory
        with _claiming(gpio):
            light = _GpioLight(factory, gpio, tone)
        self._claimed.append(light)
        return light

    def close(self) -> None:
        for claimed in self._claimed:
            claimed.close()
        if self._opened is not None:
            with suppress(*_refusals()):
                _patiently(self._opened.factory.close)


class _GpioLine:
    """Listening is a device with edges, deaf is one without: gpiozero decides that when it makes them."""

    def __init__(self, factory: Any, gpio: int) -> None:
        self._factory = factory
        self._gpio = gpio
        self._device = self._quiet()

    def closed(self) -> bool:
        return not self._device.closed and bool(self._device.is_active)

    def listen(self, on_edge: OnEdge) -> bool:
        """From now on edges are told, on a thread of the backend's. False: this backend tells none here."""
        with _claiming(self._gpio):
            _patiently(self._let_go)
            device = _patiently(partial(self._hearing, on_edge))
            self._device = device or self._quiet()
        return device is not None

    def deafen(self) -> None:
        with suppress(NotAvailable), _claiming(self._gpio):
            _patiently(self._let_go)
            self._device = _patiently(self._quiet)

    def close(self) -> None:
        with suppress(NotAvailable), _claiming(self._gpio):
            _patiently(self._let_go)

    def _let_go(self) -> None:
        """gpiozero's `close` leaves the edges on: one that comes late then fails on lgpio's only thread and ends it."""
        if not self._device.closed:
            self._device.pin.when_changed = None
        self._device.close()

    def _hearing(self, on_edge: OnEdge) -> Any:
        """A device with edges. None: RPi.GPIO met a kernel that numbers its pins anew ("Failed to add edge
        detection")."""
        from gpiozero import DigitalInputDevice

        try:
            device = DigitalInputDevice(self._gpio, pull_up=True, bounce_time=None, pin_factory=self._factory)
        except RuntimeError:
            return None
        device.when_activated = lambda: on_edge(True, _age(device.active_time))
        device.when_deactivated = lambda: on_edge(False, _age(device.inactive_time))
        return device

    def _quiet(self) -> Any:
        from gpiozero import InputDevice

        return InputDevice(self._gpio, pull_up=True, pin_factory=self._factory)


def _age(seconds: float | None) -> float:
    """lgpio's edges bear the kernel's time: a thread that had to wait makes no spike longer than it was."""
    return seconds if seconds is not None and 0 < seconds < OLDEST else 0.0


class _GpioLight:
    def __init__(self, factory: Any, gpio: int, tone: int | None) -> None:
        from gpiozero import DigitalOutputDevice, PWMOutputDevice

        if tone is None:
            self._device = DigitalOutputDevice(gpio, pin_factory=factory)
        else:
            self._device = PWMOutputDevice(gpio, frequency=tone, pin_factory=factory)
        self._gpio = gpio
        self._full = 1 if tone is None else 0.5

    def put(self, on: bool) -> None:
        self._device.value = self._full if on else 0

    def close(self) -> None:
        with suppress(NotAvailable), _claiming(self._gpio):
            if not self._device.closed:
                self._device.off()
            _patiently(self._device.close)


def pins_over(backend: str, label: str = "") -> Pins:
    """The header over this backend and no other. `label` names a chip that is not the header's own."""
    openers: dict[str, Callable[[], Opened]] = {
        "lgpio": partial(_open_lgpio, label),
        "rpigpio": _open_rpigpio,
        "mock": _open_mock,
    }
    return Pins(openers[backend])


def _open_lgpio(label: str) -> Opened:
    lgpio = import_lgpio()
    number, found = find_chip(lgpio, (label,) if label else LABELS)
    from gpiozero.pins.lgpio import LGPIOFactory

    alive = lgpio._notify_thread.is_alive  # dead after any exception in a callback, and nothing says so
    return Opened(LGPIOFactory(chip=number), f"lgpio on gpiochip{number} ({found})", alive)


def _open_rpigpio() -> Opened:
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        factory = RPiGPIOFactory()
    except ImportError as error:
        raise NotAvailable("RPi.GPIO is not installed: `pip install 'pitboard[rpigpio]'`.") from error
    except RuntimeError as error:
        raise NotAvailable(f'RPi.GPIO does not work here: {error} A Pi 5 needs gpio = "lgpio".') from error
    return Opened(factory, "RPi.GPIO")


def _open_mock() -> Opened:
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory = MockFactory(pin_class=MockPWMPin)
    factory.reset()  # its pins are the class's, not its own
    return Opened(factory, "mock pins")


def import_lgpio(environ: "os._Environ[str]" = os.environ) -> Any:
    """lgpio, which makes a FIFO in LG_WD at import and moves the whole process there: it gets a folder that can hold
    one, and the process is moved back."""
    environ["LG_WD"] = fifo_folder(environ.get("LG_WD"), environ.get("RUNTIME_DIRECTORY"))
    with _staying_here():
        try:
            import lgpio
        except ImportError as error:
            raise NotAvailable("lgpio is not installed: `sudo apt install python3-lgpio`.") from error
    return lgpio


def fifo_folder(*wanted: str | None) -> str:
    """The first of these folders, or else a new temporary one, that can hold a FIFO."""
    for folder in filter(None, wanted):
        if _holds_fifos(folder):
            return folder
    with suppress(OSError):
        folder = tempfile.mkdtemp(prefix="pitboard-lgpio-")
        if _holds_fifos(folder):
            return folder
    raise NotAvailable("lgpio needs a folder that it may write to: set LG_WD to one on the Pi's own disk.")


def find_chip(lgpio: Any, labels: tuple[str, ...]) -> tuple[int, str]:
    """The number and label of the first GPIO chip that carries one of these labels."""
    seen: list[str] = []
    for number, found in _chips(lgpio):
        if found in labels:
            return number, found
        seen.append(found)
    if seen:
        raise NotAvailable(
            f"No GPIO chip is called {' or '.join(labels)}; there are {', '.join(seen)}: see `gpiodetect`."
        )
    if os.path.exists("/dev/gpiochip0"):
        raise NotAvailable("/dev/gpiochip0 may not be used: `sudo usermod -aG gpio $USER`, then log in again.")
    raise NotAvailable("There is no GPIO chip: this is no Raspberry Pi, or its kernel lacks GPIO.")


def _chips(lgpio: Any) -> Iterator[tuple[int, str]]:
    for number in range(MOST_CHIPS):
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        label = lgpio.gpio_get_chip_info(handle)[3]
        lgpio.gpiochip_close(handle)
        yield number, label


def _holds_fifos(folder: str) -> bool:
    probe = Path(folder) / f".pitboard-fifo-{os.getpid()}"
    try:
        os.mkfifo(probe)
        probe.unlink()
    except OSError:
        return False
    return True


@contextmanager
def _staying_here() -> Iterator[None]:
    try:
        here = os.open(".", os.O_RDONLY)
    except OSError:  # the folder has gone; there is nowhere to return to
        yield
        return
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)


@contextmanager
def _claiming(gpio: int) -> Iterator[None]:
    """Turns each backend's own error into one sentence."""
    try:
        yield
    except NotAvailable:
        raise
    except _refusals() as error:
        raise NotAvailable(f"{both(gpio)} cannot be used ({error}): see who holds it with `gpioinfo`.") from error


def _patiently(change: Callable[[], T]) -> T:
    """lgpio frees a line that told edges on a thread of its own; until it has, whatever is done to it fails."""
    for _ in range(TRIES):
        try:
            return change()
        except _refusals():
            sleep(PAUSE)
    return change()


def _refusals() -> tuple[type[Exception], ...]:
    """What a backend raises when it cannot do something to a line."""
    import sys

    from gpiozero import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, RuntimeError, *((lgpio.error,) if lgpio is not None else ()))
