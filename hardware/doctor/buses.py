"""The I2C buses: are they on, how fast are they, who answers at which address?"""

import errno
from collections.abc import Collection, Iterator, Sequence

from hardware.displays.i2c import Wire, reason
from hardware.doctor.finding import Finding, fault, note, ok, untested
from hardware.doctor.probes import MODEL, Probes
from hardware.pin_map import Device, PinMap

FAST = 400_000
SCREENS = (0x3C, 0x3D)
ADDRESSES = range(0x08, 0x78)
CLOCK = "/sys/class/i2c-adapter/i2c-{}/of_node/clock-frequency"


def buses(plan: PinMap, probes: Probes) -> Iterator[Finding]:
    oleds = plan.of("display", "oled", fitted=True)
    for port in dict.fromkeys(oled.whole("bus") for oled in oleds):
        yield from _bus(port, [oled for oled in oleds if oled.whole("bus") == port], probes)


def _bus(port: int, oleds: Sequence[Device], probes: Probes) -> Iterator[Finding]:
    usable = probes.usable(f"/dev/i2c-{port}")
    if usable is None and probes.text(MODEL) is None:
        yield from (untested("screens", f"Would ask for the {_what(oled)}.") for oled in oleds)
    elif usable is None:
        yield fault("screens", f"I2C bus {port} is off.", "sudo raspi-config nonint do_i2c 0, then restart")
    elif not usable:
        cure = "sudo usermod -aG i2c $USER, then log out and in again"
        yield fault("screens", f"I2C bus {port} may not be used by this user.", cure)
    else:
        yield from _speed(port, probes)
        yield from _screens(port, oleds, probes.wire(port))


def _speed(port: int, probes: Probes) -> Iterator[Finding]:
    raw = probes.text(CLOCK.format(port))
    clock = int.from_bytes(raw.encode("latin-1"), "big") if raw and len(raw) == 4 else None
    if clock is not None and clock < FAST:
        cure = "add dtparam=i2c_arm_baudrate=400000 to /boot/firmware/config.txt, then restart"
        yield note("screens", f"I2C bus {port} runs at {clock // 1000} kHz; screens like 400.", cure)


def _screens(port: int, oleds: Sequence[Device], wire: Wire) -> Iterator[Finding]:
    try:
        there = {address for address in ADDRESSES if _answers(wire, address)}
    except OSError as error:
        yield fault("screens", reason(error, port, SCREENS[0]), "unplug the screens and plug them in again one by one")
        return
    direct = [oled for oled in oleds if oled.maybe("switch") is None]
    taken = {oled.whole("address") for oled in direct}
    for oled in direct:
        yield _screen(oled, there, taken)
    for switch in dict.fromkeys(oled.whole("switch") for oled in oleds if oled.maybe("switch") is not None):
        yield from _behind(switch, [oled for oled in oleds if oled.maybe("switch") == switch], there, wire)
    strangers = sorted(there - taken - set(range(0x70, 0x78)))
    if strangers:
        yield note("screens", f"On bus {port} there answer also {', '.join(f'0x{each:02X}' for each in strangers)}.")
    wire.close()


def _screen(oled: Device, there: set[int], taken: Collection[int] = ()) -> Finding:
    address = oled.whole("address")
    if address in there:
        return ok("screens", f"The {_what(oled)} answers.")
    other = next((each for each in SCREENS if each in there and each != address), None)
    if other in taken:
        cure = f"move the resistor on its back to 0x{address:02X}; if it stands there, check its four wires"
        return fault("screens", f"The {_what(oled)} does not answer.", cure)
    if other is not None:
        cure = f"move the resistor on its back to 0x{address:02X}, or write address = 0x{other:02X}"
        return fault("screens", f"The {_what(oled)} does not answer, but 0x{other:02X} does.", cure)
    cure = "check its four wires: GND, VCC to 3V3 (pin 1), SCL to pin 5, SDA to pin 3"
    return fault("screens", f"The {_what(oled)} does not answer.", cure)


def _behind(switch: int, oleds: Sequence[Device], there: set[int], wire: Wire) -> Iterator[Finding]:
    if switch not in there:
        cure = "check its wires, and its address pins A0 to A2"
        yield fault("screens", f"The switch at 0x{switch:02X} does not answer.", cure)
        return
    for oled in oleds:
        wire.write(switch, bytes((1 << oled.whole("channel"),)))
        yield _screen(oled, {each for each in SCREENS if _answers(wire, each)})
    wire.write(switch, b"\0")


def _answers(wire: Wire, address: int) -> bool:
    """True also for what a driver of the kernel's holds."""
    try:
        wire.read(address)
    except OSError as error:
        if error.errno in (errno.ETIMEDOUT, errno.EAGAIN, errno.ENOENT, errno.EACCES):
            raise
        return error.errno == errno.EBUSY
    return True


def _what(oled: Device) -> str:
    behind = (
        "" if oled.maybe("switch") is None else f", channel {oled.whole('channel')} of 0x{oled.whole('switch'):02X}"
    )
    return f"screen of {oled.name} at 0x{oled.whole('address'):02X} on bus {oled.whole('bus')}{behind}"
