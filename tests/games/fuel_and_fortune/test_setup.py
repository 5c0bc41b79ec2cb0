"""Chapter 1, Setup: options, what blocks a start, what only warns, grid and turn order."""

from collections.abc import Mapping

import pytest

from companion.engine import BadOptions, Draw, Problem, Resume
from companion.games.fuel_and_fortune.options import OPTIONS
from companion.games.fuel_and_fortune.rules import RULES
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.validation import spread
from tests.support.fuel_and_fortune import COLOURS, Table, race

rule = pytest.mark.rule


def blocked(options: Mapping[str, object], seats: tuple[str, ...] = ("red", "blue")) -> list[str]:
    """The codes of everything that blocks a start, each with its key."""
    with pytest.raises(BadOptions) as refused:
        RULES.setup(seats, options)
    return [f"{problem.code} {problem.key}" for problem in refused.value.problems]


def warned(options: Mapping[str, object], seats: int = 2) -> dict[str, Problem]:
    found: Race = RULES.setup(COLOURS[:seats], options)
    assert not any(problem.blocks for problem in found.warnings)
    return {problem.code: problem for problem in found.warnings}


@rule("1.2")
@rule("1.15")
def test_every_option_has_its_default() -> None:
    options = RULES.setup(("red", "blue"), {}).options
    assert (options.laps, options.track_size, options.pit_entry, options.pit_exit) == (3, 40, 38, 1)
    assert (options.start_fuel, options.tank_max, options.hand_limit) == (3, 5, 3)
    assert (options.sc_rounds, options.sc_advance, options.crash_catch_up) == (3, 2, True)
    assert options.round_limit is None
    assert options.overtake_deck == {"safe-pass": 30, "racing-incident": 8, "crash": 2}
    assert sum(options.chance_deck.values()) == 30


def test_every_option_is_told_with_a_label_for_a_small_screen() -> None:
    fields = RULES.setup(("red",), {}).options.__struct_fields__
    assert sorted(option.name for option in OPTIONS) == sorted(fields)
    assert all(0 < len(option.label) <= 21 for option in OPTIONS)


@rule("1.3")
def test_the_pit_entry_goes_with_the_size_of_the_track() -> None:
    assert RULES.setup(("red",), {"track_size": 24}).options.pit_entry == 22


@rule("1.3")
def test_dots_are_spread_evenly_and_avoid_the_safe_zones() -> None:
    assert RULES.setup(("red",), {}).options.chance_dots == (5, 11, 17, 22, 28, 34)
    assert spread(1, 24, (12, 1)) == (13,)
    assert spread(2, 24, (8, 9)) == (10, 16)
    assert RULES.setup(("red",), {"chance_dots": 0}).options.chance_dots == ()
    assert RULES.setup(("red",), {"chance_dots": [9, 3]}).options.chance_dots == (9, 3)


@rule("1.5")
@rule("1.6")
def test_decks_are_made_as_the_set_up_says_and_left_out_cards_are_none() -> None:
    table = Table({}, overtake_deck={"crash": 3}, chance_deck={"good-exit": 3})
    assert table.race.bags.overtake.draw == {"safe-pass": 0, "racing-incident": 0, "crash": 3}
    assert table.race.bags.chance.draw["good-exit"] == table.race.bags.chance.left() == 3


@rule("A-08")
def test_one_to_eight_cars_race() -> None:
    for many in range(1, 9):
        assert RULES.setup(COLOURS[:many], {}).seats == COLOURS[:many]
    assert blocked({}, ()) == ["E-FIELD seats"]
    assert blocked({}, (*COLOURS, "pink")) == ["E-FIELD seats", "E-RANGE seats"]
    assert blocked({}, ("red", "red")) == ["E-NAMES seats"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"laps": 0}, "E-RANGE laps"),
        ({"laps": 21}, "E-RANGE laps"),
        ({"laps": 2.5}, "E-RANGE laps"),
        ({"laps": True}, "E-RANGE laps"),
        ({"laps": "two"}, "E-RANGE laps"),
        ({"track_size": 11}, "E-RANGE track_size"),
        ({"track_size": 101}, "E-RANGE track_size"),
        ({"pit_entry": 0}, "E-RANGE pit_entry"),
        ({"pit_entry": 40}, "E-RANGE pit_entry"),
        ({"pit_exit": -1}, "E-RANGE pit_exit"),
        ({"pit_lane_length": 1}, "E-RANGE pit_lane_length"),
        ({"tank_max": 10}, "E-RANGE tank_max"),
        ({"hand_limit": 6}, "E-RANGE hand_limit"),
        ({"sc_advance": 7}, "E-RANGE sc_advance"),
        ({"crash_out_turns": 4}, "E-RANGE crash_out_turns"),
        ({"ai_delay_ms": 5001}, "E-RANGE ai_delay_ms"),
        ({"ai_shift": 1.5}, "E-RANGE ai_shift"),
        ({"round_limit": 9}, "E-RANGE round_limit"),
        ({"dynamic_order": "on"}, "E-RANGE dynamic_order"),
        ({"draw_mode": "dice"}, "E-RANGE draw_mode"),
        ({"overtake_deck": {"crash": 61}}, "E-RANGE overtake_deck.crash"),
        ({"chance_deck": {"debris": -1}}, "E-RANGE chance_deck.debris"),
        ({"chance_deck": 30}, "E-RANGE chance_deck"),
        ({"chance_deck": {"joker": 1}}, "E-UNKNOWN chance_deck.joker"),
        ({"chance_dots": 21}, "E-RANGE chance_dots"),
        ({"chance_dots": [1.5]}, "E-RANGE chance_dots"),
        ({"bots": {"green": "mixed"}}, "E-UNKNOWN bots.green"),
        ({"bots": {"blue": "clever"}}, "E-RANGE bots.blue"),
        ({"lap": 3}, "E-UNKNOWN lap"),
        ({"humans": 2}, "E-UNKNOWN humans"),
        ({"pit_entry": 5, "pit_exit": 5}, "E-PIT-SAME pit_exit"),
        ({"chance_dots": [38]}, "E-DOT-PLACE chance_dots"),
        ({"chance_dots": [1]}, "E-DOT-PLACE chance_dots"),
        ({"chance_dots": [40]}, "E-DOT-PLACE chance_dots"),
        ({"chance_dots": [7, 7]}, "E-DOT-PLACE chance_dots"),
        ({"start_fuel": 0}, "E-FUEL-START start_fuel"),
        ({"start_fuel": 6}, "E-FUEL-START start_fuel"),
        ({"start_fuel": 3, "tank_max": 2}, "E-FUEL-START start_fuel"),
        ({"overtake_deck": {}}, "E-OVERTAKE-EMPTY overtake_deck"),
        ({"chance_deck": {}}, "E-CHANCE-EMPTY chance_deck"),
        ({"sc_rounds": 10, "sc_advance": 4}, "E-SC-LONG sc_rounds"),
        ({"track_size": 12, "pit_entry": 4, "pit_exit": 10, "chance_dots": 0}, None),
        ({"track_size": 12, "pit_entry": 4, "pit_exit": 11, "chance_dots": 0}, "E-PIT-SPAN pit_exit"),
        ({"pit_lane_length": 2, "pit_exit": 5}, "E-PIT-FAST pit_lane_length"),
    ],
)
@rule("1.2")
@rule("2.5")
@rule("A-45")
def test_what_blocks_a_start_says_code_and_key(options: dict[str, object], code: str | None) -> None:
    if code is None:
        assert RULES.setup(("red", "blue"), options)
    else:
        assert blocked(options) == [code]


def test_a_track_needs_more_segments_than_cars_and_bypass() -> None:
    assert blocked({"track_size": 12, "chance_dots": 0}, COLOURS) == ["E-TRACK-CARS track_size"]
    assert RULES.setup(COLOURS, {"track_size": 14, "chance_dots": 0})


def test_everything_that_blocks_is_told_at_once_with_what_would_do() -> None:
    with pytest.raises(BadOptions) as refused:
        RULES.setup(("red",), {"laps": 0, "sc_rounds": 0, "tank": 3})
    text = str(refused.value)
    assert "tank: is no option; did you mean 'tank_max'?" in text
    assert "laps must be between 1 and 20. (E-RANGE)" in text
    assert "sc_rounds must be between 1 and 10. (E-RANGE)" in text


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"pit_exit": 2}, "W-SHORTCUT"),
        ({"pit_entry": 5, "pit_exit": 8, "chance_dots": 0}, "W-PIT-LAP"),
        ({"pit_entry": 26, "pit_exit": 1, "pit_lane_length": 10}, "W-WARP-FAR"),
        ({"overtake_deck": {"safe-pass": 8, "crash": 1}}, "W-CRASHY"),
        ({"overtake_deck": {"racing-incident": 1}}, "W-NO-SAFE"),
        ({"chance_deck": {"good-exit": 12, "debris": 1}}, "W-DEBRIS"),
        ({"chance_deck": {"good-exit": 6}}, "W-CHANCE-SMALL"),
        ({"chance_dots": 0}, "W-NO-DOTS"),
        ({"start_fuel": 1, "tank_max": 1}, "W-TANK"),
        ({"laps": 20}, "W-LONG"),
    ],
)
@rule("A-49")
def test_what_only_warns_can_be_accepted(options: dict[str, object], code: str) -> None:
    assert code in warned(options)
    assert code not in warned({})


def test_warnings_keep_their_distance() -> None:
    assert warned({}) == {}
    assert "W-SOLO" in warned({}, 1)
    assert "W-CRASHY" not in warned({"overtake_deck": {"safe-pass": 9, "crash": 1}})
    assert "W-CHANCE-SMALL" not in warned({"chance_deck": {"good-exit": 7}})
    assert "W-CHANCE-SMALL" not in warned({"chance_deck": {"good-exit": 1}, "draw_mode": "probability"})
    assert "113 minutes" in warned({"laps": 19})["W-LONG"].text


@rule("1.1")
@rule("A-02")
def test_the_grid_is_drawn_from_pole_backwards_before_anybody_drives() -> None:
    table = Table(None, 3, grid_order="random")
    assert table.pending == Draw("grid", ({"red": 1, "blue": 1, "green": 1},))
    assert table.refusal("drive 2", "red") == "2.7"
    table.draw("green")
    assert table.pending == Draw("grid", ({"red": 1, "blue": 1},))
    table.draw("red", "blue")
    assert (table.race.grid, table.race.order, table.asked) == (("green", "red", "blue"),) * 2 + ("green",)
    assert table.race.stacks == {"0": ("green", "red", "blue")}
    assert table.said == ["Grid: Green, Red, Blue."]


@rule("A-02")
def test_no_grid_is_drawn_by_seating_or_for_one_car() -> None:
    assert Table(None, 3).race.grid == ("red", "blue", "green")
    assert Table(None, 1, grid_order="random").race.grid == ("red",)


@rule("A-01")
@rule("A-25")
def test_everybody_starts_on_segment_0_or_staggered_by_a_switch() -> None:
    table = Table(None, 3)
    assert [car.at for car in table.race.cars.values()] == ["0", "0", "0"]
    assert [car.lap for car in table.race.cars.values()] == [0, 0, 0]
    staggered = Table(None, 3, grid_layout="staggered", grid_order="random")
    staggered.draw("blue", "green", "red")
    assert {seat: car.at for seat, car in staggered.race.cars.items()} == {"blue": "2", "green": "1", "red": "0"}
    assert staggered.race.stacks == {}


@rule("2.4")
def test_every_tank_starts_with_the_fuel_of_the_set_up() -> None:
    table = Table(None, 4, start_fuel=4)
    assert [car.fuel for car in table.race.cars.values()] == [4] * 4


@rule("1.4")
@rule("1.9")
def test_bots_are_named_in_the_set_up_and_a_dealt_profile_is_in_no_view() -> None:
    table = Table(None, 3, bots={"blue": "hidden", "green": "hidden"})
    assert table.race.options.bots == {"blue": "hidden", "green": "hidden"}
    for viewer in (None, *table.seats):
        shown = repr(RULES.view(table.race, viewer))
        assert not any(profile in shown for profile in ("aggressive", "mixed", "cautious"))


@rule("A-09")
@rule("A-155")
def test_how_far_bots_shift_and_how_long_they_wait_are_set_up_values() -> None:
    options = Table(None, 2, ai_shift=0.5, ai_delay_ms=0).race.options
    assert (options.ai_shift, options.ai_delay_ms) == (0.5, 0)


@rule("A-150")
def test_the_same_state_waits_for_the_same_draw_so_nothing_is_gained_by_taking_back() -> None:
    table = race(red="10", blue="12")
    before = table.race
    table.do("drive 2")
    waited = table.pending
    table.race = before
    table.do("drive 2")
    assert table.pending == waited


def test_resuming_a_fresh_race_changes_nothing() -> None:
    fresh = RULES.setup(("red", "blue"), {})
    assert RULES.apply(fresh, Resume()).state is fresh
