"""Stock car, chapter 1.3: the event cards one by one, and how ties are broken."""

import pytest

from companion.engine import Ask, Draw
from tests.support.stock_race import CORNERED, Table, after_event, event_turn

rule = pytest.mark.rule
FIELD = "29 I9, 25 M8, 43 O7, 28 I6, 15 M5, 22 O4"
TEAMS = "red 29 25, blue 43 28, green 15 22"


def drawn(name: str, wear: dict[int, str] | None = None, places: str = FIELD, **more: object) -> Table:
    return after_event(name, places, TEAMS, wear=wear, **more)


@rule("1.3")
def test_the_card_and_its_flag_are_told_first() -> None:
    assert drawn("debris-caution").events[:2] == ["event-drawn debris-caution", "flag-shown yellow"]
    assert drawn("loose").events == ["event-drawn loose", "flag-shown green"]


@rule("1.3")
@pytest.mark.parametrize(("name", "kind"), [("blown-engine", "engine"), ("blown-transmission", "transmission")])
def test_a_blown_car_is_out_at_once(name: str, kind: str) -> None:
    table = drawn(name, {43: f"{kind} {kind}", 15: kind})
    assert table.events[2] == "retired 43"
    assert table.race.cars[43].place == 6
    assert "flag-shown yellow" in table.events


@rule("1.3", "Q31")
@pytest.mark.parametrize(
    "name",
    [
        "blown-engine",
        "blown-transmission",
        "blown-tire",
        "engine-damage",
        "fuel-miscalculation",
        "gear-box-damage",
        "its-getting-worse",
        "loose",
        "tight",
        "spinout",
    ],
)
def test_a_card_for_the_most_markers_does_nothing_if_nobody_has_any(name: str) -> None:
    table = drawn(name)
    assert table.asked == "red"
    assert not [event for event in table.events if event.split()[0] in ("wore", "retired", "pitted")]
    assert all(car.wear == () for car in table.race.cars.values())


@rule("1.3")
@pytest.mark.parametrize(
    ("name", "kind"),
    [("engine-damage", "engine"), ("fuel-miscalculation", "fuel"), ("gear-box-damage", "transmission")],
)
def test_the_most_of_a_kind_gets_one_more(name: str, kind: str) -> None:
    table = drawn(name, {43: f"{kind} {kind}", 15: kind})
    assert table.events == [f"event-drawn {name}", "flag-shown green", f"wore 43 {kind}"]
    assert table.markers(43) == [kind] * 3


@rule("1.3")
def test_it_gets_worse_for_blue_and_yellow_together() -> None:
    table = drawn("its-getting-worse", {43: "suspension bent-suspension", 15: "suspension"})
    assert table.markers(43) == ["suspension", "bent-suspension", "suspension"]


@rule("1.3", "A23")
def test_loose_counts_blue_markers_only_and_bends_one() -> None:
    table = drawn("loose", {43: "bent-suspension bent-suspension suspension", 15: "suspension suspension"})
    assert table.events[2:] == ["wore 15 bent-suspension"]
    assert table.markers(15) == ["suspension", "bent-suspension"]


@rule("1.3", "A23")
def test_tight_counts_yellow_too_and_may_find_no_blue_to_bend() -> None:
    table = drawn("tight", {43: "bent-suspension bent-suspension suspension", 15: "suspension suspension"})
    assert table.markers(43) == ["bent-suspension"] * 3
    spared = drawn("tight", {43: "bent-suspension bent-suspension", 15: "suspension"})
    assert spared.events == ["event-drawn tight", "flag-shown green"]


@rule("1.3", "4.3")
def test_a_blown_tire_has_to_pit_before_its_owner_is_done() -> None:
    table = drawn("blown-tire", {43: "tire tire engine", 15: "tire"})
    table.do("done")
    assert table.asked == "blue"
    assert table.refused("done") == "1.3"
    table.do("pit 43")
    assert table.race.cars[43].at == "A27"
    assert table.race.cars[43].lap == 0
    table.do("done")


@rule("A22")
def test_the_stop_for_a_blown_tire_clears_temporary_wear() -> None:
    assert drawn("blown-tire", {43: "tire tire engine", 15: "tire"}).do("done", "pit 43").markers(43) == ["engine"]


@rule("1.3")
def test_other_stops_of_that_turn_cost_as_usual() -> None:
    table = drawn("blown-tire", {43: "tire tire engine", 15: "tire"}, "29 I19, 25 M18, 43 O17, 28 I16, 15 M5, 22 O4")
    assert table.do("pit 29", "done", "pit 28", "pit 43").at(29, 28, 43) == "29 A14, 28 A11, 43 A7"


@rule("1.3", "Q32")
def test_a_tie_between_teams_goes_by_the_next_bar() -> None:
    table = drawn("engine-damage", {43: "engine", 15: "engine"})
    pending = table.pending
    assert isinstance(pending, Draw)
    assert pending.name == "bar"
    assert table.race.turn == "red"
    table.draw(15)
    assert table.events == ["wore 15 engine"]
    assert drawn("engine-damage", {43: "engine", 15: "engine"}).draw(81).events == ["wore 43 engine"]


@rule("1.3")
def test_a_tie_goes_by_a_bar_that_the_table_reads_out() -> None:
    table = drawn("engine-damage", {43: "engine", 15: "engine"}, team_bars="entered").draw("red,green,blue")
    assert table.events == ["wore 15 engine"]


@rule("A28", "1.3")
def test_the_card_of_a_bar_is_discarded() -> None:
    table = drawn("engine-damage", {43: "engine", 15: "engine"}, hands={"red": [1, 2]}).draw(15)
    assert table.race.discards == (15,)


@rule("1.3", "Q32")
def test_inside_the_team_the_owner_names_the_car() -> None:
    table = drawn("engine-damage", {43: "engine", 28: "engine"})
    assert table.asked == "blue"
    assert table.menu == ["name 43", "name 28"]
    assert table.race.turn == "red"
    assert table.refused("name 29") == "1.3"
    assert table.refused("name 43", seat="red") == "4.2"
    assert table.do("name 28").events == ["wore 28 engine"]


@rule("Q32")
def test_first_the_bar_and_then_the_owner() -> None:
    table = drawn("engine-damage", {43: "engine", 28: "engine", 15: "engine"}).draw(81)
    assert table.asked == "blue"
    assert table.do("name 43").markers(43) == ["engine", "engine"]


@rule("1.3")
def test_brush_the_wall_hits_a_car_in_the_outermost_lane() -> None:
    table = drawn("brush-the-wall").draw(15)
    assert table.events == ["wore 22 crushed-body"]
    two_lanes = {"sections": [{"lanes": 2, "sectors": 30}]}
    alone = drawn("brush-the-wall", places="29 I9, 25 I8, 43 O7, 28 I6, 15 I5, 22 I4", track=two_lanes)
    assert alone.events[2:] == ["wore 43 crushed-body"]


@rule("1.3", "A25")
def test_front_end_damage_needs_a_car_directly_in_front() -> None:
    table = drawn("front-end-damage", places="29 I9, 25 M8, 43 M7, 28 I6, 15 M5, 22 O4")
    assert table.events[2] == "wore 43 crushed-body"
    assert "wore" not in " ".join(drawn("front-end-damage").events)


@rule("1.3")
def test_front_end_damage_reaches_over_a_joint() -> None:
    table = drawn("front-end-damage", places="29 I11, 25 M10, 43 O7, 28 I6, 15 M5, 22 O4", track=CORNERED)
    assert table.events[2] == "wore 25 crushed-body"


@rule("1.3")
def test_a_collision_hits_the_named_car_and_one_car_of_every_other_player_beside_it() -> None:
    table = drawn("collision", places="29 I12, 25 M8, 43 O8, 28 M7, 15 I8, 22 O4").draw(15)
    assert table.asked == "red"
    assert table.menu == ["name 25"]
    table.do("name 25")
    assert table.events == [
        "wore 25 crushed-body",
        "wore 25 crushed-body",
        "wore 15 crushed-body",
        "wore 15 crushed-body",
    ]
    assert table.asked == "blue"
    assert table.menu == ["name 43", "name 28"]
    table.do("name 28")
    assert table.events[:2] == ["wore 28 crushed-body", "wore 28 crushed-body"]
    assert table.markers(43) == []


@rule("1.3", "A16")
def test_the_cars_of_a_collision_restart_at_the_rear_and_may_pit() -> None:
    places = "29 I9 2, 25 M8 2, 43 O8 2, 28 M4 2, 15 I3 2, 22 I6 1"
    table = drawn("collision", places=places).draw(81)
    assert table.asked == "blue"
    table.do("name 43")
    assert table.race.struck == (43, 25)
    assert table.at() == "29 I9, 25 I7, 43 M7, 28 M9, 15 I8, 22 M8"
    table.do("pit 25")
    assert table.race.cars[25].at == "A7"
    assert table.markers(25) == ["crushed-body", "crushed-body"]


@rule("1.3")
def test_a_collision_of_team_mates_hurts_only_the_named_one() -> None:
    table = drawn("collision", places="29 I9, 25 I8, 43 O6, 28 I4, 15 M2, 22 O1").do("name 29")
    assert (table.markers(29), table.markers(25)) == (["crushed-body"] * 2, [])


@rule("1.3")
def test_nobody_touches_anybody_and_nobody_is_hurt() -> None:
    table = drawn("collision")
    assert table.events[:3] == ["event-drawn collision", "flag-shown yellow", "moved 25 M8 M9"]
    assert all(car.wear == () for car in table.race.cars.values())


@rule("1.3")
def test_marbles_hit_every_player_s_best_placed_car() -> None:
    assert drawn("marbles").events[2:] == ["wore 29 tire", "wore 43 tire", "wore 15 tire"]


@rule("1.3")
def test_overcast_lets_each_player_take_one_tire_off() -> None:
    table = drawn("overcast", {29: "tire", 25: "tire fuel", 15: "tire"})
    assert table.asked == "red"
    assert table.menu == ["name 29", "name 25", "done"]
    table.do("name 25")
    assert (table.markers(25), table.markers(29)) == (["fuel"], ["tire"])
    assert table.asked == "green"
    table.do("done")
    assert table.markers(15) == ["tire"]
    assert table.race.stage == "pits"


@rule("1.3")
def test_sun_on_the_track_makes_each_player_choose_a_car() -> None:
    table = drawn("sun-on-the-track")
    assert table.menu == ["name 29", "name 25"]
    table.do("name 25", "name 43", "name 15")
    assert [table.markers(number) for number in (25, 43, 15)] == [["tire"]] * 3
    assert table.race.stage == "pits"


@rule("1.3")
def test_a_team_without_a_car_left_is_not_asked() -> None:
    table = event_turn(FIELD, TEAMS)
    table.patch(cars={"43": {"status": "out"}, "28": {"status": "out"}}).draw("sun-on-the-track").do("name 29")
    assert table.asked == "green"


@rule("1.3")
def test_a_pileup_goes_down_the_bar_each_time_behind_the_last_victim() -> None:
    table = drawn("pileup")
    assert table.asked == "bar"
    table.draw(15)
    worn = [event for event in table.events if event.startswith("wore")]
    assert worn == ["wore 29 crushed-body"] * 2 + ["wore 15 crushed-body"]


@rule("1.3")
def test_third_and_later_teams_of_a_pileup_get_a_body_marker() -> None:
    table = drawn("pileup").draw(81)
    assert (table.markers(43), table.markers(15), table.markers(29)) == (["crushed-body"] * 2, ["crushed-body"], [])
    three = drawn("pileup", places="29 I4, 25 M3, 43 O9, 28 I6, 15 M5, 22 O7").draw(81)
    assert (three.markers(43), three.markers(22), three.markers(29)) == (
        ["crushed-body"] * 2,
        ["crushed-body"],
        ["body"],
    )


@rule("A24")
def test_a_team_with_no_car_behind_the_last_victim_is_passed_over() -> None:
    table = drawn("pileup", places="29 I9, 25 M8, 43 O7, 28 I6, 15 M5, 22 I7", team_bars="entered")
    table.draw("green,blue,red")
    assert (table.markers(22), table.markers(43), table.markers(28)) == (["crushed-body"] * 2, ["crushed-body"], [])
    assert (table.markers(29), table.markers(25)) == ([], [])


@rule("1.3")
def test_a_spinout_goes_straight_back_ten_and_down_to_the_inside() -> None:
    table = drawn("spinout", {43: "tire"}, "29 I19, 25 M18, 43 O17, 28 I16, 15 M5, 22 O4")
    assert table.events == ["event-drawn spinout", "flag-shown green", "moved 43 O17 I7", "wore 43 tire"]
    assert table.markers(43) == ["tire", "tire"]


@rule("A21")
def test_a_spinout_moves_nobody_else_and_takes_the_innermost_free_space() -> None:
    table = drawn("spinout", {43: "tire"}, "29 I19, 25 M7, 43 O17, 28 I7, 15 M5, 22 O4")
    assert table.at(43, 25, 28) == "43 O7, 25 M7, 28 I7"
    full = drawn("spinout", {43: "tire"}, "29 O7, 25 M7, 43 O17, 28 I7, 15 M5, 22 I6")
    assert full.at(43) == "43 M6"


@rule("A21")
def test_a_spinout_goes_back_over_the_line() -> None:
    table = drawn("spinout", {43: "tire"}, "29 I19, 25 M18, 43 O7, 28 I6, 15 M5, 22 O4")
    assert (table.race.cars[43].at, table.race.cars[43].lap) == ("I27", 0)


@rule("1.3", "Q10")
def test_the_first_rain_is_laid_aside() -> None:
    table = drawn("rain")
    assert table.events == ["event-drawn rain"]
    assert table.race.events_aside == ("rain",)
    assert table.asked == "red"


@rule("1.3", "Q10")
def test_the_second_rain_ends_the_race_once_a_lap_is_done() -> None:
    places = FIELD.replace("29 I9", "29 I9 2")
    table = drawn("rain", places=places, events_aside=["rain"])
    assert table.events[:3] == ["event-drawn rain", "flag-shown red", "finished 29 1"]
    assert table.asked == "over"
    assert [table.race.cars[number].place for number in (29, 25, 43, 28, 15, 22)] == [1, 2, 3, 4, 5, 6]


@rule("A26")
def test_a_second_rain_before_a_lap_is_done_does_nothing() -> None:
    table = drawn("rain", events_aside=["rain"])
    assert table.events == ["event-drawn rain"]
    assert table.asked == "red"
    assert table.race.events_aside == ("rain", "rain")


@rule("A27")
def test_a_spent_event_deck_is_shuffled_again_all_but_rain() -> None:
    table = event_turn(FIELD, TEAMS, events_aside=["rain", "rain"])
    spent = [name for name, count in _odds(table).items() for _ in range(count)]
    assert len(spent) == 24
    table.patch(spent_events=spent)
    assert _odds(table)["rain"] == 0
    assert sum(_odds(table).values()) == 24
    table.draw("marbles")
    assert table.race.spent_events == ("marbles",)


@rule("1.3")
def test_an_event_card_that_was_turned_does_not_come_again() -> None:
    table = drawn("pileup").draw(15)
    assert "pileup" in table.race.spent_events
    twice = event_turn(FIELD, TEAMS, spent_events=["loose"])
    assert _odds(twice)["loose"] == 1


def _odds(table: Table) -> dict[str, int]:
    pending = table.pending
    assert isinstance(pending, Draw)
    assert pending.name == "event"
    return dict(pending.odds[0])


def test_the_question_of_an_event_is_headed_by_its_card() -> None:
    pending = drawn("sun-on-the-track").pending
    assert isinstance(pending, Ask)
    assert pending.prompt == "Sun on the Track"
