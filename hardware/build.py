"""The parts list: a pin map to devices, each made by name. The only place that knows every backend."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from hardware.displays.bus import Bus
from hardware.displays.glass import Link, glass
from hardware.displays.i2c import KernelWire, Trunk, Wire
from hardware.displays.oled import OledDisplay
from hardware.displays.pod import PodDisplay
from hardware.gpio import Pins, pins_over
from hardware.lamps.gpio import GpioLamp
from hardware.lamps.pod import PodLamp
from hardware.loop import Loop
from hardware.panels.gpio import GpioPanel
from hardware.panels.pod import PodPanel
from hardware.pin_map import Device, PinMap
from hardware.pods import PodHub, Ports, UsbFinder
from hardware.pods.port import USB_IDS, Port
from hardware.ports import CardSeen, Display, Health, Lamp, Panel, Press, Reader
from hardware.readers import pn532, rdm6300
from hardware.readers.keyboard import KeyboardReader
from hardware.readers.serial import SerialReader

MEMORY = "pods.toml"
"""In the data folder: which pod sits where."""
CARDS = "cards.toml"
"""In the data folder: the card book."""


class Outside(Struct, frozen=True):
    """How the world is reached; tests bring their own. Without `threads` nobody turns the buses' cranks. `clock` is
    the buses'."""

    wire: Callable[[int], Wire] = KernelWire
    pods: Ports | None = None
    serial: Callable[[str], Port] | None = None
    threads: bool = True
    clock: Callable[[], float] = monotonic


class Hardware:
    """Everything that a pin map names and that is fitted, by name. Screens may be shown on at once; buttons, readers
    and lamps work once it is open."""

    def __init__(self, pins: Pins, buses: tuple[Bus, ...], hub: PodHub | None, uses_pins: bool) -> None:
        self.panels: dict[str, Panel] = {}
        self.displays: dict[str, Display] = {}
        self.readers: dict[str, Reader] = {}
        self.lamps: dict[str, Lamp] = {}
        self.hub = hub
        self._pins = pins
        self._buses = buses
        self._uses_pins = uses_pins

    @property
    def running(self) -> str:
        """Which backend moves the pins, for people."""
        return self._pins.name if self._uses_pins else "no pins of the header"

    def open(self, on_press: Callable[[Press], None], on_card: Callable[[CardSeen], None]) -> None:
        """Begins to listen, on the running loop. NotAvailable: the header cannot be reached at all."""
        if self._uses_pins:
            self._pins.open()
        if self.hub is not None:
            self.hub.open()
        for panel in self.panels.values():
            panel.open(on_press)
        for reader in self.readers.values():
            reader.open(on_card)
        for lamp in self.lamps.values():
            lamp.set("off")

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is shown inside goes out as one: a picture that all share may then be sent once."""
        with ExitStack() as stack:
            for bus in self._buses:
                stack.enter_context(bus.together())
            yield

    def health(self) -> tuple[Health, ...]:
        """How every device is."""
        return (
            *(_named("panel", name, panel.health()) for name, panel in self.panels.items()),
            *(_named("display", name, display.health()) for name, display in self.displays.items()),
            *(_named("reader", name, reader.health()) for name, reader in self.readers.items()),
            *(_named("lamp", name, lamp.health()) for name, lamp in self.lamps.items()),
        )

    def close(self) -> None:
        """Dark and silent, at a clean stop."""
        devices: tuple[Panel | Reader | Lamp | Display, ...] = (
            *self.panels.values(),
            *self.readers.values(),
            *self.lamps.values(),
            *self.displays.values(),
        )
        for device in devices:
            device.close()
        if self.hub is not None:
            self.hub.close()
        self._pins.close()


def build(plan: PinMap, loop: Loop, memory: Path | None = None, outside: Outside | None = None) -> Hardware:
    """Makes every device that is fitted. `memory`: the file that keeps which pod sits where."""
    return _Builder(plan, loop, memory, outside or Outside()).made()


class _Builder:
    def __init__(self, plan: PinMap, loop: Loop, memory: Path | None, outside: Outside) -> None:
        self._plan = plan
        self._loop = loop
        self._outside = outside
        self._pins = pins_over(plan.gpio, plan.chip)
        self._buses: dict[int, Bus] = {}
        self._trunks: dict[int, Trunk] = {}
        seats = tuple(panel.name for panel in plan.of("panel", "pod", fitted=True))
        self._hub = PodHub(seats, memory, self._pod_ports()) if seats else None

    def made(self) -> Hardware:
        displays = {device.name: self._display(device) for device in self._plan.of("display", fitted=True)}
        on_pins = any(device.pins for device in self._plan.devices if device.fitted)
        made = Hardware(self._pins, tuple(self._buses.values()), self._hub, on_pins)
        made.displays.update(displays)
        made.panels.update({device.name: self._panel(device) for device in self._plan.of("panel", fitted=True)})
        made.readers.update({device.name: self._reader(device) for device in self._plan.of("reader", fitted=True)})
        made.lamps.update({device.name: self._lamp(device) for device in self._plan.of("lamp", fitted=True)})
        for bus in self._buses.values() if self._outside.threads else ():
            bus.start()
        return made

    def _panel(self, device: Device) -> Panel:
        if device.backend == "pod":
            return PodPanel(device.name, self._pods())
        poll = self._plan.inputs == "poll"
        return GpioPanel(device.name, self._pins, device.pins, self._loop, poll)

    def _display(self, device: Device) -> Display:
        if device.backend == "pod":
            return PodDisplay(device.name, self._pods())
        port, switch = device.whole("bus"), device.maybe("switch")
        bus = self._buses.setdefault(port, Bus(self._outside.clock))
        link = Link(self._trunk(port), device.whole("address"), switch, 1 << (device.maybe("channel") or 0))
        width, height = device.words("size").split("x")
        chip = glass(device.words("chip"), link, (int(width), int(height)), device.whole("rotate"))
        return OledDisplay(device.name, bus, port, chip)

    def _reader(self, device: Device) -> Reader:
        if device.backend == "keyboard":
            return KeyboardReader(device.name, device.words("id"), self._loop)
        dialect = pn532.Pn532() if device.backend == "pn532" else rdm6300.Rdm6300()
        return SerialReader(device.name, device.words("port"), dialect, self._loop, self._outside.serial)

    def _lamp(self, device: Device) -> Lamp:
        if device.backend == "pod":
            return PodLamp(device.name.removeprefix("turn-"), self._pods())
        return GpioLamp(device.name, self._pins, device.whole("pin"), self._loop, device.maybe("tone"))

    def _trunk(self, port: int) -> Trunk:
        if port not in self._trunks:
            on_it = [device for device in self._plan.of("display", "oled") if device.whole("bus") == port]
            switches = dict.fromkeys(device.whole("switch") for device in on_it if device.maybe("switch") is not None)
            self._trunks[port] = Trunk(self._outside.wire(port), tuple(switches))
        return self._trunks[port]

    def _pods(self) -> PodHub:
        assert self._hub is not None
        return self._hub

    def _pod_ports(self) -> Ports:
        return self._outside.pods or Ports(UsbFinder((*USB_IDS, *self._plan.usb)))


def _named(kind: str, name: str, health: Health) -> Health:
    return replace(health, device=f"{kind}.{name}")
