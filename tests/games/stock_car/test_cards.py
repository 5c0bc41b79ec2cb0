"""Stock car, chapter 1: the cards, the wear markers and the teams."""

from collections import Counter

import pytest

from companion.games.stock_car import teams, wear
from companion.games.stock_car.cards import EVENT_CARDS, RACE_CARDS
from companion.games.stock_car.state import Car

rule = pytest.mark.rule


@rule("1.2")
def test_there_are_84_race_cards_numbered_without_a_gap() -> None:
    assert list(RACE_CARDS) == list(range(1, 85))


@rule("1.2")
@pytest.mark.parametrize(
    ("field", "sums"),
    [
        ("kind", {"draft": 29, "solo": 20, "lead": 19, "pursuit": 16}),
        ("speed", {4: 18, 5: 13, 6: 22, 7: 16, 8: 15}),
        ("pit", {2: 50, 3: 19, 4: 15}),
        ("wear", {"": 18, "suspension": 13, "fuel": 22, "transmission": 6, "engine": 6, "tire": 19}),
    ],
)
def test_the_checksums_of_the_card_list(field: str, sums: dict[object, int]) -> None:
    assert Counter(getattr(card, field) for card in RACE_CARDS.values()) == sums


@rule("1.2")
def test_cards_with_a_text_and_only_those_are_special() -> None:
    assert all(bool(card.special) is bool(card.text) for card in RACE_CARDS.values())
    special = {card.name for card in RACE_CARDS.values() if card.special}
    assert len(special) == 11
    assert RACE_CARDS[65].name == "Charge"
    assert RACE_CARDS[81].special == "understeer"


@rule("1.2")
def test_every_bar_names_each_team_once_and_two_are_known() -> None:
    for card in RACE_CARDS.values():
        assert sorted(card.bar) == ["black", "blue", "green", "pink", "purple", "red", "yellow"]
    assert [number for number, card in RACE_CARDS.items() if card.bar_known] == [15, 81]
    assert RACE_CARDS[15].bar == ("red", "yellow", "green", "black", "purple", "pink", "blue")
    assert RACE_CARDS[81].bar == ("black", "blue", "green", "pink", "yellow", "purple", "red")


@rule("1.2")
def test_the_stand_in_bars_favour_no_team() -> None:
    for place in range(7):
        firsts = Counter(card.bar[place] for card in RACE_CARDS.values())
        assert max(firsts.values()) - min(firsts.values()) <= 3


@rule("1.3")
def test_there_are_26_event_cards_with_their_flags() -> None:
    assert sum(card.count for card in EVENT_CARDS.values()) == 26
    flags = Counter(card.flag for card in EVENT_CARDS.values() for _ in range(card.count))
    assert flags == {"yellow": 8, "red": 2, "green": 16}


@rule("1.4")
def test_a_pit_stop_clears_what_is_temporary_and_nothing_else() -> None:
    car = Car("red", wear=(*wear.TEMPORARY, *wear.PERMANENT, "tire"))
    assert wear.cleared(car).wear == wear.PERMANENT
    assert wear.TEMPORARY == ("tire", "body", "suspension", "fuel")


@rule("1.5")
def test_team_numbers_are_unique_and_six_each() -> None:
    numbers = [number for team in teams.TEAMS.values() for number in team.cars + team.free]
    assert len(numbers) == len(set(numbers)) == 6 * len(teams.TEAMS)
    assert teams.TEAMS["red"].cars == (25, 29, 41, 42, 69, 77)


@rule("1.5")
def test_teams_are_filled_up_with_numbers_that_nobody_has() -> None:
    sheets = teams.numbers(("black", "red"), {"red": (28, 30)}, 6)
    assert sheets["red"] == (28, 30)
    assert sheets["black"][:4] == (19, 71, 88, 31)
    assert len(set(sheets["black"])) == 6
    assert not set(sheets["black"]) & {28, 30}


@rule("1.5")
def test_a_seat_without_a_colour_of_its_own_takes_over_a_bar_that_is_free() -> None:
    bar = RACE_CARDS[15].bar
    assert teams.seats_on_bar(bar, ("blue", "red")) == ("red", "blue")
    assert teams.seats_on_bar(bar, ("blue", "white", "red")) == ("red", "white", "blue")
    assert sorted(teams.seats_on_bar(bar, ("orange", "white", "red", "blue", "green", "yellow", "black"))) == [
        "black",
        "blue",
        "green",
        "orange",
        "red",
        "white",
        "yellow",
    ]
