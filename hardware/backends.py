"""The table of backends: what kinds of devices there are, how each may be reached, and what its pin map says. A new
device is a line here, its file, and a line in `build.py`."""

from hardware.keys import Key, address, choice, flag, knob, number, pin, text
from hardware.ports import CONTROLS

PLACES = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")
"""The seats; a panel or a display is named for the seat that it serves, or for the middle of the table."""
CENTRE = "centre"
LAMPS = ("safety-car", "red-light", "yellow-light", "green-light", "buzzer", *(f"turn-{place}" for place in PLACES))

FITTED = Key("fitted", flag, True)
"""false: drawn in the plan, not built yet, and nobody looks for it."""

PANEL_ON_PINS = (*(Key(control, pin) for control in CONTROLS), Key("knob", knob))
OLED = (
    Key("chip", choice("ssd1306", "ssd1309", "sh1106"), "ssd1306"),
    Key("size", choice("128x64", "128x32"), "128x64"),
    Key("bus", number(0, 99), 1),
    Key("address", address(0x3C, 0x3D), 0x3C),
    Key("rotate", number(0, 3, "quarter turns"), 0),
    Key("switch", address(0x70, 0x77)),
    Key("channel", number(0, 7)),
)
LAMP_ON_PIN = (Key("pin", pin, needed=True), Key("tone", number(20, 20_000, "hertz")))
ON_PORT = (Key("port", text, "/dev/serial0"),)
KEYBOARD = (Key("id", text, needed=True),)

BACKENDS: dict[str, dict[str, tuple[Key, ...]]] = {
    "panel": {"gpio": PANEL_ON_PINS, "pod": ()},
    "display": {"oled": OLED, "pod": ()},
    "reader": {"keyboard": KEYBOARD, "rdm6300": ON_PORT, "pn532": ON_PORT},
    "lamp": {"gpio": LAMP_ON_PIN, "pod": ()},
}
"""Kind of device, backend, and the keys of its section."""

NAMES = {
    "panel": (*PLACES, CENTRE),
    "display": (*PLACES, CENTRE),
    "reader": ("cards", *PLACES),
    "lamp": LAMPS,
}
