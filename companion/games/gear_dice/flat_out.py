"""Chapter 6.3, flat out: all dice at once, focus for it, and a crash that its driver lays anew."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.engine import Draw
from companion.games.gear_dice import dice, focus
from companion.games.gear_dice.control import lose_control
from companion.games.gear_dice.driving import ahead, drive
from companion.games.gear_dice.events import FocusGained, Rolled
from companion.games.gear_dice.grammar import Use, read
from companion.games.gear_dice.pits import finish_turn
from companion.games.gear_dice.rolling import failed_start
from companion.games.gear_dice.state import Race, Told, with_car


class Foreseen(Struct, frozen=True):
    """How a route ends whose dice are known: steps driven, and whether control is lost there."""

    driven: int
    lost: bool


def dice_of(steps: Iterable[str]) -> tuple[str, ...]:
    """Every die of a route, in route order."""
    return tuple(die for step in steps for die in read(step)[0].dice)


def roll(race: Race) -> Told:
    """Everything is rolled together."""
    return Told(replace(race, rolling="flat-out"))


def draw(race: Race) -> Draw:
    """All dice of the route."""
    return dice.thrown(dice_of(race.route), race.driver)


def rolled(race: Race, faces: tuple[str, ...]) -> Told:
    """The dice lie. Focus comes first, crash or not; then the drive, or the crash to be laid."""
    names = dice_of(race.route)
    events = tuple(Rolled(race.driver, die, face) for die, face in zip(names, faces, strict=True))
    race = replace(race, rolling="", results=faces, thrown=names)
    told = Told(race, events).then(_earn)
    end = foresee(told.race)
    return told if end.lost else told.then(lambda race: _drive_on(race, end.driven)).then(_arrive)


def _earn(race: Race) -> Told:
    count = focus.earned(len(race.route))
    car = replace(race.car, focus=race.car.focus + count)
    return Told(with_car(race, race.driver, car), (FocusGained(race.driver, count),))


def uses(steps: Iterable[str]) -> tuple[Use, ...]:
    """The dice of each step."""
    return tuple(read(step)[0] for step in steps)


def hazards(race: Race) -> tuple[int, ...]:
    """Hazards on the dice of each laid step: faces stay with their dice, dice of a kind come in the order rolled."""
    left = faces_left(race, ())
    return tuple(sum(left[die].pop(0) == "hazard" for die in use.dice) for use in uses(race.route))


def faces_left(race: Race, steps: Sequence[str]) -> dict[str, list[str]]:
    """For each kind of die the faces not yet laid, in the order rolled."""
    left: dict[str, list[str]] = {die: [] for die in race.thrown}
    for die, face in zip(race.thrown, race.results, strict=True):
        left[die].append(face)
    for die in dice_of(steps):
        left[die].pop(0)
    return left


def foresee(race: Race) -> Foreseen:
    """How the route as laid ends, with the faces that its dice show."""
    driven = 0
    for driven, lost in _walk(race):
        if lost:
            return Foreseen(driven, lost)
    return Foreseen(driven, False)


def _walk(race: Race) -> Iterator[tuple[int, bool]]:
    """After each step: steps driven, and whether control is lost there."""
    at, held, total = race.car.at, race.car.gear, race.hazards
    for number, (text, count) in enumerate(zip(race.route, hazards(race), strict=True)):
        step = ahead(race, text, at, held)
        if step.crossing.too_fast_out:
            yield number, True
        failed = number == 0 and failed_start(race, step, count)
        at, held, total = step.link.to, step.gear, total + count + step.crossing.hazards
        yield number + 1, step.crossing.too_fast_in or (total >= race.side.threshold and not failed)
        if failed:
            return


def crash_at(race: Race, step: int) -> Told:
    """Drive to where it happens, and lose control there."""
    told = _drive_on(race, step)
    return told if told.race.places else told.then(lose_control)


def _drive_on(race: Race, steps: int) -> Told:
    told = Told(race)
    for count in hazards(race)[:steps]:
        if not told.race.places:
            told = told.then(partial(drive, rolled=count))
    return told


def _arrive(race: Race) -> Told:
    return Told(race) if race.places else finish_turn(replace(race, results=(), thrown=()))
