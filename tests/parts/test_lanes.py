"""The grid of lanes: how spaces join on straights, in corners and around the line."""

import pytest

from companion.parts.lanes import NOWHERE, lane_grid

GRID = lane_grid((3, 3, 2, 2, 3))


def names(spaces: tuple[int, ...]) -> list[str]:
    return [GRID.names[space] for space in spaces]


def ahead(name: str) -> list[str]:
    return names(GRID.ahead[GRID.index[name]])


def behind(name: str) -> list[str]:
    return names(GRID.behind[GRID.index[name]])


def test_lanes_run_straight_on_between_sectors_of_one_width() -> None:
    assert [ahead(name) for name in ("I1", "M1", "O1", "I3", "O3")] == [["I2"], ["M2"], ["O2"], ["I4"], ["O4"]]


@pytest.mark.rule("2.8")
def test_the_middle_lane_of_a_straight_meets_both_lanes_of_a_corner() -> None:
    assert [ahead(name) for name in ("I2", "M2", "O2")] == [["I3"], ["I3", "O3"], ["O3"]]
    assert [behind(name) for name in ("I3", "O3")] == [["I2", "M2"], ["M2", "O2"]]


@pytest.mark.rule("2.8")
def test_each_lane_of_a_corner_meets_two_lanes_of_the_straight() -> None:
    assert [ahead(name) for name in ("I4", "O4")] == [["I5", "M5"], ["M5", "O5"]]
    assert [behind(name) for name in ("I5", "M5", "O5")] == [["I4"], ["I4", "O4"], ["O4"]]


def test_the_last_sector_joins_the_first() -> None:
    assert ahead("M5") == ["M1"]
    assert behind("O1") == ["O5"]


def test_beside_the_outer_and_the_inner_lane_there_is_nothing() -> None:
    assert GRID.beside(GRID.index["I3"], outward=False) == NOWHERE
    assert GRID.beside(GRID.index["O3"], outward=True) == NOWHERE
    assert GRID.names[GRID.beside(GRID.index["I3"], outward=True)] == "O3"
    assert GRID.names[GRID.beside(GRID.index["O1"], outward=False)] == "M1"


def test_every_link_ahead_is_a_link_behind() -> None:
    pairs = {(space, end) for space, ends in enumerate(GRID.ahead) for end in ends}
    assert pairs == {(start, space) for space, starts in enumerate(GRID.behind) for start in starts}


def test_a_joint_is_where_the_next_sector_has_another_width() -> None:
    assert {GRID.sector[space] for space, joint in enumerate(GRID.joint) if joint} == {2, 4}


def test_steps_over_the_line_count_both_ways() -> None:
    index = GRID.index
    assert GRID.crossed(index["M5"], index["M1"]) == 1
    assert GRID.crossed(index["M1"], index["M5"]) == -1
    assert GRID.crossed(index["M1"], index["M2"]) == 0
    assert GRID.crossed(NOWHERE, index["I5"]) == 0


def test_sectors_go_round() -> None:
    assert names(GRID.spaces_of(6)) == ["I1", "M1", "O1"]
    assert names(GRID.spaces_of(3)) == ["I3", "O3"]
