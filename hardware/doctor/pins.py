"""The header: is it there, and which of the map's pins does somebody else hold?"""

from collections.abc import Iterator

from hardware.doctor.finding import Finding, fault, note, ok, untested
from hardware.doctor.probes import MODEL, Probes
from hardware.errors import NotAvailable
from hardware.header import both
from hardware.pin_map import PinMap

CURES = (
    ("spi", "sudo raspi-config nonint do_spi 1, then restart"),
    ("w1", "take dtoverlay=w1-gpio out of /boot/firmware/config.txt, then restart"),
    ("onewire", "take dtoverlay=w1-gpio out of /boot/firmware/config.txt, then restart"),
    ("i2c", "move the wire to a pin that no bus owns"),
    ("lg", "sudo systemctl stop pitboard, or stop the other program that uses lgpio"),
)
OTHERWISE = "stop that program, or move the wire to another pin"


def pins(plan: PinMap, probes: Probes) -> Iterator[Finding]:
    used = {
        gpio: f"{device.key}.{key}" for device in plan.devices if device.fitted for key, gpio in device.pins.items()
    }
    if not used:
        return
    if plan.gpio == "mock":
        yield note("pins", "The pin map says mock: no pin of the header is touched.")
        return
    try:
        holders = probes.holders(plan.chip, list(used))
    except NotAvailable as error:
        yield _unreached(str(error), used, probes)
        return
    yield from (_held(gpio, used[gpio], holder) for gpio, holder in holders.items())
    free = [gpio for gpio in used if gpio not in holders]
    if free:
        yield ok("pins", f"Free to use: {_listed(free)}.")


def _unreached(why: str, used: "dict[int, str]", probes: Probes) -> Finding:
    if probes.text(MODEL) is None:
        return untested("pins", f"Would ask who holds {_listed(used)}.")
    cause, _, cure = why.partition(": ")
    return fault("pins", f"{cause}.", cure)


def _held(gpio: int, user: str, holder: str) -> Finding:
    cure = next((cure for word, cure in CURES if word in holder.lower()), OTHERWISE)
    return fault("pins", f"{both(gpio)}, which {user} needs, is held by {holder}.", cure)


def _listed(gpios: "dict[int, str] | list[int]") -> str:
    return ", ".join(both(gpio) for gpio in sorted(gpios))
