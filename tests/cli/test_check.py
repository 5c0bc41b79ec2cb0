"""`pitboard check`: cases, failures and files that are no scenario."""

from pathlib import Path

import pytest

from tests.support.commands import pitboard

HEAD = """
title = "Red drives two"
game = "fuel-and-fortune"
rules = ["2.1"]
[options]
seats = ["red", "blue"]
grid_order = "seating"
[state]
turn = "red"
cars.red = { at = "6" }
cars.blue = { at = "20" }
"""
DRIVE = """
[[step]]
seat = "red"
do = "drive 2"
events = ["moved red 6 8"]
asks = "blue"
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return tmp_path / "case.toml"


def test_a_passed_case_is_one_line_and_a_count(case: Path) -> None:
    case.write_text(HEAD + DRIVE)
    ran = pitboard("check", str(case))
    assert (ran.code, ran.out) == (0, f"passed  {case}: Red drives two\n1 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('[expect]\ncars.red = { at = "9" }', 'end: cars.red.at: expected "9", came "8"'),
        ("[[step]]\nexpect = { turn = 'red' }", 'step 2: turn: expected "red", came "blue"'),
        ("[[step]]\nevents = ['crashed red']", "step 2: expected the event 'crashed red' in this order, came []"),
        ("[[step]]\nasks = 'red'", "step 2: expected red to be asked; the race waits for blue"),
        ("[[step]]\ndraws = 'chance'", "step 2: expected the draw 'chance'; the race waits for blue"),
        ("[[step]]\nchoices = ['drive 9']", "step 2: expected 'drive 9' to be open"),
        ("[[step]]\nno_choices = ['drive 1']", "step 2: expected 'drive 1' to be absent or barred"),
        ("[[step]]\nabsent = ['turn']", "step 2: turn: expected to be absent"),
        ("[[step]]\nview = { seat = 'red', shows = ['no such text'] }", "the view of red does not show 'no such text'"),
        ("[[step]]\nview = { seat = 'purple', shows = ['fuel'] }", "the view of purple: only red, blue and everybody"),
        ("[[step]]\nview = { seat = 'everybody', hides = ['red'] }", "the view of everybody shows 'red'"),
        ("[[step]]\nseat = 'blue'\ndo = 'drive 9'", "step 2: blue 'drive 9' was refused: "),
        ("[[step]]\nseat = 'blue'\ndo = 'drive 1'\nrefused = true", "expected to be refused, but it was accepted"),
        ("[[step]]\nseat = 'blue'\ndo = 'drive 9'\nrefused = '9.9'", "expected to be refused by 9.9, was refused by"),
        ("[[step]]\ndraw = 'chance'\noutcome = 'debris'", "answers the draw 'chance', but the race waits for blue"),
    ],
)
def test_a_failure_says_what_was_expected_and_what_came(case: Path, more: str, told: str) -> None:
    case.write_text(f"{HEAD}{DRIVE}{more}\n")
    ran = pitboard("check", str(case))
    assert ran.code == 1
    assert told in ran.out
    assert ran.last == "0 passed, 1 failed"


@pytest.mark.parametrize(
    "more",
    [
        "[[step]]\nseat = 'blue'\ndo = 'drive 9'\nrefused = '2.3'",
        "[[step]]\nseat = 'blue'\ndo = 'drive two'\nrefused = true",
        "[[step]]\nseat = 'red'\ndo = 'drive 2'\nrefused = '2.7'",
        "[[step]]\nchoices = ['drive 1', 'drive 2']\nno_choices = ['drive 9', 'drive 1 avoid-crash']",
        "[[step]]\nseat = 'blue'\ndo = ['drive 1']\nno_events = ['crashed', 'moved red']",
        "[[step]]\nexpect = { order = { any_order = ['blue', 'red'] } }\nabsent = ['winner']",
    ],
)
def test_what_a_step_may_ask(case: Path, more: str) -> None:
    case.write_text(f"{HEAD}{DRIVE}{more}\n")
    ran = pitboard("check", str(case))
    assert ran.code == 0, ran.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = ", ":1: "),
        ("titel = 'x'\ngame = 'fuel-and-fortune'", ":1: unknown key 'titel'; did you mean 'title'?"),
        ("title = 'x'", "game"),
        ("title = 'x'\ngame = 'fuel-and-fourtune'", ":2: there is no game 'fuel-and-fourtune'; did you mean"),
        (HEAD + "[[step]]\nseat = 'red'\ndo = 'drvie 2'", "unknown action 'drvie'; did you mean 'drive'?"),
        (HEAD + "[[step]]\nseat = 'red'\ndoo = 'drive 2'", "unknown key 'doo'; did you mean 'do'?"),
        (HEAD + "[[step]]\nseat = 'red'", "'seat' and 'do' go together"),
        (HEAD + "[[step]]\nseat = 'red'\ndo = ['drive 1', 'drive 2']\nrefused = true", "goes with a single action"),
        (HEAD.replace("cars.blue", "cars.bleu"), "bleu"),
        (HEAD.replace('"6"', '"400"'), "at"),
        (HEAD.replace("grid_order", "gird_order"), "gird_order"),
        (HEAD.replace('turn = "red"', 'ranking = ["red"]'), "ranking: is worked out"),
        (HEAD.replace("[options]", "[options]\nlaps = 99"), "laps"),
    ],
)
def test_a_file_that_is_no_scenario_is_exit_2_and_says_why(case: Path, text: str, told: str) -> None:
    case.write_text(text)
    ran = pitboard("check", str(case))
    assert ran.code == 2
    assert str(case) in ran.err
    assert told in ran.err
    assert ran.last == "0 passed, 1 failed"


def test_the_others_still_run_and_exit_2_wins_over_1(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(HEAD + DRIVE)
    (tmp_path / "b.toml").write_text(HEAD + DRIVE + "[expect]\nturn = 'red'\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.toml").write_text("nonsense")
    ran = pitboard("check", str(tmp_path))
    assert (ran.code, ran.last) == (2, "1 passed, 2 failed")


def test_an_unknown_action_is_told_where_it_stands(case: Path) -> None:
    case.write_text(HEAD + DRIVE + 'no_choices = ["fly 2"]\n')
    ran = pitboard("check", str(case))
    assert (ran.code, f"{case}:18: step 1: no_choices: unknown action 'fly'" in ran.err) == (2, True)


@pytest.mark.parametrize("folder", [True, False])
def test_nothing_to_run_is_exit_2(tmp_path: Path, folder: bool) -> None:
    ran = pitboard("check", str(tmp_path if folder else tmp_path / "none.toml"))
    assert ran.code == 2


def test_an_unknown_rule_number_is_a_note(case: Path) -> None:
    case.write_text(HEAD.replace('"2.1"', '"99.9"') + DRIVE)
    ran = pitboard("check", str(case))
    assert ran.code == 0
    assert "note: rule '99.9' is not in the rulebook" in ran.out


def test_a_warning_of_the_set_up_is_a_note(case: Path) -> None:
    case.write_text(HEAD.replace("[options]", "[options]\nchance_dots = []") + DRIVE)
    ran = pitboard("check", str(case))
    assert ran.code == 0
    assert "W-NO-DOTS" in ran.out


def test_a_scenario_sees_what_is_only_for_one_seat(case: Path) -> None:
    dot = HEAD.replace('"6"', '"9"')
    case.write_text(
        dot
        + "[[step]]\nseat = 'red'\ndo = 'drive 2'\ndraws = 'chance'\n"
        + "[[step]]\ndraw = 'chance'\noutcome = 'good-exit'\nevents = ['card-held red', 'card-gained red good-exit']\n"
        + "view = [{ seat = 'red', shows = ['good-exit'] }]\n"
    )
    assert pitboard("check", str(case)).code == 0


def test_a_file_that_an_option_names_lies_beside_the_scenario(case: Path) -> None:
    (case.parent / "own.toml").write_text("[asphalt.dry]\nthreshold = 4\n")
    case.write_text(
        'title = "A card of our own"\ngame = "gear-dice"\n[options]\nseats = ["red"]\ndashboards = "own.toml"\n'
    )
    assert pitboard("check", str(case)).code == 0
    case.write_text(case.read_text().replace("own.toml", "none.toml"))
    ran = pitboard("check", str(case))
    assert ran.code == 2
    assert "none.toml: cannot be read" in ran.err
