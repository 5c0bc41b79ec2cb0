"""What is wired where on this pod. The one file to change for another board; numbers are GPIO numbers."""

BUTTONS = {"minus": 2, "plus": 3, "card": 4, "ok": 5, "back": 6, "menu": 7}
"""Each button to ground. The pod switches pull-ups on, never pull-downs."""

BUS = {"id": 0, "sda": 16, "scl": 17, "freq": 400_000}
"""The I2C bus of the OLED."""

ADDRESS = 0x3C
"""The OLED's address: 0x3C, or 0x3D with the resistor on its back moved."""

COLUMN = 0
"""The glass's first column: 0 for an SSD1306 or SSD1309, 2 for an SH1106."""

LED = "LED"
"""The board's own light, or None. It cannot show colours: it is on for a bright light and off for a dim one."""

PIXEL = 22
"""The data pin of a WS2812 light, or None."""

NAME = ""
"""Only for a board whose chip has no number of its own: any word that no other pod at the table has."""
