"""Pages become pictures, pixel for pixel."""

import pytest

from companion.controls import Face, Situation, page
from companion.controls.situation import Move, Placing, Question
from companion.drawing import Line, Page, draw, keys, title, wrap
from companion.drawing.font import BIG, SMALL, glyph
from companion.drawing.page import fitted
from companion.engine import Draw, Over, Ruling, Said
from tests.support.asks import LAYS, PIT, ask, pressed, situation
from tests.support.golden import assert_golden

LETTER = Said("Base move 4 instead of 1 or 2. Play it on your turn.", "red", "CHANCE CARD: GOOD EXIT")
PLACING = Placing("The field closes up behind the safety car.", (Move("red", "Red", "13"), Move("blue", "Blue", "12")))
OTHERS = ask((), seat="blue")
SCREENS: dict[str, Situation | tuple[Situation, *tuple[str, ...]]] = {
    "turn": situation(),
    "risk": (situation(), "plus", "ok"),
    "card-skipped": (situation(), "card"),
    "pit-choice": situation(ask(PIT, "PIT ENTRY")),
    "form": (situation(ask(LAYS)), "card"),
    "letter": situation(letters=(LETTER,)),
    "placing": situation(OTHERS, placing=PLACING),
    "waiting": situation(OTHERS, said=(Said("Yellow moves to 7 and lands on a blue dot."),)),
    "menu": (situation(), "menu"),
    "why-not": (situation(), "plus", "plus", "ok"),
    "key-in": situation(Draw("dice", ({"clear": 1, "hazard": 2},) * 2, "red"), keys_in=True),
    "question": situation(OTHERS, question=Question("motion", "TAKE BACK?", "Blue asks to take back: Move Blue to 7.")),
    "finish": situation(Over(("blue", "red", "green", "yellow"))),
    "bot": situation(OTHERS, idle=True),
}


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_like_its_golden_picture(name: str) -> None:
    told = SCREENS[name]
    now, *controls = told if isinstance(told, tuple) else (told,)
    face = pressed(now, *controls)[0] if controls else Face()
    assert_golden(draw(page(face, now)), name)


@pytest.mark.parametrize("name", ["turn", "pit-choice", "placing"])
def test_a_small_glass_shows_what_matters_most(name: str) -> None:
    told = SCREENS[name]
    assert not isinstance(told, tuple)
    assert_golden(draw(page(Face(), told), (128, 32)), f"{name}-32")


def test_the_same_page_is_the_same_picture() -> None:
    shown = page(Face(), situation())
    assert draw(shown).tobytes() == draw(shown).tobytes()


def test_a_level_is_drawn_as_boxes() -> None:
    full, half = (draw(Page("p", (Line("FUEL", "3", bar=(level, 5)),))) for level in (5, 2))
    assert full.histogram()[-1] > half.histogram()[-1]


def test_a_letter_that_the_font_lacks_is_a_question_mark() -> None:
    assert glyph(SMALL, "\u4e2d").tobytes() == glyph(SMALL, "?").tobytes()
    assert glyph(BIG, "A").size == (8, 16)


def test_four_rows_keep_the_title_the_choice_and_the_buttons() -> None:
    lines = (title("T"), Line("a"), Line("b", keep=5), Line("c", keep=1), keys("OK"), Line("d"))
    assert [line.text for line in fitted(lines, 4)] == ["T", "a", "b", "OK"]


def test_words_are_laid_into_lines_and_long_ones_cut() -> None:
    assert wrap("a few words that need two lines") == ("a few words that need", "two lines")
    assert wrap("x" * 25) == ("x" * 21, "x" * 4)
    assert wrap("") == ()


def test_a_ruling_is_shown_with_its_number() -> None:
    now = situation()
    face = Face(why=Ruling("A-82", "Too short."))
    assert page(face, now).lines[0] == title("NOT NOW", "rule A-82")
