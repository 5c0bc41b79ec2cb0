"""Pin maps: TOML to a plan that can be wired. Everything is checked before anything is touched."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from hardware.backends import BACKENDS, FITTED, NAMES, PLACES
from hardware.errors import PinMapError, Trouble
from hardware.gpio import BACKENDS as GPIO_BACKENDS
from hardware.header import FREE, I2C_PINS, OWNERS, SERIAL_PINS, both
from hardware.keys import Key, Value, Wrong, choice, listed, nearest, pins, text, texts
from hardware.pin_map import Device, PinMap

SUFFIX = ".toml"
TOP = (
    Key("title", text, ""),
    Key("gpio", choice(*GPIO_BACKENDS), "lgpio"),
    Key("chip", text, ""),
    Key("inputs", choice("edges", "poll"), "edges"),
    Key("freed", pins, ()),
)
"""What stands above the sections. `chip`: the label of a GPIO chip that is not the header's. `freed`: pins that a bus
or the kernel owns on other Pis, and not on this one."""
PODS = (Key("seats", texts(*PLACES), needed=True), Key("usb", texts(), ()))
"""A short way to write a panel, a display and a lamp for each pod."""

T = TypeVar("T")


def load(name: str) -> PinMap:
    """A pin map that comes with Pitboard (`lite`), or a file of one's own."""
    if name in shipped():
        return read(f"{name}{SUFFIX}", _shipped(name))
    return read(name, _written(Path(name)))


def shipped() -> tuple[str, ...]:
    """The pin maps that come with Pitboard."""
    folder = files("hardware").joinpath("pin_maps")
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in folder.iterdir() if path.name.endswith(SUFFIX)))


def read(file: str, raw: str) -> PinMap:
    """The plan of a TOML text, or PinMapError with all that is wrong."""
    try:
        table = tomllib.loads(raw)
    except tomllib.TOMLDecodeError as error:
        raise PinMapError([Trouble(file, "", "", f"this is no TOML: {error}")]) from error
    draft = _Draft(file)
    plan = draft.plan(table)
    if draft.troubles:
        raise PinMapError(draft.troubles)
    return plan


def _shipped(name: str) -> str:
    return files("hardware").joinpath("pin_maps", name + SUFFIX).read_text("utf-8")


def _written(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise PinMapError([Trouble(str(path), "", "", "this is no text; save it as UTF-8")]) from error
    except OSError as error:
        known = f"{nearest(str(path), shipped())}Pitboard comes with {', '.join(shipped())}"
        raise PinMapError([Trouble(str(path), "", "", f"{error.strerror}; {known}")]) from error


class _Draft:
    """A plan in the making, and what is wrong with it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.troubles: list[Trouble] = []

    def plan(self, table: Mapping[str, object]) -> PinMap:
        sections = {key: value for key, value in table.items() if isinstance(value, dict)}
        top = self._values("", {key: value for key, value in table.items() if key not in sections}, TOP)
        devices = [*self._pods(sections), *self._devices(sections)]
        self._clash(devices, _numbers(top["freed"]))
        words = {key: str(top[key]) for key in ("title", "gpio", "chip", "inputs")}
        return PinMap(self.file, devices=tuple(devices), usb=self._usb(sections), **words)

    def _devices(self, sections: Mapping[str, object]) -> Iterator[Device]:
        for kind, named in sections.items():
            if kind == "pods":
                continue
            if kind not in BACKENDS:
                self._wrong(kind, "", f"{nearest(kind, BACKENDS)}sections are {', '.join(BACKENDS)}, each with a name")
            elif isinstance(named, dict):
                for name, keys in named.items():
                    yield from self._device(kind, name, keys)

    def _device(self, kind: str, name: str, keys: object) -> Iterator[Device]:
        where = f"{kind}.{name}"
        if name not in NAMES[kind]:
            self._wrong(where, "", f"{nearest(name, NAMES[kind])}a {kind} is called {', '.join(NAMES[kind])}")
        if not isinstance(keys, dict):
            self._wrong(where, _shown(where, keys), f"write it as a section, [{where}]")
            return
        values = self._values(where, keys, (Key("backend", choice(*BACKENDS[kind]), needed=True),), others=True)
        backend = str(values["backend"])
        if backend in BACKENDS[kind]:
            rest = {key: value for key, value in keys.items() if key != "backend"}
            yield Device(kind, name, backend, self._values(where, rest, (*BACKENDS[kind][backend], FITTED)))

    def _pods(self, sections: Mapping[str, object]) -> Iterator[Device]:
        pods = sections.get("pods")
        if isinstance(pods, dict):
            for seat in _words(self._values("pods", pods, PODS)["seats"]):
                yield Device("panel", seat, "pod", {})
                yield Device("display", seat, "pod", {})
                yield Device("lamp", f"turn-{seat}", "pod", {})

    def _usb(self, sections: Mapping[str, object]) -> tuple[str, ...]:
        pods = sections.get("pods")
        return _words(_Draft("")._values("pods", pods, PODS)["usb"]) if isinstance(pods, dict) else ()

    def _values(
        self, where: str, table: Mapping[str, object], keys: Sequence[Key], others: bool = False
    ) -> dict[str, Value | None]:
        """Every key with its checked value or its default."""
        known = {key.name: key for key in keys}
        for name in table:
            if name not in known and not others:
                key, cure = _dotted(where, name), f"{nearest(name, known)}keys here are {', '.join(known)}"
                self._wrong(key, _shown(key, table[name]), cure)
        return {key.name: self._value(where, table, key) for key in keys}

    def _value(self, where: str, table: Mapping[str, object], key: Key) -> Value | None:
        if key.name not in table:
            if key.needed:
                self._wrong(_dotted(where, key.name), "", "this key is needed")
            return key.default
        try:
            return key.check(table[key.name])
        except Wrong as error:
            self._wrong(_dotted(where, key.name), _shown(key.name, table[key.name]), str(error))
            return key.default

    def _clash(self, devices: Sequence[Device], freed: Sequence[int]) -> None:
        """What two devices cannot share, or somebody else owns."""
        for device in devices:
            for key, gpio in device.pins.items():
                self._owned(f"{device.key}.{key}", gpio, freed, devices)
        uses = [(gpio, f"{device.key}.{key}") for device in devices for key, gpio in device.pins.items()]
        free = [gpio for gpio in FREE if gpio not in dict(uses)]
        for key, gpio, first in _twice(uses):
            self._wrong(key, both(gpio), f"{first} has this pin already; free ones are GPIO {listed(free)}")
        self._share([device for device in devices if device.kind in ("panel", "display", "reader")])
        self._addresses([device for device in devices if device.backend == "oled"])

    def _owned(self, key: str, gpio: int, freed: Sequence[int], devices: Sequence[Device]) -> None:
        users = [device.key for device in devices if gpio in _bus_pins(device)]
        if gpio in OWNERS and (users or gpio not in freed):
            cure = f"for {', '.join(users)}; take another" if users else "; take another, or name it in `freed`"
            self._wrong(key, both(gpio), f"{OWNERS[gpio]} owns this pin {cure}".replace(" ;", ";"))

    def _share(self, devices: Sequence[Device]) -> None:
        names = [((device.kind, device.name), device.backend) for device in devices]
        for backend, (kind, name), first in _twice(names):
            self._wrong(f"{kind}.{name}", "", f"it is there twice, on {first} and on {backend}; take one out")

    def _addresses(self, oleds: Sequence[Device]) -> None:
        for oled in oleds:
            if (oled.values["switch"] is None) != (oled.values["channel"] is None):
                self._wrong(oled.key, "", "a screen behind a switch needs both `switch` and `channel`")
        places = [(_place(oled), oled.key) for oled in oleds]
        cure = "take 0x3D for one (a resistor on its back), another `bus`, or a switch and a channel"
        for key, place, first in _twice(places):
            self._wrong(key, f"0x{place[1]:02X} on bus {place[0]}", f"{first} has this address already; {cure}")
        self._trunks(oleds)

    def _trunks(self, oleds: Sequence[Device]) -> None:
        """A screen before the switches hears what is meant for one behind them."""
        behind = {(oled.whole("bus"), oled.whole("address")) for oled in oleds if oled.values["switch"] is not None}
        for oled in oleds:
            if oled.values["switch"] is None and (oled.whole("bus"), oled.whole("address")) in behind:
                self._wrong(oled.key, f"0x{oled.whole('address'):02X}", "a screen behind a switch has this address too")

    def _wrong(self, key: str, value: str, cure: str) -> None:
        self.troubles.append(Trouble(self.file, key, value, f"{cure}."))


def _twice(uses: Iterable[tuple[T, str]]) -> Iterator[tuple[str, T, str]]:
    """Each further user of what somebody has already, with the thing and its first user."""
    first: dict[T, str] = {}
    for thing, user in uses:
        if thing in first:
            yield user, thing, first[thing]
        first.setdefault(thing, user)


def _place(oled: Device) -> tuple[int, int, int | None, int | None]:
    return oled.whole("bus"), oled.whole("address"), oled.maybe("switch"), oled.maybe("channel")


def _bus_pins(device: Device) -> tuple[int, ...]:
    if device.backend == "oled" and device.values["bus"] == 1:
        return I2C_PINS
    return SERIAL_PINS if device.values.get("port") == "/dev/serial0" else ()


def _dotted(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _shown(key: str, value: object) -> str:
    """A value as its file has it."""
    if isinstance(value, int) and key.endswith(("address", "switch")):
        return f"0x{value:02X}"
    return json.dumps(value, default=str, ensure_ascii=False)


def _numbers(value: Value | None) -> tuple[int, ...]:
    return tuple(each for each in value if isinstance(each, int)) if isinstance(value, tuple) else ()


def _words(value: Value | None) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, tuple) else ()
