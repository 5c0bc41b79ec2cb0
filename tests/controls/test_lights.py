"""Lamps: whose turn it is, which flag is out, and a tone for a wrong button."""

from companion.controls.lights import TONE, Lights
from companion.table import SetClock
from hardware.fakes import FakeLamp
from tests.support.tables import Table, at_table

NAMES = ("turn-red", "turn-blue", "red-light", "yellow-light", "green-light", "safety-car", "buzzer")


def lit(lamps: dict[str, FakeLamp]) -> dict[str, str]:
    return {name: lamp.mode for name, lamp in lamps.items() if lamp.mode != "off"}


def test_the_light_of_whoever_is_asked_is_on() -> None:
    async def play(table: Table) -> None:
        lamps = {name: FakeLamp(name) for name in NAMES}
        lights = Lights(lamps, table.clock)
        lights.look(table.desk)
        assert lit(lamps) == {"turn-red": "on", "green-light": "on"}
        await table.press("red", "plus", "ok")
        lights.look(table.desk)
        assert lit(lamps) == {"turn-blue": "on", "green-light": "on"}

    at_table(play)


def test_all_turn_lights_blink_while_pieces_are_to_be_moved() -> None:
    async def play(table: Table) -> None:
        lamps = {name: FakeLamp(name) for name in NAMES}
        await table.press("red", "plus", "ok")
        Lights(lamps, table.clock).look(table.desk)
        assert lit(lamps) == {"turn-red": "blink", "turn-blue": "blink", "red-light": "on"}

    at_table(play, lambda: Table(confirm="always"))


def test_a_lamp_is_told_only_what_changes() -> None:
    async def play(table: Table) -> None:
        lamp = FakeLamp("turn-red")
        lights = Lights({"turn-red": lamp}, table.clock)
        lights.look(table.desk)
        lights.look(table.desk)
        assert lamp.modes == ["off", "on"]

    at_table(play)


def test_the_sound_can_be_switched_off_in_the_menu() -> None:
    async def play(table: Table) -> None:
        heard: list[str] = []
        table.desk.on_wrong(heard.append)
        await table.press("blue", "ok", "menu", "minus", "ok", "ok")
        assert heard == ["blue"]

    at_table(play)


def test_a_wrong_button_sounds_for_a_moment() -> None:
    clock, buzzer = SetClock(), FakeLamp("buzzer")
    Lights({"buzzer": buzzer}, clock).wrong("red")
    assert buzzer.mode == "on"
    clock.advance(TONE)
    assert buzzer.mode == "off"
