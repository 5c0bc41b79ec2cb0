"""P4 and P5: what goes over the I2C bus, ours and stock luma.oled on the same recording bus in the same run.

Every picture is read back from the double of the chip and compared before anything is counted. Clocks are nine a byte
and two a transfer; the time on the wire is worked out at 400 kHz. Also the CPU time of one update.
"""

import random
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from unittest.mock import patch

from PIL import Image

from companion.drawing import Line, Page, draw, keys, title
from hardware.displays.bus import Bus
from hardware.displays.glass import Link, glass
from hardware.displays.i2c import Trunk
from hardware.displays.oled import OledDisplay
from tests.support.oled_chip import Bus as Wire
from tests.support.oled_chip import Chip, SMBusOn, Switch, bytes_of, clocks
from tests.support.oled_table import same

HERTZ = 400_000
ROUNDS = 7
PAIRS = 200
SWITCH = 0x70


def page(fuel: int, place: int, lap: int, cards: int, gap: int) -> Image.Image:
    """A seat's page with five numbers on it."""
    lines = (
        title("RED", f"LAP {lap}/3"),
        Line(f"FUEL {fuel:2}", look="big"),
        Line("Position", f"{place} of 8"),
        Line("Cards in hand", str(cards)),
        Line("Gap to the next", f"{gap:2}"),
        keys("OK drive", "CARD hand"),
    )
    return draw(Page("cockpit", lines))


def one_number() -> Iterator[tuple[Image.Image, Image.Image]]:
    """Pages before and after one number changed: the small gap, one line high."""
    stream = random.Random(4)
    for _ in range(PAIRS):
        was, now = stream.sample(range(30), 2)
        yield page(7, 3, 1, 2, was), page(7, 3, 1, 2, now)


def up_to_five(stream: random.Random) -> tuple[int, int, int, int, int]:
    return (
        stream.randrange(20),
        stream.randrange(1, 9),
        stream.randrange(1, 4),
        stream.randrange(5),
        stream.randrange(30),
    )


class Deaf(Wire):
    """A bus that keeps nothing, to count the CPU's time alone."""

    def write(self, address: int, payload: bytes) -> None:
        pass


class Ours:
    """A display on a recording bus, its worker's crank in our hand."""

    def __init__(self, seats: int = 1, chip: str = "ssd1306", wire: Wire | None = None) -> None:
        self.wire = wire or Wire()
        self.bus = Bus()
        trunk = Trunk(self.wire, (SWITCH,) if seats > 2 else ())
        self.chips = [Chip(132 if chip == "sh1106" else 128) for _ in range(seats)]
        self.displays = [self._display(trunk, number, chip, seats) for number in range(seats)]
        self.run()

    def _display(self, trunk: Trunk, number: int, chip: str, seats: int) -> OledDisplay:
        if seats > 2:
            self.wire.switches.setdefault(SWITCH, Switch()).branches[number][0x3C] = self.chips[number]
            link = Link(trunk, 0x3C, SWITCH, 1 << number)
        else:
            self.wire.chips[0x3C + number] = self.chips[number]
            link = Link(trunk, 0x3C + number)
        return OledDisplay(f"seat {number}", self.bus, 1, glass(chip, link, (128, 64)))

    def run(self) -> None:
        while any(display.urgent_at() <= self.bus.clock() for display in self.displays):
            self.bus.work()

    def show(self, *pictures: Image.Image) -> list[tuple[int, bytes]]:
        """Shows one picture a seat; returns what went over the bus."""
        self.wire.taken()
        for display, picture in zip(self.displays, pictures, strict=True):
            display.show(picture)
        self.run()
        for chip, picture in zip(self.chips, pictures, strict=True):
            assert same(chip.glass(), picture)
        return self.wire.taken()


class Stock:
    """luma.oled as it comes, given a port and no bus, which is its fastest way."""

    def __init__(self, chip: str = "ssd1306", wire: Wire | None = None) -> None:
        from luma.core.interface.serial import i2c
        from luma.oled import device

        self.wire = wire or Wire()
        self.chip = self.wire.chips[0x3C] = Chip(132 if chip == "sh1106" else 128)
        with patch("smbus2.SMBus", lambda port: SMBusOn(self.wire)):
            self.device = getattr(device, chip)(i2c(port=1, address=0x3C))

    def show(self, picture: Image.Image) -> list[tuple[int, bytes]]:
        self.wire.taken()
        self.device.display(picture)
        assert same(self.chip.glass(), picture)
        return self.wire.taken()


def milliseconds(log: list[tuple[int, bytes]]) -> float:
    return clocks(log) / HERTZ * 1000


def p4(chip: str) -> None:
    ours, stock = Ours(chip=chip), Stock(chip)
    logs, full = [], []
    for before, after in one_number():
        ours.show(before)
        logs.append(ours.show(after))
        full.append(stock.show(after))
    counts = sorted(map(bytes_of, logs))
    ratio = median(map(clocks, full)) / median(map(clocks, logs))
    print(
        f"P4 {chip}, one changed number: {median(counts):.0f} bytes (most {counts[-1]}), "
        f"{median(map(milliseconds, logs)):.2f} ms; stock frame {median(map(bytes_of, full)):.0f} bytes, "
        f"{median(map(milliseconds, full)):.1f} ms; {ratio:.1f} times fewer clocks"
    )


def other_updates() -> None:
    """What else happens on a bus, for the table in the README."""
    ours = Ours()
    base = page(12, 3, 1, 2, 9)
    for name, after in (
        ("the same picture", base),
        ("the big number", page(11, 3, 1, 2, 9)),
        ("all five numbers", page(4, 5, 2, 3, 21)),
        ("everything, inverted", Image.eval(base.convert("L"), lambda value: 255 - value).convert("1")),
    ):
        ours.show(base)
        log = ours.show(after)
        print(f"   {name}: {bytes_of(log)} bytes, {milliseconds(log):.2f} ms")


def p5() -> None:
    stream, ours, stock = random.Random(5), Ours(seats=8), Stock()
    ours.show(*[page(*up_to_five(stream)) for _ in range(8)])
    times, full = [], []
    for _ in range(PAIRS):
        pictures = [page(*up_to_five(stream)) for _ in range(8)]
        times.append(milliseconds(ours.show(*pictures)))
        full.append(milliseconds(stock.show(pictures[0])))
    print(
        f"P5 eight displays behind a switch, up to five changed numbers each: {median(times):.1f} ms (most "
        f"{max(times):.1f}); one stock frame {median(full):.1f} ms"
    )
    shared = draw(Page("shared", (title("SAFETY CAR"), *[Line(f"{n}. Somebody", look="plain") for n in range(1, 6)])))
    log = ours.show(*[shared] * 8)
    print(f"   one shared picture to all eight: {bytes_of(log)} bytes, {milliseconds(log):.1f} ms")


def seconds(side: Callable[[Image.Image], object], pictures: list[Image.Image]) -> float:
    start = perf_counter()
    for picture in pictures:
        side(picture)
    return (perf_counter() - start) / len(pictures)


def cpu() -> None:
    """Both pack a picture and hand the bytes to a bus that keeps nothing."""
    stream = random.Random(6)
    pictures = [page(*up_to_five(stream)) for _ in range(50)]
    mine, theirs = Ours(wire=Deaf()), Stock(wire=Deaf())
    made = mine.displays[0]._glass
    rounds = [(seconds(made.display, pictures), seconds(theirs.device.display, pictures)) for _ in range(ROUNDS)]
    ours, stock = median(a for a, _ in rounds), median(b for _, b in rounds)
    print(f"   CPU of one update: ours {ours * 1000:.3f} ms, stock {stock * 1000:.3f} ms, ratio {stock / ours:.1f}")


def main() -> None:
    for chip in ("ssd1306", "sh1106"):
        p4(chip)
    other_updates()
    p5()
    cpu()
