"""RDM6300, a 125 kHz reader: what its 14-byte frames say. Pure."""

BAUD = 9600
START, END = b"\x02", b"\x03"
LENGTH = 14


class Rdm6300:
    """Cuts the bytes into cards. What does not add up is counted and skipped."""

    baud = BAUD
    fault = ""

    def __init__(self) -> None:
        self.spoiled = 0
        self._rest = b""

    def feed(self, data: bytes, now: float) -> list[str]:
        """Bytes came; returns the cards in them."""
        self._rest += data
        cards = []
        while len(self._rest) >= LENGTH or (self._rest and START not in self._rest):
            frame, self._rest = self._cut()
            code = _code(frame)
            if code:
                cards.append(code)
        return cards

    def tick(self, now: float) -> None:
        """It only speaks when a card is there; silence is no fault."""

    def wanted(self) -> bytes:
        """It takes no orders."""
        return b""

    def opened(self, now: float) -> None:
        self._rest = b""

    def _cut(self) -> tuple[bytes, bytes]:
        """The next whole frame if there is one, else an empty one, and what is left."""
        start = self._rest.find(START)
        if start:
            self.spoiled += 1
            return b"", self._rest[start:] if start > 0 else b""
        if self._rest[LENGTH - 1 : LENGTH] == END and _code(self._rest[:LENGTH]):
            return self._rest[:LENGTH], self._rest[LENGTH:]
        self.spoiled += 1
        return b"", self._rest[1:]


def _code(frame: bytes) -> str:
    """Ten hex digits, then their checksum; empty if it is none."""
    try:
        *data, checksum = bytes.fromhex(frame[1:-1].decode("ascii"))
    except ValueError:
        return ""
    total = 0
    for byte in data:
        total ^= byte
    return bytes(data).hex().upper() if len(frame) == LENGTH and total == checksum else ""
