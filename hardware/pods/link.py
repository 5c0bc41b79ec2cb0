"""One pod at the end of one wire: greeting, heartbeat, presses counted once, the newest picture. Pure: bytes and the
time come in, bytes and facts come out."""

from collections.abc import Callable, Iterator

from msgspec import Struct, field

from hardware import wire
from hardware.pods.messages import Drawn, Hello, Lost, Message, Nak, Pong, Pressed, understood
from hardware.pods.picture import Easel, Picture, Told

GREET_EVERY = 0.25
REFUSED_EVERY = 2.0
PING_EVERY = 0.5
SILENCE = 1.7
"""Seconds without a word after which a pod is gone; with a look each 0.1 s it is noticed within 2 s."""
STRANGE_AFTER = 6.0
"""Seconds without an answer to a greeting after which a board is no pod; a board that starts when its port is opened
needs some of them."""
PATIENCE = 0.15
AT_LEAST = 0.05
"""A picture is sent again after PATIENCE, or AT_LEAST if the pod says that a line was spoiled."""

Colour = tuple[int, int, int]


class Count(Struct):
    """The last press of a pod that was taken, so that none is taken twice. `run` changes when the pod restarts."""

    run: str = ""
    last: int = 0
    missed: int = 0

    def meet(self, hello: Hello) -> None:
        if hello.run != self.run:
            self.run, self.last = hello.run, hello.first - 1
        elif hello.first > self.last + 1:
            self.missed += hello.first - self.last - 1
            self.last = hello.first - 1

    def take(self, number: int) -> bool:
        """True for the next press; a repeated one is no news, one that is too early comes again in its order."""
        if number != self.last + 1:
            return False
        self.last = number
        return True


class Setting(Struct, frozen=True):
    """The pod's light and how bright its glass is."""

    mode: str = "off"
    colour: Colour = (0, 0, 0)
    glass: int = 255


class Pod(Struct):
    """What is known of the pod since it was last greeted. It may be another one each time."""

    number: int
    heard_at: float
    hello: Hello | None = None
    pong: Pong | None = None
    count: Count | None = None
    """Its presses, once it is welcome."""
    easel: Easel = field(default_factory=lambda: Easel(False))
    setting: Setting = Setting()
    settings: int = 0
    ping_at: float = 0.0


class Link:
    """`feed` and `tick` are called with what happens; `out` is what has yet to be written."""

    def __init__(self, session: int, number: Callable[[], int], clock: Callable[[], float]) -> None:
        self.opened_at = clock()
        self.refusal: tuple[str, ...] = ()
        self.retries = 0
        self.lines = wire.Lines()
        self.out = bytearray(b"\n")  # ends whatever stood half-written in the pod's ear
        self._session = session
        self._new_number = number
        self._clock = clock
        self._greet()

    @property
    def hello(self) -> Hello | None:
        return self._pod.hello

    @property
    def pong(self) -> Pong | None:
        return self._pod.pong

    @property
    def up(self) -> bool:
        """True while the pod takes pictures and its presses count."""
        return self._pod.count is not None

    @property
    def silence(self) -> float:
        """Seconds since the pod was last heard."""
        return self._clock() - self._pod.heard_at

    @property
    def dead(self) -> bool:
        """True when the pod has gone without a word."""
        return self.up and self.silence > SILENCE

    @property
    def strange(self) -> bool:
        """True when nobody answers in a pod's way."""
        return self.hello is None and self.silence > STRANGE_AFTER

    @property
    def old(self) -> bool:
        """True if the pod only speaks an older protocol."""
        return self.hello is not None and self.hello.protocol[1] < wire.HIGHEST

    def feed(self, data: bytes) -> Iterator[Hello | Pressed]:
        """What came over the wire. When a Hello is told, call `accept` or `refuse` before you ask for more."""
        bad = self.lines.bad
        for told in self.lines.feed(data):
            heard = understood(told)
            if heard is not None and heard.link == self._pod.number:
                self._pod.heard_at = self._clock()
                yield from self._hear(heard)
        if self.up and self.lines.bad != bad:
            self._send({"t": "nak"})

    def tick(self) -> None:
        """Lets time pass."""
        now = self._clock()
        if self.up and now >= self._pod.ping_at:
            self._ping()
        elif not self.up and now >= self._greet_at:
            self._greet_again()
        self._draw_again(PATIENCE)

    def accept(self, count: Count) -> None:
        """The pod is welcome; its presses go on from this count."""
        assert self._pod.hello is not None
        count.meet(self._pod.hello)
        self.refusal = ()
        self._pod.count = count
        self._acknowledge(count)
        self._ping()
        self._draw()

    def refuse(self, *lines: str) -> None:
        """The pod is not welcome, and its screen says why. It is asked again later."""
        self.refusal = lines
        self._pod.count = None
        self._send({"t": "refuse", "lines": list(lines)})
        self._greet_at = self._clock() + REFUSED_EVERY

    def show(self, picture: Picture) -> None:
        """From now on this is what the pod is to show. What was wanted ends with the link: say it after each Hello."""
        self._pod.easel.want(picture)
        self._draw()

    def set(self, setting: Setting) -> None:
        """From now on this is how the pod's light and glass are to be; it too ends with the link."""
        if setting != self._pod.setting:
            self._pod.setting = setting
            self._pod.settings += 1
            self._set()

    def say(self, kind: str) -> None:
        """Says a word that has nothing to it: `bye` or `prompt`."""
        self._send({"t": kind})

    # Greeting.

    def _greet_again(self) -> None:
        if self.hello is None:
            self._hi()
        else:
            self._greet()

    def _greet(self) -> None:
        """Begins a new link: nothing is known of the glass, and what still is on its way counts no more."""
        self._pod = Pod(self._new_number(), self._clock())
        self._hi()

    def _hi(self) -> None:
        self._greet_at = self._clock() + GREET_EVERY
        self._send({"t": "hi", "s": self._session, "proto": [wire.LOWEST, wire.HIGHEST]})

    # What the pod says.

    def _hear(self, heard: Message) -> Iterator[Hello | Pressed]:
        match heard:
            case Hello():
                yield from self._meet(heard)
            case Pressed():
                yield from self._press(heard)
            case Drawn():
                self._pod.easel.drawn(heard.version)
                self._draw()
            case Pong():
                self._pong(heard)
            case Nak():
                self._draw_again(AT_LEAST)
            case Lost():
                self._greet()

    def _meet(self, hello: Hello) -> Iterator[Hello]:
        if self._pod.hello is not None:
            return
        self._pod.hello = hello
        self._pod.easel = Easel("z" in hello.can)
        lowest, highest = hello.protocol
        if lowest > wire.HIGHEST:
            self.refuse("This pod is newer", "than the table.", "Please update", "the table.")
        elif highest < wire.LOWEST:
            self.refuse("This pod is too", "old. Please run", "pitboard flash", "on the table.")
        else:
            yield hello

    def _press(self, pressed: Pressed) -> Iterator[Pressed]:
        count = self._pod.count
        if count is None:
            return
        fresh = count.take(pressed.number)
        self._acknowledge(count)
        if fresh:
            yield pressed

    def _acknowledge(self, count: Count) -> None:
        self._send({"t": "ack", "n": count.last})

    def _pong(self, pong: Pong) -> None:
        self._pod.pong = pong
        self._pod.easel.shows(pong.version)
        if pong.setting != self._pod.settings:
            self._set()
        self._draw()

    # What the pod is told.

    def _ping(self) -> None:
        self._pod.ping_at = self._clock() + PING_EVERY
        self._send({"t": "ping"})

    def _set(self) -> None:
        wanted, number = self._pod.setting, self._pod.settings
        if not self.old and number:
            light = {"mode": wanted.mode, "light": list(wanted.colour), "glass": wanted.glass}
            self._send({"t": "set", "n": number, **light})

    def _draw(self) -> None:
        told = self._pod.easel.next(self._clock()) if self.up else None
        if told is not None:
            self._send(told)

    def _draw_again(self, patience: float) -> None:
        told = self._pod.easel.again(self._clock(), patience) if self.up else None
        if told is not None:
            self.retries += 1
            self._send(told)

    def _send(self, told: Told) -> None:
        self.out += wire.encode({**told, "l": self._pod.number})
