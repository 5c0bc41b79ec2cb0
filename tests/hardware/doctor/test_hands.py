"""The part of the doctor that wants a person: a person who presses right, wrong, or not at all."""

import asyncio
from collections.abc import Callable

import pytest

from hardware.build import Hardware, Outside, build
from hardware.doctor import FAULT, OK, Finding
from hardware.doctor.hands import Hands
from hardware.pin_reading import read
from hardware.ports import Press
from tests.support.oled_chip import Bus

RAW = '[panel.red]\nbackend = "gpio"\nplus = 17\nok = 22\n[display.red]\nbackend = "oled"\n'


def examined(press: Callable[[str], Press | None], answer: str) -> list[Finding]:
    async def examine() -> list[Finding]:
        plan = read("own.toml", RAW)
        hardware: Hardware = build(plan, asyncio.get_running_loop(), outside=Outside(lambda port: Bus(), threads=False))

        async def ask(question: str) -> str:
            return answer

        def say(text: str) -> None:
            pressed = press(text)
            if pressed is not None:
                hands.hear(pressed)

        hands = Hands(hardware, plan, ask, say, patience=0.01)
        return await hands.test()

    return asyncio.run(examine())


def obedient(text: str) -> Press:
    return Press("red", "plus" if "PLUS" in text else "ok")


def test_who_presses_and_reads_right_finds_all_well() -> None:
    found = examined(obedient, "red 27")
    assert [finding.state for finding in found] == [OK] * 3


def test_swapped_wires_are_told_with_both_buttons() -> None:
    found = examined(lambda text: Press("red", "ok" if "PLUS" in text else "plus"), "RED 27")
    assert found[0].text == "For PLUS of red there came OK of red."
    assert "GPIO 17 (pin 11)" in found[0].cure


def test_a_button_that_is_not_heard_names_its_wire() -> None:
    found = examined(lambda text: None, "RED 27")
    assert [finding.state for finding in found] == [FAULT, FAULT, OK]
    assert found[1].cure == "check the wire from GPIO 22 (pin 15) and the one to ground"


@pytest.mark.parametrize(
    ("answer", "cause", "cure"),
    [("", "Nothing is to be read", "see what the steps above say"), ("ERD", "shows ERD", 'chip = "sh1106"')],
)
def test_a_screen_that_shows_something_else_names_what_to_try(answer: str, cause: str, cure: str) -> None:
    found = examined(obedient, answer)
    assert cause in found[2].text
    assert cure in found[2].cure


def test_a_repeat_is_no_second_press() -> None:
    found = examined(lambda text: Press("red", "plus", repeat=True), "RED 27")
    assert found[0].state == FAULT
