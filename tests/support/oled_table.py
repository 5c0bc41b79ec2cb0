"""OLED displays on a bus of chip doubles, with the clock in the test's hand."""

from PIL import Image, ImageDraw

from hardware.displays.bus import Bus
from hardware.displays.glass import Link, glass
from hardware.displays.i2c import Trunk
from hardware.displays.oled import OledDisplay
from tests.support.oled_chip import Bus as Wire
from tests.support.oled_chip import Chip, Switch


class OledTable:
    """Screens on one bus; `run` turns the worker's crank until a time."""

    def __init__(self, switches: tuple[int, ...] = ()) -> None:
        self.now = 1000.0
        self.wire = Wire()
        self.wire.switches = {address: Switch() for address in switches}
        self.trunk = Trunk(self.wire, switches)
        self.bus = Bus(clock=lambda: self.now)

    def display(
        self, name: str = "red", address: int = 0x3C, chip: str = "ssd1306", height: int = 64, rotate: int = 0
    ) -> OledDisplay:
        self.wire.chips[address] = Chip(132 if chip == "sh1106" else 128, (128, height))
        return self._made(name, chip, Link(self.trunk, address), height, rotate)

    def behind(self, switch: int, channel: int, name: str, rotate: int = 0) -> OledDisplay:
        self.wire.switches[switch].branches[channel][0x3C] = Chip()
        return self._made(name, "ssd1306", Link(self.trunk, 0x3C, switch, 1 << channel), 64, rotate)

    def run(self, seconds: float = 0.0) -> None:
        """Lets the worker do all that is due until then."""
        until = self.now + seconds
        while True:
            pause = self.bus.work()
            if self.now + pause > until or (pause == 0 and seconds == 0 and not self._urgent()):
                break
            self.now += pause
        self.now = until

    def _urgent(self) -> bool:
        return any(screen.urgent_at() <= self.now for screen in self.bus._screens)

    def _made(self, name: str, chip: str, link: Link, height: int, rotate: int) -> OledDisplay:
        return OledDisplay(name, self.bus, 1, glass(chip, link, (128, height), rotate))


def picture(size: tuple[int, int], *texts: str) -> Image.Image:
    """A picture with a line of text for each."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    for row, text in enumerate(texts):
        draw.text((2, 1 + 11 * row), text, fill=255)
    return image


def same(left: Image.Image, right: Image.Image) -> bool:
    """Whether two pictures look alike."""
    return left.size == right.size and left.tobytes() == right.tobytes()
