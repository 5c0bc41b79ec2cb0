"""The view and the voice: what everybody sees and hears."""

import pytest

from companion.engine import Board, Drawn, Gauge, Text
from companion.engine.view import AnyWidget
from companion.games.gear_dice.narration import narrate
from tests.support.gear_dice import Play, cars, on, ring


def find(table: Play, name: str, viewer: str | None = "red") -> AnyWidget:
    widget = table.session.rules.view(table.race, viewer).find(name)
    assert widget is not None, name
    return widget


def words(table: Play, name: str) -> str:
    widget = find(table, name)
    assert isinstance(widget, Text)
    return widget.text


def test_a_driver_sees_gear_hazards_dice_focus_and_damage_first() -> None:
    table = Play(cars(on("b2", 2, focus=4, damage={"gear": 2, "coast": 1}), hazards=1), adviser=False)
    names = [widget.name for widget in table.session.rules.view(table.race, "red").widgets]
    assert names[:6] == ["gear", "hazards", "dice", "focus", "damage", "lap"]
    assert find(table, "hazards") == Gauge("hazards", "Hazards", 1, 3)
    assert words(table, "dice") == "4of 123456 C BBB"
    assert words(table, "damage") == "G2 C1 B0"


def test_dice_left_follow_the_route() -> None:
    table = Play(cars(on("b2", 5)))
    table.do("lay b2g2 b3", "lay coast b4")
    assert words(table, "dice") == "13456 C B"
    assert words(table, "route") == "b2g2 b3,coast b4"
    assert words(table, "dice-blue") == "123456 CC BBB"


def test_everybody_sees_the_same_public_widgets() -> None:
    table = Play(cars(on("b2", 5)))
    seat = [widget for widget in table.session.rules.view(table.race, "blue").widgets if widget.name not in OWN]
    assert seat == list(table.session.rules.view(table.race, None).widgets)


OWN = {"gear", "hazards", "dice", "focus", "damage", "lap", "laps"} | {
    *("safest", "fastest", "safest-steps", "fastest-steps"),
    *(f"ways-{gear}" for gear in range(1, 7)),
}


def board(table: Play, name: str = "board") -> Board:
    widget = find(table, name)
    assert isinstance(widget, Board)
    return widget


def test_the_board_marks_limits_lines_danger_and_edge() -> None:
    lines = ring(b5={"limit": 3}, c6={"limit": 4, "dangerous": True}, b4_b5={"into_limit": 2, "into_hazard": 1})
    places = {place.id: place for place in board(Play(track=lines)).places}
    assert places["b5"].marks == ("limit-3", "line-in-2", "line-in-hazard", "danger-1")
    assert places["c6"].marks == ("dangerous-4", "danger-1", "edge")
    assert places["a1"].marks == ("after-the-line", "danger-1", "edge")


def test_lane_1_lies_outside_of_a_loop_driven_clockwise() -> None:
    shown = board(Play())
    middle = (shown.width / 2, shown.height / 2)

    def far(id: str) -> float:
        place = next(place for place in shown.places if place.id == id)
        return (place.x - middle[0]) ** 2 + (place.y - middle[1]) ** 2

    assert all(far(f"a{row}") > far(f"b{row}") > far(f"c{row}") for row in range(1, 13))


def test_no_two_spaces_overlap_on_the_board() -> None:
    for track in (ring(), "proving-ground"):
        places = board(Play(track=track)).places
        for one in places:
            for two in places:
                near = abs(one.x - two.x) + abs(one.y - two.y)
                assert one is two or near > 6, (one, two)


def test_cars_flags_and_the_route_are_on_the_board() -> None:
    table = Play(cars(on("b2", 2), on("b9", 0, status="off"), flags=["t3"]))
    table.do("lay g3 b3")
    shown = board(table)
    assert {(token.id, token.place, token.text) for token in shown.tokens} == {
        ("red", "b2", "2"),
        ("blue", "b9", "00"),
        ("flag-t3", "a5", "!"),
    }
    assert shown.highlights == ("b3",)


def test_the_road_tells_programs_every_link() -> None:
    road = board(Play(track="proving-ground"), "road")
    links = {token.id: token.text for token in road.tokens}
    assert links["c10>i11"] == "straight into-limit:2"
    assert links["i14>c15"] == "straight outof-hazard:1"
    assert links["b21>a1"] == "diagonal finish"


def test_a_tracks_own_coordinates_are_used() -> None:
    table = ring()
    spaces = table["space"]
    assert isinstance(spaces, list)
    for index, space in enumerate(spaces):
        space.update(x=10 * index, y=5, angle=90)
    places = board(Play(track=table)).places
    assert [place.x for place in places[:3]] == [20, 30, 40]
    assert places[0].angle == 90


def test_a_drive_is_one_sentence_and_names_the_car_to_move() -> None:
    table = Play(cars(on("b2", 2)))
    table.do("lay g3 b3", "lay g4 b4", "roll-flat-out")
    step = table.session.rules.apply(table.race, Drawn("dice", ("clear", "hazard")))
    said = narrate(table.race, step)
    assert [one.text for one in said] == [
        "Red rolls die 3 clear, die 4 hazard.",
        "Red gains 2 focus.",
        "Red drives from b2 to b4, gear 4.",
    ]
    assert said[-1].moves == ("red",)


@pytest.mark.parametrize("verified", [False, True])
def test_an_unverified_verdict_is_shown_to_be_compared(verified: bool) -> None:
    table = Play(cars(on("b2", 5), hazards=2), dashboards={"asphalt": {"dry": {"verified": verified}}})
    table.do("lay g5 b3", "roll")
    said = narrate(table.race, table.session.rules.apply(table.race, Drawn("dice", ("hazard",))))
    pages = [one for one in said if one.title]
    assert len(pages) == (0 if verified else 1)
    for page in pages:
        assert page.only_for == "red"
        assert page.text.startswith("Gear 5, danger 1: 00 and 1 token.")
