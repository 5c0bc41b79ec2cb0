"""The tick beside OK: there at once, gone in a moment, in nobody's way."""

from PIL import ImageChops

from companion.controls import Face, page
from companion.controls.tick import MOMENT, TICK, ticked
from companion.drawing import draw
from tests.support.asks import pressed, situation
from tests.support.tables import Table, at_table


def test_a_tick_changes_the_line_that_says_ok_and_nothing_else() -> None:
    before = page(Face(), situation())
    after = ticked(before)
    assert TICK in after.lines[-1].text
    box = ImageChops.logical_xor(draw(before), draw(after)).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert (top >= 56, bottom <= 64, right - left <= 12) == (True, True, True)


def test_a_warning_gets_its_tick_at_the_edge() -> None:
    now = situation()
    warning = page(pressed(now, "plus", "ok")[0], now)
    assert [line.right for line in ticked(warning).lines if line.look == "keys"] == [TICK, "", ""]


def test_an_accepted_press_shows_the_tick_and_then_the_next_page() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "ok")
        assert any(TICK in text for text in table.desk.shown("red")[0].texts())
        table.clock.advance(MOMENT)
        assert "Blue to move" in table.desk.shown("red")[0].texts()

    at_table(play)


def test_any_press_takes_the_tick_away() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "ok")
        await table.press("red", "menu")
        assert table.desk.shown("red")[0].name == "menu"

    at_table(play)


def test_whoever_is_asked_again_sees_the_new_page_at_once() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "ok")
        await table.press("blue", "plus", "ok")
        assert table.desk.shown("red")[0].name == "turn"

    at_table(play)


def test_a_refused_press_gets_no_tick() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "plus", "plus", "ok")
        assert table.desk.shown("red")[0].name == "why-not"

    at_table(play)
