"""PN532, a 13.56 MHz reader, on a serial line (HSU): its frames, and the round of questions that finds cards. Pure."""

BAUD = 115_200
WAKE = b"\x55\x55" + bytes(14)
HEAD = b"\x00\xff"
SHORTEST = 5
"""Head, length, its checksum, and the checksum of nothing."""
HOST, READER = 0xD4, 0xD5

FIRMWARE = bytes((0x02,))
CONFIGURE = bytes((0x14, 0x01, 0x14, 0x01))
FEW_TRIES = bytes((0x32, 0x05, 0xFF, 0x01, 0x10))
"""Without it the reader says nothing at all until a card comes, and nobody knows whether it is still there."""
LOOK = bytes((0x4A, 0x01, 0x00))
ROUND = (FIRMWARE, CONFIGURE, FEW_TRIES)

LOOK_EVERY = 0.15
SILENCE = 1.0
"""Seconds without an answer after which the reader is woken again, and said to be silent."""


class Pn532:
    """Wakes the reader, sets it up, then asks for a card again and again."""

    baud = BAUD

    def __init__(self) -> None:
        self._out = b""
        self.fault = ""
        self.firmware = ""
        self.spoiled = 0
        self._rest = b""
        self._ahead: list[bytes] = []
        self._asked: bytes | None = None
        self._due = 0.0

    def opened(self, now: float) -> None:
        self._rest = b""
        self._wake(now)

    def feed(self, data: bytes, now: float) -> list[str]:
        """Bytes came; returns the cards in them."""
        self._rest += data
        cards = []
        while (answer := self._next()) is not None:
            cards += self._answered(answer, now)
        return cards

    def tick(self, now: float) -> None:
        """Asks the next question, or wakes a reader that says nothing."""
        if now < self._due:
            return
        if self._asked is None:
            self._ask(self._ahead.pop(0) if self._ahead else LOOK, now)
        else:
            self.fault = "The reader says nothing: check its wires, and that its switches stand for HSU (both off)."
            self._wake(now)

    def wanted(self) -> bytes:
        """What the reader is to be told next."""
        out, self._out = self._out, b""
        return out

    def _wake(self, now: float) -> None:
        self._out += WAKE
        self._ahead = list(ROUND)
        self._ask(self._ahead.pop(0), now)

    def _ask(self, question: bytes, now: float) -> None:
        self._out += frame(bytes((HOST,)) + question)
        self._asked = question
        self._due = now + SILENCE

    def _answered(self, answer: bytes, now: float) -> list[str]:
        if self._asked is None or answer[:2] != bytes((READER, self._asked[0] + 1)):
            return []
        asked, self._asked = self._asked, None
        self.fault = ""
        self._due = now if self._ahead else now + LOOK_EVERY
        if asked == FIRMWARE and len(answer) >= 5:
            self.firmware = f"PN5{answer[2]:02X} {answer[3]}.{answer[4]}"
        return _cards(answer) if asked == LOOK else []

    def _next(self) -> bytes | None:
        """The next whole answer, past acknowledgements and junk."""
        while True:
            start = self._rest.find(HEAD)
            self._rest = self._rest[start:] if start >= 0 else self._rest[-1:]
            if len(self._rest) < SHORTEST:
                return None
            length = self._rest[2]
            if not _whole(length, self._rest[3]):
                self._rest = self._rest[2:]
            elif len(self._rest) < length + SHORTEST:
                return None
            elif body := self._take(length):
                return body

    def _take(self, length: int) -> bytes:
        """A frame off the front; empty for an acknowledgement, and for one whose checksum does not fit."""
        body, checksum = self._rest[4 : 4 + length], self._rest[4 + length]
        sound = length == 0 or (sum(body) + checksum) & 0xFF == 0
        self._rest = self._rest[length + SHORTEST if sound else 2 :]
        self.spoiled += not sound
        return body if sound else b""


def frame(body: bytes) -> bytes:
    """A normal information frame."""
    head = bytes((0x00, 0x00, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0x00))


def _whole(length: int, complement: int) -> bool:
    """The length and its checksum fit; an acknowledgement has 0 and 0xFF."""
    return (length + complement) & 0xFF == (0xFF if length == 0 else 0)


def _cards(answer: bytes) -> list[str]:
    """The number of the card: its length stands before it."""
    if len(answer) < 8 or answer[2] == 0:
        return []
    return [answer[8 : 8 + answer[7]].hex().upper()] if len(answer) >= 8 + answer[7] > 8 else []
