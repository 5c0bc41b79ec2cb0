"""The README runs: its example in Python, its scenario, its options file."""

import doctest
import json
import re
from pathlib import Path

from companion.scenarios.protocol import Engine
from tests.support.commands import pitboard

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text("utf-8")


def block(language: str, mark: str) -> str:
    """The fenced block of that language that holds `mark`."""
    found = [text for text in re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL) if mark in text]
    assert len(found) == 1
    return str(found[0])


def test_the_python_example_says_what_it_says() -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    example = doctest.DocTestParser().get_doctest(block("python", ">>>"), {}, "README", str(README), 0)
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(example)
    assert (runner.failures, runner.tries > 8) == (0, True)


def test_the_scenario_passes(tmp_path: Path) -> None:
    case = tmp_path / "my-case.toml"
    case.write_text(block("toml", "[[step]]"))
    ran = pitboard("check", str(case))
    assert (ran.code, ran.last) == (0, "1 passed, 0 failed")


def test_the_options_file_races(tmp_path: Path) -> None:
    options = tmp_path / "family.toml"
    options.write_text(block("toml", "crash_catch_up"))
    ran = pitboard("simulate", "--races", "2", "--options", str(options), "--json")
    assert ran.code == 0, ran.err


def test_every_line_for_the_engine_is_answered_well() -> None:
    engine = Engine()
    answers = [json.loads(engine.answer(line)) for line in block("json", '"do"').splitlines()]
    assert [answer["ok"] for answer in answers] == [True] * 5


def test_every_page_it_points_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (README.parent / target).exists(), target


def test_every_command_it_names_is_one() -> None:
    named = set(re.findall(r"pitboard ([a-z]+)", TEXT))
    assert named <= {"play", "check", "engine", "simulate", "replay", "doctor", "wiring", "board", "flash", "list"}
