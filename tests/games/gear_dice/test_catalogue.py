"""Section 4.1 to 4.3: tile codes become a circuit, and what does not fit is told with its key."""

import random
from typing import cast

import pytest

from companion.engine import BadOptions, Board, Draw, Over, Resume, draw_with
from companion.games.gear_dice import tracks
from companion.games.gear_dice.layout import APOTHEM
from companion.games.gear_dice.rules import RULES
from companion.games.gear_dice.state import Race
from companion.games.gear_dice.tiles import box
from companion.games.gear_dice.track import Link, Track, road
from tests.games.gear_dice.test_races import check, decide

rule = pytest.mark.rule
READY = ("orchard-short", "harbour-medium", "ridge-long")
RING = ["102a", "111a", "104a", "111a", "103a", "103a"]
"""Two hairpins and some straights: 240 degrees, so not a full circle."""


def circuit(*codes: str) -> Track:
    return tracks.load(["102a", *codes])


def started(seats: tuple[str, ...], **options: object) -> Race:
    return cast("Race", RULES.apply(RULES.setup(seats, options), Resume()).state)


def slips(*codes: str) -> dict[str, str]:
    with pytest.raises(BadOptions) as refusal:
        tracks.load(list(codes))
    return {problem.key: problem.text for problem in refusal.value.problems}


def links(track: Track) -> dict[str, Link]:
    return {f"{link.start}>{link.to}": link for link in track.link}


# The box


@rule("4.1")
def test_the_box_has_31_road_tiles() -> None:
    copies = {code[:-1]: tile.copies for code, tile in box().tiles.items()}
    assert sum(copies.values()) == 31
    assert sorted(copies) == [str(number) for number in range(102, 121)]


@rule("4.1")
@pytest.mark.parametrize("number", range(102, 119))
def test_side_b_is_town_two_lanes_wide_and_one_danger_level_higher(number: int) -> None:
    country, town = box().tiles[f"{number}a"], box().tiles[f"{number}b"]
    assert (country.lanes, town.lanes) == ((3, 3), (2, 2))
    assert town.danger == country.danger + 1


@rule("4.1")
def test_what_nobody_has_compared_with_the_tiles_is_told_as_a_warning() -> None:
    assert set(box().unverified) >= {"turn"}
    warning = circuit(*RING[1:]).warnings[0]
    assert warning.startswith("unverified of the tiles: turns")


# A circuit


@rule("4.7")
def test_the_line_lies_before_the_last_row_of_the_start_tile() -> None:
    track = circuit(*RING[1:])
    assert [space.id for space in track.space if space.rear == 0] == ["a1", "b1", "c1"]
    assert {space.tile for space in track.space if space.rear == 0} == {"102a"}
    assert {link.start for link in track.link if link.finish} == {"a17", "b17", "c17"}


@rule("4.7")
def test_the_grid_has_six_boxes_front_row_first_left_before_right() -> None:
    assert circuit(*RING[1:]).grid == ("a17", "c17", "a16", "c16", "a15", "c15")
    assert tracks.load(["102b", "103b"]).grid == ("a6", "b6", "a5", "b5", "a4", "b4")


@rule("4.2")
def test_the_outer_way_is_one_space_longer_and_lines_up_at_both_ends() -> None:
    spaces = road(circuit("111a:left")).spaces
    assert (spaces["o3"].rear, spaces["p3"].front) == (spaces["i3"].rear, spaces["i3"].front)
    assert spaces["o3"].front == spaces["p3"].rear
    assert [spaces[id].limit for id in ("o3", "p3", "i3")] == [2, 2, 2]
    assert road(circuit("111a")).beside["i3"] == {"o3", "p3"}


@rule("4.2")
@rule("8.29")
@pytest.mark.parametrize(("hand", "inside", "outside"), [("right", "c", "a"), ("left", "a", "c")])
def test_lines_lie_in_front_of_the_innermost_lane(hand: str, inside: str, outside: str) -> None:
    """115: the middle lane leads to the outer way, and only diagonally to the inner one."""
    found = links(circuit(f"115a:{hand}"))
    assert (found[f"{inside}2>i3"].kind, found[f"{inside}2>i3"].into_limit) == ("straight", 2)
    assert (found["b2>i3"].kind, found["b2>i3"].into_limit) == ("diagonal", None)
    assert found["b2>o3"].kind == found[f"{outside}2>o3"].kind == "straight"
    assert f"{outside}2>i3" not in found
    assert (found[f"i3>{inside}4"].outof_limit, found["i3>b4"].outof_limit) == (2, None)


@rule("4.2")
def test_a_tile_may_have_a_line_for_the_middle_lane_too() -> None:
    found = links(circuit("116a"))
    assert (found["b2>i3"].kind, found["b2>i3"].into_limit) == ("straight", 2)
    assert found["c2>i3"].into_limit == 1
    assert (found["b2>o3"].kind, found["b2>o3"].into_limit) == ("diagonal", None)


@rule("8.30")
def test_hazard_lines_at_both_ends() -> None:
    found = links(circuit("107a"))
    assert (found["c2>i3"].into_hazard, found["i3>c4"].outof_hazard) == (1, 1)
    assert links(tracks.load(["102b", "109b"]))["b2>i3"].into_hazard == 0


@rule("4.2")
def test_a_fast_corner_is_one_space_each_way_and_dangerous_outside() -> None:
    spaces = road(circuit("118a")).spaces
    assert (spaces["o3"].limit, spaces["o3"].dangerous) == (5, True)
    assert (spaces["i3"].limit, spaces["i3"].dangerous) == (5, False)
    assert "p3" not in spaces


@rule("5.5")
def test_the_inside_lane_is_that_of_this_corner_or_of_the_next() -> None:
    spaces = road(circuit("103a", "112a:left", "103a", "112a")).spaces
    assert [spaces[id].inside for id in ("a2", "b2", "c2", "i5", "o5")] == [1, 2, 3, 1, 2]
    assert [spaces[id].inside for id in ("a7", "b7", "c7")] == [3, 2, 1]


@rule("7.1")
def test_the_edge_is_the_outer_lanes_or_all_of_two() -> None:
    spaces = circuit("119a", "103b", "120a").space
    assert {space.id[0] for space in spaces if not space.edge} == {"b"}
    assert all(space.edge for space in spaces if space.tile == "103b")


@rule("4.1")
def test_adapters_turn_themselves_round_to_fit() -> None:
    track = circuit("119a", "103b", "120b")
    widths = [sum(space.rear == rear for space in track.space) for rear in range(0, 16, 2)]
    assert widths[:6] == [3, 3, 2, 2, 2, 2]
    found = links(track)
    assert (found["b2>a3"].kind, found["b2>b3"].kind) == ("straight", "straight")
    assert "a2>b3" not in found


@rule("4.1")
@pytest.mark.parametrize(
    ("code", "hand"), [("119b", "right"), ("120b", "left"), ("119b:right", "right"), ("120b:left", "left")]
)
def test_a_bent_adapter_turns_its_own_way_where_the_road_narrows(code: str, hand: str) -> None:
    track = circuit(code, "120a" if code.startswith("119") else "119a")
    assert road(track).spaces["a2"].inside == (3 if hand == "right" else 1)


@rule("4.1")
def test_tiles_of_one_kind_are_told_apart() -> None:
    assert [tile.id for tile in circuit("103a", "103a").tiles] == ["102a", "103a", "103a-2"]


def test_a_table_may_take_its_road_from_tiles_and_say_the_rest_itself() -> None:
    track = tracks.load({"name": "Mine", "tiles": ["102a", "103a"], "grid": ["b1"]})
    assert (track.name, track.grid) == ("Mine", ("b1",))


# Slips


@rule("4.1")
@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("121a", "'121a' is no side of a tile of the base box; did you mean"),
        ("fast", "they are 102a to 120b"),
        ("101a", "the pit board"),
        ("112a:up", "turns left or right, as in 112a:left"),
        ("103a:left", "103a goes straight on; write it without 'left'"),
        ("119b:left", "119b turns right where the road narrows; 120b turns left there"),
    ],
)
def test_a_wrong_code_is_named_with_what_would_do(code: str, text: str) -> None:
    (key, told), *_ = slips("102a", "103a", code).items()
    assert key == "track[2]"
    assert text in told


@rule("4.1")
def test_every_wrong_code_is_told_at_once() -> None:
    assert list(slips("102a", "12a", "104a", "115c")) == ["track[1]", "track[3]"]


@rule("4.1")
def test_a_circuit_begins_with_the_start_tile_and_has_tiles() -> None:
    assert "from its start tile on: 102a or 102b" in slips("103a", "102a")["track[0]"]
    assert "list tile codes from the start tile on" in slips()["track"]


@rule("4.1")
def test_counts_fit_the_box_both_sides_together() -> None:
    told = slips("102a", "112a", "119a", "112b", "120a", "112a:left", "102a")
    assert list(told) == ["track[5]", "track[6]"]
    assert told["track[5]"].startswith("tile 112 is in the box 2 times, both sides counted")
    assert "113a or 115a or 117a or 118a would fit here" in told["track[5]"]
    assert told["track[6]"].endswith("in the box 1 time, both sides counted; 103a or 104a would fit here")


@rule("4.1")
def test_lane_numbers_meet_also_at_the_end() -> None:
    assert slips("102a", "103b", "104b") == {
        "track[0]": "104b ends in 2 lanes and 102a begins with 3; put 119 or 120 between them",
        "track[1]": "102a ends in 3 lanes and 103b begins with 2; put 119 or 120 between them",
    }


def test_a_table_names_its_own_key() -> None:
    with pytest.raises(BadOptions, match=r"track\.tiles\[1\]"):
        tracks.load({"tiles": ["102a", "103b"]})


@rule("4.1")
@pytest.mark.parametrize(
    ("codes", "text"),
    [
        (RING[1:], "the turns sum to 240 degrees and not to a full circle of 360"),
        (["111a", "111a", "107a"], "the last tile does not end where the first begins"),
        (["107a", "107a", "111a", "104a", "104a"], "111a (number 4) lies on 102a (number 1)"),
    ],
)
def test_what_does_not_close_is_a_warning_and_no_error(codes: list[str], text: str) -> None:
    warnings = circuit(*codes).warnings
    assert any(text in warning for warning in warnings), warnings


# The ready circuits


@rule("4.1")
def test_there_are_three_ready_circuits_of_tiles_from_short_to_long() -> None:
    lengths = [max(space.front for space in tracks.load(name).space) / 2 for name in READY]
    assert lengths == sorted(lengths)
    assert set(READY) < set(tracks.names())


@pytest.mark.parametrize("name", READY)
def test_a_ready_circuit_closes_and_is_drawn_tile_by_tile(name: str) -> None:
    track = tracks.load(name)
    assert len(track.warnings) == 1
    assert all(space.x is not None and space.length for space in track.space)
    tiles = {tile.id: [space for space in track.space if space.tile == tile.id] for tile in track.tiles}
    for spaces in tiles.values():
        xs, ys = [space.x or 0 for space in spaces], [space.y or 0 for space in spaces]
        assert max(max(xs) - min(xs), max(ys) - min(ys)) < 2 * APOTHEM


@pytest.mark.parametrize("name", READY)
def test_neighbouring_spaces_are_drawn_near_each_other_and_none_on_another(name: str) -> None:
    track = tracks.load(name)
    at = {space.id: complex(space.x or 0, space.y or 0) for space in track.space}
    assert all(abs(at[link.start] - at[link.to]) < 2 * APOTHEM * 0.6 for link in track.link)
    assert all(abs(one - two) > 10 for id, one in at.items() for other, two in at.items() if id != other)


def test_tiles_that_do_not_close_are_drawn_as_a_loop() -> None:
    race = started(("red", "blue"), track=RING)
    board = RULES.view(race, None).board
    assert isinstance(board, Board)
    assert len(board.places) == len(race.road.spaces)
    assert race.options.track.space[0].x is None


@pytest.mark.parametrize("track", [*READY, RING])
def test_random_races_come_to_an_end_on_it(track: object) -> None:
    chance = random.Random(7)
    state = started(("red", "blue", "green"), track=track, laps=1)
    for _ in range(20_000):
        pending = RULES.pending(state)
        if isinstance(pending, Over):
            return
        move = draw_with(pending, chance.randrange) if isinstance(pending, Draw) else decide(pending, chance)
        before, state = state, cast("Race", RULES.apply(state, move).state)
        check(before, state)
    pytest.fail("the race never ends")
