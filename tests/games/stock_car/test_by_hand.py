"""In which order pieces are moved by hand."""

from companion.games.stock_car.by_hand import Hands, by_hand


def test_the_front_car_goes_first_so_that_its_space_is_free() -> None:
    start, end = {29: "M7", 43: "M8", 28: "M9"}, {29: "M8", 43: "M9", 28: "M10"}
    assert by_hand(start, end, (28, 43, 29)) == Hands((), (), ((28, "M10"), (43, "M9"), (29, "M8")))
    assert by_hand(start, end, (29, 43, 28)).order == (28, 43, 29)


def test_who_does_not_move_is_not_touched() -> None:
    assert by_hand({29: "M7", 43: "M8"}, {29: "M7", 43: "M9"}, (43, 29)).order == (43,)


def test_of_two_that_change_places_one_is_lifted_first() -> None:
    hands = by_hand({22: "M4", 15: "M5"}, {22: "M5", 15: "M4"}, (22, 15))
    assert hands == Hands((), (22,), ((15, "M4"), (22, "M5")))


def test_a_ring_of_three_takes_one_lift() -> None:
    hands = by_hand({1: "M1", 2: "M2", 3: "M3"}, {1: "M2", 2: "M3", 3: "M1"}, (3, 2, 1))
    assert hands.lift == (3,)
    assert [car for car, _ in hands.put] == [2, 1, 3]


def test_cars_that_leave_the_board_go_first_and_the_apron_is_never_taken() -> None:
    hands = by_hand({1: "M1", 2: "M2", 3: "A5", 4: "M9"}, {1: "M2", 2: "", 3: "A5", 4: "A5"}, (4, 1, 3))
    assert hands == Hands((2,), (), ((4, "A5"), (1, "M2")))
    assert hands.order == (2, 4, 1)


def test_a_first_set_up_finds_every_space_free() -> None:
    assert by_hand({1: "", 2: ""}, {1: "I30", 2: "M30"}, (1, 2)).put == ((1, "I30"), (2, "M30"))
