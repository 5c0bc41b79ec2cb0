"""What holds for every move (section 6), tried on random positions, tracks and cards."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from companion.engine.codec import to_text
from companion.games.stock_car.cards import RACE_CARDS
from companion.games.stock_car.events import Moved, Pushed, Shoved, Swapped
from companion.games.stock_car.state import Race
from companion.games.stock_car.tracks import Track
from tests.support.stock_car import Table, crowded, played, scattered

rule = pytest.mark.rule

MOVES = 400


class Stage:
    """One action of a random move: the race before and after, and what was chosen."""

    def __init__(self, before: Race, action: str, table: Table) -> None:
        assert before.move is not None
        self.before, self.action, self.table, self.move = before, action, table, before.move

    @property
    def after(self) -> Race:
        return self.table.race


def moves() -> Iterator[list[Stage]]:
    """Random moves from random positions, each as the list of its stages."""
    stream = Random(2028)
    for _ in range(MOVES):
        cars, track = scattered(stream)
        mine = (1, 2) if ", 3 " in cars else (1,)
        table, stages = played(cars, stream.choice(list(RACE_CARDS)), mine, track), list[Stage]()
        while table.race.move is not None:
            before, action = table.race, stream.choice(table.open())
            stages.append(Stage(before, action, table.do(action)))
            stages[-1].table = _frozen(table)
        yield stages


def _frozen(table: Table) -> Table:
    kept = Table(table.race)
    kept.told = table.told
    return kept


@pytest.fixture(scope="module")
def walks() -> list[list[Stage]]:
    return list(moves())


@pytest.fixture(scope="module")
def steps(walks: list[list[Stage]]) -> list[Stage]:
    return [stage for walk in walks for stage in walk]


def lane_neighbours(track: Track, start: str, end: str) -> bool:
    grid = track.grid
    first, last = grid.index[start], grid.index[end]
    return last in (*grid.ahead[first], *grid.behind[first])


def beside(track: Track, start: str, end: str) -> bool:
    grid = track.grid
    return grid.index[end] in (grid.inward[grid.index[start]], grid.outward[grid.index[start]])


def on_track(race: Race) -> list[str]:
    return [car.at for car in race.cars.values() if car.status == "racing"]


@rule("2.2")
def test_no_two_cars_share_a_space(steps: list[Stage]) -> None:
    for stage in steps:
        assert len(set(on_track(stage.after))) == len(on_track(stage.after))


@rule("2.10")
def test_cars_are_neither_lost_nor_made(steps: list[Stage]) -> None:
    for stage in steps:
        gone = sum(car.status == "finished" for car in stage.after.cars.values())
        assert len(on_track(stage.after)) + gone == len(stage.after.cars)


def cost(stage: Stage) -> int:
    """What a stage should have cost, by what happened in it."""
    doing, told = stage.move.doing or stage.action, stage.table.told
    free = doing.split()[0] in ("play", "jump", "stop", "second")
    free = free or (stage.move.card in (1, 2, 3) and doing.startswith("sideways"))
    if free or not told:
        return 0
    if stage.action == "bump":
        return stage.move.points
    if any(isinstance(event, Pushed) for event in told):
        return 3
    return 2 if any(isinstance(event, Shoved) for event in told) else 1


@rule("2.2")
def test_a_whole_budget_is_spent_unless_the_car_finishes(walks: list[list[Stage]]) -> None:
    for walk in walks:
        first = [stage for stage in walk if not stage.move.second]
        spent, budget = sum(map(cost, first)), first[0].move.points
        finished = first[-1].after.cars[first[0].move.car].status == "finished"
        assert spent <= budget
        assert finished or spent == budget


@rule("2.2", "Q13")
def test_the_active_car_never_enters_a_space_twice(walks: list[list[Stage]]) -> None:
    for walk in walks:
        for car in {stage.move.car for stage in walk}:
            mine = [stage for stage in walk if stage.move.car == car]
            spaces = [mine[0].before.cars[car].at]
            for stage in mine:
                spaces += [event.end for event in stage.table.told if isinstance(event, Moved) and event.car == car]
                spaces += [stage.after.cars[car].at for event in stage.table.told if isinstance(event, Swapped)]
            assert len(set(spaces)) == len(spaces)


@rule("2.2", "A32")
def test_nobody_enters_the_apron(steps: list[Stage]) -> None:
    assert not any(at.startswith("A") for stage in steps for at in on_track(stage.after))


@rule("2.5")
def test_a_drafting_body_goes_one_sector_for_a_point_and_stays_whole(steps: list[Stage]) -> None:
    for stage in steps:
        told = [event for event in stage.table.told if isinstance(event, Moved)]
        if stage.move.kind not in ("draft", "pursuit") or not stage.action.startswith(("forward", "lane")):
            continue
        track = stage.before.options.track
        body = [event for event in told if not beside(track, event.start, event.end)]
        assert all(lane_neighbours(track, event.start, event.end) for event in body)
        assert all(ahead.start == behind.end for ahead, behind in pairwise(body))


@rule("2.3", "2.5")
def test_nobody_locked_goes_sideways_but_by_a_slide(steps: list[Stage]) -> None:
    for stage in steps:
        if stage.move.locked:
            assert not any(action.startswith("sideways") for action in Table(stage.before).open())


@rule("2.4")
def test_solo_moves_others_only_by_displacing_them(steps: list[Stage]) -> None:
    for stage in steps:
        if stage.move.kind == "solo":
            assert all(event.car == stage.move.car for event in stage.table.told if isinstance(event, Moved))


@rule("2.1")
def test_only_the_active_car_wears(steps: list[Stage]) -> None:
    for stage in steps:
        for number, car in stage.after.cars.items():
            assert number == stage.move.car or car.wear == stage.before.cars[number].wear


@rule("2.6", "2.7")
def test_displaced_cars_go_exactly_one_space(steps: list[Stage]) -> None:
    for stage in steps:
        track = stage.before.options.track
        for event in stage.table.told:
            if isinstance(event, Pushed | Shoved):
                assert lane_neighbours(track, event.start, event.end) or beside(track, event.start, event.end)


@rule("2.6")
def test_followers_of_a_lead_are_never_displaced(steps: list[Stage]) -> None:
    for stage in steps:
        if stage.move.kind == "lead":
            displaced = {event.car for event in stage.table.told if isinstance(event, Pushed | Shoved)}
            assert not displaced & set(stage.move.linked)


@rule("3.4")
def test_the_running_order_is_total(steps: list[Stage]) -> None:
    for stage in steps:
        order = stage.after.running_order
        assert len(set(order)) == len(order) == len(on_track(stage.after))
        assert stage.after.leader == (order[0] if order else 0)


@rule("2.8")
def test_questions_offer_at_least_two_lanes(steps: list[Stage]) -> None:
    for stage in steps:
        if stage.move.doing:
            assert len(Table(stage.before).menu()) >= 2


def test_previews_name_exactly_the_cars_that_move(steps: list[Stage]) -> None:
    for stage in steps:
        choice = Table(stage.before).choice(stage.action)
        if stage.after.move is not None and stage.after.move.doing:
            continue
        told = {word for event in stage.table.told for word in to_text(event).split()[1:2] if _moves(event)}
        told |= {str(event.other) for event in stage.table.told if isinstance(event, Swapped)}
        assert told == {touched for touched in choice.touches if touched.isdecimal()}


def _moves(event: object) -> bool:
    return isinstance(event, Moved | Pushed | Shoved | Swapped)


def test_labels_and_previews_fit_a_small_screen(steps: list[Stage]) -> None:
    for stage in steps:
        for choice in Table(stage.before).menu():
            assert len(choice.label) <= 21
            assert len(choice.detail) <= 3
            assert all(len(line) <= 21 for line in choice.detail)


@rule("A34")
def test_even_in_rings_of_cars_there_is_something_to_do_and_nobody_shares_a_space() -> None:
    stream = Random(34)
    for _ in range(120):
        cars, track = crowded(stream)
        table = played(cars, stream.choice(list(RACE_CARDS)), (1, 2), track)
        while table.race.move is not None:
            table.do(stream.choice(table.open()))
            assert len(set(on_track(table.race))) == len(on_track(table.race))
