"""Chapter 2.6, lateral displacement: shoves, walls, the apron, and the row of followers that is never broken."""

from companion.games.stock_car import corners, pushes
from companion.games.stock_car.situation import Answers, Full, Shift, Situation
from companion.parts.lanes import NOWHERE


def shove(sit: Situation, space: int, outward: bool, answers: Answers) -> tuple[Shift, ...]:
    """The car in this space makes room sideways, and whoever is in its way first; farthest first."""
    target = sit.grid.beside(space, outward)
    if target == NOWHERE:
        return drop_back(sit, space, answers)
    if target not in sit.who:
        return ((sit.who[space], space, target),)
    if sit.follows(target):
        return pushes.push(sit, space, answers)
    return (*shove(sit, target, outward, answers), (sit.who[space], space, target))


def drop_back(sit: Situation, space: int, answers: Answers) -> tuple[Shift, ...]:
    """Against the wall or the apron: one space back, with the row behind; ahead instead if followers are there."""
    if not _lanes_back(sit, space):
        return pushes.push(sit, space, answers)
    row: list[Shift] = []
    while space in sit.who and space != sit.space:
        end = corners.choose(sit, sit.who[space], _lanes_back(sit, space), answers)
        row.append((sit.who[space], space, end))
        space = end
        if len(row) > len(sit.who):
            raise Full
    return tuple(reversed(row))


def _lanes_back(sit: Situation, space: int) -> tuple[int, ...]:
    """Lanes in which dropping back moves no follower."""
    spaces = sit.grid.behind[space]
    if sit.kind != "lead" or not sit.linked:
        return spaces
    return tuple(start for start in spaces if not _breaks_in(sit, start, sit.grid.sectors))


def _breaks_in(sit: Situation, space: int, left: int) -> bool:
    """Whether every way of clearing this space (in at most so many sectors) moves a follower."""
    if space not in sit.who:
        return False
    if left == 0 or sit.follows(space) or space == sit.space:
        return True
    return all(_breaks_in(sit, start, left - 1) for start in sit.grid.behind[space])
