"""Linked spaces: a small corner between two straights."""

import pytest

from companion.parts.routes import Graph, Spot, count_routes, graph, leading_to, reachable, step

SPOTS = (
    Spot("a1", 1, 0, 2),
    Spot("b1", 2, 0, 2),
    Spot("out1", 1, 2, 4),
    Spot("out2", 1, 4, 6),
    Spot("in1", 2, 2, 6),
    Spot("a2", 1, 6, 8),
)
LINKS = (
    ("a1", "out1"),
    ("a1", "in1"),
    ("b1", "in1"),
    ("out1", "out2"),
    ("in1", "a2"),
    ("out2", "a2"),
    ("a2", "a1"),
    ("a2", "b1"),
)


@pytest.fixture
def corner() -> Graph:
    return graph(SPOTS, LINKS)


def test_a_set_of_spaces_is_a_mask_and_back(corner: Graph) -> None:
    assert corner.ids(corner.mask(["in1", "a1", "a1"])) == ("a1", "in1")
    assert corner.mask([]) == 0


def test_an_inner_space_stands_beside_both_outer_ones(corner: Graph) -> None:
    assert corner.are_beside("in1", "out1")
    assert corner.are_beside("out2", "in1")
    assert not corner.are_beside("out1", "out2")
    assert not corner.are_beside("a1", "a1")


def test_a_reach_keeps_far_lanes_apart() -> None:
    row = [Spot(name, lane, 0, 2) for lane, name in enumerate("abc", 1)]
    assert graph(row, []).are_beside("a", "c")
    assert not graph(row, [], reach=1).are_beside("a", "c")
    assert graph(row, [], reach=1).are_beside("b", "c")


def test_what_follows_is_listed_from_the_left_lane(corner: Graph) -> None:
    assert [SPOTS[end].id for end in corner.ahead[0]] == ["out1", "in1"]
    assert [SPOTS[start].id for start in corner.behind[5]] == ["out2", "in1"]


def test_a_closed_space_is_not_stepped_on(corner: Graph) -> None:
    assert corner.ids(step(corner, corner.mask(["a1", "b1"]))) == ("out1", "in1")
    assert corner.ids(step(corner, corner.mask(["a1", "b1"]), corner.mask(["in1"]))) == ("out1",)


def test_layers_tell_where_so_many_steps_lead(corner: Graph) -> None:
    layers = [corner.ids(mask) for mask in reachable(corner, 0, 3)]
    assert layers == [("a1",), ("out1", "in1"), ("out2", "a2"), ("a1", "b1", "a2")]


def test_a_goal_is_traced_back(corner: Graph) -> None:
    assert leading_to(corner, corner.mask(["b1"])) == corner.mask([spot.id for spot in SPOTS])
    cut = graph(SPOTS, LINKS[:-2])
    assert cut.ids(leading_to(cut, cut.mask(["out2"]))) == ("a1", "out1", "out2")


@pytest.mark.parametrize(("steps", "count"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 5)])
def test_routes_are_counted(corner: Graph, steps: int, count: int) -> None:
    assert count_routes(corner, 0, steps) == count


def test_routes_avoid_closed_spaces(corner: Graph) -> None:
    assert count_routes(corner, 0, 2, corner.mask(["in1"])) == 1
