"""Drivers of stock cars: sensible, different, quick to beat chance, and blind to what they may not see."""

import random
from collections.abc import Callable, Iterator

import msgspec
import pytest

from companion.bots import Bot, make_bot, profiles
from companion.bots.stock_car.recall import recalled
from companion.engine import Action, Ask, Over, Resume, View, draw_with
from companion.engine.chance import Draw
from companion.engine.codec import to_text
from companion.games import load
from companion.games.stock_car.actions import Retire
from companion.games.stock_car.tracks import NAMES
from tests.support.lab import match, profile
from tests.support.stock_race import Table, after_event, standing

GAME = "stock-car"
RULES = load(GAME).rules
SEATS = ("red", "blue", "green", "yellow")
rule = pytest.mark.rule


def asked(table: Table) -> tuple[View, Ask]:
    """What the seat that is asked is given."""
    pending = table.pending
    assert isinstance(pending, Ask)
    return RULES.view(table.race, pending.seat), pending


def choice(table: Table, name: str = "drafter", seed: int = 1) -> str:
    return to_text(make_bot(GAME, name, seed).choose(*asked(table)))


def driven(table: Table, name: str = "drafter") -> Table:
    """One segment by a bot, from its card to its last point."""
    bot, seat = make_bot(GAME, name, 1), table.asked
    table.do(to_text(bot.choose(*asked(table))))
    while table.race.move is not None and table.asked == seat:
        table.do(to_text(bot.choose(*asked(table))))
    return table


def race(drivers: dict[str, str], seed: int, **options: object) -> Iterator[tuple[View, Ask, Action]]:
    """A race of bots, decision by decision."""
    stream = random.Random(seed)
    bots = {seat: make_bot(GAME, name, seed) for seat, name in drivers.items()}
    state = RULES.apply(RULES.setup(tuple(drivers), options), Resume()).state
    while not isinstance(pending := RULES.pending(state), Over):
        if isinstance(pending, Draw):
            state = RULES.apply(state, draw_with(pending, stream.randrange)).state
            continue
        view = RULES.view(state, pending.seat)
        action = bots[pending.seat].choose(view, pending)
        yield view, pending, action
        state = RULES.apply(state, action).state


class Stubborn:
    """Any open choice, but it never gives a car up of its own free will."""

    def __init__(self, seed: int) -> None:
        self._stream = random.Random(seed)

    def choose(self, view: View, ask: Ask) -> Action:
        choices = [choice.action for choice in ask.choices if choice.barred is None]
        return self._stream.choice([wish for wish in choices if not isinstance(wish, Retire)] or choices)


def share(other: Callable[[int], Bot], races: int, **options: object) -> float:
    """How many of its races a drafter's team wins against three teams of the other bot; the pole goes round."""
    return match(GAME, (profile(GAME, "drafter"), other, other, other), races, options)[0] / races


def test_there_are_four_characters() -> None:
    assert profiles(GAME) == ("drafter", "charger", "careful", "spoiler")


def test_a_bot_beats_three_that_act_at_random() -> None:
    assert share(profile(GAME, "random"), 4, laps=1, cars_per_team=3) >= 3 / 4


@pytest.mark.nightly
def test_a_bot_wins_nine_of_ten_races_against_three_that_act_at_random() -> None:
    assert share(profile(GAME, "random"), 200) >= 0.9


@pytest.mark.nightly
def test_a_bot_wins_four_of_five_races_against_chance_that_gives_no_car_up() -> None:
    assert share(Stubborn, 200) >= 0.8


def test_the_same_seed_drives_the_same_race() -> None:
    drivers = dict(zip(SEATS[:2], ("careful", "charger"), strict=True))
    first, again = ([to_text(action) for _, _, action in race(drivers, 3, laps=1, cars_per_team=2)] for _ in range(2))
    assert first == again


def test_no_bot_gives_a_car_up_while_there_is_anything_else_to_do() -> None:
    drivers = dict(zip(SEATS[:3], ("drafter", "spoiler", "charger"), strict=True))
    for _, ask, action in race(drivers, 7, laps=1, cars_per_team=3):
        if isinstance(action, Retire):
            assert all(isinstance(other.action, Retire) for other in ask.choices if other.barred is None)


def test_a_bot_needs_no_more_than_the_view_says_in_json() -> None:
    table = standing("29 M7, 25 M6, 43 M8, 44 O9", "red 29 25, blue 43 44", hands={"red": [33, 65, 50]})
    view, ask = asked(table)
    through_json = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert make_bot(GAME, "careful", 2).choose(through_json, ask) == make_bot(GAME, "careful", 2).choose(view, ask)


def test_other_hands_change_nothing_of_what_a_bot_does() -> None:
    chosen = {
        choice(standing("29 M7, 43 M8", "red 29, blue 43", hands={"red": [33, 65], "blue": [card]}))
        for card in (1, 20, 60, 84)
    }
    assert len(chosen) == 1


def test_what_is_recalled_of_a_view_is_what_the_table_shows() -> None:
    table = standing("29 M7, 25 I6, 43 M8 2", "red 29 25, blue 43", wear={29: "tire engine"}, hands={"red": [33, 65]})
    scene = recalled(RULES.view(table.race, "red"))
    assert scene.race.cars == table.race.cars
    assert scene.race.options.track.grid == table.race.options.track.grid
    assert (scene.race.leader, scene.laps, scene.cards) == (43, 3, (33, 65))
    assert scene.race.hands == {}


@rule("2.5")
def test_a_draft_pulls_a_team_mate_along_to_gain_places() -> None:
    table = standing(
        "29 M7, 25 M6, 43 I9, 44 I10", "red 29 25, blue 43 44", hands={"red": [33]}, first_player="red", turn="red"
    )
    assert driven(table).at(29, 25) == "29 M13, 25 M12"


@rule("2.2")
def test_a_solo_car_passes_a_slower_one_instead_of_pushing_it() -> None:
    table = standing("29 M7, 43 M8", "red 29, blue 43", hands={"red": [65]})
    assert driven(table).at(43) == "43 M8"
    assert int(table.race.cars[29].at[1:]) >= 12


@rule("3.1")
def test_a_bot_avoids_the_sixth_marker() -> None:
    worn = {29: "engine engine engine tire tire", 25: ""}
    table = standing("29 M7, 25 M17", "red 29 25, blue 99", hands={"red": [33]}, wear=worn)
    assert choice(table) == "play 33 25"


@rule("4.4")
@pytest.mark.parametrize("name", ["drafter", "careful"])
def test_a_worn_car_pits_under_yellow_and_a_fresh_one_stays_out(name: str) -> None:
    table = after_event("debris-caution", "29 M7, 25 I6, 43 M8", "red 29 25, blue 43", wear={29: "tire tire fuel fuel"})
    while table.asked != "red":
        table.do("done")
    assert choice(table, name) == "pit 29"
    assert choice(table.do("pit 29"), name) == "done"


@rule("4.3")
def test_under_green_a_bot_stops_only_if_it_must() -> None:
    table = after_event("marbles", "29 M7, 43 M5", "red 29, blue 43", wear={29: "tire fuel"})
    assert choice(table) == "done"


@rule("1.3")
def test_a_marker_comes_off_the_car_that_suffers_most_from_it() -> None:
    wear = {29: "tire", 25: "tire fuel fuel"}
    table = after_event("overcast", "29 M7, 25 I6, 43 M8", "red 29 25, blue 43", wear=wear)
    while table.asked != "red":
        table.do("done")
    assert choice(table) == "name 25"


def test_a_bot_that_has_lost_its_plan_finishes_the_move() -> None:
    table = standing("29 M7, 25 M6, 43 M8, 44 O9", "red 29 25, blue 43 44", hands={"red": [65, 72]})
    table.do("play 72 29")
    while table.race.move is not None:
        table.do(choice(table))
    assert table.race.cars[29].used


def test_where_real_cards_are_held_a_bot_still_plays_one() -> None:
    table = standing("29 M7, 43 M8", "red 29, blue 43", cards="held")
    assert choice(table).startswith("play ")
    assert len({choice(table, seed=seed) for seed in range(8)}) > 1


@pytest.mark.slow
@pytest.mark.parametrize("track", NAMES)
def test_bots_of_all_characters_finish_on_every_track(track: str) -> None:
    drivers = dict(zip(SEATS, profiles(GAME), strict=True))
    assert sum(1 for _ in race(drivers, 11, laps=1, track=track, draft_rear="forced", variable_pits=True)) > 50


def test_where_corners_are_many_a_bot_thinks_up_to_the_second_joint_and_then_again() -> None:
    track = {"sections": [{"lanes": 3, "sectors": 2}, {"lanes": 2, "sectors": 1}] * 10}
    table = standing("29 M1, 43 I3, 44 O4", "red 29, blue 43 44", track=track, hands={"red": [65]})
    race = driven(table).race
    assert race.move is None
    assert int(race.cars[29].at[1:]) >= 6


def test_bots_race_on_a_track_that_their_cars_fill_all_the_way_round() -> None:
    track = {"sections": [{"lanes": 3, "sectors": 4}, {"lanes": 2, "sectors": 3}]}
    drivers = dict.fromkeys(SEATS[:2], "drafter")
    assert sum(1 for _ in race(drivers, 4, laps=1, track=track, cars_per_team=5)) > 10


@pytest.mark.slow
def test_bots_finish_with_two_teams_of_six_and_with_seven_of_three() -> None:
    for seats in (("red", "blue"), (*SEATS, "black", "white", "orange")):
        assert sum(1 for _ in race(dict.fromkeys(seats, "spoiler"), 2, laps=1)) > 50
