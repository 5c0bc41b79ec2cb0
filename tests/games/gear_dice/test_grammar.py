"""Chapter 6.1: which routes are legal, as a table."""

import pytest

from companion.games.gear_dice.dashboards import load
from companion.games.gear_dice.grammar import ALL_NUMBERS, PLAIN, USES, House, Kit, kit_of, uses, why_not

rule = pytest.mark.rule
DRY = load().asphalt.dry
ALL = Kit(ALL_NUMBERS, 6, 2, 3)


def dice(word: str) -> str:
    """`BB2` as a route on paper, `b2g2` as a step text."""
    if word == "C":
        return "coast"
    brakes = word.count("B")
    number = word.strip("B")
    return f"b{brakes}g{number}" if brakes else f"g{number}"


def end(gear: int, route: str, kit: Kit = ALL, house: House = PLAIN) -> int | str:
    """The gear in which a route ends, or the die that is not legal."""
    for word in route.split():
        use = USES[dice(word)]
        if use not in uses(gear, kit, house):
            return word
        gear, kit = use.gear(gear), kit.without(use)
    return gear


LEGAL = [
    (0, "1", 1),
    (0, "1 2 3 4 5 6 C C", 6),
    (0, "1 C 2", 2),
    (3, "C", 3),
    (3, "3 4 5", 5),
    (3, "2", 2),
    (3, "C 3 C 2", 2),
    (3, "4 3 2", 2),
    (5, "B3", 3),
    (5, "BB2", 2),
    (5, "BBB1", 1),
    (6, "BBB2", 2),
    (5, "6 BB3", 3),
    (5, "B3 B1", 1),
    (5, "BBB1 2 3 4 5 6", 6),
    (2, "1 2", 2),
    (4, "3 4", 4),
    (6, "6 C C", 6),
]


@rule("6.1")
@rule("8.6")
@rule("8.7")
@rule("8.10")
@pytest.mark.parametrize(("gear", "route", "ends"), LEGAL)
def test_a_legal_route_ends_in_its_gear(gear: int, route: str, ends: int) -> None:
    assert end(gear, route) == ends


ILLEGAL = [
    (0, "C", "C"),
    (0, "2", "2"),
    (0, "1 3", "3"),
    (3, "5", "5"),
    (4, "2", "2"),
    (4, "BB2", "BB2"),
    (4, "B3", "B3"),
    (6, "BBBB1", "BBBB1"),
    (1, "2 1 2", "2"),
    (4, "4 C 4", "4"),
    (3, "C C C", "C"),
]


@rule("6.1")
@rule("8.23")
@pytest.mark.parametrize(("gear", "route", "wrong"), ILLEGAL)
def test_an_illegal_route_is_refused_at_the_die(gear: int, route: str, wrong: str) -> None:
    assert end(gear, route) == wrong
    steps = route.split()
    assert end(gear, " ".join(steps[: len(steps) - 1 - steps[::-1].index(wrong)])) != wrong


@rule("6.1")
def test_the_dashboard_limits_brakes() -> None:
    assert end(5, "BB2", Kit(ALL_NUMBERS, 6, 2, 1)) == "BB2"


@rule("6.1")
@rule("3.2")
def test_two_gear_tokens_leave_four_gear_dice() -> None:
    hurt = Kit(ALL_NUMBERS, 4, 2, 3)
    assert end(0, "1 2 3 4 5", hurt) == "5"
    assert end(0, "1 2 C 3 4 C", hurt) == 4


@rule("6.1")
def test_from_6_to_1_is_never_one_step() -> None:
    assert not [use for use in uses(6, Kit(ALL_NUMBERS, 6, 2, 3)) if use.number == 1]


@rule("7.4")
@rule("A13")
def test_a_flying_start_opens_with_die_2() -> None:
    assert end(0, "2 3 4", house=House(flying_start=True)) == 4
    assert end(0, "3", house=House(flying_start=True)) == "3"
    assert end(0, "1 3", house=House(flying_start=True)) == "3"


@rule("7.4")
@rule("A11")
@rule("A12")
def test_redline_lets_brakes_coast_in_gear_6_only() -> None:
    redline = House(redline=True)
    assert USES["brake"] in uses(6, Kit(ALL_NUMBERS, 1, 0, 1), redline)
    assert USES["brake"] not in uses(5, ALL, redline)
    assert USES["brake"] not in uses(6, ALL)
    assert USES["brake"] not in uses(6, Kit(ALL_NUMBERS, 6, 2, 0), redline)
    assert ALL.without(USES["brake"]).brake == 2


@rule("6.1")
@pytest.mark.parametrize("gear", range(7))
def test_every_refused_step_says_why(gear: int) -> None:
    legal = uses(gear, ALL)
    reasons = [why_not(use, gear, ALL, House()) for use in USES.values() if use not in legal]
    assert all(reason is not None and reason.rule in ("6.1", "7.4") for reason in reasons)


@rule("6.1")
def test_a_kit_can_be_made_of_dice() -> None:
    assert kit_of(("g3", "coast", "g4", "brake", "brake")) == Kit(0b11000, 2, 1, 2)


def routes(gear: int, kit: Kit, steps: int) -> int:
    """How many sequences of exactly so many steps there are, lanes aside."""
    if not steps:
        return 1
    return sum(routes(use.gear(gear), kit.without(use), steps - 1) for use in uses(gear, kit))


@rule("6.1")
@pytest.mark.parametrize(
    ("gear", "counts"),
    [
        (0, (1, 2, 4, 7, 11, 16, 21, 21, 0)),
        (1, (3, 8, 18, 33, 48, 64, 70, 28, 0)),
        (3, (5, 19, 59, 147, 279, 373, 322, 112, 0)),
        (6, (6, 29, 107, 313, 687, 1062, 987, 420, 0)),
    ],
)
def test_golden_counts_of_sequences(gear: int, counts: tuple[int, ...]) -> None:
    assert tuple(routes(gear, ALL, steps) for steps in range(1, 10)) == counts
