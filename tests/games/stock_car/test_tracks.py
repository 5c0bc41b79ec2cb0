"""Stock car, chapter 1.6: tracks of our own, tracks described by a table, and what is wrong with them."""

import pytest

from companion.games.stock_car import tracks
from companion.games.stock_car.tracks import BadTrack, choose

rule = pytest.mark.rule

STRAIGHT = {"lanes": 3, "sectors": 20}


@rule("1.6")
@pytest.mark.parametrize(
    ("name", "sectors"), [("short-oval", 28), ("superspeedway", 50), ("triangle", 51), ("road-course", 58)]
)
def test_four_tracks_are_there(name: str, sectors: int) -> None:
    track = choose(name)
    assert track.name == name
    assert track.sectors == sectors
    assert {section.lanes for section in track.sections} == {2, 3}
    assert set(track.restart_lanes) <= set(track.line_lanes)
    assert sum(section.turn for section in track.sections) == 360


@rule("1.6")
def test_every_name_has_a_track() -> None:
    assert [choose(name).name for name in tracks.NAMES] == list(tracks.NAMES)
    assert tracks.DEFAULT in tracks.NAMES


@rule("1.6")
def test_a_track_may_be_described() -> None:
    track = choose({"sections": [STRAIGHT, {"lanes": 2, "sectors": 5}]})
    assert track.widths == (3,) * 20 + (2,) * 5
    assert track.restart_lanes == ("I", "O")
    assert track.grid.sectors == 25


@rule("1.6")
def test_restart_lanes_are_the_two_innermost_ones_unless_they_are_given() -> None:
    assert choose({"sections": [STRAIGHT]}).restart_lanes == ("I", "M")
    assert choose({"sections": [STRAIGHT], "restart_lanes": ["O", "M"]}).restart_lanes == ("M", "O")


@rule("1.6")
@pytest.mark.parametrize(
    ("given", "key", "hint"),
    [
        ("short-ovel", "", "did you mean 'short-oval'"),
        (7, "", "neither the name of a track nor a table"),
        ({}, "sections", "at least one section"),
        ({"sections": []}, "sections", "at least one section"),
        ({"sections": [3]}, "sections.0", "write { lanes = 3"),
        ({"sections": [STRAIGHT, {"lanes": 4, "sectors": 3}]}, "sections.1.lanes", "2 or 3 would"),
        ({"sections": [{"lanes": 1, "sectors": 3}]}, "sections.0.lanes", "2 or 3 would"),
        ({"sections": [{"lanes": 3, "sectors": 0}]}, "sections.0.sectors", "from 1 to 200"),
        ({"sections": [{"lanes": 3, "sectors": True}]}, "sections.0.sectors", "from 1 to 200"),
        ({"sections": [{"lanes": 3, "sectors": 9, "turn": 400}]}, "sections.0.turn", "from -360 to 360"),
        ({"sections": [{"lanes": 3, "sectors": 9, "tern": 9}]}, "sections.0.tern", "did you mean 'turn'"),
        ({"sections": [STRAIGHT], "name": 3}, "name", "no name"),
        ({"sections": [{"lanes": [3], "sectors": 9}]}, "sections.0.lanes", "2 or 3 would"),
        ({"sections": [STRAIGHT], "restart_lanes": [["I"]]}, "restart_lanes", "two of I, M, O would do"),
        ({"sections": [STRAIGHT], "lanes": 3}, "lanes", "no such key"),
        ({"sections": [STRAIGHT], "restart_lanes": ["I", "X"]}, "restart_lanes", "two of I, M, O would do"),
        ({"sections": [{"lanes": 2, "sectors": 20}], "restart_lanes": ["I", "M"]}, "restart_lanes", "two of I, O"),
        ({"sections": [STRAIGHT], "restart_lanes": ["I"]}, "restart_lanes", "two different lanes"),
        ({"sections": [STRAIGHT], "restart_lanes": ["I", "I"]}, "restart_lanes", "two different lanes"),
    ],
)
def test_what_is_wrong_with_a_track_is_said_with_its_key(given: object, key: str, hint: str) -> None:
    with pytest.raises(BadTrack) as error:
        choose(given)
    ((where, why),) = error.value.problems
    assert where == key
    assert hint in why


@rule("1.6")
def test_everything_wrong_with_a_track_is_said_at_once() -> None:
    with pytest.raises(BadTrack, match="turn_3") as error:
        choose({"sections": [{"lanes": 5, "sectors": 0}, STRAIGHT], "restart_lanes": ["X", "Y"], "turn_3": True})
    keys = [key for key, _ in error.value.problems]
    assert keys == ["turn_3", "sections.0.lanes", "sections.0.sectors", "restart_lanes", "restart_lanes"]
