"""Stock car, section 0: a race begun in the middle, what is worked out, and what could not be."""

import pytest

from companion.engine import BadState
from tests.support.stock_race import Table, position, seated, standing

rule = pytest.mark.rule
OWNERS = {"red": [29, 25], "blue": [43]}
CARS: dict[int, dict[str, object]] = {
    29: {"at": "M7", "lap": 1},
    25: {"at": "I2", "lap": 1},
    43: {"at": "I20", "lap": 1},
}


def patched(**patch: object) -> Table:
    return position(CARS, OWNERS, patch)


def changed(number: int, **keys: object) -> Table:
    return position({**CARS, number: {**CARS[number], **keys}}, OWNERS)


def test_leader_and_first_player_are_worked_out_unless_patched() -> None:
    assert (patched().race.leader, patched().race.first_player) == (43, "blue")
    told = patched(leader=29, first_player="red").race
    assert (told.leader, told.first_player) == (29, "red")


def test_the_turn_is_the_starting_one_unless_patched() -> None:
    assert patched().race.turn == "red"
    assert patched(turn="blue").asked == "blue"


def test_a_car_that_is_being_moved_says_whose_turn_it_is() -> None:
    table = patched(move={"car": 43, "kind": "solo", "points": 2})
    assert (table.race.turn, table.asked) == ("blue", "blue")
    with pytest.raises(BadState, match=r"^turn: car 43 belongs to blue$"):
        patched(turn="red", move={"car": 43, "kind": "solo", "points": 2})


def test_cars_that_are_not_patched_stand_on_the_grid_in_the_order_of_the_seats() -> None:
    table = position({}, OWNERS, {"turn": "red"})
    assert table.at() == "29 I30, 25 I29, 43 M30"
    assert table.asked == "red"


@rule("4.3")
def test_a_space_on_the_apron_says_that_a_car_is_in_the_pits() -> None:
    table = changed(29, at="A7")
    assert (table.race.cars[29].status, table.race.apron) == ("pitted", (29,))


@rule("3.2")
def test_lost_and_finished_cars_leave_the_board_with_a_marker() -> None:
    table = position({**CARS, 29: {"status": "out"}, 25: {"status": "finished"}}, OWNERS)
    assert (table.race.cars[29].at, table.race.cars[29].place) == ("", 3)
    assert (table.race.cars[25].at, table.race.cars[25].place) == ("", 1)


@rule("4.7")
def test_a_place_says_that_a_car_has_finished() -> None:
    table = position({29: {"place": 1, "led": 1}, 25: {"place": 2}, 43: {"place": 3}}, OWNERS)
    assert table.asked == "over"
    assert table.race.points == {"red": 46 + 2 + 42, "blue": 41}


@rule("4.2")
def test_when_everybody_is_used_the_end_of_the_turn_happens_at_once() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", used=True)
    assert table.events == ["led-turn 43"]
    assert table.asked == "event"


@rule("4.2")
def test_a_patched_hand_is_dealt_and_the_other_ones_are_empty() -> None:
    table = patched(hands={"red": [65]}, turn="red")
    assert table.race.hands == {"red": (65,), "blue": ()}
    assert table.race.options.cards == "dealt"


def test_a_race_can_be_patched_again_on_its_way() -> None:
    table = seated(("red", "blue"), cars_per_team=1).draw(15, 1, 2, 3, 4)
    assert table.asked == "red"
    table.patch(cars={"25": {"wear": ["tire"]}})
    assert table.race.hands == {"red": (1, 2), "blue": (3, 4)}
    assert (table.asked, table.race.options.cards) == ("red", "dealt")
    assert table.markers(25) == ["tire"]


@rule("4.2")
def test_a_race_under_way_keeps_its_first_player_when_it_is_patched() -> None:
    table = patched(first_player="red")
    table.patch(cars={"25": {"wear": ["tire"]}})
    assert (table.race.leader, table.race.first_player) == (43, "red")
    table.patch(first_player="blue")
    assert table.race.first_player == "blue"


@rule("4.2")
def test_a_patch_while_hands_are_filled_lets_the_rest_be_dealt() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", used=True, events=False, hands={"red": [1], "blue": [2]})
    table.do("done", "done", "done", "done")
    assert table.asked == "deal"
    table.patch(cars={"29": {"wear": ["tire"]}})
    assert table.asked == "deal"
    assert table.draw(3, 4).race.hands == {"red": (1, 4), "blue": (2, 3)}


def test_a_move_that_is_patched_into_the_pit_stops_asks_nobody_else() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", used=True, events=False, hands={"red": [1], "blue": [2]})
    table.patch(move={"car": 29, "kind": "solo", "points": 1})
    assert (table.asked, table.race.waiting) == ("red", ())


@pytest.mark.parametrize(
    ("number", "keys", "why"),
    [
        (29, {"at": "Q7"}, "cars.29.at: there is no space 'Q7': sector 7 has I7, M7, O7"),
        (29, {"at": "M31"}, "cars.29.at: 'M31' is no space: a lane and a sector from 1 to 30, as in M7"),
        (29, {"at": "M0"}, "cars.29.at: 'M0' is no space: a lane and a sector from 1 to 30, as in M7"),
        (29, {"at": "M07"}, "cars.29.at: 'M07' is no space: a lane and a sector from 1 to 30, as in M7"),
        (29, {"at": ""}, "cars.29.at: '' is no space: a lane and a sector from 1 to 30, as in M7"),
        (29, {"at": "I20"}, "cars.43.at: car 29 stands on I20 already"),
        (29, {"at": "A7", "status": "racing"}, "cars.29.at: a car that is racing does not stand on 'A7'"),
        (29, {"status": "pitted"}, "cars.29.at: a car that is pitted does not stand on 'M7'"),
        (29, {"status": "out"}, "cars.29.at: a car that is out stands on no space"),
        (29, {"lap": 4}, "cars.29.lap: the race is over for a car after lap 3"),
        (29, {"led": -1}, "cars.29.led: no fewer than 0 Turn Leader markers"),
        (29, {"place": 1, "status": "racing"}, "cars.29.place: a car that is still racing has no position marker"),
        (29, {"seat": "blue"}, "cars.29.seat: is fixed at the set-up and cannot be patched"),
        (29, {"wear": ["tyre"]}, "cars.29.wear: 'tyre' is not known; did you mean 'tire'?"),
        (29, {"status": "lost"}, "cars.29.status: 'lost' is not known; known: finished, out, pitted, racing"),
        (29, {"lapp": 9}, "cars.29.lapp: a car has no such key; did you mean 'lap'?"),
    ],
)
def test_a_car_that_could_not_be_so(number: int, keys: dict[str, object], why: str) -> None:
    with pytest.raises(BadState) as told:
        changed(number, **keys)
    assert str(told.value) == why


@pytest.mark.parametrize(
    ("patch", "why"),
    [
        ({"cars": {"99": {"at": "M9"}}}, "cars.99: is not in this race; there are 29, 25, 43"),
        ({"hands": {"green": [1]}}, "hands.green: is not in this race; there are red, blue"),
        ({"hands": {"red": [85]}}, "hands.red: there is no race card 85: they are numbered 1 to 84"),
        ({"hands": {"red": [7], "blue": [7]}}, "hands.blue: card 7 is in hands.red already"),
        ({"hands": {"red": [7]}, "discards": [7]}, "discards: card 7 is in hands.red already"),
        ({"turn": "green"}, "turn: 'green' has no seat in this race: red, blue"),
        ({"first_player": "green"}, "first_player: 'green' has no seat in this race: red, blue"),
        ({"leader": 99}, "leader: there is no car 99 on the track or the apron"),
        ({"events_aside": ["loose"]}, "events_aside: only Rain is ever laid aside"),
        ({"events_aside": ["snow"]}, "events_aside: there is no event card 'snow'"),
        ({"events_aside": ["rain"] * 3}, "events_aside: there are only 2 cards 'rain'"),
        ({"apron": [99]}, "apron: there is no car 99"),
        ({"move": {"car": 99, "kind": "solo", "points": 1}}, "move.car: there is no car 99"),
        ({"options": {"laps": 1}}, "options: is no matter of a patch; a patch may have turn, cars"),
        ({"stage": "pits"}, "stage: is no matter of a patch; a patch may have turn, cars"),
        ({"points": {"red": 9}}, "points: is worked out by the referee and cannot be patched"),
        ({"weather": "wet"}, "weather: a race has no such key; did you mean 'leader'?"),
        ({"leader": 0}, "leader: there is no car 0 on the track or the apron"),
        ({"cars": {"43": {"status": "out"}}, "leader": 43}, "leader: there is no car 43 on the track or the apron"),
        ({"hands": {"red": ["Charge"]}}, "hands.red: is a list of card numbers, as in [65, 33]"),
        ({"hands": {"red": 65}}, "hands.red: is a list of card numbers, as in [65, 33]"),
        ({"hands": [65]}, "hands: is a table with red, blue"),
        (
            {"move": {"car": 29, "kind": "solo", "points": 1, "linked": [25]}},
            "move.linked: nobody moves along in a solo",
        ),
        (
            {"cars": {"29": {"at": "A7"}}, "move": {"car": 29, "kind": "lead", "points": 1}},
            "move.kind: out of the pits every move is a solo one",
        ),
        ({"move": {"car": 29, "kind": "drafty"}}, "move.kind: 'drafty' is not known; did you mean 'draft'?"),
        ({"move": {"car": 29, "point": 3}}, "move.point: a move has no such key; did you mean 'points'?"),
    ],
)
def test_a_race_that_could_not_be_so(patch: dict[str, object], why: str) -> None:
    with pytest.raises(BadState) as told:
        position({}, OWNERS, patch)
    assert str(told.value).startswith(why)


def test_two_cars_with_one_place_could_not_be() -> None:
    with pytest.raises(BadState, match=r"^cars.25.place: car 29 has place 1 already$"):
        position({29: {"place": 1}, 25: {"place": 1}}, OWNERS)
    with pytest.raises(BadState, match=r"^cars.29.place: there are places 1 to 3, and 0 for none$"):
        position({29: {"place": 4}}, OWNERS)


def test_a_patch_on_the_way_leaves_the_move_as_it_is_or_ends_it_with_its_car() -> None:
    table = patched(move={"car": 29, "kind": "lead", "points": 3, "linked": [25]}).do("forward")
    table.patch(cars={"43": {"wear": ["tire"]}})
    assert table.race.move is not None
    assert (table.race.move.points, table.race.move.linked) == (2, (25,))
    table.patch(cars={"25": {"status": "out"}})
    assert table.race.move is not None
    assert table.race.move.linked == ()
    table.patch(cars={"29": {"status": "out"}})
    assert table.race.move is None


def test_a_patch_during_an_event_or_the_pits_leaves_out_who_is_gone() -> None:
    table = standing("29 M7, 43 I20, 15 I9", "red 29, blue 43, green 15", used=True).draw("sun-on-the-track")
    table.patch(cars={"29": {"status": "out"}})
    assert table.race.waiting == ("blue", "green")
    line = standing("29 M7, 43 I20, 15 I9", "red 29, blue 43, green 15", used=True).draw("debris-caution")
    line.patch(cars={"29": {"status": "out"}}).do("done", "done")
    assert line.at(43, 15) == "43 I20, 15 M20"
    assert line.asked != "over"


def test_a_patch_that_takes_everybody_off_ends_the_race_and_one_that_brings_a_car_back_goes_on() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", used=True).draw("overcast")
    table.patch(cars={"29": {"status": "out"}, "43": {"status": "out"}})
    assert table.asked == "over"
    table.patch(cars={"43": {"at": "I20", "lap": 1, "status": "racing", "place": 0, "used": False}})
    assert table.asked in ("red", "blue")


def test_a_patch_while_a_lead_is_asked_who_follows_puts_the_question_again() -> None:
    places, owners = "22 I11, 23 I10, 21 M10, 43 I20", "red 22, blue 43 23 21"
    track = {"sections": [{"lanes": 3, "sectors": 10}, {"lanes": 2, "sectors": 20}]}
    table = standing(places, owners, turn="red", events=False, track=track).do("play 28 22")
    assert table.menu == ["lane I", "lane M"]
    table.patch(cars={"43": {"wear": ["tire"]}})
    assert table.menu == ["lane I", "lane M"]
    table.patch(cars={"23": {"status": "out"}})
    assert table.race.move is not None
    assert table.race.move.linked == (21,)


def test_a_patch_that_names_a_car_to_be_moved_leaves_nothing_of_the_move_before() -> None:
    track = {"sections": [{"lanes": 3, "sectors": 9}, {"lanes": 2, "sectors": 21}]}
    table = standing("29 M9, 25 I2, 43 I20", "red 29 25, blue 43", track=track, turn="red", events=False)
    table.patch(move={"car": 29, "kind": "solo", "points": 3}).do("forward")
    assert table.menu == ["lane I", "lane O"]
    table.patch(move={"car": 25, "kind": "pursuit", "points": 2})
    assert table.do("forward").events == ["moved 25 I2 I3"]
    assert table.race.move is not None
    assert table.race.move.visited == ("I3",)


def test_a_patch_may_change_a_move_that_is_under_way_and_nothing_else_of_it() -> None:
    table = patched(move={"car": 29, "kind": "solo", "points": 3}).do("sideways in")
    table.patch(move={"points": 5})
    assert table.race.move is not None
    assert (table.race.move.points, table.race.move.kind) == (5, "solo")
    assert table.refused("sideways out") == "2.2"


def test_a_patch_that_leaves_a_move_nothing_to_do_ends_it() -> None:
    table = patched(turn="red", move={"car": 29, "card": 13, "kind": "solo", "points": 1}).do("forward")
    assert "jump 1" in table.menu
    table.patch(cars={"43": {"at": "M9"}})
    assert table.race.move is None
    assert table.race.cars[29].used


def test_a_lead_without_a_card_is_asked_again_who_follows() -> None:
    track = {"sections": [{"lanes": 3, "sectors": 10}, {"lanes": 2, "sectors": 20}]}
    table = standing("22 I11, 23 I10, 21 M10, 43 I20", "red 22, blue 43 23 21", track=track, turn="red", events=False)
    table.patch(move={"car": 22, "kind": "lead", "points": 2}).patch(cars={"43": {"wear": ["tire"]}})
    assert table.menu == ["lane I", "lane M"]
