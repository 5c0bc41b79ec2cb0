"""The 40-pin header: which GPIO sits where, and what each pin is good for. Pure data."""

GPIO_AT = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""Header position to GPIO (BCM) number."""

PIN_OF = {gpio: position for position, gpio in GPIO_AT.items()}

POWER_AT = {
    1: "3V3", 17: "3V3", 2: "5V", 4: "5V",
    6: "GND", 9: "GND", 14: "GND", 20: "GND", 25: "GND", 30: "GND", 34: "GND", 39: "GND",
}  # fmt: skip

OWNERS = {
    0: "the HAT's EEPROM",
    1: "the HAT's EEPROM",
    2: "the I2C bus (SDA)",
    3: "the I2C bus (SCL)",
    7: "the kernel's SPI (CE1)",
    8: "the kernel's SPI (CE0)",
    9: "the kernel's SPI (MISO)",
    10: "the kernel's SPI (MOSI)",
    11: "the kernel's SPI (SCLK)",
    14: "the serial port (TX)",
    15: "the serial port (RX)",
}
"""Pins that a bus or the kernel owns on a Pi as it is delivered."""

FREE = tuple(gpio for gpio in sorted(PIN_OF) if gpio not in OWNERS)
"""Pins that are good for a button or a lamp. GPIO 4 needs the 1-Wire overlay to be off, which it is unless asked."""

I2C_PINS = (2, 3)
SERIAL_PINS = (14, 15)


def both(gpio: int) -> str:
    """A pin as people name it, in both ways: `GPIO 17 (pin 11)`."""
    return f"GPIO {gpio} (pin {PIN_OF[gpio]})"
