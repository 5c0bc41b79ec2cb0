"""Every other page of a panel: who may press what, and what is seen."""

from itertools import permutations

import pytest

from companion.controls import Face, met, page, press
from companion.controls.placing import Placings
from companion.controls.situation import (
    WRONG,
    Answer,
    Entry,
    KeyIn,
    Move,
    Pick,
    Placed,
    Placing,
    Question,
    Read,
    Situation,
    Unplaced,
)
from companion.drawing import Page
from companion.engine import Ask, Board, Draw, Gauge, Number, Over, Place, Said, Text, Token, View
from companion.engine.view import AnyWidget
from tests.support.asks import HAND, ask, pressed, situation, view

DICE = Draw("dice", ({"clear": 1, "hazard": 1}, {"clear": 1}), "red")
BAG = Draw("damage", ({"gear": 1, "coast": 2},), "red", bag=True, count=2)
OTHERS = ask((), seat="blue")
PLACING = Placing("The field closes up.", (Move("red", "Red", "13", "red"), Move("blue", "Blue", "12", "blue")))


def shown(now: Situation, *controls: str) -> Page:
    return page(pressed(now, *controls)[0] if controls else Face(), now)


ORDER = Draw("bar", ({",".join(order): 1 for order in permutations(("red", "blue", "green"))},))

# Out of turn


@pytest.mark.parametrize("control", ["minus", "plus", "card", "back", "ok"])
def test_out_of_turn_only_menu_reacts(control: str) -> None:
    face, wish = press(Face(), situation(OTHERS), control)
    assert (face, wish) == (Face(), WRONG)


def test_out_of_turn_the_screen_tells_who_moves_and_what_was_said_last() -> None:
    told = situation(OTHERS, said=(Said("Yellow moves to 7."), Said("Green moves to 9.")))
    texts = shown(told).texts()
    assert "Blue to move" in texts
    assert "Green moves to 9." in texts
    assert "Yellow moves to 7." not in texts


def test_only_minus_and_plus_repeat() -> None:
    assert press(Face(), situation(), "ok", repeat=True) == (Face(), None)
    assert press(Face(), situation(), "plus", repeat=True)[0].at == 2


# The menu


def test_menu_opens_anywhere_and_back_closes_it_page_by_page() -> None:
    now = situation()
    assert shown(now, "menu").name == "menu"
    assert shown(now, "menu", "ok").name == "field"
    assert shown(now, "menu", "ok", "back").name == "menu"
    assert shown(now, "menu", "ok", "back", "back").name == "turn"


def test_the_hand_and_what_its_cards_do_are_behind_the_menu() -> None:
    now = situation()
    assert "Good Exit" in shown(now, "menu", "plus", "ok").texts()
    rules = shown(now, "menu", "plus", "plus", "plus", "ok").texts()
    assert rules[1:3] == ("GOOD EXIT", "Base move 4 instead")


PLANS = (
    Gauge("fuel", "FUEL", 3, 5),
    HAND,
    Number("gear", "Gear", 2),
    Text("ways", "To gear 4", "4sp 0 %, 5sp 12.5 %"),
    Text("steps", "Safest way", "g3 a2,g3 a3,b b4"),
)


def planning(seat: str = "red", widgets: tuple[AnyWidget, ...] = PLANS) -> Situation:
    """Blue drives; `widgets` are what red alone is told."""
    shared = (Text("flag", "", "Green flag"),)
    own, public = View(seat, "", (*widgets, *shared)), View(None, "", shared)
    return situation(OTHERS, view=own, everybody=lambda: public)


def test_who_waits_can_plan_with_what_its_view_alone_tells() -> None:
    now = planning()
    assert "Plan my turn" in shown(now, "menu").texts()
    texts = shown(now, "menu", "plus", "plus", "ok").texts()
    assert texts[0] == "Plan my turn"
    assert texts[2:7] == ("Gear 2", "To gear 4:", "4sp 0 %, 5sp 12.5 %", "Safest way:", "g3 a2, g3 a3, b b4")
    assert shown(now, "menu", "plus", "plus", "ok", "back").name == "menu"


def test_a_plan_is_offered_only_where_there_is_more_than_the_waiting_page_shows() -> None:
    assert "Plan my turn" not in shown(planning(widgets=PLANS[:3]), "menu").texts()
    assert "Plan my turn" not in shown(planning(widgets=()), "menu").texts()


def test_a_plan_closes_when_its_owner_is_asked() -> None:
    now = planning()
    face = met(pressed(now, "menu", "plus", "plus", "ok")[0], now, planning())
    assert page(face, now).name == "plan", "others drive on meanwhile"
    assert met(face, now, situation()).page == ""


def test_the_field_names_every_piece_front_to_back() -> None:
    places = (Place("4", 0, 0, label="s4"), Place("5", 10, 0, label="s5"))
    tokens = (Token("b", "4", 1, "blue", label="Blue"), Token("g", "4", 0, "green", label="Green"), Token("r", "5"))
    board = Board("board", "Board", 20, 10, places, tokens)
    now = situation(view=type(view())("red", "Lap 1", (board,)))
    assert shown(now, "menu", "ok").texts()[1:4] == ("R: s5", "Green: s4 (1)", "Blue: s4 (2)")


def test_what_the_table_offers_stands_below_the_pages_and_is_picked_with_ok() -> None:
    now = situation(entries=(Entry("undo", "Take back my turn"),))
    face, wish = pressed(now, "menu", "minus", "ok")
    assert (face.page, wish) == ("", Pick("undo"))


def test_a_new_ask_closes_the_menu_and_starts_at_the_first_choice() -> None:
    waiting, now = situation(OTHERS), situation()
    assert met(Face(page="field", at=3), waiting, now) == Face()
    assert met(Face(page="field"), waiting, situation(ask((), seat="green"))).page == "field"


# What the table wants


def test_a_private_page_is_read_before_anything_else_and_ok_puts_it_away() -> None:
    now = situation(letters=(Said("Base move 4 instead of 1 or 2.", "red", "CHANCE CARD: GOOD EXIT"),))
    assert shown(now).texts()[:3] == ("CHANCE CARD", "GOOD EXIT", "Base move 4 instead")
    assert pressed(now, "ok")[1] == Read()
    assert pressed(now, "plus")[1] == WRONG


def test_pieces_are_placed_one_at_a_time_and_back_withdraws() -> None:
    now = situation(OTHERS, placing=PLACING)
    assert shown(now).texts()[:2] == ("MOVE ON THE BOARD 1/2", "Red -> 13")
    assert pressed(now, "ok")[1] == Placed()
    assert pressed(now, "card")[1] == Placed(everything=True)
    assert pressed(now, "back")[1] == WRONG
    second = situation(OTHERS, placing=Placing(PLACING.text, PLACING.moves, 1))
    assert pressed(second, "back")[1] == Unplaced()


def test_a_question_takes_ok_for_yes_and_back_for_no() -> None:
    now = situation(OTHERS, question=Question("motion", "TAKE BACK?", "Blue asks."))
    assert [pressed(now, control)[1] for control in ("ok", "back")] == [Answer("motion", True), Answer("motion", False)]
    sure = situation(OTHERS, question=Question("ready", "READY?", "All sit.", no=""))
    assert pressed(sure, "back")[1] == WRONG


def test_the_end_tells_the_own_place() -> None:
    now = situation(Over(("blue", "red", "green")))
    assert "Red: place 2" in shown(now).texts()
    assert "1 Blue" in shown(now).texts()


def test_a_car_that_a_bot_drives_is_joined_with_ok() -> None:
    assert pressed(situation(OTHERS, idle=True), "ok")[1] == Pick("join")


# Keying in


def test_only_what_can_still_come_is_offered_die_by_die() -> None:
    now = situation(DICE, keys_in=True)
    assert [text for text in shown(now).texts() if "lear" in text or "azard" in text] == ["▶ Clear", "Hazard"]
    after = shown(now, "ok").texts()
    assert after[0] == "DICE 2/2"
    assert not any("Hazard" in text for text in after[2:6])


def test_a_bag_offers_no_more_of_a_token_than_it_holds() -> None:
    now = situation(BAG, keys_in=True)
    assert "▶ Coast" in shown(now, "ok").texts()
    assert not any("Gear" in text for text in shown(now, "ok").texts()[2:6])


def test_a_slip_is_taken_back_and_the_last_look_hands_it_in() -> None:
    now = situation(DICE, keys_in=True)
    face, wish = pressed(now, "plus", "ok", "back", "ok", "ok")
    assert wish is None
    assert page(face, now).name == "key-in-check"
    assert pressed(now, "ok", face=face)[1] == KeyIn(("clear", "clear"))


def test_an_order_is_keyed_in_item_by_item_and_handed_in_whole() -> None:
    now = situation(ORDER, keys_in=True)
    assert shown(now).texts()[:4] == ("BAR 1/3", "What came up?", "▶ Red", "Blue")
    face, _ = pressed(now, "plus", "ok")
    assert page(face, now).texts()[2:4] == ("▶ Red", "Green")
    face, wish = pressed(now, "plus", "ok", "ok", face=face)
    assert wish is None
    assert page(face, now).texts()[1:4] == ("1 Blue", "2 Green", "3 Red")
    assert pressed(now, "ok", face=face)[1] == KeyIn(("blue,green,red",))


def test_a_draw_that_another_panel_keys_in_is_only_waited_for() -> None:
    assert shown(situation(DICE)).name == "waiting"


# Lists of pieces

BOARD = Board("board", "Board", 9, 9, (Place("1", 0, 0),), (Token("a", "1", label="A"), Token("b", "1", 1, label="B")))


@pytest.mark.parametrize(("confirm", "pieces"), [("never", []), ("several", [2]), ("always", [1, 2])])
def test_how_many_pieces_a_sentence_must_name_before_the_table_waits(confirm: str, pieces: list[int]) -> None:
    placings = Placings(confirm)
    placings.add(Said("A moves.", moves=("a",)), BOARD)
    placings.add(Said("Both move.", moves=("a", "b")), BOARD)
    seen = []
    while placings.current is not None:
        seen.append(len(placings.current.moves))
        for _ in placings.current.moves:
            placings.confirm()
    assert seen == pieces


def test_an_ask_of_nothing_is_waited_out() -> None:
    now = situation(Ask("red", "One moment", ()))
    assert shown(now).name == "waiting"
    assert pressed(now, "ok")[1] == WRONG
