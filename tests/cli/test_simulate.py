"""`pitboard simulate`: the same seed, the same result, however it is spread."""

import json
from pathlib import Path

import pytest

from companion.bots.lab import chunks
from companion.games import GAMES
from tests.support.commands import pitboard

QUICK = ("simulate", "--races", "6", "--bots", "turtle", "--json")


def report(*words: str) -> dict[str, object]:
    ran = pitboard(*words)
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert isinstance(told, dict)
    return told


def test_the_report_has_wins_and_means() -> None:
    told = report(*QUICK)
    assert told["races"] == 6
    wins, means = told["wins"], told["means"]
    assert isinstance(wins, dict)
    assert isinstance(means, dict)
    assert list(wins) == ["red", "blue", "green", "yellow"]
    assert sum(wins.values()) == 6
    assert {"turns", "overlaps", "crashes", "incidents", "safety_cars", "fuel_burned"} == set(means)
    assert set(means["turns"]) == {"mean", "se"}
    assert means["fuel_burned"] == {"mean": 0.0, "se": 0.0}


def test_the_same_seed_gives_the_same_result_for_any_number_of_jobs() -> None:
    one, again, spread, other = (
        report(*QUICK, "--seed", seed, "--jobs", jobs)
        for seed, jobs in (("3", "1"), ("3", "1"), ("3", "2"), ("4", "1"))
    )
    assert one == again == spread
    assert one != other


def test_every_race_is_in_one_chunk() -> None:
    for races in (1, 7, 100, 1001):
        assert [index for part in chunks(races, 3) for index in part] == list(range(races))


def test_what_only_a_table_of_people_chooses_is_no_matter_here(tmp_path: Path) -> None:
    options = tmp_path / "mine.toml"
    options.write_text('seats = ["red", "blue"]\nlaps = 1\nkeyed = ["event"]\nai_delay_ms = 100\n')
    assert report("simulate", "--game", "stock-car", "--races", "1", "--options", str(options), "--json")["races"] == 1


def test_seats_and_bots_come_from_the_options_file(tmp_path: Path) -> None:
    options = tmp_path / "two.toml"
    options.write_text('seats = ["red", "blue"]\nlaps = 1\nbots = { red = "turtle", blue = "mixed" }\n')
    told = report("simulate", "--races", "3", "--json", "--options", str(options))
    assert isinstance(told["wins"], dict)
    assert list(told["wins"]) == ["red", "blue"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--bots", "hare"), "has no bot 'hare'"),
        (("--bots", "pink=turtle"), "a seat of the race"),
        (("--races", "0"), "whole number from 1"),
        (("--races", "many"), "whole number from 1"),
        (("--options", "no-such.toml"), "no-such.toml: cannot be read"),
        (("--game", "ludo"), "invalid choice"),
    ],
)
def test_wrong_words_are_exit_2(words: tuple[str, ...], told: str) -> None:
    ran = pitboard("simulate", *words)
    assert ran.code == 2
    assert told in ran.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("laps = 99", "laps"),
        ("lapps = 2", "laps"),
        ("laps = ", ":1:"),
        ("seats = 3", "seats"),
        ('bots = { red = "hare" }', "hare"),
    ],
)
def test_a_broken_options_file_is_exit_2_and_named(tmp_path: Path, text: str, told: str) -> None:
    options = tmp_path / "bad.toml"
    options.write_text(text)
    ran = pitboard("simulate", "--options", str(options))
    assert ran.code == 2
    assert str(options) in ran.err or told == "hare"
    assert told in ran.err


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_raced_by_random_bots(game: str) -> None:
    told = report("simulate", "--game", game, "--races", "1", "--bots", "random", "--json")
    assert told["races"] == 1
