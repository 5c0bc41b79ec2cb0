"""Chapter 2.7, forward displacement and bumping."""

from companion.engine import Ruling
from companion.games.stock_car import corners
from companion.games.stock_car.situation import Answers, Full, Shift, Situation

NOT_YET = Ruling("2.7", "Only the last 1 or 2 points may be burnt; with 3 a full push is due.")
NOBODY_AHEAD = Ruling("2.7", "There is no car right ahead to bump.")
ALWAYS_THROUGH = Ruling("2.7", "In Draft and Pursuit a step forward never fails, so nothing can be burnt.")


def push(sit: Situation, space: int, answers: Answers) -> tuple[Shift, ...]:
    """The car in this space and the unbroken row ahead of it go one sector on; the front car first."""
    row: list[Shift] = []
    while space in sit.who and not sit.leaves(space):
        end = corners.choose(sit, sit.who[space], sit.grid.ahead[space], answers)
        row.append((sit.who[space], space, end))
        space = end
        if len(row) > len(sit.who):
            raise Full
    return tuple(reversed(row))


def why_no_bump(sit: Situation) -> Ruling | None:
    """Why the last points may not be burnt now, if so."""
    if sit.drafting:
        return ALWAYS_THROUGH
    if not sit.taken(sit.grid.ahead[sit.space]):
        return NOBODY_AHEAD
    return None if sit.points <= 2 else NOT_YET
