"""Where outcomes come from, and what may be told of what is possible."""

from companion.engine import Draw, Drawn
from companion.table import Electronic, KeyedIn, Scripted, Seal
from companion.table.chance import possible
from tests.support.table import SECRET

DIE = Draw("die", ({"one": 1, "six": 5, "never": 0},))
BAG = Draw("deal", ({"a": 30, "b": 1, "c": 0},), bag=True, count=2)


def test_the_companion_draws_except_what_the_table_keys_in() -> None:
    source = Electronic(Seal(SECRET), keyed=("deal",))
    assert source.answer(DIE, 1) == Seal(SECRET).draw(DIE, 1)
    assert source.answer(BAG, 1) is None


def test_everything_may_be_keyed_in() -> None:
    assert Electronic(Seal(SECRET), keyed=("*",)).answer(DIE, 1) is None
    assert KeyedIn().answer(DIE, 1) is None


def test_a_script_goes_by_the_number_of_the_draw_and_then_asks_a_player() -> None:
    source = Scripted(["one", ["a", "b"]])
    assert source.answer(BAG, 2) == Drawn("deal", ("a", "b"))
    assert source.answer(DIE, 1) == Drawn("die", ("one",))
    assert source.answer(DIE, 3) is None


def test_what_is_possible_is_told_without_how_many_are_left() -> None:
    assert possible(DIE) == ({"one": 1, "six": 1},)
    assert possible(BAG) == ({"a": 2, "b": 1},)
