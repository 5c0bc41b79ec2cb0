"""Chapter 6.1 and 4.6, planning: what may be laid next, and what a turn can do with it."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from companion.engine import Ask, Choice, Ruling
from companion.games.gear_dice import damage, flat_out, focus, odds, risk, traffic
from companion.games.gear_dice.actions import CrashAt, Lay, Roll, RollFlatOut, Secure, Stop, Unlay
from companion.games.gear_dice.driving import next_step
from companion.games.gear_dice.events import Laid
from companion.games.gear_dice.grammar import House, Kit, Use, after, kit_of, uses
from companion.games.gear_dice.state import Race, Told
from companion.games.gear_dice.track import Crossing, Link

LINE = 21


class Head(Struct, frozen=True):
    """The end of the route as laid: where, in which gear, and the dice that are left."""

    at: str
    gear: int
    kit: Kit


def house(race: Race) -> House:
    """The optional rules in use."""
    return House(race.options.flying_start, race.options.redline)


def kit(race: Race) -> Kit:
    """The dice of this turn before anything is laid: after a flat-out crash, those that were rolled."""
    return kit_of(race.thrown) if race.results else kit_now(race)


def kit_now(race: Race) -> Kit:
    """The dashboard's dice less damage, less those of the steps done this turn."""
    _, left = after(0, damage.kit(race.car, race.side), race.rolled)
    return left


def head(race: Race) -> Head:
    """Where the next step is laid from."""
    gear, left = after(race.car.gear, kit(race), race.route)
    at = race.route[-1].partition(" ")[2] if race.route else race.car.at
    return Head(at, gear, left)


def lays(race: Race) -> tuple[Choice, ...]:
    """Every step that the grammar allows from the end of the route; barred where traffic or a flag says so."""
    end, laid = head(race), risk.laid(race)
    return tuple(_choice(race, way, end, laid) for way in _ways(race, end))


def open_lays(race: Race) -> bool:
    """Whether any step may be laid."""
    end = head(race)
    return any(way.barred(end) is None for way in _ways(race, end))


class _Way(Struct, frozen=True):
    """A step that the grammar allows, and what stands in its way."""

    use: Use
    link: Link
    gate: traffic.Gate

    def barred(self, end: Head) -> Ruling | None:
        """The ruling against it."""
        return self.gate.bars(self.link.to, end.gear, self.use.gear(end.gear))


def _ways(race: Race, end: Head) -> Iterator[_Way]:
    scene = traffic.scene(race)
    gates = [(link, scene.gate(race.driver, end.at, link.to)) for link in race.road.links[end.at]]
    for use in uses(end.gear, end.kit, house(race)):
        for link, gate in gates:
            yield _Way(use, link, gate)


def _choice(race: Race, way: _Way, end: Head, laid: risk.Laid | None) -> Choice:
    use, link, gear = way.use, way.link, way.use.gear(end.gear)
    crossing = race.road.crossing(link, end.gear, gear)
    detail = [*_preview(race, link, gear, crossing)]
    if laid is not None:
        detail.append(f"flat out {odds.percent(laid.plus(use, end.gear, crossing).chance)}")
    warning = tuple(_warning(link, crossing))
    label = f"{name(race, use)} to {link.to}"[:LINE]
    return Choice(Lay(use.die, link.to), label, way.barred(end), tuple(detail), warning, (link.to,))


def name(race: Race, use: Use) -> str:
    """A step's dice in a few letters; after a flat-out crash with the faces that they show."""
    brakes = "B" * use.brakes
    plain = f"Die {use.number}" if not use.brakes else f"{brakes}+{use.number}"
    word = plain if use.number else "Coast" if use.coasts else "Brake"
    if not race.results:
        return word
    left = flat_out.faces_left(race, race.route)
    faces = [left[die].pop(0) for die in use.dice]
    return f"{word}{'!' * faces.count('hazard')}"


def _preview(race: Race, link: Link, gear: int, crossing: Crossing) -> Iterator[str]:
    limit = race.road.spaces[link.to].limit if link.into_limit is None else link.into_limit
    yield f"gear {gear}" + (f", limit {limit}" if limit is not None else "")
    if crossing.hazards:
        yield f"road: {crossing.hazards} hazard" + "s" * (crossing.hazards > 1)


def _warning(link: Link, crossing: Crossing) -> Iterator[str]:
    """A certain crash is legal, and said aloud (A4)."""
    if crossing.too_fast_out:
        yield from ("TOO FAST", f"to leave {link.start}"[:LINE], "You WILL lose control", "where you are.")
    elif crossing.too_fast_in:
        yield from ("TOO FAST", f"for {link.to}"[:LINE], "You WILL lose control", "there.")


def ask(race: Race) -> Ask:
    """A plain turn: lay, roll, secure, stop."""
    choices = [*lays(race)]
    if race.route:
        choices += _with_a_route(race)
    if race.rolled or race.returned:
        choices.append(Choice(Stop(), "Stop here"))
    return Ask(race.driver, "Roll, or lay on" if race.route else "Lay your route", tuple(choices))


def _with_a_route(race: Race) -> Iterator[Choice]:
    step, laid = next_step(race), risk.laid(race)
    warning = tuple(_warning(step.link, step.crossing))
    yield Choice(
        Roll(), "Roll the next step", detail=_lose(None if laid is None else risk.next_roll(race)), warning=warning
    )
    if not (race.rolled or race.secured):
        detail = (f"{len(race.route)} focus", *_lose(None if laid is None else laid.chance))
        yield Choice(RollFlatOut(), "Roll flat out", detail=detail)
    cost = focus.price(race.secured, step.use.cost())
    yield Choice(Secure(), f"Secure for {cost} focus", focus.why_not(race, step.use), warning=warning)
    yield Choice(Unlay(), "Take back last step")


def _lose(chance: Fraction | None) -> tuple[str, ...]:
    """What the adviser says of a roll; nothing, where nobody asks it."""
    return () if chance is None else (f"crash {odds.percent(chance)}",)


def ask_after_crash(race: Race) -> Ask:
    """After a flat-out crash: lay the rolled dice anew, as long as it still crashes."""
    choices = [*lays(race)]
    if race.route:
        choices.append(Choice(Unlay(), "Take back last step"))
    end = flat_out.foresee(race)
    if end.lost:
        at = race.car.at if not end.driven else race.route[end.driven - 1].partition(" ")[2]
        crash = Choice(CrashAt(end.driven), f"Crash on {at}"[:LINE], touches=(at,))
        choices.insert(0, crash)
    return Ask(race.driver, "Where do you crash?", tuple(choices))


def lay(race: Race, wish: Lay) -> Told:
    """The step is on the route."""
    laid = Laid(race.driver, wish.die, wish.space)
    return Told(replace(race, route=(*race.route, f"{wish.die} {wish.space}")), (laid,))


def unlay(race: Race) -> Told:
    """The last laid step is off the route."""
    return Told(replace(race, route=race.route[:-1]))
