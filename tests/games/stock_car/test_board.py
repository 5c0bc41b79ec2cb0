"""The lane grid in millimetres."""

from math import hypot

import pytest

from companion.engine import Place
from companion.games.stock_car import board, tracks
from tests.support.stock_car import race

RING = {"sections": [{"lanes": 3, "sectors": 9}, {"lanes": 2, "sectors": 21}]}
ALL = [*tracks.NAMES, RING]


def places(given: object) -> dict[str, Place]:
    return {place.id: place for place in board.laid_out(tracks.choose(given).sections)[2]}


@pytest.mark.parametrize("given", ALL, ids=str)
def test_every_space_has_a_place_and_every_sector_one_on_the_apron(given: object) -> None:
    track = tracks.choose(given)
    apron = {f"A{sector}" for sector in range(1, track.sectors + 1)}
    assert set(places(given)) == set(track.grid.names) | apron


@pytest.mark.parametrize("given", ALL, ids=str)
def test_no_two_places_lie_on_each_other(given: object) -> None:
    there = list(places(given).values())
    for index, one in enumerate(there):
        for other in there[index + 1 :]:
            assert hypot(one.x - other.x, one.y - other.y) > board.LANE * 0.7, (one.id, other.id)


@pytest.mark.parametrize("given", ALL, ids=str)
def test_everything_lies_on_the_board(given: object) -> None:
    width, height, there = board.laid_out(tracks.choose(given).sections)
    for place in there:
        half = hypot(place.width, place.height) / 2
        assert half <= place.x <= width - half
        assert half <= place.y <= height - half


@pytest.mark.parametrize("given", ALL, ids=str)
def test_the_course_is_closed(given: object) -> None:
    track, there = tracks.choose(given), places(given)
    for sector in range(1, track.sectors + 1):
        one, other = there[f"I{sector}"], there[f"I{sector % track.sectors + 1}"]
        assert hypot(one.x - other.x, one.y - other.y) < board.PITCH * 1.3


def test_the_line_and_the_corners_are_marked() -> None:
    there = places("short-oval")
    assert there["M1"].marks == ("after-the-line",)
    assert there["I19"].marks == ("green-restart-line", "corner")
    assert there["O5"].marks == ("corner",)
    assert there["A5"].marks == ("apron",)


def test_cars_stand_where_they_are_and_pile_up_on_the_apron() -> None:
    start = race("29 M7, 43 A4, 21 A4")
    tokens = {token.id: token for token in board.tokens(start)}
    assert tokens["29"].place == "M7"
    assert tokens["29"].seat == "red"
    assert [tokens[number].order for number in ("43", "21")] == [0, 1]
