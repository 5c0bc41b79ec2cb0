"""Which columns of a one-bit picture changed, and the fewest bytes that bring them to the glass. Pure.

A picture is a tuple of pages, eight rows each: one byte a column, the top row in the lowest bit, as the chips keep it.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from PIL import Image

Pages = tuple[bytes, ...]
Shadow = Sequence[bytes | None]
"""What the glass is known to show, page by page; None where nobody knows."""

OVERHEAD = 4
"""Address and control byte, for the command and again for the data."""
PAGE_COMMAND = 3
WINDOW_COMMAND = 6


class Window(Struct, frozen=True):
    """A rectangle of changed bytes: whole pages down, columns across, both ends included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def area(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def with_(self, other: "Window") -> "Window":
        """The smallest window around both."""
        return Window(
            min(self.top, other.top),
            max(self.bottom, other.bottom),
            min(self.left, other.left),
            max(self.right, other.right),
        )

    def cut(self, pages: Pages) -> bytes:
        """The bytes of the picture inside this window, page by page."""
        return b"".join(page[self.left : self.right + 1] for page in pages[self.top : self.bottom + 1])


class Message(Struct, frozen=True):
    """One command and the data that follow it."""

    command: bytes
    data: bytes

    @property
    def cost(self) -> int:
        """Bytes on the wire, addresses included."""
        return OVERHEAD + len(self.command) + len(self.data)


def pages_of(image: Image.Image) -> Pages:
    """The picture as the chip keeps it."""
    packed = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    count = image.height // 8
    return tuple(packed[page::count] for page in range(count))


def spans(old: Shadow, new: Pages) -> list[Window]:
    """Changed columns, page by page; a short unchanged stretch is bridged where that is cheaper than a new command."""
    found: list[Window] = []
    for page, (before, now) in enumerate(zip(old, new, strict=True)):
        if before is None:
            found.append(Window(page, page, 0, len(now) - 1))
        elif before != now:
            found += (Window(page, page, left, right) for left, right in _stretches(before, now))
    return found


def boxes(parts: Iterable[Window]) -> list[Window]:
    """The same changes as windows of several pages, where one taller window is cheaper than two."""
    merged: list[Window] = []
    for part in parts:
        for index, box in enumerate(merged):
            if part.with_(box).area <= part.area + box.area + OVERHEAD + WINDOW_COMMAND:
                merged[index] = part.with_(box)
                break
        else:
            merged.append(part)
    return merged


def by_page(parts: Iterable[Window], pages: Pages, offset: int = 0) -> list[Message]:
    """Messages in page addressing, which every chip knows; `offset` is the glass's first column in the chip."""
    return [Message(_page_command(part.top, part.left + offset), part.cut(pages)) for part in parts]


def by_window(parts: Iterable[Window], pages: Pages) -> list[Message]:
    """Messages in window addressing, which the SSD1306 family knows."""
    return [
        Message(bytes((0x21, box.left, box.right, 0x22, box.top, box.bottom)), box.cut(pages)) for box in boxes(parts)
    ]


def cost(messages: Iterable[Message]) -> int:
    """Bytes on the wire for all of them."""
    return sum(message.cost for message in messages)


def _stretches(before: bytes, now: bytes) -> list[list[int]]:
    found: list[list[int]] = []
    for column, (was, is_) in enumerate(zip(before, now, strict=True)):
        if was == is_:
            continue
        if found and column - found[-1][1] <= OVERHEAD + PAGE_COMMAND:
            found[-1][1] = column
        else:
            found.append([column, column])
    return found


def _page_command(page: int, column: int) -> bytes:
    return bytes((0xB0 | page, column & 0x0F, 0x10 | column >> 4))
