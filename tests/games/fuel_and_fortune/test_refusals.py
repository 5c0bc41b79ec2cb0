"""Which rule a refusal cites: the first that fits."""

import pytest

from tests.support.fuel_and_fortune import race

rule = pytest.mark.rule

CASES = [
    # red, blue, the wish, the rule
    ("P2 GE", "5", "drive 4 card:good-exit", "3.8"),
    ("P2 AC", "5", "drive 1 avoid-crash", "3.8"),
    ("P2", "5", "drive 1", "3.6"),
    ("P2", "5", "drive 0", "3.6"),
    ("P2 lock", "5", "skip-refuelling", "A-44"),
    ("P5 lock", "5", "skip-refuelling", "A-44"),
    ("P5", "5", "skip-refuelling", "3.12"),
    ("P2", "5", "enter-pits", "3.2"),
    ("P2", "5", "stay-out", "3.3"),
    ("P2", "5", "discard good-exit", "5.4"),
    ("5 lock", "9", "drive 0", "A-10"),
    ("5 lock", "9", "drive 2", "5.13"),
    ("5 lock GE", "9", "drive 4 card:good-exit", "5.13"),
    ("5 lock GE", "9", "drive 1 card:good-exit", "A-24"),
    ("5 lock", "9", "drive 1 card:late-brake", "A-24"),
    ("5 lock AC", "9", "drive 1 avoid-crash", "A-87"),
    ("5", "9", "drive 4 card:good-exit", "5.18"),
    ("5", "9", "drive 3 card:late-brake", "5.19"),
    ("5", "6", "drive 1 avoid-crash", "5.22"),
    ("5 GE", "9", "drive 4 card:good-exit avoid-crash", "5.22"),
    ("5", "9", "drive 4 card:avoid-crash", "5.6"),
    ("5", "9", "drive 4 card:debris", "5.17"),
    ("5 LB f0", "9", "drive 5 card:late-brake", "5.19"),
    ("5 GE f0", "9", "drive 3 card:good-exit", "A-82"),
    ("5 GE f0", "9", "drive 5 card:good-exit", "2.3"),
    ("5 f0", "9", "drive 3", "2.3"),
    ("5 AC f0", "8", "drive 3 avoid-crash", "2.3"),
    ("20 AC", "22", "drive 2 avoid-crash", "A-89"),
    ("23 AC", "1", "drive 2 avoid-crash", "A-89"),
    ("5 AC", "9", "drive 1 avoid-crash", "A-87"),
    ("5", "9", "enter-pits", "3.2"),
    ("22", "9", "stay-out", "3.3"),
    ("5", "9", "pit-step", "3.6"),
    ("5", "9", "skip-refuelling", "3.11"),
    ("5 lock", "9", "skip-refuelling", "3.11"),
    ("5 GE", "9", "discard good-exit", "5.4"),
]


@rule("2.3")
@rule("3.8")
@rule("5.18")
@rule("A-24")
@rule("A-82")
@rule("A-87")
@rule("A-89")
@pytest.mark.parametrize(("red", "blue", "wish", "number"), CASES)
def test_a_refusal_cites_the_first_rule_that_fits(red: str, blue: str, wish: str, number: str) -> None:
    assert race(red=red, blue=blue).refusal(wish) == number


@rule("2.7")
def test_while_a_card_is_drawn_nobody_is_asked() -> None:
    table = race(red="10", blue="12")
    table.do("drive 2")
    for seat in ("red", "blue"):
        assert table.refusal("drive 1", seat) == "2.7"


@rule("6.2")
@rule("3.6")
def test_behind_the_safety_car_the_lane_comes_first() -> None:
    table = race(red="2", blue="P2 GE")
    table.do("drive 2")
    table.draw("debris")
    assert table.refusal("drive 1") == "3.6"
    assert table.refusal("drive 4 card:good-exit") == "3.8"
    assert table.refusal("enter-pits") == "3.2"
    assert table.refusal("drive 1", "red") == "2.7"


@rule("2.7")
def test_the_wrong_seat_is_told_so_first() -> None:
    table = race(red="5", blue="P2")
    assert table.refusal("drive 0", "blue") == "2.7"
    assert table.refusal("drive 0", "purple") == "2.7"
