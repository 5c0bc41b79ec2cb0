"""What the table is told."""

import pytest

from companion.engine import Said, Step
from companion.games.stock_car import GAME
from companion.games.stock_car.narration import sentence
from tests.support.stock_race import Table, after_event, event_turn, seated, standing

rule = pytest.mark.rule
HELD = {"cards": "held", "events": False}


def said(table: Table, *texts: str | int) -> tuple[Said, ...]:
    """What is said about the last of these: actions of whoever is asked, or outcomes."""
    for text in texts:
        before = table.race
        if table.asked in ("bar", "deal", "event"):
            table.draw(text)
        else:
            table.do(str(text))
    return GAME.narrate(before, Step(table.race, table.told))


def lines(told: tuple[Said, ...]) -> list[str]:
    return [line.text for line in told]


def test_a_card_and_what_it_gives() -> None:
    table = standing("29 M7, 43 M8", "red 29, blue 43", turn="red", wear={29: "fuel fuel fuel"}, **HELD)
    assert lines(said(table, "play 65 29")) == ["Red plays 65 Charge on car 29: solo, 4 points."]
    pits = standing("29 A7, 43 M8", "red 29, blue 43", turn="red", **HELD)
    assert lines(said(pits, "play 65 29")) == ["Red plays 65 Charge on car 29: out of the pits, 3 points."]


def test_while_a_car_moves_its_steps_are_told_and_nobody_reaches_for_the_board() -> None:
    table = standing("29 M7, 43 M8", "red 29, blue 43", turn="red", **HELD)
    told = said(table, "play 65 29", "forward")
    assert lines(told) == ["Car 43 is pushed to M9.", "Car 29 goes to M8."]
    assert not any(line.moves for line in told)


def test_after_the_move_the_cars_are_moved_by_hand_in_a_safe_order() -> None:
    table = standing("29 M7, 43 M8, 15 M9", "red 29, blue 43 15", turn="red", **HELD)
    told = said(table, "play 65 29", "forward", "forward", "sideways out")
    assert lines(told) == [
        "Car 29 gets a tire marker: 1 now.",
        "Move by hand: 15 to M11, 43 to M10, 29 to O9.",
        "Blue has a segment.",
    ]
    assert told[1].moves == ("15", "43", "29")


def test_cars_that_change_places_are_told_whom_to_lift() -> None:
    table = standing("22 M4, 15 M5", "red 22, blue 15", turn="red", **HELD)
    told = said(table, "play 16 22", "swap")
    assert lines(told) == ["Cars 22 and 15 change places."]
    end = said(table, "sideways in", "forward", "forward")
    assert end[0].text == "Move by hand: 22 to I7, 15 to M4."


def test_a_bump_and_a_link_are_told() -> None:
    table = standing("29 M7, 43 M9, 15 M6", "red 29, blue 43 15", turn="red", **HELD)
    assert "Car 15 is in line." in lines(said(table, "play 40 29", "forward"))
    assert "Car 43 is in line." in lines(GAME.narrate(table.race, Step(table.race, table.told)))


def test_a_sixth_marker_is_a_page_for_its_owner() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", wear={29: "engine " * 5}, **HELD)
    told = said(table, "play 65 29", "forward", "forward")
    page = next(line for line in told if line.title)
    assert (page.only_for, page.title) == ("red", "Six markers")
    assert page.text == "Car 29 has 6 markers: it is lost when it is next picked, unless it pits first."


def test_a_marker_says_what_the_next_move_will_cost() -> None:
    table = standing("29 M7, 43 I20", "red 29, blue 43", turn="red", wear={29: "engine engine"}, **HELD)
    told = said(table, "play 24 29", *["forward"] * 5)
    assert "Car 29 gets a suspension marker: 3 now, minus 3 on the next move." in lines(told)


def test_a_dealt_card_is_told_to_its_owner_only() -> None:
    table = seated(("red", "blue"), cars_per_team=1).draw(15)
    (told,) = said(table, 65)
    assert told == Said("You get 65 Charge.", only_for="red")


def test_the_grid_is_told_with_its_bar_and_whether_that_is_the_real_one() -> None:
    known = said(seated(("red", "blue"), cars_per_team=1), 15)
    assert known[0].text == "Team bar of card 15: Red, Blue."
    assert known[1].text == "The grid: 25 to I28, 4 to M28."
    assert known[1].moves == ("25", "4")
    assert said(seated(("red", "blue")), 1)[0].text.endswith("(A stand-in: its real bar is not known.)")
    entered = said(seated(("red", "blue"), team_bars="entered"), "blue,red")
    assert entered[0].text == "Team bar: Blue, Red."


def test_an_event_is_read_out_with_its_flag() -> None:
    table = event_turn("29 M9, 43 O9", "red 29, blue 43")
    told = lines(said(table, "debris-caution"))
    assert told[0] == "Event: Debris Caution. Debris on the track; nobody is hurt."
    assert told[1] == "Yellow flag: the field lines up again."
    assert told[-1] == "Move by hand: 29 to I9, 43 to M9."


@rule("Q10")
def test_the_first_rain_is_announced() -> None:
    table = event_turn("29 M9, 43 O9", "red 29, blue 43")
    assert lines(said(table, "rain"))[-1] == "Rain lies aside: once a lap is done, the other Rain card ends the race."


def test_the_end_of_a_race_is_told_with_its_standings() -> None:
    table = standing("29 M9 2, 43 O9 2", "red 29, blue 43", used=True, events_aside=["rain"])
    told = said(table, "rain")
    assert lines(told)[-2:] == ["1. Red: 48 points.", "2. Blue: 43 points."]
    assert "Red flag: the race is over." in lines(told)
    assert [line.moves for line in told if line.moves] == [("29", "43")]


def test_every_event_has_its_sentence() -> None:
    table = after_event("debris-caution", "29 M9, 43 O9", "red 29, blue 43")
    for kind in GAME.rules.events:
        if kind.__name__ == "Wore":
            continue
        values = {"seat": "red", "card": 65, "car": 29, "other": 43, "start": "M1", "end": "M2", "place": 1}
        named = {"name": "loose", "colour": "green"}
        event = kind(**{field: {**values, **named}[field] for field in kind.__struct_fields__})
        assert sentence(table.race, event).endswith(".")
