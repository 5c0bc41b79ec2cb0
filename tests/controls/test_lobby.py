"""Before the start, on a panel: OK starts, MENU sets up, and a race that was broken off is asked for first."""

import pytest

from companion.controls.lobby import Lobby
from companion.controls.setting import PERSON, Setting, stepped
from companion.engine import Game, Option
from tests.support.toy_game import TOY


class Toys:
    """A shop with one game."""

    names = ("toy",)

    def game(self, name: str) -> Game:
        return TOY


def lobby(found: str = "", **options: object) -> tuple[Lobby, list[Setting | str]]:
    made = Lobby(Toys(), Setting("toy", {"red": PERSON, "blue": "hidden"}, options), found)
    started: list[Setting | str] = []
    made.on_start = started.append
    made.on_resume = lambda: started.append("resumed")
    return made, started


def press(made: Lobby, *controls: str) -> tuple[str, ...]:
    for control in controls:
        made.press("red", control)
    return made.page("red").texts()


def test_ok_starts_with_the_defaults() -> None:
    made, started = lobby()
    assert made.page("red").texts()[:3] == ("NEW RACE Red", "Toy", "1 player against 1")
    press(made, "ok")
    assert started == [made.setting]


def test_ok_on_a_panel_that_nobody_sits_at_joins_and_starts_nothing() -> None:
    made, started = lobby()
    assert made.page("green").texts()[1] == "Green: join?"
    for seat in ("green", "blue"):
        made.press(seat, "ok")
    assert (made.people, started) == (("red", "blue", "green"), [])
    made.press("green", "back")
    assert made.setting.drivers == {"red": PERSON, "blue": PERSON, "green": "hidden"}


def test_the_last_person_stays() -> None:
    made, _ = lobby()
    press(made, "back")
    assert made.people == ("red",)


def test_menu_steps_through_the_options_and_changes_one() -> None:
    made, _ = lobby()
    assert press(made, "menu")[1] == "Goal 12"
    assert press(made, "ok")[1:3] == ("Goal", "12")
    assert press(made, "plus", "plus", "minus")[2] == "13"
    assert press(made, "ok")[1] == "Goal 13"
    assert press(made, "back")[0] == "NEW RACE Red"
    assert made.setting.options == {"goal": 13}


def test_what_blocks_the_start_is_shown_and_ok_does_nothing() -> None:
    made, started = lobby(goal=1000)
    assert made.page("red").texts()[:2] == ("CANNOT START YET", "must be 3 to 90")
    press(made, "ok")
    assert started == []


def test_a_race_that_was_broken_off_is_asked_for_first() -> None:
    made, started = lobby("Round 2, Red to move. Resume?")
    assert made.page("red").texts()[:2] == ("RACE FOUND", "Round 2, Red to move.")
    press(made, "ok")
    assert started == ["resumed"]
    assert press(made, "back")[0] == "NEW RACE Red"


@pytest.mark.rule("3.2")
def test_more_persons_than_panels_wait_for_a_page_that_stands_in() -> None:
    connected: list[int] = [1]
    started: list[Setting] = []
    made = Lobby(Toys(), Setting("toy", {"red": PERSON, "blue": PERSON}), panels=lambda: connected[0])
    made.on_start = started.append
    assert made.page("red").texts()[:3] == ("CANNOT START YET", "Only 1 panel is", "connected.")
    press(made, "ok")
    assert started == []
    assert [(problem.code, problem.blocks) for problem in made.problems] == [("E-PANELS", False)]
    made.start(by_page=True)
    assert len(started) == 1
    connected[0] = 2
    assert made.problems == ()
    press(made, "ok")
    assert len(started) == 2


@pytest.mark.rule("3.2")
def test_a_person_too_many_lets_a_bot_drive() -> None:
    made = Lobby(Toys(), Setting("toy", {"red": PERSON, "blue": PERSON, "green": PERSON}), panels=lambda: 2)
    assert made.page("green").texts()[1] == "Only 2 panels are"
    made.press("green", "back")
    assert made.problems == ()
    assert made.page("red").texts()[0] == "NEW RACE Red"


def test_the_set_up_of_the_last_race_is_offered_and_so_is_the_way_back() -> None:
    standard = Setting("toy", {"red": PERSON, "blue": "hidden"})
    made = Lobby(Toys(), Setting("toy", {"red": PERSON, "green": PERSON}, {"goal": 20}), standard=standard)
    assert "As last time. Ready?" in made.page("red").texts()
    assert made.form()["changed"] is True
    assert "Standard set-up" in press(made, "menu", "minus")
    press(made, "ok")
    assert made.setting == standard
    assert "Ready?" in made.page("red").texts()
    assert "Standard set-up" not in press(made, "menu", "minus")
    made.set({"option": "goal", "value": 30})
    made.set({"standard": True})
    assert made.setting == standard


def test_a_page_may_change_drivers_words_and_options_but_nothing_that_is_not_there() -> None:
    made, _ = lobby()
    for wish in (
        {"seat": "green", "driver": "person"},
        {"seat": "blue", "driver": "nobody"},
        {"seat": "teapot", "driver": "person"},
        {"words": ["lucky", "cat"]},
        {"option": "goal", "value": 20},
        {"option": "teapots", "value": 20},
        {"option": "keyed", "value": "die, card"},
        {"game": "chess"},
        {"nonsense": True},
    ):
        made.set(dict(wish))
    assert made.setting == Setting(
        "toy", {"red": PERSON, "green": PERSON}, {"goal": 20}, ("lucky", "cat"), table={"keyed": "die, card"}
    )
    assert made.setting.by_hand == ("die", "card")


def test_a_draw_that_the_game_never_makes_is_no_real_card() -> None:
    made, started = lobby()
    made.set({"option": "keyed", "value": "die caard"})
    assert [problem.text for problem in made.blocked] == ["toy draws no 'caard'; did you mean 'card'?"]
    press(made, "ok")
    assert started == []
    for right in ("die card", "*", ""):
        made.set({"option": "keyed", "value": right})
        assert made.blocked == ()


def test_the_form_lists_every_option_with_its_value() -> None:
    made, _ = lobby(goal=15)
    form = made.form()
    assert isinstance(form["fields"], list)
    assert form["fields"][0]["name"] == "goal"
    assert form["fields"][0]["value"] == 15
    assert "bots" not in [field["name"] for field in form["fields"]]


@pytest.mark.parametrize(
    ("option", "value", "after"),
    [
        (Option("a", "A", 1, 1, 3), 3, 3),
        (Option("a", "A", 1, 1, 3), 2, 3),
        (Option("a", "A", False), False, True),
        (Option("a", "A", "x", values=("x", "y")), "y", "x"),
        (Option("a", "A", [1, 2]), [1, 2], [1, 2]),
        (Option("a", "A", 5), 5, 6),
    ],
)
def test_a_value_steps_within_its_bounds(option: Option, value: object, after: object) -> None:
    assert stepped(option, value, 1) == after
