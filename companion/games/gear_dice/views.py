"""What everybody may know: there are no secrets. Bots read the widgets by name; `red` stands for any seat.

A seat's own, first: `gear` (00 is -1), `hazards` (a gauge up to the threshold; 0 when it is not its turn), `dice` (what
it may still use this turn, like `123456 CC BBB`; numbers, then C coast, B brake; before the numbers a count where
damage allows fewer gear dice, like `4of 123456`), `focus`, `damage` (`G1 C0 B2`), `lap` (whole laps done), `laps`.
With the adviser, between them and the lap: `odds-next` and `odds-flat-out` (of losing control with what is laid),
`safest` and `fastest` (a way on from the end of the route, or for the car's next turn, like `4.6 % 4sp to g3`: chance,
spaces, gear); after the laps `safest-steps` and `fastest-steps` (step texts), and `ways-4` and so on: for each gear to
end in, its ways from the safest to the furthest.

The turn: `turn` (the seat, left out when the race is over), `order` (seats still to play this round), `route` and
`rolled` (step texts, comma-joined), `secured` (dice), `turn-hazards`, `threshold`, `results` (after a flat-out crash:
each die with its face, like `g3:clear`), `round`, `weather`, `ranking`, `flags` (tiles), `flag-rounds`
(`t3:1`, rounds left), `exempt` (`red+blue`), `bag` (tokens left), `unverified` (dashboards that nobody has checked),
`variants` (rules in use: `flying-start`, `flying-start-penalty`, `redline`, `alongside-adjacent-only`,
`drives-on-after-reentry`, `sudden-death`).

Each car: `gear-red`, `at-red`, `lap-red` (crossings of the line), `focus-red`, `status-red`, `tyres-red`,
`damage-red`, `dice-red`, `threshold-red`; solo also `clock-red` (seconds, less focus).

`board`: spaces in mm, marked `limit-3` or `dangerous-4`, `line-in-2`, `line-in-hazard`, `line-out-2`,
`line-out-hazard`, `after-the-line`, `danger-2`, `edge`; cars are tokens named by their seat with the gear as text,
flags are tokens `flag-TILE`; the laid route is lit. `road`: the same spaces unbent, x is progress, y the lane, with
the marks `tile-T` and `inside-1` besides; a token `a1>a2` for each link, its label the space it leads to, its text
like `straight into-limit:2 outof-hazard:1 finish`.
"""

from collections.abc import Iterable, Iterator, Sequence

from companion.engine import Gauge, Number, Seat, Text, View
from companion.engine.view import AnyWidget
from companion.games.gear_dice import advice, board, damage, odds, planning, risk
from companion.games.gear_dice.adviser import Way, fastest, safest, to_gear
from companion.games.gear_dice.dashboards import Side
from companion.games.gear_dice.grammar import Kit
from companion.games.gear_dice.options import Options
from companion.games.gear_dice.state import Car, Race

NUMBERS = range(1, 7)
LINE = 21
NEXT, FLAT_OUT = "Next", "All"


def view(race: Race, viewer: Seat | None) -> View:
    """Everything that this viewer may know."""
    return View(viewer, "Gear dice", tuple(_widgets(race, viewer)))


def _widgets(race: Race, viewer: Seat | None) -> Iterator[AnyWidget]:
    if viewer is not None:
        yield from _own(race, viewer)
    yield from _turn(race)
    yield from _road(race)
    for seat, car in race.cars.items():
        yield from _car(race, seat, car)
    yield board.board(race)
    yield board.road(race)


def _own(race: Race, seat: Seat) -> Iterator[AnyWidget]:
    car, side = race.cars[seat], race.side_of(seat)
    yield Number("gear", "Gear", car.marker)
    hazards = race.hazards if seat == race.turn else 0
    yield Gauge("hazards", "Hazards", min(hazards, side.threshold), side.threshold)
    yield Text("dice", "Dice", spelt(kit(race, seat)))
    yield Number("focus", "Focus", car.focus)
    yield Text("damage", "Damage", hurt(car))
    ways = advice.ways_on(race, seat) if race.options.adviser else ()
    yield from _odds(race, seat)
    yield from _best(ways)
    yield Number("lap", "Lap", max(car.lap - 1, 0))
    yield Number("laps", "Laps", race.options.laps)
    yield from _by_gear(ways)


def _odds(race: Race, seat: Seat) -> Iterator[AnyWidget]:
    """Of what is laid."""
    laid = risk.laid(race) if race.route and seat == race.turn else None
    if laid is not None:
        yield Text("odds-next", NEXT, odds.spelt(risk.next_roll(race), LINE - len(NEXT) - 1))
        yield Text("odds-flat-out", FLAT_OUT, odds.spelt(laid.chance, LINE - len(FLAT_OUT) - 1))


def _best(ways: Sequence[Way]) -> Iterator[AnyWidget]:
    """Short, for a line of the screen."""
    for name, label, way in (("safest", "Safe", safest(ways)), ("fastest", "Fast", fastest(ways))):
        if way is not None:
            yield Text(name, label, f"{odds.percent(way.chance)} {len(way.steps)}sp to g{way.gear}")


def _by_gear(ways: Sequence[Way]) -> Iterator[AnyWidget]:
    for name, label, best in (("safest", "Safest way", safest(ways)), ("fastest", "Fastest way", fastest(ways))):
        if best is not None:
            yield Text(f"{name}-steps", label, _listed(best.steps))
    for gear in sorted({way.gear for way in ways}):
        told = (f"{len(way.steps)}sp {odds.percent(way.chance)}" for way in to_gear(ways, gear))
        yield Text(f"ways-{gear}", f"To gear {gear}", ", ".join(told))


def _turn(race: Race) -> Iterator[AnyWidget]:
    if race.turn is not None:
        side: Side = race.side
        yield Text("turn", "Turn", race.turn)
        yield Number("turn-hazards", "Hazards this turn", race.hazards)
        yield Number("threshold", "Threshold", side.threshold)
        yield Number("secured", "Dice secured", race.secured)
    yield Text("order", "Still to play", _listed(race.order))
    yield Text("route", "Route", _listed(race.route))
    yield Text("rolled", "Driven", _listed(race.rolled))
    pairs = zip(race.thrown, race.results, strict=True)
    yield Text("results", "Rolled dice", _listed(f"{die}:{face}" for die, face in pairs))


def _road(race: Race) -> Iterator[AnyWidget]:
    yield Number("round", "Round", race.round)
    yield Text("weather", "Weather", race.weather)
    yield Text("ranking", "Standing", _listed(race.ranking))
    yield Text("flags", "Yellow flags", _listed(race.flags))
    yield Text("flag-rounds", "Flag rounds left", _listed(f"{t}:{left}" for t, left in race.flag_rounds.items()))
    yield Text("exempt", "Beside when flagged", _listed("+".join(pair) for pair in race.exempt))
    yield Text("bag", "Bag", _listed(f"{kind}:{count}" for kind, count in race.bag.items()))
    yield Text("unverified", "Unverified tables", _listed(race.options.dashboards.unverified()))
    yield Text("variants", "Variants", _listed(_variants(race.options)))


def _variants(options: Options) -> Iterator[str]:
    told = {
        "flying-start": options.flying_start,
        "flying-start-penalty": options.flying_start_penalty,
        "redline": options.redline,
        "alongside-adjacent-only": options.alongside_adjacent_only,
        "drives-on-after-reentry": not options.reentry_uses_turn,
        "sudden-death": options.end_mode == "sudden-death",
    }
    return (name for name, on in told.items() if on)


def _car(race: Race, seat: Seat, car: Car) -> Iterator[AnyWidget]:
    yield Number(f"gear-{seat}", "Gear", car.marker)
    yield Text(f"at-{seat}", "Space", car.at)
    yield Number(f"lap-{seat}", "Crossings", car.lap)
    yield Number(f"focus-{seat}", "Focus", car.focus)
    yield Text(f"status-{seat}", "Status", car.status)
    yield Text(f"tyres-{seat}", "Tyres", car.tyres)
    yield Text(f"damage-{seat}", "Damage", hurt(car))
    yield Text(f"dice-{seat}", "Dice", spelt(kit(race, seat)))
    yield Number(f"threshold-{seat}", "Threshold", race.side_of(seat).threshold)
    if len(race.cars) == 1:
        yield Number(f"clock-{seat}", "Clock", max(car.seconds - car.focus, 0), "s")


def kit(race: Race, seat: Seat) -> Kit:
    """The dice that a seat may still lay this turn."""
    return planning.head(race).kit if seat == race.turn else damage.kit(race.cars[seat], race.side_of(seat))


def spelt(kit: Kit) -> str:
    """Dice as `123456 CC BBB`."""
    numbers = [str(number) for number in NUMBERS if kit.numbers >> number & 1]
    few = f"{kit.gear}of " if 0 < kit.gear < len(numbers) else ""
    gears = "".join(numbers) if kit.gear > 0 else ""
    return " ".join(part for part in (few + gears, "C" * kit.coast, "B" * kit.brake) if part) or "none"


def hurt(car: Car) -> str:
    """Damage tokens as `G1 C0 B2`."""
    return f"G{car.damage.gear} C{car.damage.coast} B{car.damage.brake}"


def _listed(items: Iterable[str]) -> str:
    return ",".join(items)
