"""Card readers without a card: a PN532 that answers on a pty, a keyboard on a socket pair."""

import errno
import os
import socket
import struct
import tty
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from hardware.readers.pn532 import frame

EVENT = struct.Struct("HHi")
CODES = {letter: 2 + place for place, letter in enumerate("1234567890")} | {
    letter: first + place
    for first, row in ((16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
    for place, letter in enumerate(row)
}
SHIFT, ENTER, EV_KEY, EV_SYN = 42, 28, 1, 0


class Key(NamedTuple):
    """An event of the kernel's."""

    type: int
    code: int
    value: int


class FakeKeyboard:
    """An evdev device whose other end the test holds."""

    def __init__(self) -> None:
        self._end, self._fingers = socket.socketpair()
        self._end.setblocking(False)
        self.fd = self._end.fileno()
        self.grabbed = False
        self.taken = False

    def grab(self) -> None:
        if self.taken:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.grabbed = True

    def read(self) -> Iterator[Key]:
        data = self._end.recv(65536)
        if not data:
            raise OSError(errno.ENODEV, "No such device")
        return (Key(*EVENT.unpack_from(data, start)) for start in range(0, len(data), EVENT.size))

    def close(self) -> None:
        self._end.close()
        self._fingers.close()

    def type(self, text: str, enter: bool = True) -> None:
        """What a reader does when a card comes."""
        for letter in text:
            self._key(SHIFT, int(letter.isalpha()))
            self._stroke(CODES[letter])
            self._key(SHIFT, 0)
        if enter:
            self._stroke(ENTER)

    def unplug(self) -> None:
        self._fingers.close()

    def _stroke(self, code: int) -> None:
        self._key(code, 1)
        self._key(code, 0)

    def _key(self, code: int, value: int) -> None:
        self._fingers.send(EVENT.pack(EV_KEY, code, value) + EVENT.pack(EV_SYN, 0, 0))


class Pty:
    """A serial cable: the reader under test has one end, the test the other."""

    def __init__(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._slave = slave
        os.set_blocking(self._master, False)

    def write(self, data: bytes) -> None:
        os.write(self._master, data)

    def read(self) -> bytes:
        try:
            return os.read(self._master, 65536)
        except BlockingIOError:
            return b""

    def unplug(self) -> None:
        os.close(self._master)
        os.close(self._slave)


class Pn532Double:
    """The chip at the other end of a cable: answers what it is asked, with the card that lies on it."""

    ANSWERS: ClassVar = {
        0x02: bytes((0xD5, 0x03, 0x32, 0x01, 0x06, 0x07)),
        0x14: bytes((0xD5, 0x15)),
        0x32: bytes((0xD5, 0x33)),
    }

    def __init__(self, cable: Pty) -> None:
        self.cable = cable
        self.card = b""
        self.silent = False
        self.asked: list[int] = []

    def answer(self) -> None:
        """Reads what it was asked and answers."""
        heard = self.cable.read()
        while (start := heard.find(b"\x00\x00\xff")) >= 0:
            length = heard[start + 3]
            body = heard[start + 5 : start + 5 + length]
            heard = heard[start + length + 6 :]
            if not self.silent:
                self.asked.append(body[1])
                self.cable.write(b"\x00\x00\xff\x00\xff\x00" + frame(self._to(body[1])))

    def _to(self, command: int) -> bytes:
        if command != 0x4A:
            return self.ANSWERS[command]
        if not self.card:
            return bytes((0xD5, 0x4B, 0))
        return bytes((0xD5, 0x4B, 1, 1, 0x00, 0x44, 0x00, len(self.card))) + self.card
