"""An open port on the loop. What the link wants to say goes out as fast as the pod reads; nothing ever waits."""

from asyncio import AbstractEventLoop
from collections.abc import Callable

from hardware.pods.link import Link
from hardware.pods.messages import Hello, Pressed
from hardware.pods.port import Found, Port

STUCK_AFTER = 1.7
"""Seconds that a pod may leave everything unread."""

HEARTBEAT = 1.0
"""Seconds within which a pod that lives is heard."""


class Cable:
    """One port, the pod at its end, and the callbacks for what the pod says and for the end of it all."""

    def __init__(self, loop: AbstractEventLoop, found: Found, port: Port, link: Link) -> None:
        self.found = found
        self.link = link
        self.why = ""
        self.on_fact: Callable[[Cable, Hello | Pressed], None] = _deaf
        self.on_end: Callable[[Cable], None] = _deaf
        self._loop = loop
        self._port = port
        self._fileno = port.fileno()
        self._waits = False
        self._stuck_since: float | None = None
        self._open = True
        loop.add_reader(self._fileno, self._readable)

    def pump(self) -> None:
        """Sends what can be sent."""
        if not self._open:
            return
        try:
            sent = self._port.write(bytes(self.link.out)) if self.link.out else 0
        except OSError as error:
            self.end(f"was lost ({error.strerror or error})")
            return
        del self.link.out[:sent]
        if sent or not self.link.out:
            self._stuck_since = None
        self._wait_to_write(bool(self.link.out))

    def tick(self, now: float) -> None:
        """Lets time pass for the link, and for a pod that does not read."""
        self.link.tick()
        self.pump()
        if self.link.out and self._stuck_since is None:
            self._stuck_since = now
        if self._stuck_since is not None and now - self._stuck_since > STUCK_AFTER:
            self.end("does not read what it is sent")
        elif self.link.dead:
            self.end("does not answer any more")
        elif self.link.strange:
            self.end("does not answer as a pod does")

    def end(self, why: str) -> None:
        """Closes the port at once, so that the board gets its old name when it comes back."""
        if not self._open:
            return
        self._open = False
        self.why = why
        self._loop.remove_reader(self._fileno)
        self._wait_to_write(False)
        self._port.close(drop=bool(self.link.out) or self.link.silence > HEARTBEAT)
        self.on_end(self)

    def _readable(self) -> None:
        try:
            data = self._port.read()
        except OSError:
            self.end("was unplugged")
            return
        try:
            for fact in self.link.feed(data):
                self.on_fact(self, fact)
        finally:
            self.pump()

    def _wait_to_write(self, wanted: bool) -> None:
        if wanted != self._waits:
            self._waits = wanted
            if wanted:
                self._loop.add_writer(self._fileno, self.pump)
            else:
                self._loop.remove_writer(self._fileno)


def _deaf(*_: object) -> None:
    """Until somebody listens."""
