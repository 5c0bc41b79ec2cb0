"""Where a car had better stand at the end of a turn: how well the road lets it go on, in any lane and gear."""

from companion.games.gear_dice.grammar import ALL_NUMBERS, Kit, uses
from companion.games.gear_dice.odds import Pool
from companion.games.gear_dice.track import Road

FRESH = Kit(ALL_NUMBERS, 6, 2, 3)
AHEAD = 4
"""So many spaces of the next turn are looked at."""
HAZARD = 0.6
"""What one hazard to be feared costs, in spaces."""
TRAPPED = -7.0
"""What it costs that control is sure to be lost in the next turn."""
FACES = 6


class Outlook:
    """Remembers what it has worked out for a road; nobody else is on it."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self._known: dict[tuple[str, int, int], float] = {}

    def of(self, at: str, gear: int, steps: int = AHEAD) -> float:
        """Spaces of the next turn, less what they risk: from a space, in a gear, with every die."""
        key = at, gear, steps
        if key not in self._known:
            self._known[key] = self._best(at, gear, steps) if steps else 0.0
        return self._known[key]

    def _best(self, at: str, held: int, steps: int) -> float:
        best = TRAPPED
        for link in self.road.links[at]:
            for use in uses(held, FRESH):
                gear = use.gear(held)
                crossing = self.road.crossing(link, held, gear)
                if crossing.too_fast_in or crossing.too_fast_out:
                    continue
                pool = Pool().plus(use.dice)
                hazards = (pool.light + 2 * pool.heavy) / FACES + crossing.hazards
                best = max(best, 1 - HAZARD * hazards + self.of(link.to, gear, steps - 1))
        return best
