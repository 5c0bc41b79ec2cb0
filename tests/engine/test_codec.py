"""Text forms and outward forms, both ways."""

from typing import ClassVar

import pytest
from msgspec import Struct

from companion.engine import Action, BadState, BadText, Event, Problem, UnknownWord
from companion.engine.codec import form, load_state, name_of, near, parse, state_form, to_text


class Drive(Action, frozen=True):
    spaces: int
    card: str | None = None
    avoid_crash: bool = False


class Fit(Action, frozen=True):
    wheels: tuple[int, ...] = ()


class StayOut(Action, frozen=True):
    pass


class Overlapped(Event, frozen=True):
    seat: str
    place: str
    seats: tuple[str, ...]


ACTIONS = (Drive, Fit, StayOut)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Drive(2), "drive 2"),
        (Drive(6, "good-exit", True), "drive 6 card:good-exit avoid-crash"),
        (Drive(1, avoid_crash=True), "drive 1 avoid-crash"),
        (StayOut(), "stay-out"),
        (Fit((1, 2)), "fit wheels:1,2"),
    ],
)
def test_an_action_and_its_text_are_the_same_thing(action: Action, text: str) -> None:
    assert to_text(action) == text
    assert parse(ACTIONS, text) == action


def test_optional_values_may_come_in_any_order() -> None:
    assert parse(ACTIONS, "drive 6 avoid-crash card:good-exit") == Drive(6, "good-exit", True)


def test_whose_wish_it_is_is_not_in_the_text() -> None:
    assert to_text(Drive(2, by="red")) == "drive 2"


@pytest.mark.parametrize(
    ("seats", "text"), [(("red", "blue"), "overlapped green 12 red,blue"), ((), "overlapped green 12 -")]
)
def test_a_list_is_comma_joined_and_an_empty_one_a_dash(seats: tuple[str, ...], text: str) -> None:
    event = Overlapped("green", "12", seats)
    assert to_text(event) == text
    assert parse((Overlapped,), text) == event


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("drive", "lacks spaces"),
        ("drive two", "spaces"),
        ("drive 2.0", "is written 'drive 2'"),
        ("drive 2 card", "'card' too much"),
        ("drive 2 card:", "'card:' too much"),
        ("drive 2 avoid-crash avoid-crash", "too much"),
        ("drive 2 avoid-crash:yes", "too much"),
        ("stay-out 1", "too much"),
    ],
)
def test_values_that_do_not_fit_are_told(text: str, why: str) -> None:
    with pytest.raises(BadText, match=why) as error:
        parse(ACTIONS, text)
    assert not isinstance(error.value, UnknownWord)


@pytest.mark.parametrize("text", ["", "drvie 2", "Drive 2", "resume"])
def test_an_unknown_word_gets_the_nearest(text: str) -> None:
    with pytest.raises(UnknownWord, match="unknown word"):
        parse(ACTIONS, text)
    assert near("drvie", {"drive", "stay-out"}) == "; did you mean 'drive'?"


class Car(Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    fuel: int = 3
    out: str | None = None


class Race(Struct, frozen=True, forbid_unknown_fields=True):
    worked_out: ClassVar[tuple[str, ...]] = ("ranking", "winner")
    cars: dict[int, Car]

    @property
    def ranking(self) -> tuple[int, ...]:
        return tuple(sorted(self.cars))

    @property
    def winner(self) -> int | None:
        return None

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return ()


def test_the_outward_form_has_worked_out_keys_and_leaves_out_what_is_none() -> None:
    assert state_form(Race({29: Car("M7")})) == {"cars": {"29": {"at": "M7", "fuel": 3}}, "ranking": [29]}


def test_a_state_comes_back_from_its_form() -> None:
    race = Race({29: Car("M7")})
    plain = form(race)
    assert isinstance(plain, dict)
    assert load_state(Race, plain) == race


@pytest.mark.parametrize(
    ("plain", "key"),
    [
        ({"cars": {"29": {"at": 7}}}, "cars[...].at"),
        ({"cars": {"29": {"at": "M7", "feul": 1}}}, "cars[...]"),
        ({"cars": {"x": {"at": "M7"}}}, "cars"),
    ],
)
def test_a_state_that_is_none_names_the_key(plain: dict[str, object], key: str) -> None:
    with pytest.raises(BadState) as error:
        load_state(Race, plain)
    assert error.value.key.startswith(key)


def test_names_are_kebab_case() -> None:
    assert name_of(StayOut) == "stay-out"
