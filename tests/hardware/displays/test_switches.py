"""Displays behind TCA9548A switches: one seat's pixels never stand on another's glass."""

import random

import pytest
from PIL import Image

from hardware.displays.i2c import SwitchLost, Trunk
from hardware.displays.oled import OledDisplay
from tests.support.oled_chip import Bus, Chip, Switch, bytes_of
from tests.support.oled_table import OledTable, picture, same

SEATS = ("red", "blue", "green", "yellow", "black", "white")


def six(table: OledTable) -> dict[str, OledDisplay]:
    """Four behind the first switch, two behind the second, all at one address."""
    return {seat: table.behind(0x70 + count // 4, count % 4, seat) for count, seat in enumerate(SEATS)}


def chip_of(table: OledTable, seat: str) -> Chip:
    count = SEATS.index(seat)
    return table.wire.switches[0x70 + count // 4].branches[count % 4][0x3C]


@pytest.fixture
def table() -> OledTable:
    return OledTable(switches=(0x70, 0x71))


def test_equal_addresses_on_two_switches_show_their_own_pictures(table: OledTable) -> None:
    for seat, display in six(table).items():
        display.show(picture(display.size, seat.upper()))
    table.run()
    for seat in SEATS:
        assert same(chip_of(table, seat).glass(), picture((128, 64), seat.upper()))


@pytest.mark.parametrize("seed", range(4))
def test_failing_switches_never_put_one_seats_pixels_on_anothers_glass(table: OledTable, seed: int) -> None:
    chance, displays = random.Random(seed), six(table)
    own: dict[str, list[Image.Image]] = {seat: [] for seat in SEATS}
    for seat in SEATS:
        own[seat] += [Image.new("1", (128, 64)), picture((128, 64), seat)]
        displays[seat].show(own[seat][-1])
    table.run()
    for count in range(120):
        seat = chance.choice(SEATS)
        own[seat].append(picture((128, 64), seat, f"card {count}"))
        displays[seat].show(own[seat][-1])
        for switch in table.wire.switches.values():
            switch.stuck, switch.dead = chance.random() < 0.2, chance.random() < 0.1
        table.run(chance.random() / 4)
        for other in SEATS:
            assert any(same(chip_of(table, other).glass(), image) for image in own[other]), (other, count)
    for switch in table.wire.switches.values():
        switch.stuck = switch.dead = False
    table.run(6)
    for seat in SEATS:
        assert same(chip_of(table, seat).glass(), own[seat][-1])


def test_a_switch_that_does_not_switch_is_said_to_be_the_cause(table: OledTable) -> None:
    displays = six(table)
    table.wire.switches[0x71].dead = True
    table.run()
    assert "switch at 0x71" in displays["white"].health().text
    assert not displays["black"].health().ok


def test_a_dead_screen_behind_a_switch_leaves_the_others_alone(table: OledTable) -> None:
    displays = six(table)
    chip_of(table, "blue").dead = True
    for seat, display in displays.items():
        display.show(picture(display.size, seat))
    table.run()
    assert [seat for seat in SEATS if not displays[seat].health().ok] == ["blue"]
    assert same(chip_of(table, "red").glass(), picture((128, 64), "red"))


def test_one_shared_picture_goes_to_a_whole_switch_at_the_price_of_one(table: OledTable) -> None:
    displays = six(table)
    for seat, display in displays.items():
        display.show(picture(display.size, seat, "a page of", "its own"))
    table.run()
    table.wire.taken()
    shared = picture((128, 64), "SAFETY CAR", "out now", "everybody", "line up")
    with table.bus.together():
        for display in displays.values():
            display.show(shared)
    table.run()
    assert all(same(chip_of(table, seat).glass(), shared) for seat in SEATS)
    assert bytes_of(table.wire.taken()) < 2 * 1034 + 20


def test_after_a_shared_picture_each_screen_goes_on_with_its_own(table: OledTable) -> None:
    displays = six(table)
    for text in ("START", "LIGHTS OUT"):
        for display in displays.values():
            display.show(picture(display.size, text, "all of you"))
        table.run()
    for seat, display in displays.items():
        display.show(picture(display.size, "LIGHTS OUT", seat))
    table.run()
    for seat in SEATS:
        assert same(chip_of(table, seat).glass(), picture((128, 64), "LIGHTS OUT", seat))


def test_a_screen_that_was_dead_during_a_shared_picture_is_noticed(table: OledTable) -> None:
    displays = six(table)
    table.run()
    chip_of(table, "green").dead = True
    for display in displays.values():
        display.show(picture(display.size, "TO ALL"))
    table.run(2.1)
    assert not displays["green"].health().ok
    chip_of(table, "green").dead = False
    table.run(6)
    assert same(chip_of(table, "green").glass(), picture((128, 64), "TO ALL"))


def test_the_other_switches_are_off_before_a_byte_goes_out() -> None:
    bus = Bus()
    bus.switches = {0x70: Switch(), 0x71: Switch()}
    trunk = Trunk(bus, (0x70, 0x71))
    for switch in bus.switches.values():
        switch.branches[0][0x3C] = Chip()
    trunk.write(0x3C, b"\x00\xaf", 0x70, 1)
    trunk.write(0x3C, b"\x00\xe3", 0x71, 1)
    assert [switch.channels for switch in bus.switches.values()] == [0, 1]
    bus.switches[0x71].stuck = True
    with pytest.raises(SwitchLost, match="0x71"):
        trunk.write(0x3C, b"\x00\xaf", 0x70, 1)
