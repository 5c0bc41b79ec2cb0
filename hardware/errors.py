"""What can go wrong before a race: each error is one plain sentence. A fault during a race is a `Health`, no error."""

from collections.abc import Sequence

from msgspec import Struct


class HardwareError(Exception):
    """Anything that the hardware layer refuses, in one sentence."""


class Trouble(Struct, frozen=True):
    """One thing that is wrong with a pin map: file, key, value and what would do."""

    file: str
    key: str
    value: str
    cure: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.file, f"{self.key} = {self.value}" if self.value else self.key, self.cure)))


class PinMapError(HardwareError, ValueError):
    """A pin map that cannot be wired, with everything that is wrong with it, a line each."""

    def __init__(self, troubles: Sequence[Trouble]) -> None:
        super().__init__("\n".join(map(str, troubles)))
        self.troubles = tuple(troubles)


class NotAvailable(HardwareError, OSError):
    """Hardware that is named but cannot be reached at all; says why and what would cure it."""


class UnknownControl(HardwareError, LookupError):
    """A control that this panel does not have."""


class WrongPicture(HardwareError, ValueError):
    """A picture of the wrong size or kind for this display."""
