"""Chapter 2: the dashboards and the crash table."""

import pytest

from companion.engine import BadOptions
from companion.games.gear_dice import dashboards
from companion.games.gear_dice.dashboards import Tyre, Verdict, Weather
from companion.games.gear_dice.dice import BOX
from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule


@rule("2.1")
def test_there_are_four_boards_and_no_other_tyre() -> None:
    assert dashboards.load().unverified() == ("asphalt.dry", "asphalt.wet", "rain.dry", "rain.wet")
    with pytest.raises(BadOptions, match=r"tyres\.red: takes asphalt or rain, not 'soft'"):
        Play(tyres={"red": "soft"})


@rule("2.3")
@rule("A24")
@pytest.mark.parametrize(
    ("tyre", "weather", "pool", "threshold"),
    [
        ("asphalt", "dry", (6, 2, 3), 3),
        ("asphalt", "wet", (6, 2, 1), 2),
        ("rain", "dry", (6, 1, 2), 2),
        ("rain", "wet", (6, 2, 2), 3),
    ],
)
def test_each_board_has_its_pool_and_threshold(
    tyre: Tyre, weather: Weather, pool: tuple[int, ...], threshold: int
) -> None:
    side = dashboards.load().side(tyre, weather)
    assert (side.gear, side.coast, side.brake) == pool
    assert side.threshold == threshold


@rule("2.2")
@rule("8.25")
def test_a_car_drives_by_the_side_of_its_tyres_and_the_weather() -> None:
    table = Play(cars(on("b2", 5, damage={"coast": 2}), weather="wet"))
    assert table.race.side.threshold == 2
    assert not [action for action in table.menu if "coast" in action or "b2" in action.split()[1]]
    assert "lay b1g3 b3" in table.menu


@rule("2.4")
@pytest.mark.parametrize("gear", range(1, 7))
@pytest.mark.parametrize("danger", range(1, 4))
def test_tokens_follow_gear_and_danger(gear: int, danger: int) -> None:
    verdict = dashboards.load().asphalt.dry.verdict(gear, danger)
    assert verdict.tokens == max(0, gear + danger - 5)


@rule("A2")
@pytest.mark.parametrize("tyre", ["asphalt", "rain"])
@pytest.mark.parametrize("weather", ["dry", "wet"])
def test_from_gear_3_a_car_leaves_the_track(tyre: Tyre, weather: Weather) -> None:
    side = dashboards.load().side(tyre, weather)
    off = [side.verdict(gear, danger).off for gear in range(1, 7) for danger in (1, 2, 3)]
    assert off == [False] * 6 + [True] * 12


@rule("2.1")
@pytest.mark.parametrize("weather", ["dry", "wet"])
@pytest.mark.parametrize("tyre", ["asphalt", "rain"])
def test_a_car_drives_by_the_side_of_its_tyres_and_the_weather_whatever_its_colour(
    tyre: Tyre, weather: Weather
) -> None:
    other: Tyre = "rain" if tyre == "asphalt" else "asphalt"
    tyres = {"red": tyre, "blue": other, "green": tyre}
    race = Play(None, ("red", "blue", "green"), tyres=tyres, weather=weather).race
    assert race.side_of("red") == race.side_of("green") == dashboards.load().side(tyre, weather)
    assert race.side_of("blue") == dashboards.load().side(other, weather)


@rule("2.5")
def test_expansion_dice_and_boards_are_not_in_the_box() -> None:
    assert set(BOX) == {"gear", "coast", "brake"}
    with pytest.raises(BadOptions, match=r"dashboards\.soft: is not known here"):
        dashboards.load({"soft": {}})


@rule("A2")
def test_an_owner_corrects_one_cell_and_keeps_the_rest() -> None:
    rows = ["0 0 00"] * 6
    boards = dashboards.load({"asphalt": {"dry": {"recovery": rows, "threshold": 4, "verified": True}}})
    assert boards.asphalt.dry.verdict(1, 3) == Verdict(True, 0)
    assert boards.asphalt.dry.threshold == 4
    assert boards.asphalt.wet == dashboards.load().asphalt.wet
    assert boards.unverified() == ("asphalt.wet", "rain.dry", "rain.wet")
    assert (boards.version, dashboards.load().version) == ("owner", "defaults-1")


@rule("2.4")
@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({"asphalt": {"dry": {"recovery": ["0 0"] * 6}}}, "dashboards.asphalt.dry.recovery"),
        ({"rain": {"wet": {"recovery": ["0 0 1"] * 6}}}, "dashboards.rain.wet.recovery"),
        ({"rain": {"wet": {"tokens": [[0, 0, 0]] * 5}}}, "dashboards.rain.wet.tokens"),
        ({"asphalt": {"wet": {"threshold": 0}}}, "dashboards.asphalt.wet.threshold"),
        ({"asphalt": {"wet": {"gear": "six"}}}, "dashboards.asphalt.wet.gear"),
    ],
)
def test_a_crooked_table_is_refused_with_its_key(table: dict[str, object], key: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        dashboards.load(table)
    assert [problem.key for problem in refusal.value.problems] == [key]


@rule("2.4")
def test_unverified_boards_are_told_at_set_up() -> None:
    (warning,) = Play().race.warnings
    assert warning.key == "dashboards"
    assert "asphalt.dry" in warning.text
    assert not warning.blocks


@rule("2.4")
def test_the_danger_is_that_of_the_tile_where_control_is_lost() -> None:
    table = Play(cars(on("b2", 4), hazards=2), track=ring(t2={"danger": 3}))
    table.do("lay g5 b3")
    table.roll("hazard")
    assert table.race.tokens == 3


@rule("2.4")
def test_the_gear_is_that_of_the_step_also_for_a_set() -> None:
    table = Play(cars(on("b2", 5), hazards=2), track=ring(t2={"danger": 3}))
    table.do("lay b1g3 b3")
    table.roll("hazard", "clear")
    assert table.race.tokens == 1


@rule("2.4")
def test_a_coast_counts_as_the_gear_held() -> None:
    table = Play(cars(on("b2", 6), hazards=2))
    table.do("lay coast b3")
    table.roll("hazard")
    assert table.race.tokens == 2
