"""Stock car, chapter 4.7: points, the leading markers and the ranking; 4.8: a season."""

from collections.abc import Mapping

import pytest

from companion.engine import Over
from companion.games.stock_car import points, season
from tests.support.stock_race import Table, position, standing

rule = pytest.mark.rule


def result(places: Mapping[int, tuple[int, int]], owners: Mapping[str, list[int]]) -> Table:
    """A race that is over: each car's place and Turn Leader markers."""
    return position({number: {"place": place, "led": led} for number, (place, led) in places.items()}, owners)


@rule("4.7")
def test_what_the_places_pay() -> None:
    assert [points.for_place(place) for place in (1, 2, 3, 4, 5, 20, 21)] == [46, 42, 41, 40, 39, 24, 23]
    assert points.for_place(0) == 0
    assert points.for_place(60) == 0


@rule("4.7", "Q3", "Q4")
def test_one_point_a_car_that_has_led_and_one_for_the_most() -> None:
    table = result({29: (1, 5), 25: (2, 2), 43: (3, 0), 28: (4, 0)}, {"red": [29, 25], "blue": [43, 28]})
    assert table.race.points == {"red": 46 + 42 + 2 + 1, "blue": 41 + 40}


@rule("4.7")
def test_of_cars_that_led_equally_often_the_better_finisher_has_the_point() -> None:
    table = result({29: (2, 3), 43: (1, 3)}, {"red": [29], "blue": [43]})
    assert table.race.points == {"red": 42 + 1, "blue": 46 + 2}


@rule("4.7")
def test_a_tie_goes_to_the_team_with_the_best_placed_car() -> None:
    table = result(
        {29: (1, 0), 25: (6, 0), 43: (2, 1), 28: (3, 1), 1: (4, 0), 3: (5, 0)},
        {"red": [29, 25], "blue": [43, 1], "green": [28, 3]},
    )
    assert table.race.points == {"red": 84, "blue": 84, "green": 81}
    assert table.race.ranking == ("red", "blue", "green")


@rule("Q9")
def test_the_winner_of_the_race_need_not_win_the_game() -> None:
    table = result(
        {1: (1, 0), 2: (6, 0), 3: (2, 0), 4: (3, 1), 5: (4, 0), 6: (5, 0)},
        {"black": [1, 2], "red": [3, 4], "blue": [5, 6]},
    )
    assert table.race.winner == "red"
    assert table.pending == Over(("red", "black", "blue"))


@rule("4.7")
def test_there_is_no_ranking_before_the_end() -> None:
    table = standing("29 I9, 43 M8", "red 29, blue 43", turn="red", events=False)
    assert (table.race.ranking, table.race.winner) == (None, None)
    assert table.race.points == {"red": 0, "blue": 0}


@rule("4.7")
def test_the_forecast_ranks_everybody_as_they_run() -> None:
    table = standing("29 I9, 43 M8, 25 I2", "red 29 25, blue 43", turn="red", events=False).do("retire 25")
    assert points.forecast(table.race) == {"red": 46 + 41, "blue": 42}
    assert table.race.points == {"red": 41, "blue": 0}


SEASON = {
    "race": [
        {"track": "short-oval", "winner": "blue", "points": {"red": 178, "blue": 190}, "absent": ["green"]},
        {"winner": "red", "points": {"red": 180, "blue": 170, "green": 175}, "substitutes": ["blue"]},
    ]
}


@rule("4.8")
def test_a_season_adds_up() -> None:
    read = season.read(SEASON)
    assert season.points_of(read.race[0]) == {"red": 178, "blue": 190, "green": 173}
    assert season.points_of(read.race[1]) == {"red": 180, "blue": 165, "green": 175}
    assert list(season.totals(read).items()) == [("red", 358), ("blue", 355), ("green", 348)]


@rule("4.8")
def test_a_season_knows_who_moves_up_on_the_next_bar() -> None:
    assert season.read(SEASON).last_winner == "red"
    assert season.read({}).last_winner == ""


@rule("4.8")
@pytest.mark.parametrize(
    ("plain", "why"),
    [
        ({"races": []}, "unknown field"),
        ({"race": [{"winner": "red"}]}, "race[0]: Object missing required field `points`"),
        (
            {"race": [{"winner": "white", "points": {"red": 1}}]},
            "race 1, winner: 'white' has no points in it; known: red",
        ),
        ({"race": [{"winner": "red", "points": {"red": 1}, "substitutes": ["blue"]}]}, "race 1, substitutes: 'blue'"),
        ({"race": [{"winner": "red", "points": {"red": 1}, "absent": ["red"]}]}, "race 1, absent: red has points"),
    ],
)
def test_a_season_that_does_not_add_up_says_why(plain: dict[str, object], why: str) -> None:
    with pytest.raises(season.BadSeason) as told:
        season.read(plain)
    assert why in str(told.value)
