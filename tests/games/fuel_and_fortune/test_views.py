"""What a viewer may know, and the board."""

from math import dist

import pytest

from companion.engine import Card, Flag, Gauge, Hand, Number, Text, View
from companion.games.fuel_and_fortune.board import oval, places
from companion.games.fuel_and_fortune.rules import RULES
from companion.games.fuel_and_fortune.state import Race
from tests.support.fuel_and_fortune import COLOURS, Table, cars, race

rule = pytest.mark.rule


def view(table: Table, viewer: str | None = None) -> View:
    return RULES.view(table.race, viewer)


def test_a_seat_sees_its_gauge_and_hand_first() -> None:
    shown = view(race(red="L1 10 f2 GE", blue="20"), "red")
    assert shown.title == "Lap2/2 s10"
    assert shown.widgets[0] == Gauge("fuel", "FUEL", 2, 5)
    hand = shown.find("hand")
    assert isinstance(hand, Hand)
    text = "Base move 4 instead of 1 or 2. Play it on your turn."
    assert hand.cards == (Card("good-exit", "Good Exit", "GE", text),)


@rule("A-74")
def test_others_see_how_many_cards_but_no_card_is_named_to_them() -> None:
    table = race(red="10 GE LB AC", blue="20")
    for viewer in ("blue", None):
        shown = view(table, viewer)
        assert shown.find("cards-red") == Number("cards-red", "Red cards", 3)
        assert not any(word in repr(shown) for word in ("good-exit", "Good Exit", "late-brake", "avoid-crash"))


@rule("A-153")
def test_fuel_is_public_by_default() -> None:
    assert view(race(red="10 f2", blue="20"), "blue").find("fuel-red") == Number("fuel-red", "Red fuel", 2)


@pytest.mark.parametrize(
    ("red", "note"),
    [
        ("10 f0", "EMPTY: pit or warp"),
        ("10 f1", "EXACTLY 1 LEFT"),
        ("10 f0 lock", "LOST TRACTION: MOVE 1"),
        ("P5", "EXIT NEEDS 1 FUEL"),
    ],
)
def test_a_note_says_what_to_mind(red: str, note: str) -> None:
    assert view(race(red=red, blue="20"), "red").find("note") == Text("note", "", note)


def test_no_note_where_all_is_well() -> None:
    assert view(race(red="10 f2", blue="20"), "red").find("note") is None


def test_everybody_sees_whose_turn_it_is_and_the_order() -> None:
    shown = view(race(red="10", blue="20"))
    assert shown.find("turn") == Text("turn", "", "Red to move")
    assert shown.find("ranking") == Text("ranking", "Ranking", "blue red")
    assert shown.find("place-blue") == Number("place-blue", "Blue place", 1)
    assert shown.find("safety-car") == Flag("safety-car", "SAFETY CAR", False)
    assert shown.find("deck-ge") == Number("deck-ge", "GE cards", 7)
    assert shown.title == "Lap 1/2"


@rule("7.2")
def test_the_final_standings_show_winner_awards_and_figures() -> None:
    table = race(red="L1 23", blue="5")
    assert view(table).find("winner") is None
    table.do("drive 1")
    shown = view(table)
    assert shown.title == "Red wins"
    assert shown.find("winner") == Text("winner", "Winner", "Red")
    assert shown.find("award-leadfoot") == Text("award-leadfoot", "Leadfoot", "not awarded")
    assert shown.find("award-squeaky-clean") == Text("award-squeaky-clean", "Squeaky Clean", "Red and Blue")
    assert shown.find("stats-red") is not None


@rule("A-125")
def test_the_board_has_every_car_in_its_order_and_the_safety_car_beside_its_queue() -> None:
    table = Table({**cars(red="12", blue="12"), "stacks": {"12": ["blue", "red"]}})
    board = view(table).board
    assert board is not None
    assert [(token.id, token.place, token.order) for token in board.tokens] == [("red", "12", 1), ("blue", "12", 0)]
    assert board.highlights == ("red",)
    behind = race(red="2", blue="18")
    behind.do("drive 2")
    behind.draw("debris")
    led = view(behind).board
    assert led is not None
    assert led.tokens[-1].id == "safety-car"
    assert led.tokens[-1].place == behind.race.cars["blue"].at


def test_places_are_marked() -> None:
    board = view(race(red="10", blue="20")).board
    assert board is not None
    marks = {place.id: place.marks for place in board.places if place.marks}
    assert marks == {
        "0": ("start",),
        "1": ("pit-exit", "safe-zone"),
        "22": ("pit-entry", "safe-zone"),
        **dict.fromkeys(("4", "8", "13", "17"), ("blue-dot",)),
        **dict.fromkeys(("P1", "P2", "P3", "P4"), ("pit-lane",)),
        "P5": ("last-box",),
    }


@pytest.mark.parametrize(("size", "boxes"), [(12, 2), (24, 5), (40, 5), (40, 10), (100, 10)])
def test_the_board_is_an_oval_whose_places_lie_apart_and_inside_it(size: int, boxes: int) -> None:
    found: Race = RULES.setup(COLOURS[:2], {"track_size": size, "pit_lane_length": boxes, "chance_dots": 0})
    board = RULES.view(found, None).board
    assert board is not None
    assert len(board.places) == size + boxes
    for place in board.places:
        assert 10 < place.x < board.width - 10
        assert 10 < place.y < board.height - 10
    road = board.places[:size]
    gaps = [dist((a.x, a.y), (b.x, b.y)) for a, b in zip(road, (*road[1:], road[0]), strict=True)]
    assert min(gaps) > 0.8 * oval(size).segment
    lane = board.places[size:]
    assert min(dist((a.x, a.y), (b.x, b.y)) for a in lane for b in lane if a is not b) > 8
    assert min(dist((a.x, a.y), (b.x, b.y)) for a in lane for b in road) > 25


def test_the_places_of_a_track_are_worked_out_once() -> None:
    table = race(red="10", blue="20")
    assert places(table.race.track) is places(table.race.track)


@rule("A-151")
def test_who_drives_a_seat_changes_neither_its_menu_nor_its_view_of_the_race() -> None:
    person, bot = race(red="10 GE", blue="20"), race(red="10 GE", blue="20", bots={"red": "mixed"})
    assert bot.menu() == person.menu()
    assert view(bot, "red") == view(person, "red")


@rule("A-152")
def test_every_viewer_can_compare_the_whole_board_with_the_referees_places() -> None:
    table = race(red="10", blue="P2", green="10")
    for viewer in (None, *table.seats):
        board = view(table, viewer).board
        assert board is not None
        assert {token.id: token.place for token in board.tokens} == {"red": "10", "blue": "P2", "green": "10"}
        assert [token.order for token in board.tokens] == [0, 0, 1]


@rule("A-157")
def test_profiles_are_revealed_by_the_table_and_never_by_the_rules() -> None:
    table = race(red="L1 23", blue="5", bots={"blue": "cautious"})
    assert table.race.options.reveal_profiles
    table.do("drive 1")
    assert "cautious" not in repr(view(table))
