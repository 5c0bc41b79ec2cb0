"""Bags of counts."""

import pytest

from companion.engine import BadState
from companion.parts.bag import Bag, full, patched_bag

WHOLE = {"plum": 2, "pear": 1, "fig": 0}


def test_a_full_bag_keeps_counts_of_nothing() -> None:
    assert full(WHOLE) == Bag({"plum": 2, "pear": 1, "fig": 0}, {"plum": 0, "pear": 0, "fig": 0})


def test_what_is_taken_is_neither_in_the_bag_nor_aside() -> None:
    bag = full(WHOLE).taken("plum")
    assert (bag.draw["plum"], bag.discard["plum"], bag.left()) == (1, 0, 2)


def test_what_is_drawn_aside_waits_for_the_reshuffle() -> None:
    bag = full(WHOLE).drawn_aside("plum").drawn_aside("plum").drawn_aside("pear")
    assert bag.spent
    assert bag.renewable
    assert bag.reshuffled() == full(WHOLE)


def test_what_comes_back_lies_aside_or_in_the_bag() -> None:
    bag = full(WHOLE).taken("plum").taken("pear")
    assert bag.laid_aside(("plum", "pear")).discard == {"plum": 1, "pear": 1, "fig": 0}
    assert bag.put_back(("plum", "pear")) == full(WHOLE)


def test_an_empty_bag_with_nothing_aside_cannot_be_renewed() -> None:
    bag = full({"plum": 1}).taken("plum")
    assert bag.spent
    assert not bag.renewable


@pytest.mark.parametrize(
    ("patch", "draw", "discard"),
    [
        (None, {"plum": 1, "pear": 1, "fig": 0}, {"plum": 0, "pear": 0, "fig": 0}),
        ({"discard": {"pear": 1}}, {"plum": 1, "pear": 0, "fig": 0}, {"plum": 0, "pear": 1, "fig": 0}),
        ({"draw": {"pear": 1}}, {"plum": 0, "pear": 1, "fig": 0}, {"plum": 1, "pear": 0, "fig": 0}),
        (
            {"draw": {"plum": 1}, "discard": {"pear": 1}},
            {"plum": 1, "pear": 0, "fig": 0},
            {"plum": 0, "pear": 1, "fig": 0},
        ),
    ],
)
def test_a_patch_is_filled_in_from_what_is_held(patch: object, draw: dict[str, int], discard: dict[str, int]) -> None:
    assert patched_bag("bags.fruit", WHOLE, ["plum"], patch) == Bag(draw, discard)


@pytest.mark.parametrize(
    ("held", "patch", "key"),
    [
        (["fig"], None, "bags.fruit"),
        ([], {"discard": {"plum": 3}}, "bags.fruit.discard"),
        ([], {"draw": {"plum": 3}}, "bags.fruit.draw"),
        (["plum"], {"draw": {"plum": 1}, "discard": {}}, "bags.fruit"),
        ([], {"draw": {"kiwi": 1}}, "bags.fruit.draw.kiwi"),
        ([], {"draw": {"plum": -1}}, "bags.fruit.draw.plum"),
        ([], {"draw": {"plum": True}}, "bags.fruit.draw.plum"),
        ([], {"pile": {}}, "bags.fruit.pile"),
        ([], {"draw": 3}, "bags.fruit.draw"),
        ([], 3, "bags.fruit"),
    ],
)
def test_a_bag_that_could_not_be_names_its_key(held: list[str], patch: object, key: str) -> None:
    with pytest.raises(BadState) as refused:
        patched_bag("bags.fruit", WHOLE, held, patch)
    assert refused.value.key == key
