"""A stand-in for the RPi.GPIO package, which only works on a Raspberry Pi. `EDGES` is off on newer kernels."""

from collections.abc import Callable
from types import ModuleType


class FakeGpio(ModuleType):
    """The module `RPi.GPIO`, as far as gpiozero uses it."""

    IN, OUT, I2C, SPI, HARD_PWM, SERIAL, UNKNOWN = 1, 0, 42, 41, 43, 40, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33
    BCM = 11

    def __init__(self, edges: bool) -> None:
        super().__init__("RPi.GPIO")
        self.edges = edges
        self.levels: dict[int, int] = {}
        self.functions: dict[int, int] = {}
        self.callbacks: dict[int, Callable[[int], None]] = {}

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, on: bool) -> None:
        assert not on

    def setup(self, gpio: int, function: int, pull: int = PUD_OFF, initial: int = 0) -> None:
        self.functions[gpio] = function
        if function == self.IN:
            self.levels.setdefault(gpio, int(pull == self.PUD_UP))
            if pull == self.PUD_UP:
                self.levels[gpio] = 1

    def gpio_function(self, gpio: int) -> int:
        return self.functions[gpio]

    def input(self, gpio: int) -> int:
        return self.levels[gpio]

    def output(self, gpio: int, value: float) -> None:
        self.levels[gpio] = int(value)

    def cleanup(self, gpio: int = -1) -> None:
        self.callbacks.pop(gpio, None)

    def add_event_detect(self, gpio: int, edge: int, callback: Callable[[int], None], bouncetime: int) -> None:
        assert bouncetime == -666  # RPi.GPIO's word for none
        if not self.edges:
            raise RuntimeError("Failed to add edge detection")
        self.callbacks[gpio] = callback

    def remove_event_detect(self, gpio: int) -> None:
        self.callbacks.pop(gpio, None)

    def drive(self, gpio: int, level: int) -> None:
        """What a finger does: the level changes, and the callback hears of it."""
        self.levels[gpio] = level
        if gpio in self.callbacks:
            self.callbacks[gpio](gpio)
