"""Chapter 5 and 4.7: order, rounds, laps, and the finish."""

import pytest

from companion.engine import Draw, Over
from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule
THREE = ("red", "blue", "green")


def next_round(red: dict[str, object], blue: dict[str, object], green: dict[str, object], **options: object) -> Play:
    """Green plays the last turn of a round, and stops on its next space."""
    patch = {"order": ["green"], "cars": {"red": red, "blue": blue, "green": green}}
    table = Play(patch, THREE, **options)
    gear = table.car("green").gear
    ahead = next(action for action in table.menu if action.startswith(f"lay g{gear} "))
    table.drive(ahead.removeprefix("lay "))
    table.do("stop")
    return table


@rule("4.7")
def test_the_grid_is_drawn_and_everybody_starts_in_gear_0() -> None:
    table = Play(None, THREE)
    pending = table.session.pending
    assert isinstance(pending, Draw)
    assert (pending.name, pending.count, pending.bag) == ("grid", 3, True)
    assert table.draw("green", "red", "blue") == ["round-started 1"]
    assert [table.car(seat).at for seat in ("green", "red", "blue")] == ["a12", "b12", "c12"]
    assert (table.race.order, table.race.turn) == (("green", "red", "blue"), "green")
    assert {(car.gear, car.lap) for car in table.race.cars.values()} == {(0, 0)}


@rule("4.7")
def test_a_track_may_name_its_grid() -> None:
    table = Play(track={**ring(), "grid": ["a10", "c9"]})
    table.draw("blue", "red")
    assert (table.car("blue").at, table.car("red").at) == ("a10", "c9")


@rule("4.7")
def test_the_first_crossing_starts_lap_1_and_only_the_second_completes_one() -> None:
    table = Play(cars(on("b12", 3) | {"lap": 0}))
    assert "lap-completed" not in " ".join(table.drive("g3 b1"))
    assert table.car().lap == 1
    table = Play(cars(on("b12", 3)))
    assert table.drive("g3 b1")[-1] == "lap-completed red 1"


@rule("5")
@rule("5.4")
def test_each_driver_has_one_turn_and_the_order_holds() -> None:
    table = Play(cars(on("b2", 1), on("b6", 1)))
    table.drive("g2 b3")
    table.do("stop")
    assert table.race.order == ("blue",)
    assert table.refused("lay g1 b4", "red").rule == "5.3"


@rule("5.3")
@rule("8.17")
def test_the_highest_gear_plays_first_wherever_it_is() -> None:
    table = next_round(on("b2", 5), on("b9", 1), on("b7", 2))
    assert table.race.order == ("red", "green", "blue")


@rule("5.3")
def test_at_equal_gears_the_furthest_plays_first_laps_included() -> None:
    table = next_round(on("b9", 2), on("b2", 2) | {"lap": 2}, on("b5", 2), laps=3)
    assert table.race.order == ("blue", "red", "green")


@rule("5.3")
@rule("5.5")
def test_side_by_side_the_inside_of_the_next_corner_plays_first() -> None:
    table = next_round(on("a8", 3), on("c8", 3), on("a2", 2), track="proving-ground")
    assert table.race.order == ("blue", "red", "green")


@rule("5.6")
def test_equals_keep_their_order_of_the_round_before() -> None:
    table = next_round(on("a8", 3), on("c8", 3), on("b2", 2))
    assert table.race.order[:2] == ("red", "blue")
    patch = {"order": ["blue", "red"], "cars": {"red": on("a8", 3), "blue": on("c8", 3)}}
    table = Play(patch)
    for seat, at in (("blue", "c9"), ("red", "a9")):
        assert table.asked == seat
        table.drive(f"g3 {at}")
        table.do("stop")
    assert table.race.order == ("blue", "red")


@rule("5.7")
def test_00_comes_after_0() -> None:
    table = next_round(on("b9", 0, status="pit-repairs"), on("b3", 0), on("b7", 2))
    assert table.race.order == ("green", "blue", "red")


@rule("5.2")
def test_a_turn_ends_with_the_gear_reached() -> None:
    table = Play(cars(on("b2", 1)))
    table.drive("g2 b3", "g3 b4")
    told = table.do("stop")
    assert (table.car().gear, table.race.rolled, told) == (3, (), [])


@rule("5")
def test_a_new_round_is_told() -> None:
    table = next_round(on("b9", 2), on("b2", 2), on("b5", 2))
    assert table.race.round == 2


def last_lap(**options: object) -> Play:
    """Red crosses for the last time with Blue still to play, nearly home too."""
    return Play(cars(on("b11", 3), on("b10", 6)), laps=1, **options)


@rule("4.7")
@rule("A20")
def test_the_round_is_played_out_when_a_car_has_finished() -> None:
    table = last_lap()
    told = table.drive("g3 b12", "g4 b1")
    assert told[-1] == "lap-completed red 1"
    assert table.car().status == "road"
    assert not [event for event in table.do("stop") if event.startswith("finished")]
    assert (table.car().status, table.asked) == ("finished", "blue")
    table.do("lay g6 b11", "lay g5 b12", "lay coast b1", "lay coast b2")
    told = table.flat_out("clear", "clear", "clear", "clear")
    assert told[-2:] == ["finished blue 1", "finished red 2"]
    assert isinstance(table.session.pending, Over)
    assert (table.race.winner, table.race.ranking) == ("blue", ("blue", "red"))


@rule("4.7")
def test_a_car_that_has_finished_occupies_nothing() -> None:
    table = last_lap()
    table.drive("g3 b12", "g4 b1")
    table.do("stop", "lay g6 b11", "lay g5 b12")
    assert "lay g4 b1" in table.menu


@rule("4.7")
def test_non_finishers_rank_by_distance() -> None:
    patch = {"order": ["red"], "cars": {"red": on("b12", 3), "blue": on("b4", 5), "green": on("b9", 1)}}
    table = Play(patch, THREE, laps=1)
    table.drive("g3 b1")
    assert table.do("stop") == ["finished red 1", "finished green 2", "finished blue 3"]


@rule("4.7")
def test_a_line_crossed_in_a_crash_is_crossed() -> None:
    table = Play(cars(on("b12", 3), hazards=2), laps=1)
    table.do("lay g3 b1")
    told = table.roll("hazard")
    assert told[2:] == ["lap-completed red 1", "lost-control red b1", "left-track red"]
    assert table.car().status == "finished"


@rule("A20")
@rule("O6")
def test_sudden_death_ends_at_the_line() -> None:
    table = last_lap(end_mode="sudden-death")
    told = table.drive("g3 b12", "g4 b1")
    assert told[-3:] == ["lap-completed red 1", "finished red 1", "finished blue 2"]
    assert table.race.winner == "red"


@rule("O6")
def test_sudden_death_flat_out_stops_at_the_line() -> None:
    table = last_lap(end_mode="sudden-death")
    table.do("lay g3 b12", "lay g4 b1", "lay g5 b2")
    told = table.flat_out("hazard", "clear", "clear")
    assert told[-2:] == ["finished red 1", "finished blue 2"]
    assert table.car().at == "b1"


@rule("O5")
def test_solo_every_turn_costs_seconds() -> None:
    table = Play({"cars": {"red": on("b2", 5)}}, ("red",))
    table.drive("g6 b3")
    table.do("stop")
    assert table.car().seconds == 10
    table.do("lay g6 b4", "lay coast b5")
    table.flat_out("clear", "clear")
    assert (table.car().seconds, table.car().focus) == (20, 2)
    clock = table.session.rules.view(table.race, "red").find("clock-red")
    assert clock is not None
    assert "18" in str(clock)


@rule("O2")
def test_a_race_in_which_nobody_can_ever_move_ends_as_it_stands() -> None:
    tiny = ring(3, 1, 3)
    patch = {"cars": {"red": on("a1", 2), "blue": on("a2", 2), "green": on("a3", 2)}}
    table = Play(patch, THREE, track=tiny)
    assert table.race.places == ("green", "blue", "red")
