"""All that a card can lead to, worked out as whole sets, is what the rules lead to step by step."""

from random import Random

import pytest

from companion.games.stock_car import movement, outcomes
from companion.games.stock_car.cards import RACE_CARDS
from companion.games.stock_car.reach import Outcome
from companion.games.stock_car.state import Race
from tests.support.stock_car import race, scattered


def by_rules(start: Race, card: int) -> set[Outcome]:
    begun = movement.begin(start, card, 1).state
    assert isinstance(begun, Race)
    return outcomes.by_rules(begun)


@pytest.mark.parametrize("seed", range(6))
def test_whole_sets_agree_with_the_rules_on_random_positions(seed: int) -> None:
    stream = Random(seed)
    for _ in range(20):
        cars, track = scattered(stream)
        start = race(cars, track=track, laps=9, draft_rear=stream.choice(["optional", "forced"]))
        card = stream.choice(list(RACE_CARDS))
        assert outcomes.of_card(start, card, 1) == by_rules(start, card), (cars, track, card)


def test_near_the_finish_the_rules_are_played() -> None:
    start = race("1 M28 3, 2 M29 3, 3 M30 3")
    found = outcomes.of_card(start, 41, 1)
    assert found == by_rules(start, 41)
    assert frozenset() in found


def test_a_car_alone_ends_in_every_space_its_points_reach() -> None:
    start = race("1 M7, 2 I25", laps=9)
    ends = {
        start.options.track.grid.names[space]
        for end in outcomes.of_card(start, 13, 1)
        for space, car in end
        if car == 1
    }
    assert {"M11", "I10", "O10", "O8", "M9"} <= ends
    ends = {
        start.options.track.grid.names[space] for end in outcomes.of_card(start, 7, 1) for space, car in end if car == 1
    }
    assert ends == {"M11"}


def test_cards_of_a_kind_are_worked_out_together() -> None:
    start = race("1 M7, 2 M9, 3 O8, 4 I7", red=(1, 2), laps=9)
    together = outcomes.of_turn(start, (1, 2), (46, 65, 53, 33))
    assert set(together) == {(card, car) for card in (46, 65, 53, 33) for car in (1, 2)}
    for (card, car), found in together.items():
        assert found == outcomes.of_card(start, card, car)


def test_a_worn_car_reaches_less() -> None:
    assert len(outcomes.of_card(race("1 M7, 2 I25", wear=("engine",) * 5), 19, 1)) == 1
