"""The wiring comes from the pin map alone: every pin of the map is on the table and in the drawing, and no other."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hardware.header import PIN_OF, POWER_AT
from hardware.pin_reading import load, read, shipped
from hardware.wiring import leads, notes, shopping, table
from hardware.wiring_svg import svg

PICTURES = Path(__file__).parents[2] / "hardware" / "pictures"
SWITCHED = "".join(
    f'[display.{seat}]\nbackend = "oled"\nswitch = 0x70\nchannel = {channel}\n'
    for channel, seat in enumerate(("red", "blue"))
)


@pytest.mark.parametrize("name", shipped())
def test_every_pin_of_the_map_has_its_wire_and_no_other_pin_has_one(name: str) -> None:
    plan = load(name)
    wanted = {PIN_OF[gpio] for device in plan.devices for gpio in device.pins.values()}
    wired = {lead.pin for lead in leads(plan) if lead.pin not in POWER_AT}
    buses = ({3, 5} if plan.of("display", "oled") else set()) | ({8, 10} if plan.of("reader") else set())
    assert wired == wanted | buses


@pytest.mark.parametrize("name", shipped())
def test_every_contact_and_every_device_has_a_way_to_ground(name: str) -> None:
    plan = load(name)
    grounded = {lead.device for lead in leads(plan) if POWER_AT.get(lead.pin) == "GND"}
    assert grounded == {lead.device for lead in leads(plan)}


def test_the_table_shows_pins_both_ways() -> None:
    rows = table(load("lite"))
    assert " 11  GPIO 17   panel red: PLUS button" in rows
    assert " 29  GPIO 5    panel red: BACK button" in rows
    assert "  3  GPIO 2    screen blue 0x3D: SDA" in rows
    assert "  7  GPIO 4    panel centre: OK button  (planned)" in rows


@pytest.mark.parametrize("name", shipped())
def test_the_drawing_names_every_wire_and_is_sound(name: str) -> None:
    plan = load(name)
    drawn = ET.fromstring(svg(plan))
    texts = " ".join(node.text or "" for node in drawn.iter() if node.tag.endswith("text"))
    for device in plan.devices:
        for gpio in device.pins.values():
            assert f"GPIO {gpio}" in texts
            assert device.name in texts
    circles = [node for node in drawn.iter() if node.tag.endswith("circle")]
    assert len(circles) == 40


@pytest.mark.parametrize("name", shipped())
def test_the_pictures_of_the_manual_are_made_by_it(name: str) -> None:
    picture = PICTURES / f"{name}.svg"
    assert picture.read_text("utf-8") == svg(load(name)), (
        f"run: pitboard wiring {name}, and put the drawing at {picture}"
    )


def test_the_shopping_list_counts_what_the_map_names() -> None:
    listed = "\n".join(shopping(load("lite")))
    assert re.search(r"12  push button\n +2  OLED SSD1306 128x64, I2C\nFor what is planned:\n", listed)
    full = "\n".join(shopping(load("full")))
    assert "  8  Raspberry Pi Pico" in full
    assert "powered USB hub" in full


def test_a_switch_is_wired_instead_of_the_screens_behind_it() -> None:
    plan = read("own.toml", SWITCHED)
    assert {lead.device for lead in leads(plan)} == {"switch 0x70"}
    assert "  1  TCA9548A I2C switch (address 0x70)" in shopping(plan)


def test_what_can_go_wrong_is_noted_where_it_can() -> None:
    assert any("w1-gpio" in said for said in notes(load("lite")))
    assert any("RDM6300 speaks 5 V" in said for said in notes(read("own.toml", '[reader.cards]\nbackend = "rdm6300"')))
