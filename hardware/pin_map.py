"""A pin map, read and checked: which devices there are, on which pins, at which addresses. Pure."""

from msgspec import Struct

from hardware.keys import Value
from hardware.ports import CONTROLS

KNOB = ("knob A", "knob B")
"""An encoder's contacts, among a panel's pins."""


class Device(Struct, frozen=True):
    """One device of the plan; its values are checked and complete."""

    kind: str
    name: str
    backend: str
    values: dict[str, Value | None]

    @property
    def key(self) -> str:
        return f"{self.kind}.{self.name}"

    @property
    def fitted(self) -> bool:
        return self.values.get("fitted") is not False

    def whole(self, key: str) -> int:
        """A value that is a number."""
        value = self.values[key]
        assert isinstance(value, int)
        return value

    def maybe(self, key: str) -> int | None:
        """A number that may be left out."""
        return None if self.values.get(key) is None else self.whole(key)

    def words(self, key: str) -> str:
        """A value that is text."""
        return str(self.values[key])

    @property
    def buttons(self) -> dict[str, int]:
        """A panel's buttons and their pins."""
        return {control: self.whole(control) for control in CONTROLS if self.values.get(control) is not None}

    @property
    def knob(self) -> tuple[int, int] | None:
        """A panel's encoder, if it has one."""
        value = self.values.get("knob")
        return (int(value[0]), int(value[1])) if isinstance(value, tuple) else None

    @property
    def pins(self) -> dict[str, int]:
        """Every pin of the header that this device alone uses, by key."""
        lamp = {"pin": self.whole("pin")} if self.values.get("pin") is not None else {}
        return {**self.buttons, **dict(zip(KNOB, self.knob or (), strict=False)), **lamp}


class PinMap(Struct, frozen=True):
    """A plan of the hardware."""

    file: str
    title: str
    gpio: str
    chip: str
    inputs: str
    devices: tuple[Device, ...]
    usb: tuple[str, ...] = ()
    """USB ids of pods that are no Pico."""

    def of(self, kind: str, backend: str = "", fitted: bool = False) -> tuple[Device, ...]:
        """The devices of a kind, in their order; `fitted`: without those that are only planned."""
        return tuple(
            device
            for device in self.devices
            if device.kind == kind and backend in ("", device.backend) and (device.fitted or not fitted)
        )
