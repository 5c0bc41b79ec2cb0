"""How things are called at the table."""

from collections.abc import Sequence

from companion.engine import Card, Seat

CARDS = {
    "good-exit": Card("good-exit", "Good Exit", "GE", "Base move 4 instead of 1 or 2. Play it on your turn."),
    "late-brake": Card("late-brake", "Late Brake", "LB", "Base move 3, if you start your turn beside another car."),
    "avoid-crash": Card("avoid-crash", "Avoid Crash", "AC", "Play it with an overlapping move: a Safe Pass for sure."),
}
ADDED = {
    "good-exit": Card("good-exit", "Good Exit", "GE", "Moves 4 more. Play it on your turn."),
    "late-brake": Card("late-brake", "Late Brake", "LB", "Moves 3 more, if you start your turn beside another car."),
}
"""The movement cards as they are where the house adds them to the base move."""


LONGER = {"debris": "debris on track"}
"""Cards whose full name is more than their word."""


def card(name: str, added: bool = False) -> Card:
    """A holdable card as a hand shows it."""
    return ADDED[name] if added and name in ADDED else CARDS[name]


def spoken(word: str) -> str:
    """`good-exit` as `Good Exit`, `red` as `Red`."""
    return word.replace("-", " ").title()


def shouted(word: str) -> str:
    """`safe-pass` as `SAFE PASS`."""
    return LONGER.get(word, word).replace("-", " ").upper()


def listed(seats: Sequence[Seat]) -> str:
    """`Blue, Green and Yellow`."""
    *first, last = map(spoken, seats)
    return f"{', '.join(first)} and {last}" if first else last


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
