"""What a choice would cost and whom it would move, before anybody touches a car."""

from companion.games.stock_car import movement
from companion.games.stock_car.preview import wrapped
from tests.support.stock_car import moving, played


def test_a_step_names_its_price_and_who_moves() -> None:
    choice = moving("29 M7, 28 M8, 43 M9", "draft", 4).choice("forward")
    assert choice.label == "Forward 1 MP"
    assert choice.detail == ("you, 28, 43", "links 28, 43")


def test_a_line_is_named_ahead_and_then_behind_the_nearest_first() -> None:
    choice = moving("29 M7, 28 M8, 43 M9, 21 M6, 22 M5", "draft", 4).choice("forward")
    assert choice.detail[0] == "you, 28, 43, 21, 22"


def test_a_shove_names_the_nearest_car_first() -> None:
    choice = moving("29 M7, 43 O7, 21 O6", "solo", 4).choice("sideways out")
    assert choice.detail == ("you, 43, 21",)
    assert set(choice.touches) == {"29", "43", "21", "O7", "O6", "O5"}


def test_a_step_with_a_question_says_which() -> None:
    choice = moving("29 M9, 43 I20", "solo", 4, track="3x9 2x21").choice("forward")
    assert choice.detail == ("which lane?",)
    assert choice.touches == ("I10", "O10")
    table = moving("29 M8, 43 M9", "solo", 4, track="3x9 2x21")
    assert table.choice("forward").detail == ("which lane for 43?",)


def test_a_bump_moves_nobody() -> None:
    choice = moving("29 M7, 43 M8", "solo", 2).choice("bump")
    assert (choice.label, choice.detail, choice.touches) == ("Bump: burn 2 MP", ("nobody moves",), ())


def test_the_prompt_tells_points_and_kind_or_asks() -> None:
    table = played("29 M9, 43 M10", 65)
    assert movement.prompt(table.race) == "29 solo: 7 MP"
    table = moving("29 M8, 43 M9", "solo", 4, track="3x9 2x21").do("forward")
    assert movement.prompt(table.race) == "Lane for 43?"
    table = moving("29 M9, 43 I20", "solo", 4, track="3x9 2x21").do("forward")
    assert movement.prompt(table.race) == "Which lane?"
    table = moving("29 I10, 43 I9, 21 M9", "lead", 4, track="3x9 2x21")
    assert movement.prompt(table.race) == "Who follows?"


def test_long_lines_are_wrapped_and_then_counted() -> None:
    words = tuple(str(number) for number in range(10, 52))
    lines = wrapped("", ("you", *words), 3)
    assert lines == ("you, 10, 11, 12, 13", "14, 15, 16, 17, 18", "19, 20, 21, 22 +29")
    assert wrapped("links ", ("28", "43"), 1) == ("links 28, 43",)
