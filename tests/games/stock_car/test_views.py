"""What a viewer of a stock-car race is shown."""

import re
from pathlib import Path

import pytest

from companion.engine import Flag, Hand, Number, Text, View
from companion.engine.codec import form
from companion.games.stock_car import GAME, views
from tests.support.stock_race import Table, after_event, standing

rule = pytest.mark.rule
HANDS: dict[str, object] = {"hands": {"red": [65, 33], "blue": [66, 34, 2]}}
WEAR = {29: "tire fuel engine", 43: "body"}


def race(**more: object) -> Table:
    places = "29 M9, 25 I7, 43 O9, 28 A6"
    return standing(places, "red 29 25, blue 43 28", turn="red", wear=WEAR, **{**HANDS, **more})


def seen(table: Table, viewer: str | None = None) -> View:
    return GAME.rules.view(table.race, viewer)


def value(view: View, name: str) -> object:
    match view.find(name):
        case Number(value=number):
            return number
        case Text(text=text):
            return text
        case Flag(on=on):
            return on
        case Hand(cards=cards):
            return [card.name for card in cards]
    return None


def test_a_seat_sees_its_own_hand_and_nobody_else_s() -> None:
    table = race()
    assert value(seen(table, "red"), "hand") == ["65", "33"]
    assert value(seen(table, "blue"), "hand") == ["66", "34", "2"]
    assert seen(table).find("hand") is None
    assert value(seen(table), "cards-blue") == 3


def test_a_card_says_what_it_does() -> None:
    card = views.hand_card(1)
    assert (card.name, card.label, card.short) == ("1", "1 Rubbin' is Racin'", "1 D4")
    assert card.text.startswith("Draft 4, out of the pits 3. Wear: none. Sideways steps are free")


def test_nothing_that_others_hold_changes_a_byte() -> None:
    one, other = race(), race(hands={"red": [65, 33], "blue": [5, 6, 7]})
    for viewer in (None, "red"):
        assert form(seen(one, viewer)) == form(seen(other, viewer))
    assert form(seen(one, "blue")) != form(seen(other, "blue"))


@rule("3.4", "3.5")
def test_running_order_gaps_and_laps_on_demand() -> None:
    view = seen(race())
    assert value(view, "running-order") == "29 43 25 28"
    assert value(view, "gaps") == "0: 29 43\n-2: 25\n-3: 28"
    assert (value(view, "gap-25"), value(view, "lap-25"), value(view, "lap")) == (2, 1, 1)
    assert (value(view, "leader"), value(view, "lapped")) == ("29", "nobody")
    assert (value(view, "laps"), value(view, "sectors")) == (3, 30)


def test_every_car_s_sheet_is_public() -> None:
    view = seen(race())
    sheet = {name: value(view, f"{name}-29") for name in ("at", "status", "used", "wear", "markers", "penalty", "led")}
    assert sheet == {
        "at": "M9",
        "status": "racing",
        "used": False,
        "wear": 3,
        "markers": "tire, fuel, engine",
        "penalty": 3,
        "led": 0,
    }
    assert value(view, "status-28") == "pitted"


@rule("4.7")
def test_points_and_what_they_would_be() -> None:
    view = seen(race())
    assert (value(view, "points-red"), value(view, "forecast-red"), value(view, "forecast-blue")) == (
        0,
        46 + 41,
        42 + 40,
    )
    assert [value(view, f"place-{number}") for number in (29, 43, 25, 28)] == [1, 2, 3, 4]


def test_a_lost_car_has_a_place_but_stands_nowhere() -> None:
    view = seen(race().do("retire 29"))
    assert (value(view, "place-29"), value(view, "status-29")) == (4, "out")
    assert view.find("at-29") is None


@rule("2.1")
def test_while_a_car_is_being_moved_its_points_kind_wear_and_penalty_come_first() -> None:
    view = seen(race().do("play 65 29"), "red")
    assert [widget.name for widget in view.widgets[:9]] == [
        "move-sheet",
        "move-points",
        "move-kind",
        "move-car",
        "move-card",
        "move-linked",
        "move-locked",
        "move-wear",
        "move-penalty",
    ]
    assert (value(view, "move-points"), value(view, "move-kind"), value(view, "move-penalty")) == (4, "solo", 3)
    assert value(view, "move-sheet") == "wear 3, -3 MP"
    assert value(view, "move-card") == "65 Charge"
    assert view.board is not None
    assert view.board.highlights == ("29",)


def test_without_a_move_there_is_nothing_of_it() -> None:
    view = seen(race())
    assert not [widget for widget in view.widgets if widget.name.startswith("move-")]
    assert view.board is not None
    assert view.board.highlights == ()


@rule("3.1", "4.5", "Q10")
def test_nasty_surprises_are_announced() -> None:
    table = standing(
        "29 M25 3, 43 O9 3", "red 29, blue 43", turn="red", events_aside=["rain"], wear={43: "engine " * 6}
    )
    assert value(seen(table), "warnings") == "Rain lies aside\nSix markers: 43\nPast the green line"
    assert seen(race()).find("warnings") is None


def test_the_event_and_the_flag_of_the_turn_are_shown() -> None:
    view = seen(after_event("debris-caution", "29 M9, 43 O9", "red 29, blue 43"))
    assert (value(view, "event"), value(view, "flag")) == ("Debris Caution", "yellow")
    assert value(view, "events-spent") == "debris-caution"
    assert value(view, "event-deck") == 25


def test_decks_are_counted_where_the_referee_deals() -> None:
    assert value(seen(race()), "race-deck") == 84 - 5
    held = seen(standing("29 M9, 43 O9", "red 29, blue 43", turn="red"), "red")
    assert [held.find(name) for name in ("race-deck", "cards-red", "hand", "event-deck")][:3] == [None] * 3


def test_every_line_of_a_small_text_fits_a_small_screen() -> None:
    for widget in seen(race().do("play 33 25"), "red").widgets:
        assert len(widget.label) <= 21, widget
        if isinstance(widget, Text) and widget.name in ("running-order", "gaps", "warnings", "move-kind", "segment"):
            assert all(len(line) <= 21 for line in widget.text.split("\n"))


def test_every_widget_is_documented_by_its_name() -> None:
    documented = set(re.findall(r"`([a-z0-9-]+)`", Path(views.__file__).read_text("utf-8").split('"""')[1]))
    for table in (race().do("play 65 29"), after_event("rain", "29 M25 3, 43 O9 3", "red 29, blue 43")):
        for widget in seen(table, "red").widgets:
            name = re.sub(r"-\d+$", "-29", re.sub(r"-(red|blue)$", "-red", widget.name))
            assert name in documented, name


def test_the_board_has_every_car_by_its_number() -> None:
    board = seen(race()).board
    assert board is not None
    assert [(token.id, token.place, token.seat) for token in board.tokens] == [
        ("29", "M9", "red"),
        ("25", "I7", "red"),
        ("43", "O9", "blue"),
        ("28", "A6", "blue"),
    ]
