"""Turn order, order of merit and piles."""

from companion.parts import order


def test_those_after_somebody_end_with_the_round() -> None:
    assert order.after(("a", "b", "c"), "b") == ("c",)
    assert order.after(("a", "b", "c"), "c") == ()


def test_a_round_may_begin_anywhere() -> None:
    assert order.from_first(("a", "b", "c"), "b") == ("b", "c", "a")


def test_equals_in_merit_keep_their_order() -> None:
    merit = {"a": 1, "b": 2, "c": 1}
    assert order.ranked(("c", "a", "b"), lambda item: (merit[item],)) == ("b", "c", "a")


def test_a_lone_one_is_no_pile() -> None:
    assert order.left({"3": ("a", "b")}, "3", "a") == {}
    assert order.left({"3": ("a", "b", "c")}, "3", "b") == {"3": ("a", "c")}
    assert order.left({"3": ("a", "b")}, "4", "c") == {"3": ("a", "b")}


def test_a_newcomer_is_behind_unless_it_is_in_front() -> None:
    assert order.joined({}, "3", (), "a") == {}
    assert order.joined({}, "3", ("b",), "a") == {"3": ("b", "a")}
    assert order.joined({"3": ("b", "c")}, "3", ("b", "c"), "a", front=True) == {"3": ("a", "b", "c")}


def test_a_whole_field_is_piled_in_the_order_given() -> None:
    assert order.piled({"a": "0", "b": "1", "c": "0"}) == {"0": ("a", "c")}
