"""How fast the screens are here: a whole picture and one small number, timed on the real bus."""

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

from PIL import Image

from hardware.displays.glass import Link, Windowed, glass
from hardware.displays.i2c import Trunk, Wire, reason
from hardware.doctor.finding import Finding, fault, note
from hardware.pin_map import Device, PinMap

ROUNDS = 25
NUMBER = (60, 24, 72, 32)
"""Where the number stands: two small figures."""


def speeds(plan: PinMap, wire: Callable[[int], Wire]) -> Iterator[Finding]:
    """One finding for each screen that is fitted."""
    for oled in plan.of("display", "oled", fitted=True):
        try:
            whole, number = _timed(oled, wire(oled.whole("bus")))
        except OSError as error:
            cause, _, cure = reason(error, oled.whole("bus"), oled.whole("address")).partition(": ")
            yield fault("speed", f"The screen of {oled.name}: {cause}", cure)
        else:
            told = f"{whole * 1000:.1f} ms for a whole picture, {number * 1000:.2f} ms for a number"
            yield note("speed", f"The screen of {oled.name}: {told}.")


def _timed(oled: Device, wire: Wire) -> tuple[float, float]:
    switch = oled.maybe("switch")
    trunk = Trunk(wire, (switch,) if switch is not None else ())
    link = Link(trunk, oled.whole("address"), switch, 1 << (oled.maybe("channel") or 0))
    width, height = map(int, oled.words("size").split("x"))
    made = glass(oled.words("chip"), link, (width, height), oled.whole("rotate"))
    for payload in link.kept:
        link.send(payload)
    whole = median(_show(made, count, whole=True) for count in range(ROUNDS))
    number = median(_show(made, count, whole=False) for count in range(ROUNDS))
    made.persist = True
    trunk.close()
    return whole, number


def _show(made: Windowed, count: int, whole: bool) -> float:
    image = Image.new("1", made.size)
    image.paste(255 * (count % 2), (0, 0, *made.size) if whole else NUMBER)
    made.shadow = () if whole else made.shadow
    start = perf_counter()
    made.display(image)
    return perf_counter() - start
