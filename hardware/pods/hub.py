"""All pods of a table: looks for them each second, seats them, hands on presses, keeps their screens up to date."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from msgspec import Struct, field

from hardware.pods.cable import Cable
from hardware.pods.facts import PodFacts, display_health, facts, panel_health
from hardware.pods.link import Count, Link, Setting
from hardware.pods.messages import Hello, Pressed
from hardware.pods.picture import Words
from hardware.pods.place import Place, colour_of
from hardware.pods.port import Finder, Found, Opener, Port, SerialPort, UsbFinder, reason
from hardware.pods.seating import Memory, Seating
from hardware.ports import Health, Press
from hardware.tally import Tally

BEAT = 0.1
STRANGE_FOR = 30.0
"""Seconds until a board that was no pod is greeted again; until then others may open its port."""
QUIET = 0.8
"""Two pods of one id: one that has been silent for so long was unplugged, and the other is its return."""
LARGEST = 2**30


class Ports(Struct, frozen=True):
    """How ports are found, every how many seconds, and opened; tests bring their own."""

    finder: Finder = field(default_factory=UsbFinder)
    opener: Opener = SerialPort
    every: float = 1.0


class PodHub:
    """The backend behind pod panels, displays and lamps. `open` and `close` want a running loop; `on_change` is called
    when a pod has come, gone or been seated."""

    def __init__(
        self,
        seats: Sequence[str],
        memory: Path | None = None,
        ports: Ports | None = None,
        clock: Callable[[], float] = monotonic,
        tally: Tally | None = None,
    ) -> None:
        self.places = {seat: Place(seat) for seat in seats}
        self.on_change: Callable[[], None] = _nobody
        self._ports = ports or Ports()
        self._clock = clock
        self._tally = tally or Tally()
        self._memory = Memory(memory)
        self._seating = Seating(seats, self._memory.load())
        self._session = secrets.randbelow(LARGEST)
        self._cables: dict[str, Cable] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._strange: dict[Found, float] = {}
        self._counts: dict[str, Count] = {}
        self._faults: dict[str, str] = {}
        self._health: tuple[Health, ...] = ()
        self._look_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Starts to look for pods."""
        self._loop = asyncio.get_running_loop()
        self._beat(self._loop)

    def close(self) -> None:
        """Says goodbye to every pod and lets go of the ports."""
        if self._timer is not None:
            self._timer.cancel()
        self._loop = None
        for cable in list(self._cables.values()):
            cable.link.say("bye")
            cable.pump()
            cable.end("is let go")

    @property
    def trouble(self) -> str:
        """What is wrong with the seating's file, if anything."""
        return self._memory.trouble

    def facts(self) -> tuple[PodFacts, ...]:
        """Every pod that is plugged in, then every port at which none is to be had."""
        shut = [(path, text) for path, text in self._faults.items() if path not in self._cables]
        return (
            *(self._facts(cable) for cable in self._cables.values()),
            *(PodFacts(path, note=text) for path, text in shut),
        )

    def health(self) -> tuple[Health, ...]:
        """The buttons and the screen of every seat."""
        told = (
            (panel_health(seat, place.cable), display_health(seat, place.cable)) for seat, place in self.places.items()
        )
        return tuple(health for pair in told for health in pair)

    def seat(self, pod: str, seat: str) -> None:
        """Seats a pod by its id, as a page may ask for."""
        self._seating.sit(pod, seat)
        self._memory.save(self._seating.owners)
        self._seat_all()

    def forget(self, seat: str) -> None:
        """The seat's pod is asked for a press again."""
        self._seating.forget(seat)
        self._memory.save(self._seating.owners)
        self._seat_all()

    # Looking for ports.

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        now = self._clock()
        if now >= self._look_at:
            self._look_at = now + self._ports.every
            self._look(loop)
            self._tell_changes()
        for cable in list(self._cables.values()):
            cable.tick(now)
        self._timer = loop.call_later(BEAT, self._beat, loop)

    def _tell_changes(self) -> None:
        """Some faults are only heard of in a pod's heartbeat."""
        health = self.health()
        if health != self._health:
            self._health = health
            self.on_change()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        found = {port.path: port for port in self._ports.finder()}
        for cable in [cable for path, cable in self._cables.items() if path not in found]:
            cable.end("was unplugged")
        self._faults = {path: text for path, text in self._faults.items() if path in found}
        now = self._clock()
        self._strange = {port: until for port, until in self._strange.items() if port.path in found and until > now}
        for port in found.values():
            if port.path not in self._cables and port.path not in self._opening and port not in self._strange:
                self._opening[port.path] = loop.create_task(self._open(loop, port))

    async def _open(self, loop: asyncio.AbstractEventLoop, found: Found) -> None:
        try:
            port = await loop.run_in_executor(None, self._ports.opener, found.path)
        except OSError as error:
            self._fault(found.path, reason(error))
        else:
            self._opened(found, port)
        finally:
            del self._opening[found.path]

    def _opened(self, found: Found, port: Port) -> None:
        if self._loop is None:
            port.close()
            return
        cable = Cable(self._loop, found, port, Link(self._session, _number, self._clock))
        cable.on_fact, cable.on_end = self._fact, self._ended
        self._cables[found.path] = cable
        cable.pump()

    def _ended(self, cable: Cable) -> None:
        del self._cables[cable.found.path]
        if cable.link.strange:
            self._strange[cable.found] = self._clock() + STRANGE_FOR
        self._leave(cable)
        if self._loop is not None:
            self._fault(cable.found.path, f"The pod {cable.why}.")
            self._invite()
            self.on_change()

    # Seating pods.

    def _fact(self, cable: Cable, fact: Hello | Pressed) -> None:
        if isinstance(fact, Hello):
            self._met(cable, fact)
        else:
            self._pressed(cable, fact)

    def _met(self, cable: Cable, hello: Hello) -> None:
        self._leave(cable)
        if self._twin_stays(cable, hello):
            cable.link.refuse("Another pod has", "my number:", hello.id[-16:], "See the manual.")
        else:
            cable.link.accept(self._counts.setdefault(hello.id, Count()))
            self._faults.pop(cable.found.path, None)
            self._tally.healed(cable.found.path)
            self._seat_all()
        self.on_change()

    def _twin_stays(self, cable: Cable, hello: Hello) -> bool:
        """True if another pod with the same id is there and alive. One that has been silent is the same pod, before
        it was plugged in again."""
        for other in list(self._cables.values()):
            if other is not cable and other.link.up and other.link.hello is not None:
                if other.link.hello.id != hello.id:
                    continue
                if other.link.silence < QUIET:
                    self._fault(cable.found.path, f"Two pods say that they are {hello.id}.")
                    return True
                other.end("came back elsewhere")
        return False

    def _seat_all(self) -> None:
        """Every pod that keeps a free seat takes it; the others are asked for a press."""
        for cable in list(self._cables.values()):
            hello, place = cable.link.hello, self._place_of(cable)
            seat = self._seating.seat_of(hello.id) if hello is not None and cable.link.up else None
            if place is not None and place.name != seat:
                place.cable = None
            if seat is not None and self.places[seat].cable is None:
                self.places[seat].sit(cable)
        self._invite()

    def _invite(self) -> None:
        seat = self._seating.offer([place.name for place in self.places.values() if place.cable is not None])
        for cable in self._guests():
            if seat is None:
                cable.link.show(Words(("All seats", "are taken")))
                cable.link.set(Setting())
            else:
                cable.link.show(Words(("Press OK here", "to sit at", seat.upper())))
                cable.link.set(Setting("blink", colour_of(seat)))
            cable.pump()

    def _pressed(self, cable: Cable, pressed: Pressed) -> None:
        place = self._place_of(cable)
        if place is not None:
            place.tell(Press(place.name, pressed.control, pressed.held, pressed.repeat))
        elif pressed.control == "ok" and not pressed.held:
            self._take_offer(cable)

    def _take_offer(self, cable: Cable) -> None:
        seat = self._seating.offer([place.name for place in self.places.values() if place.cable is not None])
        if seat is not None and cable.link.hello is not None:
            self.seat(cable.link.hello.id, seat)
            self.on_change()

    def _guests(self) -> list[Cable]:
        return [cable for cable in self._cables.values() if cable.link.up and self._place_of(cable) is None]

    def _place_of(self, cable: Cable) -> Place | None:
        return next((place for place in self.places.values() if place.cable is cable), None)

    def _fault(self, path: str, text: str) -> None:
        self._faults[path] = text
        self._tally.fault(path, text)

    def _leave(self, cable: Cable) -> None:
        place = self._place_of(cable)
        if place is not None:
            place.cable = None

    def _facts(self, cable: Cable) -> PodFacts:
        place, hello = self._place_of(cable), cable.link.hello
        return facts(cable, place.name if place else "", self._counts.get(hello.id) if hello else None)


def _number() -> int:
    return secrets.randbelow(LARGEST) + 1


def _nobody() -> None:
    """Until somebody wants to know."""
