"""Rings and progress."""

from companion.parts import ring


def test_progress_gives_place_and_circuits() -> None:
    assert (ring.place(50, 24), ring.circuits(50, 24)) == (2, 2)


def test_the_way_forward_goes_round() -> None:
    assert ring.ahead(22, 1, 24) == 3
    assert ring.ahead(5, 5, 24) == 0


def test_the_next_mark_may_be_here_or_a_circuit_on() -> None:
    assert ring.next_at(22, 22, 24) == 22
    assert ring.next_at(22, 23, 24) == 46


def test_entering_the_first_place_completes_a_circuit() -> None:
    assert list(ring.crossed(23, 24, 24)) == [1]
    assert list(ring.crossed(22, 49, 24)) == [1, 2]
    assert list(ring.crossed(24, 30, 24)) == []
    assert list(ring.crossed(25, 23, 24)) == []
