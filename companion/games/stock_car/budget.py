"""Chapters 2.1 and 2.2: what a move may spend, and what a step costs."""

from companion.engine import Ruling
from companion.games.stock_car.cards import RaceCard
from companion.games.stock_car.situation import Situation
from companion.games.stock_car.state import Car, Move

ENTERED = Ruling("2.2", "The car has been in that space in this move.")
WALL = Ruling("2.2", "There is only the wall.")
NOTHING_LEFT = Ruling("2.2", "No points are left.")
APRON = Ruling("2.2", "The apron is for pit stops only.")


def penalty(markers: int) -> int:
    """Points lost to the wear that a car starts its segment with."""
    return markers if markers >= 3 else 0


def first_move(card: RaceCard, number: int, car: Car) -> Move:
    """A card begins: speed less penalty on the track, the pit speed and no text on the way out of the pits (4.3)."""
    if car.status == "pitted":
        return Move(car=number, card=card.number, kind="solo", points=card.pit, visited=(car.at,), leaving=True)
    points = max(0, card.speed - penalty(len(car.wear)))
    return Move(car=number, card=card.number, kind=card.kind, points=points, visited=(car.at,))


def short_of(sit: Situation, cost: int) -> Ruling:
    """Why a step cannot be paid."""
    return Ruling("2.2", f"That costs {cost} MP and {sit.points} {'is' if sit.points == 1 else 'are'} left.")


def forward_cost(sit: Situation, space: int) -> int:
    """Solo and Lead: 1 into a free space, 3 into a taken one."""
    return 3 if space in sit.who else 1


def sideways_cost(sit: Situation, space: int) -> int:
    """1 into a free space, 2 into a taken one; Rubbin' is Racin' makes it free (2.9)."""
    if sit.special == "rubbin":
        return 0
    return 2 if space in sit.who else 1
