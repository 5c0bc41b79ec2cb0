"""What can go wrong before a race: each error is one plain sentence. A fault during a race is a `Health`, no error."""


class HardwareError(Exception):
    """Anything that the hardware layer refuses, in one sentence."""


class PinMapError(HardwareError, ValueError):
    """A pin map that cannot be wired: file, key, value and what would do."""

    def __init__(self, file: str, key: str, value: object, cure: str) -> None:
        super().__init__(f"{file}: {key} = {value}: {cure}" if value is not None else f"{file}: {key}: {cure}")
        self.file = file
        self.key = key
        self.value = value
        self.cure = cure


class NotAvailable(HardwareError, OSError):
    """Hardware that is named but cannot be reached at all; says why and what would cure it."""


class UnknownControl(HardwareError, LookupError):
    """A control that this panel does not have."""


class WrongPicture(HardwareError, ValueError):
    """A picture of the wrong size or kind for this display."""
