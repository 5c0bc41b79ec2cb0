"""A menu as a form: fields, steps, cards, and only what is on the menu."""

from companion.controls import form
from companion.engine import Choice
from tests.support.asks import GOES, LAYS, Go


def actions(*indexes: int) -> list[Go]:
    return [go for index in indexes if isinstance(go := GOES[index].action, Go)]


def test_numbers_are_stepped_through_in_their_own_order_whatever_comes_first() -> None:
    assert form.rows(GOES) == (("go 1",), ("go 2",), ("go 3",), ("go 4",))
    assert [form.stepped(GOES, 0, 0, by) for by in (1, -1)] == [2, 1]


def test_stepping_wraps_on_a_press_and_stops_while_a_button_is_held() -> None:
    assert form.stepped(GOES, 3, 0, 1) == 1
    assert form.stepped(GOES, 3, 0, 1, wrap=False) == 3


def test_a_step_keeps_the_card_where_the_menu_has_it() -> None:
    menu = (*GOES, Choice(Go(3, card="good-exit"), "MOVE 3 -> 37"))
    assert menu[form.stepped(menu, 5, 0, 1)].action == Go(3, card="good-exit")
    assert menu[form.stepped(menu, 5, 0, -1)].action == Go(1)


def test_card_cycles_through_what_is_open_and_tells_what_it_skips() -> None:
    assert form.next_variant(GOES, 0) == (5, "Late Brake: alone here")
    assert form.next_variant(GOES, 5) == (0, "")


def test_a_flag_whose_twin_warns_waits_for_the_warning_page() -> None:
    assert form.variants(GOES, 2) == (2,)
    assert form.way_out(GOES, 2) == 6
    assert form.way_out(GOES, 0) is None


def test_a_second_field_is_stepped_below_the_first() -> None:
    assert [form.stepped(LAYS, 0, level, 1) for level in (0, 1)] == [2, 1]
    assert form.levels(LAYS, 0) == 2


def test_a_step_of_the_first_field_keeps_the_second_if_the_menu_has_it() -> None:
    assert form.stepped(LAYS, 1, 0, 1) == 2
    assert form.stepped(LAYS, 2, 0, 1) == 0
