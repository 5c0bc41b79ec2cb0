"""What an OLED of 128x64 in page addressing shows, worked out from the bytes that it was sent."""

from PIL import Image

WIDTH, PAGES = 128, 8
LONG = {0x20: 2, 0x81: 2, 0x8D: 2, 0xA8: 2, 0xD3: 2, 0xD5: 2, 0xD9: 2, 0xDA: 2, 0xDB: 2}
"""Commands that take another byte."""


class Glass:
    """Takes whole writes: a control byte, then commands or data. Strict: what it does not know is an error."""

    def __init__(self, columns: int = WIDTH, first: int = 0) -> None:
        self.lit = False
        self.contrast = 0
        self.writes = 0
        self._memory = [bytearray(columns) for _ in range(PAGES)]
        self._first = first
        self._page = 0
        self._column = 0

    def write(self, data: bytes) -> None:
        self.writes += 1
        control, rest = data[0], data[1:]
        assert control in (0x00, 0x40), f"control byte {control:#x}"
        if control == 0x40:
            self._data(rest)
        else:
            self._commands(rest)

    def image(self) -> Image.Image:
        """The pixels, as if the glass were lit."""
        rows = bytearray()
        for y in range(PAGES * 8):
            page = self._memory[y // 8][self._first : self._first + WIDTH]
            bits = [page[x] >> (y % 8) & 1 for x in range(WIDTH)]
            rows += bytes(sum(bit << (7 - at) for at, bit in enumerate(bits[x : x + 8])) for x in range(0, WIDTH, 8))
        return Image.frombytes("1", (WIDTH, PAGES * 8), bytes(rows))

    def _data(self, data: bytes) -> None:
        end = self._column + len(data)
        page = self._memory[self._page]
        assert end <= len(page), f"{len(data)} bytes from column {self._column}"
        page[self._column : end] = data
        self._column = end

    def _commands(self, commands: bytes) -> None:
        at = 0
        while at < len(commands):
            long = LONG.get(commands[at], 1)
            self._command(commands[at], commands[at + 1 : at + long])
            at += long

    def _command(self, command: int, more: bytes) -> None:
        if 0xB0 <= command <= 0xB7:
            self._page = command & 7
        elif command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 0x0F) << 4
        elif command in (0xAE, 0xAF):
            self.lit = command == 0xAF
        elif command == 0x81:
            self.contrast = more[0]
        else:
            assert command in LONG or 0x40 <= command < 0x80 or command in (0xA1, 0xA4, 0xA6, 0xC8), hex(command)
