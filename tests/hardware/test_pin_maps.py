"""Pin maps: what comes with Pitboard can be wired, and what cannot says which key and what would do."""

import re
from pathlib import Path

import pytest

from hardware.errors import PinMapError
from hardware.pin_reading import load, read, shipped

RED = """
[panel.red]
backend = "gpio"
plus = 17
minus = 27
"""


def troubles(raw: str) -> list[str]:
    with pytest.raises(PinMapError) as caught:
        read("own.toml", raw)
    return str(caught.value).split("\n")


@pytest.mark.parametrize("name", shipped())
def test_what_comes_with_pitboard_can_be_wired(name: str) -> None:
    assert load(name).devices


def test_a_file_is_called_by_the_name_that_it_has(tmp_path: Path) -> None:
    own = tmp_path / "table.map"
    own.write_text("no toml")
    with pytest.raises(PinMapError, match=r"table\.map: this is no TOML"):
        load(str(own))


def test_lite_is_the_table_of_the_manual() -> None:
    plan = load("lite")
    red, blue, centre = (device.pins for device in plan.of("panel"))
    assert red == {"plus": 17, "minus": 27, "ok": 22, "back": 5, "card": 6, "menu": 26}
    assert blue == {"plus": 23, "minus": 24, "ok": 25, "back": 16, "card": 20, "menu": 21}
    assert centre == {"ok": 4, "knob A": 13, "knob B": 19}
    assert [device.whole("address") for device in plan.of("display")] == [0x3C, 0x3D]
    assert [device.key for device in plan.of("panel", fitted=True)] == ["panel.red", "panel.blue"]


def test_full_has_a_panel_a_screen_and_a_light_for_each_of_eight_pods() -> None:
    plan = load("full")
    assert [len(plan.of(kind, "pod")) for kind in ("panel", "display", "lamp")] == [8, 8, 8]


@pytest.mark.parametrize("written", ["17", '"pin 11"', '"Pin 11"', '"GPIO 17"', '"gpio17"'])
def test_a_pin_is_a_gpio_number_or_a_header_position(written: str) -> None:
    plan = read("own.toml", f'[panel.red]\nbackend = "gpio"\nok = {written}')
    assert plan.devices[0].pins == {"ok": 17}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (
            RED + "ok = 99",
            "own.toml: panel.red.ok = 99: the header has GPIO 0 to 27; free ones are 4-6, 12, 13, 16-27.",
        ),
        (RED + "ok = 17", "own.toml: panel.red.ok = GPIO 17 (pin 11): panel.red.plus has this pin already; free ones"),
        (
            RED + 'ok = "pin 1"',
            'own.toml: panel.red.ok = "pin 1": pin 1 is 3V3; the nearest free one is GPIO 4 (pin 7)',
        ),
        (RED + 'ok = "pin 41"', "pin 11 is GPIO 17 (pin 11)"),
        (RED + 'ok = "A"', 'write a GPIO number such as 17, or a header position such as "pin 11"'),
        (RED + "ok = true", "own.toml: panel.red.ok = true: write a GPIO number"),
        (
            RED + "ok = 8",
            "own.toml: panel.red.ok = GPIO 8 (pin 24): the kernel's SPI (CE0) owns this pin; take another, or",
        ),
        (
            RED + "okay = 22",
            "own.toml: panel.red.okay = 22: did you mean ok? keys here are minus, plus, card, ok, back",
        ),
        (RED.replace("red", "rde"), "own.toml: panel.rde: did you mean red? a panel is called red, blue"),
        (RED.replace("panel", "pannel"), "own.toml: pannel: did you mean panel? sections are panel, display"),
        (RED.replace("gpio", "gipo"), 'own.toml: panel.red.backend = "gipo": did you mean gpio? it can be gpio, pod.'),
        ("[panel.red]\nok = 22", "own.toml: panel.red.backend: this key is needed."),
        ("[panel]\nred = 3", "own.toml: panel.red = 3: write it as a section, [panel.red]."),
        ('gpio = "pigpio"', 'own.toml: gpio = "pigpio": did you mean rpigpio? it can be lgpio, rpigpio, mock.'),
        ('colour = "red"', 'own.toml: colour = "red": keys here are title, gpio, chip, inputs, freed.'),
        (
            '[display.red]\nbackend = "oled"\naddress = 0x78',
            "own.toml: display.red.address = 0x78: that is how modules",
        ),
        ('[display.red]\nbackend = "oled"\naddress = 0x50', "addresses here are 0x3C to 0x3D"),
        ('[display.red]\nbackend = "oled"\nrotate = 4', "write a whole number from 0 to 3 quarter turns"),
        ('[display.red]\nbackend = "oled"\nsize = "96x16"', "it can be 128x64, 128x32"),
        ('[display.red]\nbackend = "oled"\nswitch = 0x70', "needs both `switch` and `channel`"),
        ('[reader.cards]\nbackend = "keyboard"', "own.toml: reader.cards.id: this key is needed."),
        ('[reader.cards]\nbackend = "keyboard"\nid = ""', "write it in quotes"),
        ('[lamp.buzzer]\nbackend = "gpio"\npin = 12\nfitted = "no"', "write true or false"),
        ('[panel.red]\nbackend = "gpio"\nknob = 3', "write its two contacts, such as [13, 19]"),
        ("freed = 9", 'write a list of pins, such as [9, "pin 23"]'),
        ('[pods]\nseats = ["red", "pink"]', 'own.toml: pods.seats = ["red", "pink"]: each can be red'),
        ("[panel.red", "own.toml: this is no TOML: "),
    ],
)
def test_what_cannot_be_wired_names_file_key_value_and_what_would_do(raw: str, said: str) -> None:
    assert any(said in trouble for trouble in troubles(raw)), troubles(raw)


def test_a_pin_of_the_bus_cannot_be_a_button_while_a_screen_is_on_it() -> None:
    raw = 'freed = [2]\n[panel.red]\nbackend = "gpio"\nok = 2\n[display.red]\nbackend = "oled"'
    assert troubles(raw) == [
        "own.toml: panel.red.ok = GPIO 2 (pin 3): the I2C bus (SDA) owns this pin for display.red; take another."
    ]


def test_a_freed_pin_may_be_a_button() -> None:
    plan = read("own.toml", 'freed = ["pin 24"]\n[panel.red]\nbackend = "gpio"\nok = 8')
    assert plan.devices[0].pins == {"ok": 8}


def oleds(*settings: str) -> str:
    seats = ("red", "blue", "green")
    return "".join(f'[display.{seat}]\nbackend = "oled"\n{each}\n' for seat, each in zip(seats, settings, strict=False))


def test_an_address_twice_on_a_bus_is_told_with_three_ways_out() -> None:
    (said,) = troubles(oleds("address = 0x3C", ""))
    assert re.search(r"display.blue = 0x3C on bus 1: display.red has this address already; take 0x3D", said)


@pytest.mark.parametrize(
    "settings",
    [
        ("", "address = 0x3D"),
        ("", "bus = 11"),
        ("switch = 0x70\nchannel = 0", "switch = 0x70\nchannel = 1", "switch = 0x71\nchannel = 1"),
    ],
)
def test_one_address_may_be_used_on_other_buses_and_channels(settings: tuple[str, ...]) -> None:
    assert len(read("own.toml", oleds(*settings)).devices) == len(settings)


def test_a_screen_before_the_switch_must_not_have_an_address_behind_it() -> None:
    (said,) = troubles(oleds("", "switch = 0x70\nchannel = 0"))
    assert "own.toml: display.red = 0x3C: a screen behind a switch has this address too." in said


def test_all_that_is_wrong_is_told_at_once() -> None:
    assert len(troubles(RED + "ok = 17\nback = 99\nmenue = 3")) == 3


def test_a_seat_may_not_have_a_pod_and_a_wired_panel() -> None:
    raw = '[pods]\nseats = ["red"]\n' + RED
    assert troubles(raw) == ["own.toml: panel.red: it is there twice, on pod and on gpio; take one out."]


def test_a_map_that_is_not_there_names_those_that_are() -> None:
    with pytest.raises(
        PinMapError, match=r"lit: No such file or directory; did you mean lite\? Pitboard comes with full"
    ):
        load("lit")
