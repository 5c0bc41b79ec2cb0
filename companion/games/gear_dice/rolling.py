"""Chapter 6.2 and 6.4, one by one: roll or secure the next step, stop when you like."""

from msgspec.structs import replace

from companion.engine import Draw
from companion.games.gear_dice import focus
from companion.games.gear_dice.control import lose_control
from companion.games.gear_dice.dice import thrown
from companion.games.gear_dice.driving import Ahead, drive, next_step
from companion.games.gear_dice.events import FocusSpent, Rolled
from companion.games.gear_dice.pits import finish_turn
from companion.games.gear_dice.state import Race, Told, with_car


def roll(race: Race) -> Told:
    """Roll the next step's dice together; too fast over a dotted exit line, control is lost before that (A3)."""
    if next_step(race).crossing.too_fast_out:
        return lose_control(race)
    return Told(replace(race, rolling="step"))


def draw(race: Race) -> Draw:
    """The dice of the next step, the gear die of a set before its brakes."""
    return thrown(next_step(race).use.dice, race.driver)


def rolled(race: Race, faces: tuple[str, ...]) -> Told:
    """The dice lie: drive the step."""
    step = next_step(race)
    events = tuple(Rolled(race.driver, die, face) for die, face in zip(step.use.dice, faces, strict=True))
    race = replace(race, rolling="")
    return Told(race, events).then(lambda race: _drive(race, step, faces.count("hazard")))


def secure(race: Race) -> Told:
    """Pay, and drive the step as if its dice had shown no hazard. Limits and the road's hazards stay."""
    step = next_step(race)
    if step.crossing.too_fast_out:
        return lose_control(race)
    cost = focus.price(race.secured, step.use.cost())
    car = replace(race.car, focus=race.car.focus - cost)
    race = replace(with_car(race, race.driver, car), secured=race.secured + step.use.cost())
    return Told(race, (FocusSpent(race.driver, cost),)).then(lambda race: _drive(race, step, 0))


def _drive(race: Race, step: Ahead, hazards: int) -> Told:
    failed = failed_start(race, step, hazards)
    told = drive(race, hazards)
    if told.race.places:
        return told
    if step.crossing.too_fast_in or (told.race.hazards >= told.race.side.threshold and not failed):
        return told.then(lose_control)
    return told.then(finish_turn) if failed else told


def failed_start(race: Race, step: Ahead, hazards: int) -> bool:
    """A hazard on die 2 of a flying start ends the turn after that space, where the sub-option says so (7.4)."""
    return race.options.flying_start_penalty and step.flying(race.car.gear) and hazards > 0
