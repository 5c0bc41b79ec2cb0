"""An OLED of 128x64 on an I2C bus: keeps the picture, sends what changed a page at a time, heals by itself."""

import framebuf

WIDTH = 128
PAGES = 8
HEAL_EVERY = 1000
REFRESH_EVERY = 30_000
"""A brown-out resets the glass and nobody hears of it, so it is set up afresh now and then."""

SETUP = bytes((0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x02, 0xA1, 0xC8, 0xDA, 0x12))
SETUP += bytes((0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6))
"""Clock, rows, charge pump, page addressing, both directions flipped; the glass stays dark. Page addressing is what
SSD1306, SSD1309 and SH1106 have in common."""
ON = 0xAF
OFF = 0xAE
CONTRAST = 0x81


class Screen:
    """What is on the glass, and what has yet to go there."""

    def __init__(self, bus, address, column):
        self.ok = True
        self._bus = bus
        self._address = address
        self._column = column
        self._level = 255
        self._memory = bytearray(WIDTH * PAGES)
        self._canvas = framebuf.FrameBuffer(self._memory, WIDTH, PAGES * 8, framebuf.MONO_VLSB)
        self._dirty = [None] * PAGES
        self._dark = True
        self._refresh_at = 0

    def draw(self, page, column, data):
        """Bytes of one page from this column on; bit 0 is the upper pixel."""
        start = page * WIDTH + column
        self._memory[start : start + len(data)] = data
        self._touch(page, column, column + len(data))

    def say(self, lines):
        """Up to eight lines of 16 letters instead of the picture."""
        self._canvas.fill(0)
        top = (PAGES - len(lines)) // 2
        for row, line in enumerate(lines):
            self._canvas.text(line, (WIDTH - 8 * len(line)) // 2, (top + row) * 8, 1)
        for page in range(PAGES):
            self._touch(page, 0, WIDTH)

    def bright(self, level):
        """0 is dark, 255 is bright."""
        self._level = level
        self._dark = True

    @property
    def busy(self):
        """True while there is something to send."""
        return self.ok and (self._dark or any(self._dirty))

    def work(self, now):
        """Sends at most one page, so that the buttons never wait long."""
        if now >= self._refresh_at:
            self._begin(now)
        if self.ok:
            self._try(self._send_one, now)

    def _begin(self, now):
        self._refresh_at = now + REFRESH_EVERY
        self._dark = True
        for page in range(PAGES):
            self._touch(page, 0, WIDTH)
        self.ok = True
        self._try(self._set_up, now)

    def _try(self, send, now):
        try:
            send()
        except OSError:
            self.ok = False
            self._refresh_at = now + HEAL_EVERY

    def _set_up(self):
        self._command(SETUP)

    def _send_one(self):
        for page in range(PAGES):
            if self._dirty[page]:
                self._send(page, *self._dirty[page])
                self._dirty[page] = None
                return
        if self._dark:
            self._command(bytes((CONTRAST, self._level, ON if self._level else OFF)))
            self._dark = False

    def _send(self, page, first, last):
        at = first + self._column
        self._command(bytes((0xB0 | page, at & 15, 0x10 | at >> 4)))
        start = page * WIDTH
        self._bus.writeto(self._address, b"\x40" + self._memory[start + first : start + last])

    def _command(self, data):
        self._bus.writeto(self._address, b"\x00" + data)

    def _touch(self, page, first, last):
        old = self._dirty[page]
        self._dirty[page] = (min(old[0], first), max(old[1], last)) if old else (first, last)
