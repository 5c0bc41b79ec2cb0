"""Chapter 4.3, the way out of a green-flag pit stop: Solo at pit speed, the first step onto the track."""

from companion.engine import Ruling
from companion.games.stock_car.situation import Situation
from companion.parts.lanes import NOWHERE

SIDEWAYS_FIRST = Ruling("4.3", "A car leaves the pits with a step sideways onto the track.")


def beside(sit: Situation, outward: bool) -> int:
    """The innermost lane of the sector is next to the apron."""
    return sit.grid.spaces_of(sit.sector)[0] if outward else NOWHERE
