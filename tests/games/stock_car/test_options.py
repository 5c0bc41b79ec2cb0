"""Stock car, section 0: the set-up options and what is wrong with them."""

import pytest

from companion.engine import BadOptions
from companion.games.stock_car.options import OPTIONS, read
from companion.games.stock_car.setup import new_race

rule = pytest.mark.rule
TWO = ("red", "blue")


def problems(seats: tuple[str, ...] = TWO, /, **options: object) -> dict[str, str]:
    with pytest.raises(BadOptions) as refusal:
        read(seats, options)
    return {problem.key: problem.text for problem in refusal.value.problems}


@rule("1.1")
@pytest.mark.parametrize(("players", "cars"), [(2, 6), (3, 5), (4, 4), (5, 3), (6, 3), (7, 3)])
def test_cars_by_the_number_of_players(players: int, cars: int) -> None:
    seats = ("red", "blue", "green", "yellow", "black", "white", "orange")[:players]
    assert {len(sheet) for sheet in read(seats, {}).cars.values()} == {cars}


def test_defaults_are_the_rules_page_s() -> None:
    options = read(TWO, {})
    assert (options.draft_rear, options.cards, options.events, options.team_bars) == (
        "optional",
        "dealt",
        True,
        "random",
    )
    assert (options.variable_pits, options.start_order, options.last_winner) == (False, "alternating", "")


@rule("4.9")
def test_any_number_of_cars_and_teams_of_different_size() -> None:
    options = read(TWO, {"cars": {"red": [29], "blue": [43, 28, 22]}})
    assert options.cars == {"red": (29,), "blue": (43, 28, 22)}
    assert len(read(TWO, {"cars_per_team": 8}).cars["red"]) == 8


@rule("1.5")
def test_a_seat_without_given_cars_has_its_usual_ones() -> None:
    options = read(TWO, {"cars": {"blue": [25, 29]}})
    assert options.cars["blue"] == (25, 29)
    assert options.cars["red"][:4] == (41, 42, 69, 77)
    assert not set(options.cars["red"]) & {25, 29}


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("lap", 2, "there is no such option; did you mean 'laps'?"),
        ("laps", 0, "0 is no whole number from 1 to 30"),
        ("laps", True, "True is no whole number from 1 to 30"),
        ("laps", "two", "'two' is no whole number from 1 to 30"),
        ("cars_per_team", 11, "11 is no whole number from 1 to 10"),
        ("draft_rear", "force", "'force' is not known; did you mean 'forced'?"),
        ("cards", "hold", "'hold' is not known; did you mean 'held'?"),
        ("events", "off", "'off' is neither true nor false"),
        ("variable_pits", 1, "1 is neither true nor false"),
        ("team_bars", 3, "3 is not known; known: entered, random"),
        ("last_winner", "green", "green has no seat in this race; known: blue, red"),
        ("cars", [29], "is a table: the car numbers of each seat, as in { red = [29, 41] }"),
        ("cars", {"red": []}, "red needs a list of at least one car number from 1 to 999, not []"),
        ("cars", {"red": [0]}, "red needs a list of at least one car number from 1 to 999, not [0]"),
        ("cars", {"red": [7], "blue": [7]}, "number 7 is there twice"),
        ("cars", {"green": [7]}, "green has no seat in this race; known: blue, red"),
        ("bots", "mixed", 'is a table of seats and bots, as in { blue = "careful" }'),
        ("bots", {"white": "careful"}, "white has no seat in this race; known: blue, red"),
        ("track", "oval", "there is no track 'oval'"),
    ],
)
def test_a_wrong_option_is_told_in_a_sentence(key: str, value: object, text: str) -> None:
    assert problems(**{key: value})[key].startswith(text)


@rule("1.6")
def test_a_wrong_track_names_the_key_inside_it() -> None:
    told = problems(track={"sections": [{"lanes": 4, "sectors": 9}]})
    assert told["track.sections.0.lanes"].endswith("2 or 3 would")


@rule("1.6")
def test_a_track_shorter_than_the_longest_row_is_refused() -> None:
    told = problems(track={"sections": [{"lanes": 3, "sectors": 6}]})
    assert told["track"] == "6 sectors are too few for 12 cars two abreast"
    assert read(TWO, {"track": {"sections": [{"lanes": 3, "sectors": 7}]}}).track.sectors == 7


def test_every_problem_is_listed_at_once() -> None:
    assert set(problems(laps=0, cards="x", wheels=4)) == {"laps", "cards", "wheels"}


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        (("red",), "2 to 7 seats can play, not 1"),
        (("red", "red"), "red is there twice"),
        (("red", "pink"), "there is no seat 'pink'"),
        (("red", "blue", "green", "yellow", "black", "white", "orange", "purple"), "2 to 7 seats can play, not 8"),
    ],
)
def test_seats_that_cannot_play(seats: tuple[str, ...], text: str) -> None:
    assert problems(seats)["seats"].startswith(text)


@rule("1.1")
def test_hands_that_the_deck_cannot_fill_are_refused() -> None:
    seats = ("red", "blue", "green", "yellow", "black", "white", "orange")
    assert "cars_per_team" not in _keys_wrong(seats, cars_per_team=10)
    assert read(seats, {"cars_per_team": 10, "cards": "held", "track": "superspeedway"}).cards == "held"
    told = problems(TWO, cars={"red": list(range(1, 50)), "blue": list(range(50, 100))}, track="superspeedway")
    assert told["cars_per_team"] == "the hands would take 101 race cards, and there are 84"


def _keys_wrong(seats: tuple[str, ...], **options: object) -> set[str]:
    try:
        read(seats, options)
    except BadOptions as refusal:
        return {problem.key for problem in refusal.problems}
    return set()


def test_the_table_s_own_options_are_checked_and_then_ignored() -> None:
    assert read(TWO, {"bots": {"blue": "careful"}}) == read(TWO, {})


def test_every_option_has_a_label_that_fits_a_screen() -> None:
    assert all(0 < len(option.label) <= 21 for option in OPTIONS)
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)


def warned(seats: tuple[str, ...], **options: object) -> list[str]:
    problems = new_race(read(seats, options)).warnings
    assert not any(problem.blocks for problem in problems)
    return [problem.text for problem in problems]


@rule("1.5")
def test_numbers_that_are_not_known_are_told() -> None:
    assert warned(("red", "black"), cars_per_team=5) == [
        "30 of black are stand-ins: that team's own numbers are not known"
    ]
    assert warned(TWO) == []
    assert warned(("red", "black"), cars={"black": [30, 28]}) == []


@rule("4.9")
def test_more_cars_than_position_markers_are_told() -> None:
    assert warned(("red", "blue", "green", "yellow"), cars_per_team=6) == [
        "24 cars race, and the box has position markers for 21"
    ]
