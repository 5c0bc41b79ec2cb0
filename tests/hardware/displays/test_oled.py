"""An OLED, seen from its glass: the bytes on the bus are decoded by a double of the chip."""

import errno
import random
from collections.abc import Iterator

import pytest
from PIL import Image

from hardware.displays.glass import CHIPS
from hardware.displays.oled import START_LIGHT
from tests.support.oled_chip import Chip, bytes_of
from tests.support.oled_table import OledTable, picture, same


@pytest.fixture
def table() -> OledTable:
    return OledTable()


def scribbles(seed: int, size: tuple[int, int], count: int) -> Iterator[Image.Image]:
    chance, image = random.Random(seed), Image.new("1", size)
    for _ in range(count):
        box = Image.new("1", (chance.randrange(1, size[0]), chance.randrange(1, size[1])), chance.choice((0, 255)))
        image = image.copy()
        image.paste(box, (chance.randrange(size[0]), chance.randrange(size[1])))
        yield image


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("height", [64, 32])
@pytest.mark.parametrize("rotate", [0, 2])
def test_the_glass_shows_every_picture(table: OledTable, chip: str, height: int, rotate: int) -> None:
    display = table.display(chip=chip, height=height, rotate=rotate)
    for image in scribbles(height + rotate, display.size, 25):
        display.show(image)
        table.run()
        assert same(table.wire.chips[0x3C].glass(), image.rotate(90 * rotate))


@pytest.mark.parametrize("rotate", [1, 3])
def test_a_screen_may_stand_upright(table: OledTable, rotate: int) -> None:
    display = table.display(rotate=rotate)
    assert display.size == (64, 128)
    image = picture(display.size, "UP", "AND", "DOWN")
    display.show(image)
    table.run()
    assert same(table.wire.chips[0x3C].glass(), image.rotate(-90 * rotate, expand=True))


def test_nothing_is_sent_before_it_is_plugged_in_and_it_starts_by_itself(table: OledTable) -> None:
    display = table.display()
    chip = table.wire.chips.pop(0x3C)
    display.show(picture(display.size, "HELLO"))
    table.run(20)
    assert not display.health().ok
    table.wire.chips[0x3C] = chip
    table.run(5)
    assert display.health().ok
    assert same(chip.glass(), picture(display.size, "HELLO"))


def test_an_equal_picture_is_not_sent(table: OledTable) -> None:
    display = table.display()
    display.show(picture(display.size, "FUEL 7"))
    table.run()
    table.wire.taken()
    display.show(picture(display.size, "FUEL 7"))
    table.run()
    assert table.wire.taken() == []


def test_a_changed_number_costs_at_most_forty_bytes(table: OledTable) -> None:
    display = table.display()
    display.show(picture(display.size, "FUEL 7", "LAP 2"))
    table.run()
    table.wire.taken()
    display.show(picture(display.size, "FUEL 6", "LAP 2"))
    table.run()
    assert 0 < bytes_of(table.wire.taken()) <= 40


def test_the_latest_picture_wins(table: OledTable) -> None:
    display = table.display()
    table.run()
    table.wire.taken()
    for text in ("ONE", "TWO", "THREE"):
        display.show(picture(display.size, text))
    table.run()
    assert same(table.wire.chips[0x3C].glass(), picture(display.size, "THREE"))
    assert len(table.wire.taken()) <= 4


def test_the_screen_may_be_dimmed_and_slept_and_woken_without_losing_its_picture(table: OledTable) -> None:
    display = table.display()
    chip = table.wire.chips[0x3C]
    display.show(picture(display.size, "HELLO"))
    table.run()
    assert (chip.on, chip.contrast) == (True, START_LIGHT)
    display.light(0)
    table.run()
    assert not chip.on
    display.show(picture(display.size, "STILL HERE"))
    display.light(9)
    table.run()
    assert (chip.on, chip.contrast) == (True, 9)
    assert same(chip.glass(), picture(display.size, "STILL HERE"))


def test_a_failed_write_repaints_all_after_half_a_second(table: OledTable) -> None:
    display = table.display()
    display.show(picture(display.size, "BEFORE"))
    table.run()
    table.wire.fault = errno.EREMOTEIO
    display.show(picture(display.size, "AFTER"))
    table.run()
    assert display.health().text.startswith("Nothing answers at 0x3C on I2C bus 1")
    table.wire.fault = 0
    table.wire.chips[0x3C].brown_out()
    table.run(0.4)
    assert table.wire.taken()
    table.run(0.2)
    assert same(table.wire.chips[0x3C].glass(), picture(display.size, "AFTER"))


def test_a_dead_screen_is_tried_ever_more_seldom(table: OledTable) -> None:
    display = table.display()
    table.wire.chips[0x3C].dead = True
    tries = []
    for _ in range(200):
        before = len(table.wire.log)
        table.run(0.1)
        tries += [round(table.now - 1000, 1)] * (len(table.wire.log) > before)
    assert tries == [0.1, 0.5, 1.5, 3.5, 8.5, 13.5, 18.5]
    assert not display.health().ok


def test_a_dead_screen_does_not_delay_its_neighbour(table: OledTable) -> None:
    dead, well = table.display("red", 0x3C), table.display("blue", 0x3D)
    table.wire.chips[0x3C].dead = True
    for count in range(20):
        dead.show(picture(dead.size, str(count)))
        well.show(picture(well.size, str(count)))
        table.run()
        assert same(table.wire.chips[0x3D].glass(), picture(well.size, str(count)))


def test_a_brown_out_that_nobody_reported_heals_within_half_a_minute(table: OledTable) -> None:
    display = table.display()
    display.show(picture(display.size, "LAP 3"))
    table.run()
    table.wire.chips[0x3C].brown_out()
    table.run(30.5)
    assert same(table.wire.chips[0x3C].glass(), picture(display.size, "LAP 3"))
    assert display.health().ok


def test_a_brown_out_heals_at_once_when_the_turn_comes(table: OledTable) -> None:
    display = table.display()
    display.show(picture(display.size, "LAP 3"))
    table.run(3)
    table.wire.chips[0x3C].brown_out()
    display.light(0xFF)
    table.run(0.1)
    assert same(table.wire.chips[0x3C].glass(), picture(display.size, "LAP 3"))


def test_upkeep_is_never_seen(table: OledTable) -> None:
    display = table.display()
    image = picture(display.size, "QUIET", "PLEASE")
    display.show(image)
    table.run()
    for _ in range(400):
        table.run(0.1)
        assert same(table.wire.chips[0x3C].glass(), image)


def test_a_picture_goes_before_upkeep(table: OledTable) -> None:
    display = table.display()
    display.show(picture(display.size, "FUEL 7"))
    table.run()
    table.now += 31
    table.wire.taken()
    display.show(picture(display.size, "FUEL 6"))
    table.bus.work()
    assert bytes_of(table.wire.taken()) <= 40


def test_an_unplugged_screen_is_noticed_within_two_seconds(table: OledTable) -> None:
    display = table.display()
    table.run(5)
    table.wire.chips[0x3C].dead = True
    table.run(2)
    assert not display.health().ok


def test_a_clean_stop_leaves_the_glass_dark(table: OledTable) -> None:
    display = table.display()
    display.show(picture(display.size, "BYE"))
    table.run()
    display.close()
    assert not table.wire.chips[0x3C].on


@pytest.mark.parametrize("seed", range(5))
def test_random_faults_never_leave_a_wrong_picture_behind(table: OledTable, seed: int) -> None:
    chance = random.Random(seed)
    displays = {0x3C: table.display("red", 0x3C), 0x3D: table.display("blue", 0x3D, chip="sh1106")}
    wanted: dict[int, Image.Image] = {}
    for image in scribbles(seed, (128, 64), 60):
        address = chance.choice(list(displays))
        displays[address].show(image)
        wanted[address] = image
        trouble: Chip = table.wire.chips[chance.choice(list(displays))]
        trouble.dead = chance.random() < 0.3
        table.wire.fault = chance.choice((0, 0, 0, errno.ETIMEDOUT, errno.EIO))
        table.run(chance.random())
    table.wire.fault = 0
    for chip in table.wire.chips.values():
        chip.dead = False
    table.run(6)
    for address, image in wanted.items():
        assert same(table.wire.chips[address].glass(), image)
        assert displays[address].health().ok
