"""Chapter 2.9: cards with a movement text of their own."""

from companion.engine import Ruling
from companion.games.stock_car import corners
from companion.games.stock_car.situation import Answers, Plan, Situation
from companion.parts.lanes import NOWHERE

NO_SIDEWAYS = Ruling("2.9", "This card allows no sideways step.")
ONLY_OUT = Ruling("2.9", "On the Outside Line a car goes sideways only outward.")
ONLY_IN = Ruling("2.9", "On the Inside Line a car goes sideways only inward.")
NO_SWAP = Ruling("2.9", "Only Working the Pack changes places.")
NOBODY_TO_PASS = Ruling("2.9", "There is no car right ahead to change places with.")
NO_SLING = Ruling("2.9", "Only the Slingshot card allows a diagonal step.")
SLUNG = Ruling("2.9", "The diagonal step has been used in this move.")
NO_LANDING = Ruling("2.9", "A diagonal step needs a free space to land in.")
NO_JUMP = Ruling("2.9", "Clean Air allows no such jump now.")


def bars_sideways(sit: Situation, outward: bool) -> Ruling | None:
    """Why the card forbids this sideways step, if it does."""
    if sit.special == "no-sideways":
        return NO_SIDEWAYS
    if sit.special == "outside-line" and not outward:
        return ONLY_OUT
    return ONLY_IN if sit.special == "inside-line" and outward else None


def swap(sit: Situation, answers: Answers) -> Plan | Ruling:
    """Working the Pack: the car right ahead and the active car change places for 1 point."""
    taken = sit.taken(sit.grid.ahead[sit.space])
    if sit.special != "swap" or not taken:
        return NOBODY_TO_PASS if sit.special == "swap" else NO_SWAP
    end = corners.choose(sit, corners.LINE, taken, answers)
    return Plan(1, ((sit.car, sit.space, end), (sit.who[end], end, sit.space)), swap=True)


def landings(sit: Situation, outward: bool) -> tuple[int, ...]:
    """Free spaces one forward link and then one lane over (A30)."""
    over = (sit.grid.beside(space, outward) for space in sit.grid.ahead[sit.space])
    return tuple(space for space in over if space != NOWHERE and space not in sit.who)


def why_no_sling(sit: Situation, outward: bool) -> Ruling | None:
    """Why the diagonal step is not open, if so."""
    if sit.special != "slingshot":
        return NO_SLING
    if sit.slung:
        return SLUNG
    return None if landings(sit, outward) else NO_LANDING


def gap_ahead(sit: Situation) -> int:
    """How many sectors ahead of the car hold nobody on the track."""
    clear = 0
    while clear < sit.grid.sectors - 1 and not sit.taken(sit.grid.spaces_of(sit.sector + clear + 1)):
        clear += 1
    return clear


def jumps(sit: Situation, leads: bool) -> range:
    """Clean Air after the last point: the jumps there are, the longest (right behind the next car) first (A11)."""
    alone = sit.taken(sit.grid.spaces_of(sit.sector)) == (sit.space,)
    may = sit.special == "clean-air" and alone and not leads
    return range(gap_ahead(sit) if may else 0, 0, -1)


def jump(sit: Situation, sectors: int, answers: Answers) -> Plan:
    """Land in any lane of a sector that far ahead."""
    end = corners.choose(sit, corners.LINE, sit.grid.spaces_of(sit.sector + sectors), answers)
    return Plan(0, ((sit.car, sit.space, end),), jump=True)


def slide(sit: Situation) -> Plan | None:
    """Over- and Understeer: a forced free step in or out, if that space is free and new to this move."""
    if sit.special not in ("oversteer", "understeer") or sit.space == NOWHERE:
        return None
    end = sit.grid.beside(sit.space, sit.special == "understeer")
    free = end != NOWHERE and end not in sit.who and end not in sit.visited
    return Plan(0, ((sit.car, sit.space, end),)) if free else None


def free_step_left(sit: Situation) -> bool:
    """Rubbin' is Racin' without points: whether a sideways step is still open (A12)."""
    beside = (sit.grid.inward[sit.space], sit.grid.outward[sit.space])
    return sit.special == "rubbin" and not sit.locked and any(s not in (*sit.visited, NOWHERE) for s in beside)
