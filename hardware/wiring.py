"""Every wire of a pin map, its pin table and its shopping list: worked out from the map itself, so that they fit it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from hardware.header import GPIO_AT, PIN_OF, POWER_AT
from hardware.pin_map import Device, PinMap

SDA, SCL, TX, RX = 3, 5, 8, 10
V3, V5 = 1, 2
MOST_WITHOUT_A_HUB = 4
GROUNDS = tuple(sorted(pin for pin, power in POWER_AT.items() if power == "GND"))


class Lead(Struct, frozen=True):
    """One wire from the header: its pin, the device at its other end, and where it goes there."""

    pin: int
    device: str
    end: str
    fitted: bool = True


def leads(plan: PinMap) -> tuple[Lead, ...]:
    """Every wire that ends at the header, in the order of its pins. A supply pin has one for each device."""
    found = [lead for device in plan.devices for lead in _leads(device)]
    found += [lead for bus in _switches(plan) for lead in _i2c(f"switch 0x{bus:02X}", True)]
    return tuple(sorted(found, key=lambda lead: lead.pin))


def table(plan: PinMap) -> list[str]:
    """The pin table: header position, what the pin is, and what goes there."""
    rows = [(lead.pin, _called(lead.pin), f"{lead.device}: {lead.end}{_planned(lead.fitted)}") for lead in leads(plan)]
    return [f"{'pin':>3}  {'is':<8}  goes to", *(f"{pin:>3}  {name:<8}  {end}" for pin, name, end in rows)]


def notes(plan: PinMap) -> list[str]:
    """What a table of pins cannot say."""
    said = ["Where several wires end at one pin, join them on a small breadboard or a terminal."]
    if plan.of("panel", "gpio"):
        said.append("Buttons need nothing but their two wires: the Pi's own pull-ups hold the pins.")
    if plan.of("lamp", "gpio"):
        said.append("An LED needs a resistor of its own, 330 Ohm at 3V3 or 5V.")
        said.append("Lamps and buzzers hang on a transistor (1 kOhm to its base), never on the pin: a pin gives 16 mA.")
    if plan.of("display", "oled"):
        said.append("Keep the wires of the screens under 30 cm. In /boot/firmware/config.txt: dtparam=i2c_arm=on,")
        said.append("dtparam=i2c_arm_baudrate=400000.")
    if 4 in [gpio for device in plan.devices for gpio in device.pins.values()]:
        said.append("GPIO 4 is free only while dtoverlay=w1-gpio is off.")
    if plan.of("reader", "rdm6300"):
        said.append("An RDM6300 speaks 5 V: its TX goes to the Pi through 1 kOhm, with 2 kOhm from there to ground.")
    if plan.of("panel", "pod"):
        said.append("Pods need one USB cable each. More than four, or a Pi Zero, need a powered hub.")
    return said


def shopping(plan: PinMap) -> list[str]:
    """What to buy, with how many; what is only planned comes last."""
    now: Counter[str] = Counter()
    later: Counter[str] = Counter()
    for device in plan.devices:
        (now if device.fitted else later).update(_parts(device))
    now.update(f"TCA9548A I2C switch (address 0x{switch:02X})" for switch in _switches(plan))
    pods = len(plan.of("panel", "pod"))
    if pods > MOST_WITHOUT_A_HUB:
        now["powered USB hub, 10 ports"] += 1
    board = "Raspberry Pi 4 or 5" if pods else "Raspberry Pi, any with a 40-pin header"
    listed = ["You need:", *_counted({board: 1, "its power supply, and a microSD card": 1, **now})]
    return listed + (["For what is planned:", *_counted(later)] if later else [])


def _counted(parts: Mapping[str, int]) -> list[str]:
    return [f"{count:>3}  {part}" for part, count in parts.items()]


def _leads(device: Device) -> Iterator[Lead]:
    makers = {"panel": _panel, "display": _display, "lamp": _lamp, "reader": _reader}
    if device.backend not in ("pod", "keyboard"):
        yield from makers[device.kind](device)


def _panel(device: Device) -> Iterator[Lead]:
    name = f"panel {device.name}"
    for key, gpio in device.pins.items():
        yield Lead(PIN_OF[gpio], name, key if "knob" in key else f"{key.upper()} button", device.fitted)
    if device.pins:
        yield Lead(_ground(device.pins.values()), name, "the other side of each contact", device.fitted)


def _display(device: Device) -> Iterator[Lead]:
    if device.whole("bus") == 1 and device.maybe("switch") is None:
        yield from _i2c(f"screen {device.name} 0x{device.whole('address'):02X}", device.fitted)


def _i2c(name: str, fitted: bool) -> Iterator[Lead]:
    for pin, end in ((V3, "VCC"), (SDA, "SDA"), (SCL, "SCL"), (GROUNDS[1], "GND")):
        yield Lead(pin, name, end, fitted)


def _lamp(device: Device) -> Iterator[Lead]:
    gpio = device.whole("pin")
    yield Lead(PIN_OF[gpio], f"lamp {device.name}", "transistor, through 1 kOhm", device.fitted)
    yield Lead(_ground((gpio,)), f"lamp {device.name}", "transistor's emitter", device.fitted)


def _reader(device: Device) -> Iterator[Lead]:
    if device.words("port") != "/dev/serial0":
        return
    name = f"reader {device.name} ({device.backend})"
    supply = V3 if device.backend == "pn532" else V5
    for pin, end in ((supply, "VCC"), (TX, "RX"), (RX, "TX"), (GROUNDS[0], "GND")):
        yield Lead(pin, name, end, device.fitted)


def _ground(gpios: Iterable[int]) -> int:
    """The ground pin nearest to the middle of these pins."""
    pins = [PIN_OF[gpio] for gpio in gpios]
    return min(GROUNDS, key=lambda ground: abs(ground - sum(pins) / len(pins)))


def _switches(plan: PinMap) -> tuple[int, ...]:
    oleds = [oled for oled in plan.of("display", "oled") if oled.maybe("switch") is not None]
    return tuple(dict.fromkeys(oled.whole("switch") for oled in oleds))


def _parts(device: Device) -> list[str]:
    if device.backend == "pod":
        pod = ["Raspberry Pi Pico with a USB cable", *["push button"] * 6]
        return {"panel": pod, "display": ["OLED SSD1306 128x64, I2C"]}.get(device.kind, [])
    if device.kind == "panel":
        knob = device.knob is not None
        pushes = len(device.buttons) - (knob and "ok" in device.buttons)
        return ["push button"] * pushes + ["rotary encoder with push (EC11)"] * knob
    if device.kind == "display":
        return [f"OLED {device.words('chip').upper()} {device.words('size')}, I2C"]
    if device.kind == "lamp":
        sounds = "buzzer" if device.name == "buzzer" else "LED or lamp"
        return ["piezo" if device.maybe("tone") else sounds, "NPN transistor and 1 kOhm"]
    return [
        {"pn532": "PN532 reader, NTAG stickers", "rdm6300": "RDM6300 reader, 125 kHz cards"}.get(
            device.backend, "USB reader that types"
        )
    ]


def _called(pin: int) -> str:
    return POWER_AT.get(pin) or f"GPIO {GPIO_AT[pin]}"


def _planned(fitted: bool) -> str:
    return "" if fitted else "  (planned)"
