"""What a pod does, with no pin in it: numbers presses and keeps them until they are acknowledged, shows the pictures
that it is sent, and forgets them with the link that brought them. `PROTOCOL.md` describes what it says."""

import binascii

TYPE_CHECKING = False  # MicroPython has no typing module
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.shapes import Colour, Glass, Kept, Message
    from hardware import wire
    from hardware.debounce import Debouncer
else:
    import wire

VERSION = "1.0.0"

SILENCE = 3000
"""After this long without a word from the table there is no line."""
RESEND = 150
KEEP = 10_000
"""A press that is older than this when the line comes back is no longer meant."""
MOST = 64
BLINK = 400
DIM = 8
DARK = (0, 0, 0)
REST = 300_000
"""Without a line the glass is kind to itself and goes dark after this long; a press wakes it."""
BRIGHT = 255


class Pod:
    """One pod. `step` is called about once a millisecond with the time and what came over the wire, and says what goes
    out. It reads the buttons first: a time that is older than the levels would make spikes of presses."""

    def __init__(
        self,
        facts: "dict[str, object]",
        debouncer: "Debouncer",
        glass: "Glass",
        light: "Callable[[Colour, bool], None]",
        inflate: "Callable[[bytes], bytes] | None" = None,
    ) -> None:
        self.leave = False
        self._facts = facts
        self._glass = glass
        self._set_light = light
        self._inflate = inflate
        self._debouncer = debouncer
        self._lines = wire.Lines()
        self._now = 0
        self._out: list[bytes] = []
        self._link = 0
        self._session: int | None = None
        self._heard_at = 0
        self._resting = False
        self._told_bad = 0
        self._odd = 0
        self._again = 0
        self._next = 1
        self._waiting: list[Kept] = []
        self._resend_at = 0
        self._shown = 0
        self._setting = 0
        self._lamp = ("off", DARK)
        self._lit: tuple[Colour, bool] | None = None
        self._handlers = self._known()
        glass.say(["Pitboard pod", VERSION, "", "waiting for", "the table"])

    def _known(self) -> "dict[str, Callable[[Message], None]]":
        return {
            "ack": self._ack,
            "bye": self._bye,
            "draw": self._draw,
            "nak": self._nak,
            "ping": self._ping,
            "prompt": self._prompt,
            "refuse": self._refuse,
            "say": self._show_lines,
            "set": self._set,
        }

    @property
    def busy(self) -> bool:
        """True while there is more to do than to wait."""
        return self._glass.busy

    def step(self, now: int, data: bytes) -> bytes:
        self._now = now
        self._out = []
        for button, what in self._debouncer.poll(now):
            self._finger(button, what)
        for message in self._lines.feed(data):
            self._hear(message)
        if self._link:
            self._complain()
            if now - self._heard_at > SILENCE:
                self._part(["NO LINE"])
        elif not self._resting and now - self._heard_at > REST:
            self._rest(True)
        self._resend()
        self._shine()
        self._glass.work(now)
        return b"".join(self._out)

    def _say(self, kind: str, **more: object) -> None:
        more["t"] = kind
        more["l"] = self._link
        self._out.append(wire.encode(more))

    # What the table says.

    def _hear(self, message: "Message") -> None:
        try:
            kind, link = message["t"], message["l"]
            if kind == "hi":
                self._hi(message)
            elif link != self._link:
                self._out.append(wire.encode({"t": "lost", "l": link}))
                return
            elif kind in self._handlers:
                self._handlers[kind](message)
        except (IndexError, KeyError, TypeError, ValueError):
            self._odd += 1
        self._heard_at = self._now

    def _hi(self, message: "Message") -> None:
        link, session = message["l"], message["s"]
        if link != self._link:
            self._join(link, session)
        self._say("hello", first=self._first(), **self._facts)

    def _join(self, link: int, session: int) -> None:
        self._part([])
        self._rest(False)
        self._link = link
        self._told_bad = self._lines.bad
        if session != self._session:
            self._waiting = []
        self._session = session
        self._waiting = [kept for kept in self._waiting if self._now - kept[1] < KEEP]

    def _part(self, lines: "list[str]") -> None:
        """Nothing of the old link stays on the glass or in the memory."""
        self._link = 0
        self._shown = 0
        self._setting = 0
        self._lamp = ("off", DARK)
        self._glass.say(lines)

    def _ack(self, message: "Message") -> None:
        last = message["n"]
        self._waiting = [kept for kept in self._waiting if kept[0] > last]

    def _ping(self, message: "Message") -> None:
        more = {"muted": list(self._debouncer.muted)} if self._debouncer.muted else {}
        self._say(
            "pong",
            v=self._shown,
            set=self._setting,
            glass=self._glass.ok,
            bad=self._lines.bad + self._odd,
            again=self._again,
            **more,
        )

    def _nak(self, message: "Message") -> None:
        self._resend_at = 0

    def _draw(self, message: "Message") -> None:
        if message["v"] != self._shown and message["on"] in (0, self._shown):
            windows = cut(message["at"], self._bytes(message))
            for page, column, data in windows:
                self._glass.draw(page, column, data)
            self._shown = message["v"]
        self._say("drawn", v=self._shown)

    def _bytes(self, message: "Message") -> bytes:
        data = binascii.a2b_base64(message["d"])
        if not message.get("z"):
            return data
        if self._inflate is None:
            raise ValueError("this pod inflates nothing")
        return self._inflate(data)

    def _show_lines(self, message: "Message") -> None:
        if message["v"] != self._shown:
            self._glass.say([str(line)[:16] for line in message["lines"][:8]])
            self._shown = message["v"]
        self._say("drawn", v=self._shown)

    def _set(self, message: "Message") -> None:
        red, green, blue = message["light"]
        mode, number, level = message["mode"], message["n"], message["glass"]
        self._glass.bright(max(0, min(255, level)))
        self._lamp = (mode, (red & 255, green & 255, blue & 255))
        self._setting = number

    def _refuse(self, message: "Message") -> None:
        self._part([str(line)[:16] for line in message["lines"][:8]])

    def _bye(self, message: "Message") -> None:
        self._part(["The table", "is off"])

    def _prompt(self, message: "Message") -> None:
        self.leave = True

    def _rest(self, resting: bool) -> None:
        self._resting = resting
        self._glass.bright(0 if resting else BRIGHT)

    # What the fingers say.

    def _finger(self, button: str, what: str) -> None:
        if not self._link:
            self._heard_at = self._now
            self._rest(False)
        elif what in ("press", "held", "repeat") and len(self._waiting) < MOST:
            more: dict[str, object] = {} if what == "press" else {what: True}
            more["c"] = button
            self._waiting.append((self._next, self._now, more))
            self._send(self._waiting[-1])
            self._next += 1

    def _send(self, kept: "Kept") -> None:
        number, _, more = kept
        self._say("press", n=number, **more)
        self._resend_at = self._now + RESEND

    def _resend(self) -> None:
        if self._link and self._waiting and self._now >= self._resend_at:
            self._again += len(self._waiting)
            for kept in self._waiting:
                self._send(kept)

    def _first(self) -> int:
        return self._waiting[0][0] if self._waiting else self._next

    def _complain(self) -> None:
        if self._lines.bad != self._told_bad:
            self._told_bad = self._lines.bad
            self._say("nak", bad=self._lines.bad)

    def _shine(self) -> None:
        mode, colour = self._lamp
        bright = mode == "on" or (mode == "blink" and self._now // BLINK % 2 == 0)
        if not bright:
            colour = dimmed(*colour) if mode == "dim" else DARK
        if (colour, bright) != self._lit:
            self._lit = (colour, bright)
            self._set_light(colour, bright)


def dimmed(red: int, green: int, blue: int) -> "Colour":
    """What was lit at all stays lit."""
    return ((red + DIM - 1) // DIM, (green + DIM - 1) // DIM, (blue + DIM - 1) // DIM)


def cut(places: "list[list[int]]", data: bytes) -> "list[tuple[int, int, bytes]]":
    """The windows of a picture: `places` are [page, first column, width], their bytes follow one another."""
    windows = []
    start = 0
    for page, column, width in places:
        if not (0 <= page < 8 and 0 <= column < column + width <= 128):
            raise ValueError("outside of the glass")
        windows.append((page, column, data[start : start + width]))
        start += width
    if start != len(data):
        raise ValueError("not the bytes of these windows")
    return windows
