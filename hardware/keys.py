"""What a pin map may say: each value's check returns it as the program wants it, or says what would do. Pure."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches

from msgspec import Struct

from hardware.header import FREE, GPIO_AT, PIN_OF, POWER_AT, both

Value = int | str | bool | tuple[int, ...] | tuple[str, ...]
Check = Callable[[object], Value]


class Wrong(ValueError):
    """A value that will not do; the text says what would."""


class Key(Struct, frozen=True):
    """A key of a device: its check, and its default if it may be left out."""

    name: str
    check: Check
    default: Value | None = None
    needed: bool = False


def pin(value: object) -> int:
    """A GPIO number (17), or a header position (`"pin 11"`)."""
    words = re.fullmatch(r"(pin|gpio)\s*(\d+)", value.strip().lower()) if isinstance(value, str) else None
    if words and words[1] == "pin":
        return _at(int(words[2]))
    number = int(words[2]) if words else value
    if not isinstance(number, int) or isinstance(number, bool):
        raise Wrong('write a GPIO number such as 17, or a header position such as "pin 11"')
    if number not in PIN_OF:
        raise Wrong(f"the header has GPIO 0 to 27; free ones are {listed(FREE)}")
    return number


def _at(position: int) -> int:
    if position in POWER_AT:
        raise Wrong(f"pin {position} is {POWER_AT[position]}; the nearest free one is {_near(position)}")
    if position not in GPIO_AT:
        raise Wrong(f"the header has pins 1 to 40; pin 11 is {both(17)}")
    return GPIO_AT[position]


def _near(position: int) -> str:
    return both(min(FREE, key=lambda gpio: abs(PIN_OF[gpio] - position)))


def knob(value: object) -> tuple[int, ...]:
    """An encoder's two contacts."""
    if not isinstance(value, list) or len(value) != 2:
        raise Wrong("write its two contacts, such as [13, 19]")
    return tuple(pin(each) for each in value)


def pins(value: object) -> tuple[int, ...]:
    """Any number of pins."""
    if not isinstance(value, list):
        raise Wrong('write a list of pins, such as [9, "pin 23"]')
    return tuple(pin(each) for each in value)


def address(low: int, high: int) -> Check:
    """An I2C address in a range, in its seven-bit form."""

    def check(value: object) -> int:
        number = _whole(value)
        if number is not None and low <= number <= high:
            return number
        if number is not None and low <= number >> 1 <= high:
            raise Wrong(f"that is how modules print it, with the write bit; write 0x{number >> 1:02X}")
        raise Wrong(f"addresses here are 0x{low:02X} to 0x{high:02X}")

    return check


def number(low: int, high: int, unit: str = "") -> Check:
    """A whole number in a range."""

    def check(value: object) -> int:
        whole = _whole(value)
        if whole is None or not low <= whole <= high:
            raise Wrong(f"write a whole number from {low} to {high}{unit and ' '}{unit}")
        return whole

    return check


def choice(*words: str) -> Check:
    """One of a few words."""

    def check(value: object) -> str:
        if value not in words:
            raise Wrong(f"{nearest(str(value), words)}it can be {', '.join(words)}")
        return str(value)

    return check


def text(value: object) -> str:
    """Any words."""
    if not isinstance(value, str) or not value.strip():
        raise Wrong("write it in quotes")
    return value.strip()


def texts(*known: str) -> Check:
    """A list of words; of these, if there are any."""

    def check(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise Wrong('write a list of words, such as ["red", "blue"]')
        for each in value:
            if known and each not in known:
                raise Wrong(f"{nearest(each, known)}each can be {', '.join(known)}")
        return tuple(value)

    return check


def flag(value: object) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise Wrong("write true or false")
    return value


def nearest(word: str, known: Iterable[str]) -> str:
    """`did you mean card? ` where something is close enough."""
    close = get_close_matches(word, list(known), 1)
    return f"did you mean {close[0]}? " if close else ""


def listed(numbers: Iterable[int]) -> str:
    """Numbers with their runs drawn together: `4-6, 12, 13`."""
    runs: list[list[int]] = []
    for each in sorted(numbers):
        if runs and each == runs[-1][-1] + 1:
            runs[-1].append(each)
        else:
            runs.append([each])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
