"""What fits what in a scenario file."""

import pytest

from companion.scenarios.matching import differences, fits, missing_event, present


@pytest.mark.parametrize(
    ("pattern", "event", "fit"),
    [
        ("moved red", "moved red 12 14", True),
        ("moved red 12 14", "moved red 12 14", True),
        ("moved red 1", "moved red 12 14", False),
        ("moved", "moved red 12 14", True),
        ("move", "moved red 12 14", False),
        ("moved red 12 14 15", "moved red 12 14", False),
    ],
)
def test_events_match_value_by_value_and_as_a_prefix(pattern: str, event: str, fit: bool) -> None:
    assert fits(pattern, event) is fit


def test_events_must_come_in_order_with_others_between() -> None:
    events = ["moved red 1 3", "overlapped red 3 blue", "passed red 3"]
    assert missing_event(["moved red", "passed"], events) is None
    assert missing_event(["passed", "moved red"], events) == "moved red"
    assert missing_event(["moved red", "moved red"], events) == "moved red"


STATE = {"turn": "red", "cars": {"red": {"at": "9", "hand": ["a", "b"], "out": False, "lap": 0}}}


@pytest.mark.parametrize(
    "expected",
    [
        {"turn": "red"},
        {"cars": {"red": {"at": "9"}}},
        {"cars": {"red": {"hand": {"any_order": ["b", "a"]}}}},
        {},
    ],
)
def test_a_subset_fits(expected: dict[str, object]) -> None:
    assert list(differences(expected, STATE)) == []


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ({"turn": "blue"}, 'turn: expected "blue", came "red"'),
        ({"cars": {"red": {"hand": ["b", "a"]}}}, 'cars.red.hand: expected ["b", "a"], came ["a", "b"]'),
        ({"cars": {"red": {"hand": {"any_order": ["a"]}}}}, "in any order"),
        ({"cars": {"red": {"out": 0}}}, "cars.red.out: expected 0, came false"),
        ({"cars": {"red": {"lap": False}}}, "cars.red.lap: expected false, came 0"),
        ({"cars": {"blue": {"at": "9"}}}, "cars.blue: expected { at = "),
    ],
)
def test_a_difference_says_what_was_expected_and_what_came(expected: dict[str, object], told: str) -> None:
    assert [told in line for line in differences(expected, STATE)] == [True]


def test_absent_keys() -> None:
    assert present(["winner", "cars.red.at", "cars.blue", "turn.x"], STATE) == ["cars.red.at"]
