"""Where pieces stand, and in which order hands move them."""

import random

from companion.engine import Board, Place, Text, Token, View
from companion.table.board import front_first, moved, put_back, where


def view(*tokens: tuple[str, str, int], ranking: str = "") -> View:
    places = (*(Place(str(at), 10.0 * at, 0.0) for at in range(9)), Place("P1", 0, 9, label="box 1"))
    pieces = tuple(Token(name, place, order, name, label=name.title()) for name, place, order in tokens)
    told = (Text("ranking", "Ranking", ranking),) if ranking else ()
    return View(None, "Race", (*told, Board("board", "Board", 100, 100, places, pieces)))


def order(before: View, after: View) -> list[str]:
    return [token.id for token in moved(before, after)]


def test_a_piece_waits_for_the_one_that_stands_where_it_goes() -> None:
    before = view(("red", "1", 0), ("blue", "2", 0), ("green", "3", 0))
    after = view(("red", "2", 0), ("blue", "3", 0), ("green", "4", 0))
    assert order(before, after) == ["green", "blue", "red"]


def test_pieces_that_change_places_are_both_named_once() -> None:
    before, after = view(("red", "1", 0), ("blue", "2", 0)), view(("red", "2", 0), ("blue", "1", 0))
    assert sorted(order(before, after)) == ["blue", "red"]


def test_a_piece_that_stays_is_not_named_though_another_came_in_front_of_it() -> None:
    assert order(view(("red", "1", 0), ("blue", "3", 0)), view(("red", "1", 1), ("blue", "1", 0))) == ["blue"]


def test_pieces_that_change_their_order_on_one_place_are_named() -> None:
    before, after = view(("red", "1", 0), ("blue", "1", 1)), view(("red", "1", 1), ("blue", "1", 0))
    assert order(before, after) == ["red", "blue"]


def test_front_pieces_come_first_where_the_view_tells_the_order() -> None:
    before = view(("red", "1", 0), ("blue", "2", 0), ("green", "3", 0), ranking="green blue red")
    after = view(("red", "5", 0), ("blue", "6", 0), ("green", "7", 0), ranking="green,blue,red")
    assert order(before, after) == ["green", "blue", "red"]
    assert [token.id for token in front_first(before)] == ["green", "blue", "red"]


def test_no_hand_ever_finds_a_place_taken_unless_pieces_go_round_in_a_circle() -> None:
    stream = random.Random(8)
    for _ in range(300):
        spots = stream.sample(range(9), 4)
        before = view(*((name, str(at), 0) for name, at in zip("abcd", spots, strict=True)))
        after = view(*((name, str(at), 0) for name, at in zip("abcd", stream.sample(range(9), 4), strict=True)))
        assert lifted(before, after) <= 2


def lifted(before: View, after: View) -> int:
    """Move them one by one; how often a piece comes to a place that is still taken."""
    assert before.board is not None
    stands, taken = {token.id: token.place for token in before.board.tokens}, 0
    for token in moved(before, after):
        taken += token.place in [place for name, place in stands.items() if name != token.id]
        stands[token.id] = token.place
    assert after.board is not None
    assert stands == {token.id: token.place for token in after.board.tokens}
    return taken


def test_a_place_is_named_as_the_board_names_it() -> None:
    shown = view(("red", "P1", 0), ("blue", "4", 1), ("green", "4", 0))
    board = shown.board
    assert board is not None
    assert [where(token, board) for token in board.tokens] == ["box 1", "4, behind Green", "4, in front"]


def test_nothing_to_put_back_is_no_list() -> None:
    same = view(("red", "1", 0))
    assert [said.text for said in put_back(same, same, "Taken back for Red.")] == ["Taken back for Red."]
    assert moved(View(None, "No board", ()), same) == ()
