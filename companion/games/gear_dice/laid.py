"""The turn under way in a patched race: steps laid, steps driven, and the faces of a flat-out crash."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.engine import BadState
from companion.games.gear_dice import flat_out, planning
from companion.games.gear_dice.actions import Lay
from companion.games.gear_dice.grammar import USES, read
from companion.games.gear_dice.state import Race


def checked(race: Race, patch: Mapping[str, object]) -> Race:
    """The race, if its turn can have come about; the dice of a re-laid crash are those of the route, if not told."""
    for key, steps in (("route", race.route), ("rolled", race.rolled), ("results", race.results)):
        if steps and (race.turn is None or not race.car.on_road):
            raise BadState(key, "no car is driving")
    for key, steps in (("route", race.route), ("rolled", race.rolled)):
        _check_words(race, key, steps)
    if race.turn is None:
        return race
    _check_driven(race)
    _check_route(race)
    return _with_faces(race, patch)


def _check_words(race: Race, key: str, steps: Iterable[str]) -> None:
    for step in steps:
        die, _, space = step.partition(" ")
        if die not in USES or space not in race.road.spaces:
            raise BadState(key, f"{step!r} is no step; one is written like 'g3 {next(iter(race.road.spaces))}'")


def _check_driven(race: Race) -> None:
    if race.hazards >= race.side.threshold:
        raise BadState("hazards", f"control is lost at {race.side.threshold}")
    left = planning.kit_now(race)
    numbers = [use.number for use in flat_out.uses(race.rolled) if use.number]
    if min(left.gear, left.coast, left.brake) < 0 or len(set(numbers)) < len(numbers):
        raise BadState("rolled", "takes more dice than the car may use in a turn")
    if race.rolled:
        use, space = read(race.rolled[-1])
        if (space, use.gear(race.car.gear)) != (race.car.at, race.car.gear):
            raise BadState("rolled", f"its last step does not lead to {race.car.at} in gear {race.car.gear}")


def _check_route(race: Race) -> None:
    so_far = replace(race, route=(), results=())
    for step in race.route:
        die, _, space = step.partition(" ")
        choice = next((c for c in planning.lays(so_far) if c.action == Lay(die, space)), None)
        if choice is None:
            raise BadState("route", f"{step!r} cannot follow")
        if choice.barred is not None:
            raise BadState("route", f"{step!r}: {choice.barred}")
        so_far = replace(so_far, route=(*so_far.route, step))


def _with_faces(race: Race, patch: Mapping[str, object]) -> Race:
    """Dice stay in the air only over a route; faces belong to the dice of the route that they come with."""
    race = replace(race, rolling=race.rolling if race.route else "")
    if not race.results:
        return replace(race, thrown=())
    if race.rolled or race.secured:
        raise BadState("results", "a turn with a step driven one by one has no faces to lay anew")
    if not {"route", "results"} & set(patch):
        return race
    race = replace(race, thrown=flat_out.dice_of(race.route))
    if len(race.results) != len(race.thrown):
        raise BadState("results", f"the route takes {len(race.thrown)} dice, and these are {len(race.results)} faces")
    if not flat_out.foresee(race).lost:
        raise BadState("results", "with these faces the route as laid does not crash")
    return race
