"""A second, plain model of how stock cars move, written from the rules page alone, to hold the product against.

It is slow and simple: spaces are pairs of a sector and a lane, every step is worked out from scratch for each way of
answering its questions. It knows the four kinds and the special cards but for Teamwork, and tracks without a finish.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

Space = tuple[int, int]
"""A sector from 0 and a lane from 0, the innermost."""

NAMES = {2: "IO", 3: "IMO"}
INTO_CORNER = {0: (0,), 1: (0, 1), 2: (1,)}
OUT_OF_CORNER = {0: (0, 1), 1: (1, 2)}


class Course(Struct, frozen=True):
    """A ring of sectors, each so many lanes wide."""

    widths: tuple[int, ...]

    def name(self, space: Space) -> str:
        sector, lane = space
        return f"{NAMES[self.widths[sector]][lane]}{sector + 1}"

    def space(self, name: str) -> Space:
        sector = int(name[1:]) - 1
        return sector, NAMES[self.widths[sector]].index(name[0])

    def beyond(self, space: Space, step: int) -> tuple[Space, ...]:
        """The spaces that a lane continues into, ahead (1) or behind (-1)."""
        sector, lane = space
        there = (sector + step) % len(self.widths)
        here, other = self.widths[sector], self.widths[there]
        lanes = (lane,) if here == other else INTO_CORNER[lane] if here == 3 else OUT_OF_CORNER[lane]
        return tuple((there, lane) for lane in lanes)

    def beside(self, space: Space, way: int) -> Space | None:
        sector, lane = space[0], space[1] + way
        return (sector, lane) if 0 <= lane < self.widths[sector] else None


class Position(Struct, frozen=True):
    """A move under way. `ahead` and `behind`: who is linked, nearest first; `came`: the space just left by a forward
    step; `fixed`: the joints that the line has crossed; `special`: the text of the card; `gone`: sectors since the
    start of the race."""

    course: Course
    who: dict[Space, int]
    me: int
    kind: str
    points: int
    ahead: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    locked: bool = False
    entered: frozenset[Space] = frozenset()
    came: Space | None = None
    fixed: frozenset[tuple[Space, Space]] = frozenset()
    alone: bool = False
    special: str = ""
    slung: bool = False
    gone: dict[int, int] = {}

    @property
    def leader(self) -> int:
        """Who has gone furthest; inside before outside."""
        return min(self.who.values(), key=lambda car: (-self.gone[car], self.of(car)[1]))

    def lanes(self, spaces: Sequence[Space]) -> Sequence[Space]:
        """Outside and Inside Line leave one lane of several."""
        only = {"outside-line": spaces[-1:], "inside-line": spaces[:1]}
        return only.get(self.special, spaces)

    @property
    def here(self) -> Space:
        return self.of(self.me)

    def of(self, car: int) -> Space:
        return next(space for space, other in self.who.items() if other == car)


class Asked(Exception):
    """A question has no answer yet; `lanes` are what may be answered."""

    def __init__(self, word: str, lanes: Sequence[str]) -> None:
        super().__init__(word)
        self.word, self.lanes = word, lanes


class Barred(Exception):
    """The step is not legal; the rule that says so."""


class Told(Struct):
    """The answers that are still to be given, and what a step tells."""

    answers: list[str]
    events: list[str] = []

    def choose(self, at: Position, word: str, spaces: Sequence[Space]) -> Space:
        """One of several spaces, if there is more than one."""
        if len(spaces) == 1:
            return spaces[0]
        names = {at.course.name(space)[0]: space for space in spaces}
        if not self.answers:
            raise Asked(word, list(names))
        return names[self.answers.pop(0).split()[-1]]


Step = Callable[[Position, Told], Position]
Moves = dict[int, tuple[Space, Space]]


def outcomes(at: Position, step: Step) -> Iterator[tuple[tuple[str, ...], Position, list[str]]]:
    """Every way of answering a step's questions, and what it leads to; nothing if it is barred."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        answers = waiting.pop()
        told = Told(list(answers))
        try:
            after = step(at, told)
        except Barred:
            continue
        except Asked as asked:
            waiting += [(*answers, f"{asked.word} {lane}") for lane in asked.lanes]
            continue
        yield answers, after, told.events


def moved(at: Position, moves: Moves) -> Position:
    """Everybody at once."""
    who = {space: car for space, car in at.who.items() if car not in moves}
    gone = {car: at.gone.get(car, 0) + ahead_by(at.course, *move) for car, move in moves.items()}
    return structs.replace(at, who=who | {end: car for car, (_, end) in moves.items()}, gone=at.gone | gone)


def ahead_by(course: Course, start: Space, end: Space) -> int:
    """Sectors of a step to the same or a neighbouring sector."""
    return (end[0] - start[0] + 1) % len(course.widths) - 1


def row_behind(at: Position, told: Told) -> list[int]:
    """The unbroken row right behind; of two taken lanes behind a joint one is chosen."""
    row, space = list[int](), at.here
    spaces: Sequence[Space] = (at.came,) if at.came else at.course.beyond(space, -1)
    while taken := [space for space in spaces if space in at.who]:
        space = told.choose(at, "lane", at.lanes(taken))
        row.append(at.who[space])
        spaces = at.course.beyond(space, -1)
    return row


def followers(at: Position, told: Told) -> Position:
    """The start of a Lead."""
    row = row_behind(at, told)
    told.events += [f"linked {car}" for car in row]
    return structs.replace(at, behind=tuple(row))


def forward(at: Position, told: Told) -> Position:
    if at.kind in ("solo", "lead"):
        return push_ahead(at, told)
    return draft_ahead(at, told, pulls=at.kind == "draft" and not at.alone)


def forward_alone(at: Position, told: Told) -> Position:
    """Only in a Draft, while nobody behind is linked or has been declined, and somebody is there."""
    spaces: Sequence[Space] = (at.came,) if at.came else at.course.beyond(at.here, -1)
    if at.kind != "draft" or at.alone or at.behind or not any(space in at.who for space in spaces):
        raise Barred
    return structs.replace(draft_ahead(at, told, pulls=False), alone=True)


def push_ahead(at: Position, told: Told) -> Position:
    """1 into a free space, 3 into a taken one, with the unbroken row beyond it."""
    price = {space: 3 if space in at.who else 1 for space in at.course.beyond(at.here, 1)}
    payable = [space for space, cost in price.items() if cost <= at.points]
    if not payable:
        raise Barred
    end = told.choose(at, "lane", payable)
    displaced = ahead_of(at, end, told)
    return trail(at, told, end, displaced, "pushed", price[end], came=at.here)


def ahead_of(at: Position, space: Space, told: Told) -> Moves:
    """The car in this space and the row ahead of it, one sector on; the front car first."""
    moves: Moves = {}
    while space in at.who:
        car = at.who[space]
        end = told.choose(at, f"send {car}", at.course.beyond(space, 1))
        moves = {car: (space, end), **moves}
        space = end
    return moves


def trail(at: Position, told: Told, end: Space, displaced: Moves, word: str, cost: int, came: Space | None) -> Position:
    """The active car and its followers, each into the space that the one in front left."""
    line = (at.me, *(at.behind if at.kind == "lead" else ()))
    spaces = (end, *(at.of(car) for car in line))
    moves: Moves = {car: (at.of(car), spaces[index]) for index, car in enumerate(line)}
    for name, group in ((word, displaced), ("moved", moves)):
        told.events += [f"{name} {car} {at.course.name(a)} {at.course.name(b)}" for car, (a, b) in group.items()]
    after = moved(at, displaced | moves)
    return structs.replace(after, points=at.points - cost, entered=at.entered | {end}, came=came)


def draft_ahead(at: Position, told: Told, pulls: bool) -> Position:
    """The line one sector on for 1 point."""
    if at.points < 1:
        raise Barred
    fixed = dict(at.fixed)
    met, space = list[int](), at.here
    while True:
        start = space
        space = fixed[start] if start in fixed else told.choose(at, "lane", at.lanes(at.course.beyond(start, 1)))
        if space not in at.who:
            break
        met.append(at.who[space])
    pulled = row_behind(at, told) if pulls and not at.behind else []
    behind = (*at.behind, *pulled)
    line = (*reversed(met), at.me, *behind)
    ends = (space, *(at.of(car) for car in line))
    moves: Moves = {car: (at.of(car), ends[index]) for index, car in enumerate(line)}
    told.events += [f"linked {car}" for car in pulled]
    told.events += [f"moved {car} {at.course.name(a)} {at.course.name(b)}" for car, (a, b) in moves.items()]
    fixed |= {a: b for a, b in moves.values() if len(at.course.beyond(a, 1)) > 1}
    after = moved(at, moves)
    arrived = run_into(after, space, fixed)
    told.events += [f"linked {car}" for car in (*met, *arrived) if car not in at.ahead]
    shut = all(beyond in after.who for beyond in at.course.beyond(space, 1))
    return structs.replace(
        after,
        points=at.points - 1,
        ahead=(*met, *arrived),
        behind=behind,
        locked=at.locked or bool(met or pulled or arrived) or shut,
        entered=at.entered | {after.here},
        came=at.here,
        fixed=frozenset(fixed.items()),
    )


def run_into(at: Position, space: Space, fixed: dict[Space, Space]) -> list[int]:
    """Who joins on arrival: the row ahead, up to a joint at which a choice is open."""
    row = list[int]()
    while True:
        beyond = (fixed[space],) if space in fixed else at.lanes(at.course.beyond(space, 1))
        if len(beyond) > 1 or beyond[0] not in at.who:
            return row
        space = beyond[0]
        row.append(at.who[space])


def sideways(way: int) -> Step:
    def step(at: Position, told: Told) -> Position:
        end = at.course.beside(at.here, way)
        if at.locked or way in FORBIDDEN.get(at.special, ()) or end is None or end in at.entered:
            raise Barred
        cost = 0 if at.special == "rubbin" else 2 if end in at.who else 1
        if cost > at.points:
            raise Barred
        displaced = shoved(at, end, way, told) if end in at.who else {}
        return trail(at, told, end, displaced, "shoved", cost, came=None)

    return step


FORBIDDEN = {"no-sideways": (-1, 1), "outside-line": (-1,), "inside-line": (1,)}


def swap(at: Position, told: Told) -> Position:
    taken = [space for space in at.course.beyond(at.here, 1) if space in at.who]
    if at.special != "swap" or at.points < 1 or not taken:
        raise Barred
    end = told.choose(at, "lane", taken)
    told.events.append(f"swapped {at.me} {at.who[end]}")
    after = moved(at, {at.me: (at.here, end), at.who[end]: (end, at.here)})
    return structs.replace(after, points=at.points - 1, entered=at.entered | {end}, came=at.here)


def slingshot(way: int) -> Step:
    def step(at: Position, told: Told) -> Position:
        beside = [at.course.beside(space, way) for space in at.course.beyond(at.here, 1)]
        free = [space for space in beside if space is not None and space not in at.who]
        if at.special != "slingshot" or at.slung or at.points < 1 or not free:
            raise Barred
        return structs.replace(trail(at, told, told.choose(at, "lane", free), {}, "", 1, came=None), slung=True)

    return step


def jump(sectors: int) -> Step:
    """Clean Air after the last point: alone in the sector and not in the lead, up to behind the next car."""

    def step(at: Position, told: Told) -> Position:
        taken, here = {space[0] for space in at.who if at.who[space] != at.me}, at.here[0]
        way = [(here + ahead) % len(at.course.widths) for ahead in range(sectors + 1)]
        barred = at.special != "clean-air" or at.points or at.leader == at.me
        if barred or taken & set(way) or sectors >= len(at.course.widths):
            raise Barred
        end = told.choose(at, "lane", [(way[-1], lane) for lane in range(at.course.widths[way[-1]])])
        told.events.append(f"moved {at.me} {at.course.name(at.here)} {at.course.name(end)}")
        return structs.replace(moved(at, {at.me: (at.here, end)}), special="")

    return step


def slide(at: Position, events: list[str]) -> Position:
    """Over- and Understeer after the last point: one free step, if that space is free and new."""
    way = {"oversteer": -1, "understeer": 1}.get(at.special, 0)
    end = at.course.beside(at.here, way)
    if not way or end is None or end in at.who or end in at.entered:
        return at
    events.append(f"moved {at.me} {at.course.name(at.here)} {at.course.name(end)}")
    return moved(at, {at.me: (at.here, end)})


def shoved(at: Position, space: Space, way: int, told: Told) -> Moves:
    """Sideways if there is a lane, and whoever is there first; else back, or ahead where that breaks into a Lead."""
    end = at.course.beside(space, way)
    if end is None:
        return dropped(at, space, told)
    further = shoved(at, end, way, told) if end in at.who else {}
    return {**further, at.who[space]: (space, end)}


def dropped(at: Position, space: Space, told: Told) -> Moves:
    """Back one space with the unbroken row behind; a lane back that would move a follower is not offered."""
    if not lanes_back(at, space):
        return ahead_of(at, space, told)
    moves: Moves = {}
    while space in at.who:
        car = at.who[space]
        end = told.choose(at, f"send {car}", lanes_back(at, space))
        moves = {car: (space, end), **moves}
        space = end
    return moves


def lanes_back(at: Position, space: Space) -> list[Space]:
    return [end for end in at.course.beyond(space, -1) if may_drop(at, end)]


def may_drop(at: Position, end: Space) -> bool:
    """Whether a car can come back into this space without a follower of a Lead having to go."""
    if end not in at.who or at.kind != "lead":
        return True
    return at.who[end] not in at.behind and any(may_drop(at, back) for back in at.course.beyond(end, -1))


def bump(at: Position, told: Told) -> Position:
    taken = any(space in at.who for space in at.course.beyond(at.here, 1))
    if at.kind not in ("solo", "lead") or not 0 < at.points <= 2 or not taken:
        raise Barred
    told.events.append(f"bumped {at.me}")
    return structs.replace(at, points=0)


STEPS: dict[str, Step] = {
    "forward": forward,
    "forward-alone": forward_alone,
    "sideways in": sideways(-1),
    "sideways out": sideways(1),
    "bump": bump,
    "swap": swap,
    "slingshot in": slingshot(-1),
    "slingshot out": slingshot(1),
    **{f"jump {sectors}": jump(sectors) for sectors in range(1, 40)},
}
