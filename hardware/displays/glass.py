"""A chip of luma.oled (SSD1306, SSD1309, SH1106) that is sent only what changed. The only file that imports luma, and
only when a display is made."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from PIL import Image

from hardware.displays.i2c import Trunk
from hardware.displays.windows import Message, Pages, Shadow, by_page, by_window, cost, pages_of, spans

CHIPS = ("ssd1306", "ssd1309", "sh1106")
SIZES = ((128, 64), (128, 32))

COMMAND, DATA = 0x00, 0x40
SET_CONTRAST, DISPLAY_OFF, DISPLAY_ON, NOTHING = 0x81, 0xAE, 0xAF, 0xE3
BY_WINDOW, BY_PAGE = 0x00, 0x02
SET_ADDRESSING = 0x20


class Link:
    """Carries a chip's bytes; luma calls it a serial interface. While `keeping`, bytes are kept and not sent, so that
    a chip can be made that is not plugged in yet, and its commands replayed whenever it comes back."""

    def __init__(self, trunk: Trunk, address: int, switch: int | None = None, channels: int = 0) -> None:
        self.address = address
        self.switch = switch
        self.channels = channels
        self.keeping = True
        self.kept: list[bytes] = []
        self._trunk = trunk

    def command(self, *command: int) -> None:
        self.send(bytes((COMMAND, *command)))

    def data(self, data: Iterable[int]) -> None:
        self.send(bytes((DATA, *data)))

    def send(self, payload: bytes) -> None:
        if self.keeping:
            self.kept.append(payload)
        else:
            self._trunk.write(self.address, payload, self.switch, self.channels)

    def cleanup(self) -> None:
        self._trunk.close()


class Windowed:
    """What luma's chips lack: `display` sends changed windows only, and packs them without `Image.getdata`, which
    Pillow will drop. Mixed into a luma device."""

    offset: ClassVar[int | None] = None
    """Column of the chip at the glass's left edge, for a chip that knows pages only."""
    kind: ClassVar[str] = ""
    link: ClassVar[Link]
    preprocess: Callable[[Image.Image], Image.Image]
    size: tuple[int, int]
    persist: bool
    shadow: Shadow = ()
    addressing: int | None = BY_WINDOW

    def display(self, image: Image.Image) -> None:
        if self.link.keeping:
            return
        pages = pages_of(self.preprocess(image))
        way, messages = self._plan(pages)
        self.shadow, self.addressing = (), way
        for message in messages:
            self.link.command(*message.command)
            self.link.data(message.data)
        self.shadow = pages

    def price(self, image: Image.Image) -> int:
        """Bytes that `display` would send."""
        return cost(self._plan(pages_of(self.preprocess(image)))[1])

    def _plan(self, pages: Pages) -> tuple[int | None, list[Message]]:
        parts = spans(self.shadow or (None,) * len(pages), pages)
        if self.offset is not None:
            return self.addressing, by_page(parts, pages, self.offset)
        plans = {BY_WINDOW: by_window(parts, pages), BY_PAGE: by_page(parts, pages)}
        if not parts:
            return self.addressing, []
        way = min(plans, key=lambda way: cost(plans[way]) + 2 * (way != self.addressing))
        return way, plans[way] if way == self.addressing else _switching(way, plans[way])


class Sh1106Pages(Windowed):
    """The SH1106 knows pages only, and is 132 columns wide behind 128."""

    offset = 2


def _switching(way: int, messages: list[Message]) -> list[Message]:
    first, *rest = messages
    return [Message(bytes((SET_ADDRESSING, way)) + first.command, first.data), *rest]


def glass(chip: str, link: Link, size: tuple[int, int], rotate: int = 0) -> Windowed:
    """A luma device of this chip, with its commands kept in the link and nothing sent yet."""
    from luma.oled import device

    way = Sh1106Pages if chip == "sh1106" else Windowed
    made: Windowed = type("Glass", (way, getattr(device, chip)), {"link": link, "kind": f"{chip} {size} {rotate}"})(
        link, width=size[0], height=size[1], rotate=rotate
    )
    link.keeping = False
    return made
