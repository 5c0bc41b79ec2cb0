"""Doubles of the chips on an I2C bus: what they make of the bytes is what a person would see on the glass."""

import errno
import random
from collections.abc import Iterator
from typing import Any

from PIL import Image

ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
"""Commands with bytes behind them, as in the SSD1306's data sheet."""


class Chip:
    """An SSD1306 (or, with `columns` 132, an SH1106) and the glass in front of it."""

    def __init__(self, columns: int = 128, size: tuple[int, int] = (128, 64)) -> None:
        self.columns = columns
        self.size = size
        self.dead = False
        self.brown_out()

    def brown_out(self) -> None:
        """Loses its supply for a moment: registers as after a reset, memory full of rubbish."""
        chance = random.Random(0)
        self.memory = [bytearray(chance.randbytes(self.columns)) for _ in range(8)]
        self.on = False
        self.contrast = 0x7F
        self.addressing = 2
        self.multiplex = 63
        self.page = self.column = 0
        self.window_columns, self.window_pages = (0, 127), (0, 7)
        self.flipped = self.mirrored = False
        self.pumped = False

    def take(self, payload: bytes) -> None:
        """One transfer: control bytes, commands and data."""
        stream = iter(payload)
        for control in stream:
            if control & 0x80:
                self._one(control, next(stream), stream)
            elif control & 0x40:
                self._data(stream)
            else:
                for command in stream:
                    self._command(command, stream)

    def glass(self) -> Image.Image:
        """What a person sees: nothing while it is off."""
        if not (self.on and self.pumped):
            return Image.new("1", self.size)
        width, height = self.size
        offset = (self.columns - 128) // 2
        pages = self.memory[: height // 8]
        upright = bytes(page[offset + x] for x in range(width) for page in pages)
        image = Image.frombytes("1", (height, width), upright, "raw", "1;R").transpose(Image.Transpose.TRANSPOSE)
        image = image if self.mirrored else image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        image = image if self.flipped else image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        driven = image.crop((0, 0, width, min(height, self.multiplex + 1)))
        glass = Image.new("1", self.size)
        glass.paste(driven)
        return glass

    def _one(self, control: int, byte: int, stream: Iterator[int]) -> None:
        if control & 0x40:
            self._put(byte)
        else:
            self._command(byte, (value for flag in stream for value in (next(stream),) if flag & 0x80))

    def _data(self, stream: Iterator[int]) -> None:
        for byte in stream:
            self._put(byte)

    def _command(self, command: int, stream: Iterator[int]) -> None:
        single_page = self.columns > 128
        count = 0 if single_page and command in (0x20, 0x21, 0x22) else ARGUMENTS.get(command, 0)
        values = [next(stream) for _ in range(count)]
        if command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in (0xA0, 0xA1):
            self.mirrored = command == 0xA1
        elif command in (0xC0, 0xC8):
            self.flipped = command == 0xC8
        elif values:
            self._set(command, values)
        else:
            self._point(command)

    def _set(self, command: int, values: list[int]) -> None:
        if command == 0x20:
            self.addressing = values[0] & 3
        elif command == 0x21:
            self.window_columns = (values[0], values[1])
            self.column = values[0]
        elif command == 0x22:
            self.window_pages = (values[0], values[1])
            self.page = values[0]
        elif command == 0x81:
            self.contrast = values[0]
        elif command == 0xA8:
            self.multiplex = values[0]
        elif command == 0x8D:
            self.pumped = values[0] == 0x14

    def _point(self, command: int) -> None:
        if self.addressing != 2 and self.columns == 128:
            return
        if command & 0xF0 == 0xB0:
            self.page = command & 7
        elif command & 0xF0 == 0x00:
            self.column = self.column & 0xF0 | command & 0x0F
        elif command & 0xF0 == 0x10:
            self.column = self.column & 0x0F | (command & 0x0F) << 4

    def _put(self, byte: int) -> None:
        self.memory[self.page][self.column % self.columns] = byte
        if self.columns > 128 or self.addressing == 2:
            self.column = (self.column + 1) % self.columns
            return
        self.column += 1
        if self.column > self.window_columns[1]:
            self.column = self.window_columns[0]
            self.page = self.page + 1 if self.page < self.window_pages[1] else self.window_pages[0]


class Switch:
    """A TCA9548A with its own branches; `stuck` keeps its channels, `dead` answers nothing."""

    def __init__(self) -> None:
        self.branches: list[dict[int, Chip]] = [{} for _ in range(8)]
        self.channels = 0
        self.dead = False
        self.stuck = False

    def set(self, payload: bytes) -> None:
        if not self.stuck:
            self.channels = payload[-1]

    def open(self) -> Iterator[dict[int, Chip]]:
        for number, branch in enumerate(self.branches):
            if self.channels >> number & 1 and not self.dead:
                yield branch


class Bus:
    """An I2C bus that keeps all that went over it. `fault` is an errno that every transfer gets."""

    def __init__(self) -> None:
        self.chips: dict[int, Chip] = {}
        self.switches: dict[int, Switch] = {}
        self.log: list[tuple[int, bytes]] = []
        self.fault = 0

    def write(self, address: int, payload: bytes) -> None:
        self._check()
        self.log.append((address, bytes(payload)))
        if address in self.switches and not self.switches[address].dead:
            self.switches[address].set(payload)
            return
        listening = [chip for chip in self._at(address) if not chip.dead]
        if not listening:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        for chip in listening:
            chip.take(payload)

    def read(self, address: int) -> int:
        self._check()
        if address in self.switches and not self.switches[address].dead:
            self.log.append((address, b"\x00"))
            return self.switches[address].channels
        if not any(not chip.dead for chip in self._at(address)):
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return 0

    def close(self) -> None:
        """Like a file handle: nothing that a chip would notice."""

    def taken(self) -> list[tuple[int, bytes]]:
        """What went over it since the last time."""
        log, self.log = self.log, []
        return log

    def _at(self, address: int) -> list[Chip]:
        places = [self.chips, *(branch for switch in self.switches.values() for branch in switch.open())]
        return [place[address] for place in places if address in place]

    def _check(self) -> None:
        if self.fault:
            raise OSError(self.fault, "bus fault")


class SMBusOn:
    """Stands in for smbus2's SMBus on one of our buses, so that stock luma can be measured on it."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            self._bus.write(message.addr, bytes(message))

    def write_i2c_block_data(self, address: int, command: int, data: list[int]) -> None:
        self._bus.write(address, bytes((command, *data)))

    def read_byte(self, address: int) -> int:
        return self._bus.read(address)

    def close(self) -> None:
        self._bus.close()


def bytes_of(log: list[tuple[int, bytes]]) -> int:
    """Bytes on the wire: each transfer has its address before it."""
    return sum(1 + len(payload) for _, payload in log)


def clocks(log: list[tuple[int, bytes]]) -> int:
    """Clocks on the wire: nine a byte, a start and a stop a transfer."""
    return sum(9 * (1 + len(payload)) + 2 for _, payload in log)
