"""A table's link and a pod's firmware on one set clock, with a wire between them that may be as bad as a test likes."""

import random
from collections.abc import Callable, Iterator
from itertools import count

from hardware.displays.windows import Pages, pages_of
from hardware.pods.link import Count, Link
from hardware.pods.messages import Hello, Pressed
from tests.support.firmware import DeskPod
from tests.support.pods import picture

STEP = 0.001


def unharmed(line: bytes) -> list[tuple[float, bytes]]:
    return [(0.0, line)]


class Wire:
    """Carries lines one way. A fault is a function from a line to the lines that arrive and their delays."""

    def __init__(self, fault: Callable[[bytes], list[tuple[float, bytes]]] | None = None) -> None:
        self.cut = False
        self._fault = fault or unharmed
        self._flying: list[tuple[float, int, bytes]] = []
        self._rest = b""
        self._order = count()

    def send(self, data: bytes, now: float) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            for delay, arriving in self._fault(line + b"\n"):
                self._flying.append((now + delay, next(self._order), arriving))

    def arrive(self, now: float) -> bytes:
        due = sorted(flying for flying in self._flying if flying[0] <= now)
        self._flying = [flying for flying in self._flying if flying[0] > now]
        return b"" if self.cut else b"".join(line for _, _, line in due)

    def heal(self) -> None:
        """From now on every line arrives, once and whole."""
        self.cut, self._fault = False, unharmed

    def clear(self) -> None:
        self._flying, self._rest = [], b""


class Desk:
    """Both ends. `run` lets time pass a millisecond at a time."""

    def __init__(self, to_pod: Wire | None = None, to_table: Wire | None = None, session: int = 1) -> None:
        self.now = 0.0
        self.pod = DeskPod()
        self.to_pod, self.to_table = to_pod or Wire(), to_table or Wire()
        self.count = Count()
        self.presses: list[Pressed] = []
        self.hellos: list[Hello] = []
        self.wanted: Pages | None = None
        self.welcome = True
        self.a_picture_a_link = False
        self.watch: Callable[[], None] = lambda: None
        self._session = session
        self._numbers = count(1)
        self.open()

    def open(self) -> None:
        """The table opens the port (again)."""
        self.link = Link(self._session, lambda: next(self._numbers), lambda: self.now)

    def plug_again(self) -> None:
        """Everything on the wire is lost, and the port is opened afresh."""
        self.to_pod.clear()
        self.to_table.clear()
        self.open()

    def restart_pod(self, run: str) -> None:
        """The pod loses its power and its memory."""
        self.to_pod.clear()
        self.to_table.clear()
        closed = self.pod.closed
        self.pod = DeskPod(run=run)
        self.pod.closed = closed

    def show(self, seed: int) -> None:
        self.wanted = pages_of(picture(seed))
        self.link.show(self.wanted)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            self._turn()
            self.watch()

    def heal(self) -> None:
        self.to_pod.heal()
        self.to_table.heal()

    def press(self, button: str) -> None:
        self.pod.closed.add(button)
        self.run(0.03)
        self.pod.closed.discard(button)
        self.run(0.03)

    @property
    def glass(self) -> Pages:
        """What the pod's glass shows of the pictures that it was sent."""
        pages = [bytearray(128) for _ in range(8)]
        for page, column, data in self.pod.glass.windows:
            pages[page][column : column + len(data)] = data
        return tuple(bytes(page) for page in pages)

    @property
    def taken(self) -> list[str]:
        return [press.control for press in self.presses]

    def _turn(self) -> None:
        self.pod.now = round(self.now * 1000)
        said = len(self.pod.out)
        self.pod.step(self.to_pod.arrive(self.now))
        self.to_table.send(self.pod.out[said:], self.now)
        for fact in self.link.feed(self.to_table.arrive(self.now)):
            self._hear(fact)
        if round(self.now * 1000) % 100 == 0:
            self.link.tick()
            if self.link.dead:
                self.open()
        self.to_pod.send(bytes(self.link.out), self.now)
        self.link.out.clear()

    def _hear(self, fact: Hello | Pressed) -> None:
        if isinstance(fact, Pressed):
            self.presses.append(fact)
            return
        self.hellos.append(fact)
        if not self.welcome:
            self.link.refuse("No")
            return
        if self.a_picture_a_link:
            self.wanted = pages_of(picture(fact.link))
        self.link.accept(self.count)
        if self.wanted is not None:
            self.link.show(self.wanted)


def faults(seed: int, share: float) -> Callable[[bytes], list[tuple[float, bytes]]]:
    """Drops, repeats, spoils and delays lines at random."""
    chance = random.Random(seed)

    def fault(line: bytes) -> list[tuple[float, bytes]]:
        if chance.random() >= share:
            return unharmed(line)
        kinds: list[Callable[[], Iterator[tuple[float, bytes]]]] = [
            lambda: iter(()),
            lambda: iter([(0.0, line), (chance.random() * 0.3, line)]),
            lambda: iter([(0.0, spoiled(line, chance))]),
            lambda: iter([(chance.random() * 0.5, line)]),
            lambda: iter([(0.0, b"\x03AT\xff\x00" + line)]),
        ]
        return list(chance.choice(kinds)())

    return fault


def spoiled(line: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(line))
    return line[:at] + bytes((line[at] ^ 1 << chance.randrange(8),)) + line[at + 1 :]
