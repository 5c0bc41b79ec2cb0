"""Between the segments: pit stops, cards to throw away, and who takes the blow of an event."""

from collections.abc import Sequence

from companion.bots.stock_car.worth import Worth
from companion.engine import Action
from companion.games.stock_car import wear
from companion.games.stock_car.actions import Discard, Done, Name, Pit
from companion.games.stock_car.cards import RACE_CARDS, RaceCard
from companion.games.stock_car.state import Car

LOST_BY_PITTING = 14
"""Sectors that a stop under green costs, with the slow way out of the pits."""

KINDS = {"draft": 2.0, "lead": 1.0, "pursuit": 1.0, "solo": 0.0}
"""What the company that a card gives is worth in points of speed."""

WEARS = {"": 0.0, "fuel": 0.8, "tire": 0.9, "suspension": 0.9, "transmission": 1.6, "engine": 1.6}
"""What a marker is worth in points of speed."""

KEEP = 5.6
"""A card below that is thrown away: the next one is better more often than not."""


def pit(worth: Worth, offered: Sequence[Pit]) -> Pit | None:
    """The next car that should stop, if any."""
    return next((wish for wish in offered if _should_stop(worth, wish.car)), None)


def _should_stop(worth: Worth, number: int) -> bool:
    car, scene = worth.cars[number], worth.scene
    markers, kept = len(car.wear), len(wear.cleared(car).wear)
    if kept == markers:
        return False
    if scene.flag == "yellow":
        return markers >= worth.character.pit_yellow and (markers - kept) * worth.left >= 1
    lost = worth.front - worth.progress[number] + LOST_BY_PITTING
    in_time = lost < worth.grid.sectors and scene.distance - worth.front > worth.grid.sectors // 2
    if markers >= wear.FULL:
        return kept < wear.FULL and scene.distance - worth.front > 10
    return markers >= worth.character.pit_green and markers - kept >= 3 and in_time


def discard(worth: Worth, offered: Sequence[Discard]) -> Discard | None:
    """The next card that is worse than what may be drawn for it."""
    return next((wish for wish in offered if rating(worth, RACE_CARDS[wish.card]) < KEEP), None)


def rating(worth: Worth, card: RaceCard) -> float:
    """A card in points of speed; near the end of the race wear counts for little."""
    return card.speed + KINDS[card.kind] - WEARS[card.wear] * worth.left * worth.character.wear


def name(worth: Worth, offered: Sequence[Name], may_decline: bool) -> Action:
    """The car that loses least; where a marker comes off, the one that gains most."""
    if may_decline:
        return max(offered, key=lambda wish: worth.burden(worth.cars[wish.car]), default=Done())
    return min(offered, key=lambda wish: _blow(worth, worth.cars[wish.car], wish.car))


def _blow(worth: Worth, car: Car, number: int) -> float:
    behind = worth.front - worth.progress.get(number, 0)
    return worth.burden(car, "tire") - worth.burden(car) - 0.1 * behind
