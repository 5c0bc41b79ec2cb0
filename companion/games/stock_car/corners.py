"""Chapter 2.8, corners: which lane a line, or a displaced car, takes where a section ends."""

from companion.games.stock_car.situation import Answers, Asked, Question, Situation

LINE = 0
"""Stands for the line itself where a question may also be about a displaced car."""


def choose(sit: Situation, car: int, spaces: tuple[int, ...], answers: Answers) -> int:
    """The one space there is, or the one that the next answer names."""
    if len(spaces) == 1:
        return spaces[0]
    lane = next(answers, None)
    if lane is None:
        raise Asked(Question(car, spaces))
    return next(space for space in spaces if sit.grid.lane[space] == lane)


def bound(sit: Situation, spaces: tuple[int, ...]) -> int | None:
    """Outside and Inside Line leave no choice (2.9)."""
    return {"outside-line": spaces[-1], "inside-line": spaces[0]}.get(sit.special)


def settled(sit: Situation, space: int) -> int | None:
    """The space in which the line goes on ahead, where no choice is open."""
    spaces = sit.grid.ahead[space]
    if len(spaces) == 1:
        return spaces[0]
    for start, end in sit.through:
        if start == space:
            return end
    linked = tuple(ahead for ahead in spaces if sit.who.get(ahead) in sit.linked)
    return linked[0] if len(linked) == 1 else bound(sit, spaces)


def ahead(sit: Situation, space: int, answers: Answers) -> int:
    """The space in which the line goes on; each joint is asked for once in a move."""
    lane = settled(sit, space)
    return choose(sit, LINE, sit.grid.ahead[space], answers) if lane is None else lane


def behind(sit: Situation, space: int) -> tuple[int, ...]:
    """The taken spaces that may link from behind: the one just left, if the car came over a joint."""
    spaces = sit.grid.behind[space]
    if len(spaces) > 1:
        spaces = next(((start,) for start, end in sit.through if end == space), spaces)
    taken = sit.taken(spaces)
    only = bound(sit, taken) if len(taken) > 1 else None
    return taken if only is None else (only,)


def fixed(sit: Situation, moved: tuple[tuple[int, int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The joints that the line has crossed so far, with those of this step."""
    crossed = {start: end for _, start, end in moved if sit.grid.joint[start]}
    return tuple({**dict(sit.through), **crossed}.items()) if crossed else sit.through
