"""The page of a seat that is asked: six buttons, one meaning each."""

import pytest

from companion.controls import Face, met, page
from companion.controls.situation import WRONG, Decide, GoBack
from tests.support.asks import GOES, LAYS, PIT, Enter, Go, Lay, Stay, ask, pressed, situation


def test_a_plain_turn_is_one_ok() -> None:
    assert pressed(situation(), "ok")[1] == Decide(Go(2))


def test_minus_and_plus_change_the_distance() -> None:
    assert pressed(situation(), "minus", "ok")[1] == Decide(Go(1))


def test_a_risk_needs_a_second_ok() -> None:
    face, wish = pressed(situation(), "plus", "ok")
    assert wish is None
    assert page(face, situation()).name == "warning"
    assert pressed(situation(), "ok", face=face)[1] == Decide(Go(3))


def test_back_on_the_warning_returns_to_the_menu() -> None:
    face, wish = pressed(situation(), "plus", "ok", "back")
    assert (face.risk, wish) == (False, None)
    assert page(face, situation()).name == "turn"


def test_card_on_the_warning_switches_to_the_way_out_and_ok_accepts_it() -> None:
    face, _ = pressed(situation(), "plus", "ok", "card")
    assert page(face, situation()).name == "turn"
    assert pressed(situation(), "ok", face=face)[1] == Decide(Go(3, shield=True))


def test_card_plays_a_card_and_says_once_why_another_is_skipped() -> None:
    face, _ = pressed(situation(), "card")
    assert "Late Brake: alone" in page(face, situation()).texts()
    assert pressed(situation(), "ok", face=face)[1] == Decide(Go(2, card="good-exit"))
    after, _ = pressed(situation(), "plus", "minus", face=face)
    assert "Late Brake: alone" not in page(after, situation()).texts()


def test_a_barred_choice_shows_its_ruling_and_does_nothing() -> None:
    face, wish = pressed(situation(), "plus", "plus", "ok")
    assert wish == WRONG
    shown = page(face, situation()).texts()
    assert shown[0] == "NOT NOW rule 2.3"
    assert "There is no fuel left" in shown
    assert page(pressed(situation(), "back", face=face)[0], situation()).name == "turn"


def test_a_menu_starts_with_its_first_open_choice() -> None:
    barred_first = situation(ask((GOES[3], *GOES)))
    assert met(Face(), None, barred_first).at == 1
    assert pressed(barred_first, "ok", face=met(Face(), None, barred_first))[1] == Decide(Go(2))


def test_back_takes_back_what_the_table_lets_go_of_and_is_wrong_otherwise() -> None:
    assert pressed(situation(may_go_back=True), "back")[1] == GoBack()
    assert pressed(situation(), "back")[1] == WRONG


def test_a_few_plain_choices_are_a_list_in_the_menus_order() -> None:
    now = situation(ask(PIT, "PIT ENTRY"))
    assert page(Face(), now).texts()[1:3] == ("▶ Stay on track", "Enter: P1, fuel 2")
    assert pressed(now, "ok")[1] == Decide(Stay())
    assert pressed(now, "plus", "ok")[1] == Decide(Enter())


def test_card_highlights_the_next_field_of_a_form_without_cards() -> None:
    now = situation(ask(LAYS))
    assert "CARD [g2] a1" in page(Face(), now).texts()
    face, _ = pressed(now, "card")
    assert "CARD g2 [a1]" in page(face, now).texts()
    assert pressed(now, "plus", "ok", face=face)[1] == Decide(Lay("g2", "b1"))
    assert pressed(now, "card", "plus", "ok", face=face)[1] == Decide(Lay("g3", "a1"))


@pytest.mark.parametrize("index", range(len(GOES)))
def test_nothing_jumps_while_values_are_stepped_through(index: int) -> None:
    lines = page(Face(at=index), situation()).lines
    rows = sum(2 if line.look == "big" else 1 for line in lines)
    assert (rows, lines[0].text, lines[1].text) == (8, "YOUR TURN", "FUEL")


def test_the_hand_is_counted_not_shown_until_its_owner_asks() -> None:
    shown = page(Face(), situation()).texts()
    assert "HAND 1 card" in shown
    assert not any("GE" in text or "Good Exit" in text for text in shown)
