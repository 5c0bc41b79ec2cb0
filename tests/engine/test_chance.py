"""Draws and their answers."""

from collections import Counter
from random import Random

import pytest

from companion.engine import Draw, Drawn, ImpossibleOutcome, NotPending, check_drawn, draw_with

DICE = Draw("dice", ({"clear": 4, "hazard": 2}, {"clear": 5, "hazard": 1}))
BAG = Draw("damage", ({"gear": 2, "green": 1, "brake": 0},), bag=True, count=3)


def test_independent_dice_take_one_outcome_each() -> None:
    check_drawn(DICE, Drawn("dice", ("clear", "hazard")))
    with pytest.raises(ImpossibleOutcome, match="takes 2"):
        check_drawn(DICE, Drawn("dice", ("clear",)))


def test_each_taken_out_before_the_next() -> None:
    check_drawn(BAG, Drawn("damage", ("gear", "green", "gear")))
    with pytest.raises(ImpossibleOutcome, match="cannot give 'green' now: it can give gear"):
        check_drawn(BAG, Drawn("damage", ("green", "gear", "green")))


@pytest.mark.parametrize("outcome", ["brake", "tyre", ""])
def test_what_has_no_weight_cannot_come(outcome: str) -> None:
    with pytest.raises(ImpossibleOutcome):
        check_drawn(BAG, Drawn("damage", (outcome, "gear", "gear")))


def test_another_draw_is_not_pending() -> None:
    with pytest.raises(NotPending, match="waits for dice"):
        check_drawn(DICE, Drawn("damage", ("gear",)))


def test_weights_are_the_odds() -> None:
    below = Random(3).randrange
    came = Counter(draw_with(DICE, below).outcomes[0] for _ in range(6000))
    assert abs(came["hazard"] - 2000) < 4 * (6000 * (1 / 3) * (2 / 3)) ** 0.5


def test_a_bag_is_emptied_in_any_order() -> None:
    below = Random(4).randrange
    came = {draw_with(BAG, below).outcomes for _ in range(200)}
    assert came == {("gear", "gear", "green"), ("gear", "green", "gear"), ("green", "gear", "gear")}
