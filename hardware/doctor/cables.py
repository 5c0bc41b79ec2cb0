"""What hangs on cables: pods and card readers."""

from collections.abc import Iterator

from hardware.doctor.finding import Finding, fault, note, ok
from hardware.doctor.probes import Probes
from hardware.pin_map import Device, PinMap
from hardware.pods import PodFacts

TOO_MANY_ERRORS = 0.01
CONSOLES = ("serial0", "ttyS0", "ttyAMA0", "ttyAMA10")


def pods(plan: PinMap, probes: Probes) -> Iterator[Finding]:
    seats = [panel.name for panel in plan.of("panel", "pod", fitted=True)]
    if not seats:
        return
    found = probes.pods(seats, plan.usb)
    for facts in found:
        yield pod(facts)
    missing = [seat for seat in seats if seat not in {facts.seat for facts in found}]
    if missing:
        cure = "plug it in, and press OK on the pod that blinks"
        yield note("pods", f"No pod sits yet at {', '.join(missing)}.", cure)


def pod(facts: PodFacts) -> Finding:
    """What is known of a pod that is plugged in."""
    if not facts.id:
        return fault("pods", f"{facts.port}: {facts.note}", f"pitboard flash {facts.port}")
    seat = f"sits at {facts.seat}" if facts.seat else "has no seat yet"
    text = f"Pod {facts.id} {seat}, firmware {facts.firmware}, {facts.error_rate:.1%} of its lines spoiled."
    if facts.note:
        return note("pods", f"{text} {facts.note}", f"pitboard flash {facts.port}")
    if facts.error_rate > TOO_MANY_ERRORS:
        return fault("pods", text, "take another USB cable, or a powered hub")
    return ok("pods", text)


def readers(plan: PinMap, probes: Probes) -> Iterator[Finding]:
    for reader in plan.of("reader", fitted=True):
        yield _keyboard(reader, probes) if reader.backend == "keyboard" else _serial(reader, probes)


def _keyboard(reader: Device, probes: Probes) -> Finding:
    path = probes.keyboard(reader.words("id"))
    if path is None:
        text = f"No reader called {reader.words('id')} is plugged in."
        return fault("readers", text, "plug it in, and copy its id from `ls /dev/input/by-id`")
    if not probes.usable(path):
        return fault(
            "readers", f"{path} may not be used by this user.", "sudo usermod -aG input $USER, then log in again"
        )
    return ok("readers", f"The reader {reader.words('id')} is at {path}.")


def _serial(reader: Device, probes: Probes) -> Finding:
    port = reader.words("port")
    usable = probes.usable(port)
    if usable is None:
        cure = "sudo raspi-config nonint do_serial_hw 0, then restart"
        return fault("readers", f"There is no serial port {port} for the {reader.backend}.", cure)
    console = probes.text("/proc/cmdline") or ""
    if port.startswith("/dev/serial") and any(f"console={name}" in console for name in CONSOLES):
        cure = "sudo raspi-config nonint do_serial_cons 1, then restart"
        return fault("readers", f"The kernel's console talks on {port}.", cure)
    if not usable:
        return fault(
            "readers", f"{port} may not be used by this user.", "sudo usermod -aG dialout $USER, then log in again"
        )
    return ok("readers", f"The serial port {port} is there for the {reader.backend}.")
