"""Section 0 and 7.4: set-up options, and what is wrong with a track."""

from collections.abc import Callable

import pytest

from companion.engine import BadOptions
from companion.games.gear_dice import tracks
from companion.games.gear_dice.options import OPTIONS
from companion.games.gear_dice.track import starting_grid
from tests.support.gear_dice import Play, Table, cars, on, ring

rule = pytest.mark.rule


def problems(**options: object) -> dict[str, str]:
    """Key and text of everything wrong with these options."""
    with pytest.raises(BadOptions) as refusal:
        Play(None, ("red", "blue"), **options)
    return {problem.key: problem.text for problem in refusal.value.problems}


@rule("7.4")
def test_weather_and_tyres_are_chosen_freely() -> None:
    race = Play(weather="wet", tyres={"blue": "rain"}).race
    assert race.weather == "wet"
    assert {seat: car.tyres for seat, car in race.cars.items()} == {"red": "asphalt", "blue": "rain"}


@rule("7.4")
@rule("A13")
def test_the_variants_are_off_unless_chosen() -> None:
    options = Play().race.options
    assert (options.flying_start, options.flying_start_penalty, options.redline) == (False, False, False)
    assert options.reentry_uses_turn
    assert (options.yellow_rounds, options.end_mode, options.dice) == (1, "finish-round", "referee")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("laps", 0),
        ("laps", True),
        ("laps", "two"),
        ("weather", "snow"),
        ("redline", 1),
        ("yellow_rounds", -1),
        ("end_mode", "later"),
        ("dice", "phone"),
    ],
)
def test_a_value_that_does_not_fit_is_named(option: str, value: object) -> None:
    (text,) = problems(**{option: value}).values()
    assert text.startswith("takes ")


def test_every_problem_is_listed_at_once() -> None:
    found = problems(lapps=3, weather="snow", tyres={"green": "rain"}, bots={"blue": 3}, dashboards=[])
    assert list(found) == ["lapps", "weather", "tyres.green", "bots.blue", "dashboards"]
    assert "did you mean 'laps'" in found["lapps"]


def test_what_only_the_table_uses_is_taken_and_left_alone() -> None:
    assert Play(bots={"blue": "mixed"}, dice="table", adviser=False).race.options.dice == "table"


@pytest.mark.parametrize("seats", [(), ("red", "red"), ("red", "pink"), tuple("abcdefg")])
def test_seats_are_one_to_six_colours(seats: tuple[str, ...]) -> None:
    with pytest.raises(BadOptions, match="seats"):
        Play(None, seats)


def test_every_option_has_a_default_that_it_takes() -> None:
    chosen: Table = {option.name: option.default for option in OPTIONS}
    assert Play(None, ("red", "blue"), **chosen).race.options.laps == 2


@rule("4.1")
def test_ready_circuits_are_drivable() -> None:
    for name in tracks.names():
        track = tracks.load(name)
        assert track.name
        assert len(starting_grid(track)) >= 6


@rule("4.7")
def test_the_default_grid_is_nearest_before_the_line_left_first() -> None:
    assert starting_grid(tracks.load(ring()))[:4] == ("a12", "b12", "c12", "a11")


def broken(change: Callable[[Table], object]) -> dict[str, str]:
    """What is wrong with the ring once it is changed."""
    table = ring()
    change(table)
    return problems(track=table)


def rows(table: Table, part: str) -> list[Table]:
    found = table[part]
    assert isinstance(found, list)
    return found


def test_an_unknown_tile_is_named() -> None:
    found = broken(lambda table: rows(table, "space")[4].update(tile="t9"))
    assert list(found) == ["track.space[4].tile"]
    assert "b2 lies on no tile 't9'" in found["track.space[4].tile"]


def test_a_link_to_nowhere_is_named() -> None:
    found = broken(lambda table: rows(table, "link")[0].update({"to": "z9"}))
    assert list(found) == ["track.link[0].to"]


def test_double_ids_are_named() -> None:
    found = broken(lambda table: rows(table, "space")[1].update(id="a1"))
    assert "track.space[1].id" in found


def test_two_links_between_two_spaces_are_named() -> None:
    found = broken(lambda table: rows(table, "link").append(dict(rows(table, "link")[0])))
    assert list(found) == ["track.link[84]"]


def test_a_track_needs_a_line() -> None:
    def rub_out(table: Table) -> None:
        for link in rows(table, "link"):
            link.pop("finish", None)

    assert "finish = true" in broken(rub_out)["track.link"]


def test_the_grid_must_be_there_and_hold_everybody() -> None:
    assert "no space 'z1'" in broken(lambda table: table.update(grid=["a12", "z1"]))["track.grid[1]"]
    assert "twice" in broken(lambda table: table.update(grid=["a12", "a12"]))["track.grid[1]"]
    assert "holds 1 cars, not 2" in broken(lambda table: table.update(grid=["a12"]))["track.grid"]


def test_dead_ends_are_named() -> None:
    def cut(table: Table) -> None:
        table["link"] = [link for link in rows(table, "link") if link["from"] != "b5"]

    assert "b5 is a dead end" in broken(cut)["track.space[13]"]


def test_spaces_that_never_lead_home_are_named() -> None:
    def loop(table: Table) -> None:
        table["link"] = [link for link in rows(table, "link") if link["from"] != "b5"]
        rows(table, "link").extend({"from": a, "to": b, "kind": "straight"} for a, b in (("b5", "x"), ("x", "b5")))
        rows(table, "space").append({"id": "x", "tile": "t3", "lane": 2, "rear": 10, "front": 12})

    assert set(broken(loop)) == {"track.space[13]", "track.space[36]"}


@pytest.mark.parametrize(
    ("key", "value"), [("limit", 0), ("limit", 7), ("lane", "left"), ("id", "a 1"), ("colour", "red"), ("front", 0)]
)
def test_a_space_that_cannot_be_is_named(key: str, value: object) -> None:
    (name,) = broken(lambda table: rows(table, "space")[0].update({key: value}))
    assert name.startswith("track.space[")


def test_a_link_back_that_crosses_no_line_is_only_warned_of() -> None:
    table = ring()
    rows(table, "link")[-1].pop("finish")
    warnings = Play(track=table).race.warnings
    assert warnings[0].key == "track"
    assert warnings[0].text == "c12 to c1 leads back, and is not marked finish = true"


@pytest.mark.parametrize("value", ["monza", 7, ["999z"], {"tiles": ["999z"]}, {"tiles": []}])
def test_what_is_no_track_is_refused_with_what_would_do(value: object) -> None:
    assert all(key.startswith("track") for key in problems(track=value))


@rule("A20")
@rule("7.4")
def test_options_are_part_of_the_state() -> None:
    race = Play(cars(on("b2", 1)), redline=True, end_mode="sudden-death").race
    assert race.options.redline
    assert race.options.end_mode == "sudden-death"
    assert race.options.track.name == "Ring 12"
