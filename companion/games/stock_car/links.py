"""Chapters 2.3 and 2.5, links: which cars are in line, and how Draft and Pursuit move them."""

from itertools import takewhile

from msgspec import structs

from companion.engine import Ruling
from companion.games.stock_car import corners
from companion.games.stock_car.situation import Answers, Full, Plan, Shift, Situation

STAY_LINKED = Ruling("2.3", "A linked car cannot change lane any more.")
FORCED = Ruling("2.5", "The cars right behind are pulled along: this race plays with forced links.")
NOBODY_BEHIND = Ruling("2.5", "There is nobody behind to leave.")


def row_behind(sit: Situation, answers: Answers) -> tuple[int, ...]:
    """The unbroken row right behind the car, nearest first; of two rows behind a joint one is chosen."""
    row: list[int] = []
    space = sit.space
    while len(row) < sit.grid.sectors - 1 and (taken := corners.behind(sit, space)):
        space = corners.choose(sit, corners.LINE, taken, answers)
        row.append(space)
    return tuple(row)


def linked_behind(sit: Situation) -> tuple[int, ...]:
    """Where the cars are that are linked behind a drafting car, nearest first."""
    linked, row, space = frozenset(sit.linked), list[int](), sit.space
    while len(row) < len(linked):
        rear = [start for start in sit.grid.behind[space] if sit.who.get(start) in linked]
        if not rear:
            break
        space = next((start for start, end in sit.through if end == space and start in rear), rear[0])
        row.append(space)
    return tuple(row)


def path_ahead(sit: Situation, answers: Answers) -> tuple[int, ...]:
    """The spaces that the line runs through ahead of the car: the unbroken row, then the empty space beyond it."""
    path = [corners.ahead(sit, sit.space, answers)]
    while path[-1] in sit.who and path[-1] != sit.space:
        path.append(corners.ahead(sit, path[-1], answers))
        if len(path) > len(sit.who):
            raise Full
    return tuple(path)


def may_decline(sit: Situation) -> bool:
    """Whether the seed's choice arises: a Draft with a car right behind that is not linked yet (A1)."""
    open_behind = sit.kind == "draft" and not sit.forced and not sit.alone
    return open_behind and bool(corners.behind(sit, sit.space)) and not linked_behind(sit)


def draft_forward(sit: Situation, answers: Answers, alone: bool) -> Plan:
    """One space for 1 point: the row ahead is pushed along, the row behind pulled, all as one body."""
    path = path_ahead(sit, answers)
    before = () if sit.kind == "pursuit" else linked_behind(sit)
    pulls = sit.kind == "draft" and not (before or alone or sit.alone)
    once = frozenset(path)
    rear = tuple(takewhile(lambda space: space not in once, row_behind(sit, answers) if pulls else before))
    body = (*reversed(path[:-1]), sit.space, *rear)
    moved = tuple((sit.who[start], start, end) for start, end in zip(body, (path[-1], *body), strict=False))
    met = tuple(sit.who[space] for space in path[:-1])
    return Plan(
        1, moved, pulled=tuple(sit.who[space] for space in rear) if pulls else (), met=met, alone=alone, body=True
    )


def run_into(sit: Situation, front: int) -> tuple[int, ...]:
    """The cars that a line with this front joins on arrival; behind a joint with an open choice nobody does."""
    row: list[int] = []
    space = corners.settled(sit, front)
    while space is not None and space in sit.who and space != sit.space and len(row) < sit.grid.sectors:
        row.append(sit.who[space])
        space = corners.settled(sit, space)
    return tuple(row)


def shut_in(sit: Situation, front: int) -> bool:
    """Whether every lane ahead is taken, so that the car is linked whichever it takes."""
    return all(space in sit.who for space in sit.grid.ahead[front])


def joined(sit: Situation, plan: Plan) -> Situation:
    """After a drafting step: who is linked now, and whether the lane is fixed for good."""
    front = plan.moved[0][2]
    arrived = run_into(sit, front) if front in sit.who else ()
    known = (*sit.linked, *(car for car in (*plan.pulled, *plan.met, *arrived) if car not in sit.linked))
    touches = bool(plan.pulled or plan.met or arrived) or (front in sit.who and shut_in(sit, front))
    return structs.replace(sit, linked=known, locked=sit.locked or touches, through=corners.fixed(sit, plan.moved))


def cut(linked: tuple[int, ...], body: tuple[Shift, ...], active: int, finished: int) -> tuple[int, ...]:
    """Those still linked once a car of the body has finished: it and the cars beyond it leave the line."""
    order = [car for car, _, _ in body]
    middle, gone = order.index(active), order.index(finished)
    beyond = order[: gone + 1] if gone < middle else order[gone:]
    return tuple(car for car in linked if car not in beyond)
