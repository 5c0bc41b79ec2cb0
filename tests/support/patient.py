"""A Raspberry Pi for the doctor to look at, healthy until a test breaks something."""

from collections.abc import Sequence

from hardware.displays.i2c import Wire
from hardware.errors import NotAvailable
from hardware.pods import PodFacts
from tests.support.oled_chip import Bus, Chip


class Patient:
    """What the doctor's questions are answered from."""

    def __init__(self, is_pi: bool = True) -> None:
        self.texts = {
            "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4",
            "/sys/devices/platform/soc/soc:firmware/get_throttled": "0",
            "/proc/cmdline": "console=tty1 root=PARTUUID=1",
            "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4, "big").decode("latin-1"),
        }
        self.devices: dict[str, bool] = {"/dev/i2c-1": True, "/dev/serial0": True, "/data": True}
        self.member: frozenset[str] | None = frozenset(("gpio", "i2c", "dialout", "input"))
        self.versions = {"gpiozero": "2.0.1.post3", "lgpio": "0.2.2.0"}
        self.rpi: tuple[str, ...] = ()
        self.bus = Bus()
        self.bus.chips = {0x3C: Chip(), 0x3D: Chip()}
        self.held: dict[int, str] = {}
        self.no_header = ""
        self.space: int | None = 8 << 30
        self.keyboards: dict[str, str] = {}
        self.plugged: tuple[PodFacts, ...] = ()
        if not is_pi:
            self.texts, self.devices, self.versions = {}, {"/data": True}, {"gpiozero": "2.0.1.post3"}
            self.no_header = "There is no GPIO chip: this is no Raspberry Pi, or its kernel lacks GPIO."

    def text(self, path: str) -> str | None:
        return self.texts.get(path)

    def usable(self, path: str) -> bool | None:
        return self.devices.get(path)

    def groups(self) -> frozenset[str] | None:
        return self.member

    def version(self, distribution: str) -> str | None:
        return self.versions.get(distribution)

    def owners(self, module: str) -> tuple[str, ...]:
        return self.rpi

    def wire(self, port: int) -> Wire:
        return self.bus

    def holders(self, label: str, gpios: Sequence[int]) -> dict[int, str]:
        if self.no_header:
            raise NotAvailable(self.no_header)
        return {gpio: self.held[gpio] for gpio in gpios if gpio in self.held}

    def free(self, folder: str) -> int | None:
        return self.space

    def keyboard(self, wanted: str) -> str | None:
        return self.keyboards.get(wanted)

    def pods(self, seats: Sequence[str], usb: Sequence[str]) -> tuple[PodFacts, ...]:
        return self.plugged
