"""The board and what runs on it: model, packages, groups, power, space."""

from collections.abc import Iterator

from hardware.doctor.finding import Finding, fault, note, ok, untested
from hardware.doctor.probes import MODEL, Probes
from hardware.pin_map import PinMap

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
SENSORS = tuple(f"/sys/class/hwmon/hwmon{number}" for number in range(8))
UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_SINCE = 1, 1 << 16
ENOUGH = 200 * 2**20
BROKEN_GPIOZERO = ("2.0", "2.0.1", "2.0.1.post1", "2.0.1.post2")

GROUP_FOR = {
    "gpio": "gpio",
    "oled": "i2c",
    "pod": "dialout",
    "rdm6300": "dialout",
    "pn532": "dialout",
    "keyboard": "input",
}
PACKAGE_FOR = {
    "lgpio": (("lgpio", "adafruit-lgpio"), "sudo apt install python3-lgpio"),
    "rpigpio": (("RPi.GPIO", "rpi-lgpio"), "sudo apt install python3-rpi-lgpio"),
}


def model(probes: Probes) -> Iterator[Finding]:
    found = probes.text(MODEL)
    if found is None:
        yield untested("board", "This is no Raspberry Pi; on one, its model would stand here.")
    else:
        yield ok("board", f"The board is a {found}.")


def packages(plan: PinMap, probes: Probes) -> Iterator[Finding]:
    backends = {device.backend for device in plan.devices if device.fitted}
    if "gpio" in backends:
        yield from _gpio_packages(plan.gpio, probes)
    if "keyboard" in backends and probes.version("evdev") is None:
        yield fault(
            "packages", "evdev is not installed; a reader that types needs it.", "sudo apt install python3-evdev"
        )


def _gpio_packages(backend: str, probes: Probes) -> Iterator[Finding]:
    if probes.version("gpiozero") in BROKEN_GPIOZERO:
        yield fault(
            "packages", "This gpiozero picks the wrong chip on a Pi 5.", "pip install -U 'gpiozero>=2.0.1.post3'"
        )
    owners = probes.owners("RPi")
    if len(owners) > 1:
        text = f"{' and '.join(owners)} both own the module RPi.GPIO; the one installed last wins, in silence."
        yield fault("packages", text, f"pip uninstall {owners[0]}")
    names, cure = PACKAGE_FOR.get(backend, ((), ""))
    found = [f"{name} {number}" for name in names if (number := probes.version(name))]
    if found:
        yield ok("packages", f"The pins are moved by {backend}, that is {found[0]}.")
    elif names:
        yield fault("packages", f"The pin map says {backend}, and {names[0]} is not installed.", cure)


def groups(plan: PinMap, probes: Probes) -> Iterator[Finding]:
    mine = probes.groups()
    needed = {GROUP_FOR[device.backend] for device in plan.devices if device.fitted and device.backend in GROUP_FOR}
    if mine is None:
        yield note("groups", "The doctor runs as root; the service does not, so run the doctor as a user as well.")
    elif missing := sorted(needed - mine):
        text = f"This user is not in the group{'s' if len(missing) > 1 else ''} {', '.join(missing)}."
        yield fault("groups", text, f"sudo usermod -aG {','.join(missing)} $USER, then log out and in again")
    elif needed:
        yield ok("groups", f"This user is in {', '.join(sorted(needed))}.")


def power(probes: Probes) -> Iterator[Finding]:
    bits = _under_voltage(probes)
    if bits is None:
        yield untested("power", "Whether the supply is strong enough is only known on a Raspberry Pi.")
        return
    if bits & UNDER_VOLTAGE_NOW:
        yield fault("power", "The supply is too weak right now.", "use the Pi's own supply, and a powered hub for pods")
    elif bits & UNDER_VOLTAGE_SINCE:
        yield note(
            "power", "The supply was too weak since the Pi started.", "use the Pi's own supply and a short cable"
        )
    else:
        yield ok("power", "The supply has been strong enough since the Pi started.")


def _under_voltage(probes: Probes) -> int | None:
    """The firmware's bits; where it does not tell them, the alarm of the voltage sensor."""
    raw = probes.text(THROTTLED)
    if raw is not None:
        return int(raw, 16)
    for sensor in SENSORS:
        if probes.text(f"{sensor}/name") == "rpi_volt":
            return int(probes.text(f"{sensor}/in0_lcrit_alarm") == "1")
    return None


def space(folder: str, probes: Probes) -> Iterator[Finding]:
    free = probes.free(folder)
    if free is None:
        yield fault("space", f"{folder} cannot be looked at.", f"sudo mkdir -p {folder} && sudo chown $USER {folder}")
    elif free < ENOUGH:
        yield fault("space", f"Only {free >> 20} MB are free for records in {folder}.", "sudo apt clean")
    elif probes.usable(folder) is False:
        yield fault("space", f"Records cannot be written to {folder}.", f"sudo chown $USER {folder}")
    else:
        yield ok("space", f"{free >> 20} MB are free for records in {folder}.")
