"""The doctor, before a patient in which one thing at a time is broken: each fault names its cause and one cure."""

import errno
import re
from collections.abc import Callable

import pytest

from hardware.build import Outside, build
from hardware.doctor import FAULT, NOTE, OK, UNTESTED, Finding, diagnose, examine, lines, summary
from hardware.doctor.speed import speeds
from hardware.pin_map import PinMap
from hardware.pin_reading import load, read
from hardware.pods import PodFacts
from tests.support.oled_chip import Bus, Chip, Switch
from tests.support.patient import Patient
from tests.support.set_loop import SetLoop

SWITCHED = 'gpio = "mock"\n' + "".join(
    f'[display.{seat}]\nbackend = "oled"\nswitch = 0x70\nchannel = {channel}\n'
    for channel, seat in enumerate(("red", "blue"))
)
KEYBOARD = '[reader.cards]\nbackend = "keyboard"\nid = "usb-Syc"'
SERIAL = '[reader.cards]\nbackend = "pn532"'


def found(patient: Patient, plan: PinMap | None = None) -> list[Finding]:
    return list(diagnose(plan or load("lite"), patient, "/data"))


def faults(patient: Patient, plan: PinMap | None = None, state: str = FAULT) -> list[tuple[str, str]]:
    return [(finding.text, finding.cure) for finding in found(patient, plan) if finding.state == state]


def test_a_healthy_table_has_no_faults_and_nothing_untested() -> None:
    findings = found(Patient())
    assert {finding.state for finding in findings} == {OK}
    assert summary(findings) == "No faults, 8 well."


def test_without_hardware_it_says_what_it_would_test() -> None:
    findings = found(Patient(is_pi=False))
    would = [finding.text for finding in findings if finding.state == UNTESTED]
    assert any("Would ask who holds GPIO 5 (pin 29)" in text for text in would)
    assert "Would ask for the screen of blue at 0x3D on bus 1." in would


def set_(name: str, value: object) -> Callable[[Patient], None]:
    return lambda patient: setattr(patient, name, value)


def text(path: str, value: str) -> Callable[[Patient], None]:
    return lambda patient: patient.texts.update({path: value})


def device(path: str, usable: bool | None) -> Callable[[Patient], None]:
    def change(patient: Patient) -> None:
        patient.devices.pop(path)
        if usable is not None:
            patient.devices[path] = usable

    return change


def chips(*addresses: int) -> Callable[[Patient], None]:
    return lambda patient: setattr(patient.bus, "chips", {address: Chip() for address in addresses})


@pytest.mark.parametrize(
    ("harm", "cause", "cure"),
    [
        (set_("versions", {"gpiozero": "2.0.1", "lgpio": "0.2.2.0"}), "wrong chip on a Pi 5", "gpiozero>=2.0.1.post3"),
        (set_("versions", {"gpiozero": "2.0.1.post3"}), "lgpio is not installed", "sudo apt install python3-lgpio"),
        (set_("rpi", ("RPi.GPIO", "rpi-lgpio")), "RPi.GPIO and rpi-lgpio both own", "pip uninstall RPi.GPIO"),
        (set_("member", frozenset({"i2c"})), "not in the group gpio.", "sudo usermod -aG gpio $USER"),
        (set_("member", frozenset()), "not in the groups gpio, i2c.", "sudo usermod -aG gpio,i2c $USER"),
        (text("/sys/devices/platform/soc/soc:firmware/get_throttled", "50005"), "too weak right now", "own supply"),
        (set_("space", 3 << 20), "Only 3 MB are free", "apt clean"),
        (set_("space", None), "/data cannot be looked at", "mkdir"),
        (device("/data", False), "cannot be written to /data", "chown"),
        (set_("held", {22: "spi0 CS0"}), "GPIO 22 (pin 15), which panel.red.ok needs, is held by spi0 CS0", "do_spi 1"),
        (
            set_("held", {5: "lg"}),
            "GPIO 5 (pin 29), which panel.red.back needs, is held by lg",
            "systemctl stop pitboard",
        ),
        (set_("held", {5: "onewire@0"}), "is held by onewire@0", "w1-gpio"),
        (set_("held", {5: "fan"}), "is held by fan", "stop that program"),
        (set_("no_header", "/dev/gpiochip0 may not be used: `x`."), "/dev/gpiochip0 may not be used.", "`x`."),
        (device("/dev/i2c-1", None), "I2C bus 1 is off", "do_i2c 0"),
        (device("/dev/i2c-1", False), "I2C bus 1 may not be used", "usermod -aG i2c"),
        (chips(0x3C), "The screen of blue at 0x3D on bus 1 does not answer.", "resistor on its back to 0x3D; if it"),
        (chips(), "The screen of red at 0x3C on bus 1 does not answer.", "check its four wires"),
    ],
)
def test_each_fault_names_its_cause_and_one_cure(harm: Callable[[Patient], None], cause: str, cure: str) -> None:
    patient = Patient()
    harm(patient)
    assert any(cause in said and cure in mended for said, mended in faults(patient)), faults(patient)


def test_a_screen_at_the_other_address_is_told_so() -> None:
    patient = Patient()
    patient.bus.chips = {0x3D: Chip()}
    plan = read("own.toml", 'gpio = "mock"\n[display.red]\nbackend = "oled"')
    assert faults(patient, plan) == [
        (
            "The screen of red at 0x3C on bus 1 does not answer, but 0x3D does.",
            "move the resistor on its back to 0x3C, or write address = 0x3D",
        )
    ]


def test_a_stuck_bus_is_one_fault_and_not_two_hundred() -> None:
    patient = Patient()
    patient.bus.fault = errno.ETIMEDOUT
    assert [said for said, _ in faults(patient)] == [
        "I2C bus 1 is stuck: a device holds a wire low; unplug the screens one by one."
    ]


def test_what_is_only_worth_a_note_is_no_fault() -> None:
    patient = Patient()
    patient.bus.chips[0x27] = Chip()
    patient.texts["/sys/devices/platform/soc/soc:firmware/get_throttled"] = "50000"
    patient.texts["/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"] = "\0\x01\x86\xa0"
    patient.member = None
    notes = " ".join(said for said, _ in faults(patient, state=NOTE))
    assert faults(patient) == []
    for words in ("answer also 0x27", "too weak since the Pi started", "runs at 100 kHz", "runs as root"):
        assert words in notes


def test_screens_behind_a_switch_are_asked_one_by_one() -> None:
    patient = Patient()
    patient.bus.chips = {}
    patient.bus.switches[0x70] = Switch()
    patient.bus.switches[0x70].branches[0][0x3C] = Chip()
    said = found(patient, read("own.toml", SWITCHED))
    assert any("screen of red" in finding.text and finding.state == OK for finding in said)
    assert any("screen of blue" in finding.text and finding.state == FAULT for finding in said)
    assert patient.bus.switches[0x70].channels == 0


def test_a_switch_that_does_not_answer_is_the_fault_and_not_its_screens() -> None:
    patient = Patient()
    patient.bus.chips = {}
    assert [said for said, _ in faults(patient, read("own.toml", SWITCHED))] == ["The switch at 0x70 does not answer."]


def test_pods_are_shown_with_seat_firmware_and_error_rate() -> None:
    patient = Patient()
    patient.plugged = (
        PodFacts("/dev/ttyACM0", "E661", "red", "1.2.0", lines=1000),
        PodFacts("/dev/ttyACM1", "E662", "blue", "1.2.0", lines=100, spoiled=9),
        PodFacts("/dev/ttyACM2", note="The pod does not answer as a pod does."),
        PodFacts("/dev/ttyACM3", "E664", "", "1.0.0", lines=9, note="Its firmware is old."),
    )
    plan = read("own.toml", '[pods]\nseats = ["red", "blue", "green"]')
    said = "\n".join(lines(found(patient, plan)))
    assert "ok       Pod E661 sits at red, firmware 1.2.0, 0.0% of its lines spoiled." in said
    assert (
        "FAULT    Pod E662 sits at blue, firmware 1.2.0, 8.3% of its lines spoiled.\n         -> take another USB"
        in said
    )
    assert (
        "FAULT    /dev/ttyACM2: The pod does not answer as a pod does.\n         -> pitboard flash /dev/ttyACM2" in said
    )
    assert "note     Pod E664 has no seat yet" in said
    assert "No pod sits yet at green." in said


@pytest.mark.parametrize(
    ("raw", "harm", "cause"),
    [
        (KEYBOARD, lambda patient: None, "No reader called usb-Syc"),
        (KEYBOARD, set_("keyboards", {"usb-Syc": "/dev/input/event7"}), "/dev/input/event7 may not be used"),
        (KEYBOARD, set_("versions", {}), "evdev is not installed"),
        (SERIAL, device("/dev/serial0", None), "no serial port /dev/serial0"),
        (SERIAL, device("/dev/serial0", False), "/dev/serial0 may not be used"),
        (SERIAL, text("/proc/cmdline", "console=serial0,115200 console=tty1"), "console talks on /dev/serial0"),
    ],
)
def test_a_reader_that_cannot_work_says_why(raw: str, harm: Callable[[Patient], None], cause: str) -> None:
    patient = Patient()
    patient.versions["evdev"] = "1.9"
    harm(patient)
    assert any(cause in said for said, _ in faults(patient, read("own.toml", raw)))


def test_hardware_in_use_is_examined_without_touching_a_wire() -> None:
    patient, wire = Patient(), Bus()
    wire.chips = {0x3C: Chip()}
    plan = read("own.toml", 'gpio = "mock"\n[display.red]\nbackend = "oled"\n[display.blue]\nbackend = "oled"\nbus = 3')
    hardware = build(plan, SetLoop(), outside=Outside(lambda port: wire if port == 1 else Bus(), threads=False))
    for bus in hardware._buses:
        bus.work()
    wire.taken()
    told = {finding.text: finding.cure for finding in examine(hardware, plan, patient, "/data")}
    assert "The display red works." in told
    assert told["The display blue: Nothing answers at 0x3C on I2C bus 3"].startswith("check its four wires")
    assert wire.taken() == []
    hardware.close()


def test_a_weak_supply_is_seen_by_its_sensor_where_the_firmware_is_silent() -> None:
    patient = Patient()
    del patient.texts["/sys/devices/platform/soc/soc:firmware/get_throttled"]
    patient.texts |= {"/sys/class/hwmon/hwmon2/name": "rpi_volt", "/sys/class/hwmon/hwmon2/in0_lcrit_alarm": "1"}
    assert [said for said, _ in faults(patient)] == ["The supply is too weak right now."]


def test_the_screens_can_be_timed() -> None:
    patient = Patient()
    del patient.bus.chips[0x3D]
    red, blue = speeds(load("lite"), patient.wire)
    assert re.fullmatch(r"The screen of red: [\d.]+ ms for a whole picture, [\d.]+ ms for a number.", red.text)
    assert blue.cure.startswith("check its four wires")
    assert patient.bus.chips[0x3C].glass().getbbox() is None


def test_readers_that_are_there_are_well() -> None:
    patient = Patient()
    patient.versions["evdev"] = "1.9"
    patient.keyboards = {"usb-Syc": "/dev/input/event7"}
    patient.devices["/dev/input/event7"] = True
    assert faults(patient, read("own.toml", KEYBOARD)) == []
    assert faults(patient, read("own.toml", SERIAL)) == []
