"""Stock car, chapter 4.2: segments in turn, passes, the end of the turn in its order, discards and new hands."""

import pytest

from companion.engine import Ask, Draw, NotPending, Resume
from companion.games.stock_car import GAME
from tests.support.stock_race import Table, position, standing

rule = pytest.mark.rule
HELD = {"cards": "held", "events": False}
DEALT: dict[str, object] = {"hands": {"red": [65, 33, 1], "blue": [66, 34, 2]}}


def spend(table: Table) -> Table:
    """Forward until the segment is over."""
    seat = table.race.turn
    while table.race.move is not None:
        table.do("forward")
    assert seat
    return table


@rule("4.2")
def test_segments_go_to_the_left_until_every_car_has_been_used() -> None:
    table = standing("29 I20, 25 I18, 43 M10, 15 I5", "red 29 25, blue 43, green 15", turn="red", **HELD)
    order = []
    for car in (29, 43, 15, 25):
        order.append(table.race.turn)
        spend(table.do(f"play 65 {car}"))
    assert order == ["red", "blue", "green", "red"]
    assert table.asked == "red"
    assert table.menu[0] == "done"


@rule("4.2")
def test_a_card_is_played_and_the_move_begins() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", **DEALT).do("play 65 29")
    assert table.events == ["card-played red 65 29"]
    move = table.race.move
    assert move is not None
    assert (move.car, move.card, move.kind, move.points) == (29, 65, "solo", 7)
    assert table.race.hands["red"] == (33, 1)
    assert table.race.discards == (65,)


@rule("4.2", "2.1")
def test_the_card_s_marker_is_laid_after_the_move_and_the_car_is_used() -> None:
    table = spend(standing("29 M7, 43 I20", "red 29, blue 43", turn="red", **HELD).do("play 65 29"))
    assert table.events == ["moved 29 M13 M14", "wore 29 tire"]
    assert table.race.cars[29].used
    assert table.race.turn == "blue"


@rule("4.2")
def test_a_used_car_a_card_not_held_and_the_wrong_seat_are_refused() -> None:
    table = standing("29 M7, 25 M2, 43 I20", "red 29 25, blue 43", turn="red", **DEALT)
    table.patch(cars={"25": {"used": True}})
    assert table.refused("play 65 25") == "4.2"
    assert table.refused("play 70 29") == "4.2"
    assert table.refused("play 99 29") == "4.2"
    assert table.refused("play 66 43", seat="blue") == "4.2"
    assert table.refused("play 65 43") == "4.2"
    assert table.refused("play 65 77") == "4.2"
    assert table.refused("retire 25") == "4.2"
    assert table.refused("forward") == "4.2"


@rule("4.2")
def test_a_second_car_waits_until_the_first_has_spent_its_points() -> None:
    table = standing("29 M7, 25 M2, 43 I20", "red 29 25, blue 43", turn="red", **HELD).do("play 65 29")
    assert table.refused("play 65 25") == "4.2"
    assert table.refused("pass") == "4.2"
    assert table.refused("retire 25") == "4.2"


@rule("4.2")
def test_with_real_cards_every_number_is_open() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", **HELD)
    assert [text for text in table.menu if text.startswith("play")] == [f"play {card} 29" for card in range(1, 85)]
    assert table.refused("play 85 29") == "4.2"
    assert table.refused("play 0 29") == "4.2"


@rule("4.2")
def test_a_race_patched_without_hands_plays_as_held() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red")
    assert "play 84 29" in table.menu
    assert table.race.options.cards == "held"
    dealt = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", **DEALT)
    assert [text for text in dealt.menu if text.startswith("play")] == ["play 65 29", "play 33 29", "play 1 29"]


@rule("3.2", "A33", "Q33")
def test_a_lost_car_is_a_pass_in_any_segment_once_a_turn() -> None:
    cars: dict[int, dict[str, object]] = {25: {"status": "out"}}
    cars |= {29: {"at": "M7", "lap": 1}, 43: {"at": "I20", "lap": 1}}
    table = position(cars, {"red": [25, 29], "blue": [43]}, {"turn": "red"}, events=False)
    assert "pass" in table.menu
    table.do("pass")
    assert table.events == []
    assert table.race.cars[25].used
    assert table.race.turn == "blue"
    spend(table.do("play 65 43"))
    assert "pass" not in table.menu
    assert table.refused("pass") == "3.2"


@rule("Q33")
def test_one_car_left_of_four_still_holds_five_cards_and_passes_three_times() -> None:
    cars: dict[int, dict[str, object]] = {number: {"status": "out"} for number in (1, 2, 3)}
    cars |= {4: {"at": "I9", "lap": 1}, 43: {"at": "I20", "lap": 1, "used": True}}
    hands = {"red": [70, 71, 72, 73, 74], "blue": [1, 2]}
    table = position(cars, {"red": [1, 2, 3, 4], "blue": [43]}, {"turn": "red", "hands": hands}, events=False)
    table.do("pass", "pass", "pass")
    spend(table.do("play 74 4"))
    table.do("done", "done", "done", "done")
    assert table.asked == "deal"
    table.draw(3)
    assert table.asked == "blue"
    assert len(table.race.hands["red"]) == 5


@rule("4.2")
def test_a_team_with_nothing_to_use_is_passed_over() -> None:
    table = standing("29 I20, 25 I18, 43 M10", "red 29 25, blue 43", turn="red", **HELD)
    table.patch(cars={"43": {"used": True}})
    assert spend(table.do("play 65 29")).race.turn == "red"


@rule("4.2", "Q5", "Q27")
def test_every_car_in_the_leading_sector_gets_a_turn_leader_marker() -> None:
    table = standing("43 M8, 15 I8, 29 M7", "red 43 29, blue 15", used=True, **HELD)
    assert table.events == ["led-turn 15", "led-turn 43"]
    assert table.race.first_player == "blue"


@rule("4.2")
def test_a_lapped_car_beside_the_leader_has_not_led() -> None:
    table = standing("43 M8 2, 15 I8 1", "red 43, blue 15", used=True, **HELD)
    assert table.events[:1] == ["led-turn 43"]
    assert table.race.cars[15].led == 0


@rule("4.2")
def test_the_turn_ends_in_its_order() -> None:
    table = standing("43 M8 2, 15 I5 2, 29 M7 1", "red 43 29, blue 15", used=True)
    assert table.events == ["led-turn 43"]
    assert table.asked == "event"
    table.draw("overcast")
    assert table.asked == "red"
    table.do("pit 43", "done")
    assert table.asked == "blue"
    table.do("done")
    assert table.events == ["led-turn 15"]
    assert table.race.first_player == "blue"
    assert [number for number, car in table.race.cars.items() if car.status == "out"] == []


@rule("4.2", "3.6")
def test_lapped_cars_go_after_the_pits_and_before_the_discards() -> None:
    hands = {"red": [1, 2], "blue": [3, 4]}
    table = standing("43 M8 2, 15 I5 2, 29 M7 1", "red 43, blue 15 29", used=True, hands=hands, events=False)
    table.do("done")
    assert table.race.cars[29].status == "racing"
    table.do("done")
    assert table.events == ["retired 29"]
    assert table.menu == ["done", "discard 1", "discard 2"]


@rule("4.2")
def test_cards_are_discarded_by_each_player_in_turn() -> None:
    table = standing("43 M8, 15 I5", "red 43, blue 15", used=True, hands={"red": [1, 2], "blue": [3, 4]}, events=False)
    table.do("done", "done")
    assert table.refused("discard 3") == "4.2"
    table.do("discard 2")
    assert table.menu == ["done", "discard 1"]
    table.do("discard 1", "done", "discard 3", "done")
    assert table.race.discards == (2, 1, 3)
    pending = table.pending
    assert isinstance(pending, Draw)
    assert (pending.name, pending.seat) == ("deal", "red")


@rule("4.2")
def test_an_empty_deck_is_made_of_the_discards_again() -> None:
    hands = {"red": list(range(1, 41)), "blue": list(range(41, 81))}
    table = standing("43 M8, 15 I5", "red 43, blue 15", used=True, hands=hands, discards=[81, 82, 83, 84], events=False)
    table.do("done", "done", *(f"discard {card}" for card in range(1, 40)), "done", "done")
    pending = table.pending
    assert isinstance(pending, Draw)
    assert sorted(map(int, pending.odds[0])) == [*range(1, 40), 81, 82, 83, 84]
    table.draw(81)
    assert table.race.discards == ()


@rule("4.2")
def test_with_real_cards_nobody_is_asked_for_discards_or_dealt() -> None:
    table = standing("43 M8, 15 I5", "red 43, blue 15", used=True, **HELD).do("done", "done")
    assert (table.asked, table.race.round, table.race.cars[43].used) == ("red", 2, False)
    assert table.race.stage == "action"


@rule("4.2")
def test_a_new_turn_begins_with_the_new_first_player() -> None:
    table = standing("43 M8, 15 I9", "red 43, blue 15", used=True, first_player="red", **HELD)
    assert table.race.turn == "red"
    table.do("done", "done")
    assert (table.race.first_player, table.race.turn) == ("blue", "blue")


@rule("4.2")
def test_turn_stays_with_the_first_player_while_others_are_asked() -> None:
    table = standing("43 M8, 15 I9", "red 43, blue 15", used=True, first_player="red", **HELD).do("done")
    assert table.asked == "blue"
    assert table.race.turn == "red"


def test_a_draw_is_answered_by_its_own_name_only() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", **HELD)
    with pytest.raises(NotPending):
        table.session.answer("event", ["rain"])
    over = standing("29 M7, 43 I20", "red 29, blue 43", used=True)
    with pytest.raises(NotPending):
        over.session.answer("bar", ["15"])


def test_nothing_happens_by_itself_while_a_set_up_draw_is_waited_for() -> None:
    race = GAME.rules.setup(("red", "blue"), {})
    step = GAME.rules.apply(race, Resume())
    assert step.state == race
    assert step.events == ()


@rule("4.2")
def test_a_menu_shows_what_a_card_would_do() -> None:
    wear = {29: "fuel fuel fuel"}
    table = standing("29 M7, 25 A3, 43 I20", "red 29 25, blue 43", turn="red", wear=wear, **DEALT)
    pending = table.pending
    assert isinstance(pending, Ask)
    by_label = {choice.label: choice for choice in pending.choices}
    assert by_label["29: 65 S7 tire"].detail == ("Charge", "Solo, points 7-3=4", "Wear: tire")
    assert by_label["25: 65 S7 tire"].detail == ("Charge", "Out of the pits: 3", "Solo, no wear")
    assert by_label["29: 1 D4"].detail == ("Rubbin' is Racin'", "Draft, points 4-3=1", "Wear: none")
    assert by_label["Retire car 29"].warning == ("Car 29 leaves the", "race for good.")
    assert by_label["29: 65 S7 tire"].warning == ()


@rule("4.2")
def test_a_sixth_marker_wants_a_second_ok() -> None:
    wear = {29: "fuel fuel fuel fuel fuel"}
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", wear=wear, **DEALT)
    pending = table.pending
    assert isinstance(pending, Ask)
    warned = {choice.label: bool(choice.warning) for choice in pending.choices}
    assert (warned["29: 65 S7 tire"], warned["29: 1 D4"]) == (True, False)
