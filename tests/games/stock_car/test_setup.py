"""Stock car, chapter 4.1: the grid, the first player, the hands; 4.9: other grids."""

import pytest

from companion.engine import Draw, ImpossibleOutcome
from companion.games.stock_car.setup import moved_up
from tests.support.stock_race import CORNERED, OVAL, Table, seated

rule = pytest.mark.rule
THREE = ("black", "red", "blue")


def entered(seats: tuple[str, ...] = THREE, **options: object) -> Table:
    sheets = {seat: [10 * index + car for car in range(1, 4)] for index, seat in enumerate(seats, 1)}
    return seated(seats, **{"team_bars": "entered", "cards": "held", "track": OVAL, "cars": sheets, **options})


@rule("4.1")
def test_the_grid_goes_along_the_bar_and_back() -> None:
    table = entered().draw("black,red,blue")
    assert list(table.race.running_order) == [11, 21, 31, 32, 22, 12, 13, 23, 33]
    assert table.at() == "11 I30, 12 M28, 13 I27, 21 M30, 22 I28, 23 M27, 31 I29, 32 M29, 33 I26"
    assert {car.lap for car in table.race.cars.values()} == {0}


@rule("4.1")
def test_pole_s_owner_is_first_player_and_begins() -> None:
    table = entered().draw("blue,red,black")
    assert (table.race.first_player, table.race.turn, table.race.leader) == ("blue", "blue", 31)
    assert table.asked == "blue"


@rule("4.1")
def test_the_grid_stands_in_the_restart_lanes() -> None:
    outer = {"sections": [{"lanes": 3, "sectors": 30}], "restart_lanes": ["M", "O"]}
    assert entered(track=outer).draw("black,red,blue").at(11, 21, 31) == "11 M30, 21 O30, 31 M29"


@rule("4.1", "A17")
def test_a_grid_that_reaches_into_a_corner_uses_both_its_lanes() -> None:
    track = {"sections": [*CORNERED["sections"], {"lanes": 3, "sectors": 1}], "restart_lanes": ["M", "O"]}
    assert entered(track=track).draw("black,red,blue").at(11, 21, 31, 32) == "11 M21, 21 O21, 31 I20, 32 O20"


@rule("4.1")
def test_a_smaller_team_is_passed_over_where_it_has_no_car_left() -> None:
    table = entered(cars={"black": [1], "red": [2, 3], "blue": [4, 5, 6]}).draw("black,red,blue")
    assert list(table.race.running_order) == [1, 2, 4, 5, 3, 6]


@rule("4.1", "A28")
def test_a_bar_card_is_turned_and_discarded() -> None:
    table = seated(("red", "blue"), cards="dealt")
    pending = table.pending
    assert isinstance(pending, Draw)
    assert (pending.name, pending.secret, len(pending.odds[0])) == ("bar", False, 84)
    table.draw(81)
    assert table.race.first_player == "blue"
    assert table.race.discards == (81,)


@rule("4.1")
def test_an_entered_bar_names_every_seat_once() -> None:
    with pytest.raises(ImpossibleOutcome, match=r"each seat once, as in black,red,blue$"):
        entered().draw("black,red")
    with pytest.raises(ImpossibleOutcome):
        entered().draw("15")


@rule("4.1", "4.2")
def test_hands_are_dealt_first_player_first_a_whole_hand_at_a_time() -> None:
    table = seated(("red", "blue"), cars_per_team=2).draw(81)
    seats = []
    for card in (1, 2, 3, 4, 5, 6):
        pending = table.pending
        assert isinstance(pending, Draw)
        assert (pending.name, pending.secret, pending.size()) == ("deal", True, 1)
        seats.append(pending.seat)
        table.draw(card)
    assert seats == ["blue"] * 3 + ["red"] * 3
    assert table.race.hands == {"blue": (1, 2, 3), "red": (4, 5, 6)}
    assert table.asked == "blue"


@rule("4.1")
def test_no_card_is_dealt_twice() -> None:
    table = seated(("red", "blue"), cars_per_team=2).draw(81, 1)
    for gone in (1, 81):
        with pytest.raises(ImpossibleOutcome):
            table.draw(gone)


@rule("1.1")
def test_a_hand_is_one_card_more_than_the_team_s_cars() -> None:
    table = seated(("red", "blue"), cars={"red": [29], "blue": [43, 28, 22]}).draw(15)
    table.draw(*range(1, 7))
    assert [len(hand) for hand in table.race.hands.values()] == [2, 4]


@rule("4.1")
def test_players_with_real_cards_are_dealt_nothing() -> None:
    assert seated(("red", "blue"), cards="held").draw(15).asked == "red"


@rule("4.9")
def test_a_new_bar_for_every_row_of_teams() -> None:
    table = entered(start_order="card-per-rank").draw("black,red,blue", "red,black,blue", "blue,red,black")
    assert list(table.race.running_order) == [11, 21, 31, 22, 12, 32, 33, 23, 13]
    assert table.asked == "black"


@rule("4.9")
def test_a_new_bar_for_every_place_of_the_grid() -> None:
    table = entered(("red", "blue"), start_order="card-per-place")
    table.draw("blue,red", "blue,red", "red,blue", "blue,red")
    assert table.asked == "bar"
    table.draw("blue,red")
    assert list(table.race.running_order) == [21, 22, 11, 23, 12, 13]


@rule("4.8")
def test_the_winner_of_the_last_race_moves_up_one_place() -> None:
    bar = ("green", "black", "red", "white", "blue", "purple")
    assert moved_up(bar, "blue") == ("green", "black", "red", "blue", "white", "purple")
    assert moved_up(bar, "green") == bar
    assert moved_up(bar, "") == bar
