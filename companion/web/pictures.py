"""The latest picture of each seat's screen, as bits that a page can draw pixel for pixel."""

from base64 import b64encode
from collections.abc import Mapping

from companion.engine import Seat
from hardware.fakes import FakeDisplay


class Pictures:
    """Reads the displays of the virtual table."""

    def __init__(self, displays: Mapping[Seat, FakeDisplay]) -> None:
        self._displays = displays
        self._packed: dict[Seat, tuple[int, list[object]]] = {}

    def bits(self, seat: Seat) -> list[object] | None:
        """Width, height, and the rows of pixels in base64, eight a byte, the leftmost highest."""
        shown = self._displays[seat].shown if seat in self._displays else []
        if not shown:
            return None
        image = shown[-1]
        if self._packed.get(seat, (0, None))[0] != id(image):
            self._packed[seat] = (id(image), [*image.size, b64encode(image.tobytes()).decode()])
        return self._packed[seat][1]
