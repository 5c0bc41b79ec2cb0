"""Stock car, chapters 2.1 and 2.2: what a move may spend, and what a step costs."""

import pytest

from companion.engine import BadState
from companion.games.stock_car import patching
from companion.games.stock_car.budget import penalty
from tests.support.stock_car import moving, patched, played, race

rule = pytest.mark.rule


@rule("2.1")
def test_two_markers_cost_nothing_and_more_cost_one_each() -> None:
    assert [penalty(markers) for markers in range(6)] == [0, 0, 0, 3, 4, 5]


@rule("2.1")
def test_a_move_has_the_speed_of_its_card() -> None:
    assert [played("29 M7", card).move.points for card in (1, 19, 46, 65, 53)] == [4, 5, 6, 7, 8]
    assert [played("29 M7", card).move.kind for card in (1, 24, 46, 69)] == ["draft", "pursuit", "solo", "lead"]


@rule("2.1")
def test_the_markers_wear_is_laid_after_the_move() -> None:
    table = played("29 M7", 46).do(*["forward"] * 5)
    assert table.race.cars[29].wear == ()
    table = table.do("forward")
    assert table.events == ["moved 29 M12 M13", "wore 29 fuel"]
    assert table.race.cars[29].wear == ("fuel",)
    assert table.race.move is None
    assert table.race.cars[29].used


@rule("2.1", "Q25")
def test_a_penalty_as_large_as_the_speed_leaves_the_car_and_lays_the_marker() -> None:
    table = played("29 M7, 43 M8", 19, wear=("engine",) * 5)
    assert table.events == ["wore 29 suspension"]
    assert table.at() == "29 M7, 43 M8"
    assert table.race.move is None


@rule("2.1", "Q12")
def test_a_worn_car_is_carried_along_at_full_speed() -> None:
    start = patching.resumed(race("29 M7, 43 M8"), {"cars": {"43": {"wear": ["engine"] * 5}}, "turn": "red"})
    table = patched(start, {"car": 29, "kind": "draft", "points": 2}).do("forward", "forward")
    assert table.at() == "29 M9, 43 M10"
    assert table.race.cars[43].wear == ("engine",) * 5


@rule("2.2")
def test_free_spaces_cost_one_shoves_two_pushes_three() -> None:
    table = moving("29 M7, 43 M8, 21 O7", "solo", 9)
    assert table.choice("forward").label == "Forward 3 MP"
    assert table.choice("sideways out").label == "Sideways out 2 MP"
    assert table.choice("sideways in").label == "Sideways in 1 MP"


@rule("2.2", "Q13")
def test_no_space_is_entered_twice() -> None:
    table = moving("29 O7, 43 I3", "solo", 5).do("sideways in")
    assert table.refusal("sideways out").rule == "2.2"
    assert table.do("sideways in").refusal("sideways out").rule == "2.2"
    assert "sideways out" in table.do("forward").open()


@rule("2.2")
def test_the_wall_and_the_apron_bar_the_way() -> None:
    assert moving("29 O7, 43 I3", "solo", 5).refusal("sideways out").text == "There is only the wall."
    assert moving("29 I7, 43 I3", "solo", 5).refusal("sideways in").rule == "2.2"


@rule("2.2")
def test_what_cannot_be_paid_is_barred() -> None:
    table = moving("29 M7, 43 M8, 21 O7", "solo", 1)
    assert table.refusal("forward").text == "That costs 3 MP and 1 is left."
    assert table.refusal("sideways out").rule == "2.2"
    assert table.open() == ["sideways in", "bump"]


@rule("2.2", "A9")
def test_every_point_must_be_spent_and_forward_always_can() -> None:
    table = moving("29 M7, 43 I3", "solo", 3).do("sideways in")
    assert table.open() == ["forward"]
    assert table.refusal("stop").rule == "2.2"
    table = moving("29 O7, 43 I3", "solo", 3).do("sideways in", "sideways in")
    assert table.open() == ["forward"]


@rule("2.2")
def test_points_come_down_with_every_step() -> None:
    table = moving("29 M7, 43 M8, 21 O7", "solo", 9)
    assert table.do("sideways out").move.points == 7
    assert table.do("forward").move.points == 6


def test_a_patched_move_takes_from_its_card_what_is_left_out() -> None:
    move = patched(race("29 M7, 43 M6", wear=("engine",) * 3), {"car": 29, "card": 65}).move
    assert (move.kind, move.points) == ("solo", 4)
    move = patched(race("29 M7, 43 M6"), {"car": 29, "card": 69, "points": 2}).move
    assert (move.kind, move.points, move.linked) == ("lead", 2, (43,))


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ({"car": 29, "kind": "solo", "points": -1}, "move.points"),
        ({"car": 29, "kind": "solo"}, "move.points"),
        ({"car": 29, "points": 3}, "move.kind"),
        ({"car": 29, "kind": "solo", "points": 3, "card": 85}, "move.card"),
        ({"car": 29, "kind": "lead", "points": 3, "linked": [77]}, "move.linked.0"),
        ({"car": 29, "kind": "lead", "points": 3, "linked": [43, 43]}, "move.linked.1"),
        ({"car": 29, "kind": "lead", "points": 3, "linked": [29]}, "move.linked.0"),
        ({"car": 21, "kind": "solo", "points": 3}, "move.car"),
    ],
)
def test_a_move_that_could_not_be_is_refused(move: dict[str, object], key: str) -> None:
    start = patching.resumed(race("29 M7, 43 M6, 21 M2"), {"cars": {"21": {"status": "out"}}, "turn": "red"})
    with pytest.raises(BadState) as error:
        patched(start, move)
    assert error.value.key == key
