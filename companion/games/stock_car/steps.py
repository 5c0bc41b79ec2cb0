"""Chapters 2.2 to 2.9, one step: from a wish and the answers given so far to a plan, a question or a no."""

from collections.abc import Callable

from msgspec import Struct, structs

from companion.engine import Ruling
from companion.games.stock_car import apron, budget, corners, links, pushes, shoves, specials
from companion.games.stock_car.situation import Answers, Asked, Full, Outlook, Plan, Shift, Situation
from companion.parts.lanes import NOWHERE

ALL_FULL = Ruling("A34", "That lane is taken all the way round: nobody can make room.")


def outlook(sit: Situation, doing: str, answers: tuple[str, ...]) -> Outlook:
    """What a step, named by its text form, leads to once these lanes have been answered."""
    found = _attempt(sit, doing, answers)
    if len(sit.who) < sit.grid.sectors - 1 or isinstance(found, Ruling):
        return found
    if isinstance(found, Plan):
        return ALL_FULL if _runs_into_itself(sit, found) else found
    on = (outlook(sit, doing, (*answers, sit.grid.lane[space])) for space in found.spaces)
    return ALL_FULL if all(isinstance(then, Ruling) for then in on) else found


def _attempt(sit: Situation, doing: str, answers: tuple[str, ...]) -> Outlook:
    word, _, value = doing.partition(" ")
    try:
        return STEPS[word](sit, value, iter(answers))
    except Asked as asked:
        return asked.question
    except Full:
        return ALL_FULL


def _runs_into_itself(sit: Situation, plan: Plan) -> bool:
    """Whether a row as long as a lap would put two cars into one space, or one car into two."""
    shifts = plan.shifts
    movers, ends = {car for car, _, _ in shifts}, {end for _, _, end in shifts}
    return (
        len(movers) < len(shifts)
        or len(ends) < len(shifts)
        or any(sit.who.get(end, 0) not in {0, *movers} for end in ends)
    )


def forward(sit: Situation, _: str, answers: Answers) -> Plan | Ruling:
    """One sector ahead, as the movement kind has it."""
    if sit.space == NOWHERE:
        return apron.SIDEWAYS_FIRST
    if sit.points < 1:
        return budget.NOTHING_LEFT
    return links.draft_forward(sit, answers, alone=False) if sit.drafting else push_forward(sit, answers)


def push_forward(sit: Situation, answers: Answers) -> Plan | Ruling:
    """Solo and Lead: into a free space for 1, into a taken one for 3; what cannot be paid is not offered."""
    ahead = sit.grid.ahead[sit.space]
    payable = tuple(space for space in ahead if budget.forward_cost(sit, space) <= sit.points)
    if not payable:
        return budget.short_of(sit, budget.forward_cost(sit, ahead[0]))
    end = corners.choose(sit, corners.LINE, payable, answers)
    displaced = pushes.push(sit, end, answers)
    return Plan(budget.forward_cost(sit, end), trail(sit, end), displaced)


def trail(sit: Situation, end: int) -> tuple[Shift, ...]:
    """The active car and, in a Lead, its followers: each into the space that the one in front just left."""
    if sit.kind != "lead" or not sit.linked:
        return ((sit.car, sit.space, end),)
    where = {car: space for space, car in sit.who.items()}
    spaces = (end, sit.space, *(where[car] for car in sit.linked))
    return tuple(zip((sit.car, *sit.linked), spaces[1:], spaces, strict=False))


def forward_alone(sit: Situation, _: str, answers: Answers) -> Plan | Ruling:
    """A Draft that leaves the cars behind (A1)."""
    if sit.forced:
        return links.FORCED
    if not links.may_decline(sit):
        return links.NOBODY_BEHIND
    return links.draft_forward(sit, answers, alone=True) if sit.points else budget.NOTHING_LEFT


def sideways(sit: Situation, way: str, answers: Answers) -> Plan | Ruling:
    """One lane in or out, with a shove where somebody is."""
    outward = way == "out"
    end = apron.beside(sit, outward) if sit.space == NOWHERE else sit.grid.beside(sit.space, outward)
    if barred := why_no_sideways(sit, outward, end):
        return barred
    displaced = shoves.shove(sit, end, outward, answers) if end in sit.who else ()
    return Plan(budget.sideways_cost(sit, end), trail(sit, end), displaced, shoved=True)


def why_no_sideways(sit: Situation, outward: bool, end: int) -> Ruling | None:
    """Why that step is not open, if so."""
    if sit.locked:
        return links.STAY_LINKED
    if barred := specials.bars_sideways(sit, outward):
        return barred
    if end == NOWHERE:
        return budget.WALL if outward else budget.APRON
    if end in sit.visited or sit.follows(end):
        return budget.ENTERED
    cost = budget.sideways_cost(sit, end)
    return budget.short_of(sit, cost) if cost > sit.points else None


def bump(sit: Situation, _: str, __: Answers) -> Plan | Ruling:
    """The last points are burnt; nobody moves."""
    if sit.space == NOWHERE:
        return apron.SIDEWAYS_FIRST
    return pushes.why_no_bump(sit) or Plan(sit.points)


def swap(sit: Situation, _: str, answers: Answers) -> Plan | Ruling:
    """Change places with the car right ahead."""
    return specials.swap(sit, answers) if sit.points else budget.NOTHING_LEFT


def slingshot(sit: Situation, way: str, answers: Answers) -> Plan | Ruling:
    """One diagonal step for 1 point; followers take the same way."""
    if barred := specials.why_no_sling(sit, way == "out"):
        return barred
    if sit.points < 1:
        return budget.NOTHING_LEFT
    end = corners.choose(sit, corners.LINE, specials.landings(sit, way == "out"), answers)
    return Plan(1, trail(sit, end), slung=True)


def jump(sit: Situation, sectors: str, answers: Answers) -> Plan | Ruling:
    """Clean Air's jump; whether it is open at all is asked of `specials.jumps`."""
    return specials.jump(sit, int(sectors), answers)


def follow(sit: Situation, _: str, answers: Answers) -> Plan | Ruling:
    """The start of a Lead: which cars follow."""
    return Plan(0, pulled=tuple(sit.who[space] for space in links.row_behind(sit, answers)))


STEPS: dict[str, Callable[[Situation, str, Answers], Plan | Ruling]] = {
    "forward": forward,
    "forward-alone": forward_alone,
    "sideways": sideways,
    "bump": bump,
    "swap": swap,
    "slingshot": slingshot,
    "jump": jump,
    "play": follow,
}
"""The steps by the first word of their text form."""


class Made(Struct, frozen=True):
    """A step that was made: how things stand, who linked by running into, who went the full distance."""

    sit: Situation
    met: tuple[int, ...] = ()
    finished: tuple[int, ...] = ()


def made(sit: Situation, plan: Plan) -> Made:
    """Everybody moves at once; then a drafting line joins whom it has run into."""
    who, laps, finished = placed(sit, plan)
    end = next((space for car, _, space in plan.moved if car == sit.car), sit.space)
    after = structs.replace(
        sit,
        who=who,
        laps=laps,
        points=sit.points - plan.cost,
        space=NOWHERE if sit.car in finished else end,
        sector=sit.grid.sector[end] if end != NOWHERE else sit.sector,
        visited=_visited(sit, end),
        linked=(*sit.linked, *plan.pulled),
        alone=sit.alone or plan.alone,
        slung=sit.slung or plan.slung,
    )
    after = links.joined(after, plan) if plan.body else after
    return Made(_without(after, plan, finished), after.linked[len(sit.linked) + len(plan.pulled) :], finished)


def placed(sit: Situation, plan: Plan) -> tuple[dict[int, int], dict[int, int], tuple[int, ...]]:
    """Who stands where after the step, the laps, and who has gone the full distance and left the board."""
    who, laps, finished = dict(sit.who), sit.laps, list[int]()
    for _, start, _ in plan.shifts:
        who.pop(start, None)
    for car, start, end in plan.shifts:
        if crossed := _crossed(sit, plan, start, end):
            laps = {**laps, car: laps[car] + crossed}
            if laps[car] > sit.full:
                finished.append(car)
                continue
        who[end] = car
    return who, laps, tuple(finished)


def _crossed(sit: Situation, plan: Plan, start: int, end: int) -> int:
    if plan.jump:
        return int(sit.grid.sector[end] < sit.grid.sector[start])
    return sit.grid.crossed(start, end)


def _visited(sit: Situation, end: int) -> tuple[int, ...]:
    """The spaces entered in this sector: there is no way back into an earlier one."""
    if end == sit.space:
        return sit.visited
    same = sit.space != NOWHERE and sit.grid.sector[end] == sit.sector
    return (*sit.visited, end) if same else (end,)


def _without(sit: Situation, plan: Plan, finished: tuple[int, ...]) -> Situation:
    for car in finished:
        if any(car == mover for mover, _, _ in plan.moved):
            sit = structs.replace(sit, linked=links.cut(sit.linked, plan.moved, sit.car, car))
    return sit
