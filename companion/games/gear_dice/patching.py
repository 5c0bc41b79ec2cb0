"""A scenario's patch: what it leaves open is filled in, and a race that could not exist is refused."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from companion.engine import BadState, Seat
from companion.engine.codec import near
from companion.games.gear_dice import flags, laid
from companion.games.gear_dice.damage import COMPOSITION, KINDS, full_bag, held
from companion.games.gear_dice.misread import explained
from companion.games.gear_dice.order import standings
from companion.games.gear_dice.rounds import cleared, started
from companion.games.gear_dice.state import Car, Race, with_car
from companion.games.gear_dice.track import starting_grid
from companion.parts.patch import merged, patched

Patch = Mapping[str, object]

BOOKKEEPING = ("line_up", "thrown", "rolling", "tokens", "pitting", "returned", "yellows", "finishers", "places")
"""What follows from the rest, or from the questions that a turn has come to."""


def on_grid(race: Race, seats: tuple[Seat, ...]) -> Race:
    """The cars on the grid, front row first, left before right."""
    slots = dict(zip(seats, starting_grid(race.options.track), strict=False))
    cars = {seat: replace(car, at=slots[seat]) for seat, car in race.cars.items()}
    return replace(race, cars=cars, line_up=seats)


def resumed(race: Race, patch: Patch) -> Race:
    """The race with a patch over it; set-up draws count as done, in the order of the seats."""
    if not race.line_up:
        race = started(on_grid(race, race.options.seats)).race
    _check_keys(race, patch)
    after = _turn(replace(_patched(_before(race, patch), patch), options=race.options), patch)
    fill: Callable[[Race, Patch], Race]
    for fill in (_cars, _finishers, _flags, _exempt, _bag):
        after = fill(after, patch)
    return laid.checked(after, patch)


def _patched(race: Race, patch: Patch) -> Race:
    try:
        return patched(race, patch)
    except BadState as error:
        raise BadState(*explained(Race, error.key, error.why)) from None


def _check_keys(race: Race, patch: Patch) -> None:
    if "options" in patch:
        raise BadState("options", "are set under [options], not patched")
    for key in BOOKKEEPING:
        if key in patch:
            raise BadState(key, "is the referee's own bookkeeping and cannot be patched")
    for seat, car in _table(patch, "cars"):
        if seat not in race.cars:
            raise BadState(f"cars.{seat}", f"has no car in this race; seats are {', '.join(race.cars)}")
        if not isinstance(car, Mapping):
            raise BadState(f"cars.{seat}", 'takes a table, like { at = "a1", gear = 3 }')
        _check_car(race, seat, car)
    for kind, count in _table(patch, "bag"):
        if kind not in COMPOSITION:
            raise BadState(f"bag.{kind}", f"is no token; they are {', '.join(COMPOSITION)}")
        if type(count) is not int or count < 0:
            raise BadState(f"bag.{kind}", "takes a whole number of at least 0")


def _table(patch: Patch, key: str) -> tuple[tuple[str, object], ...]:
    value = patch.get(key)
    return tuple(value.items()) if isinstance(value, Mapping) else ()


def _check_car(race: Race, seat: Seat, car: Patch) -> None:
    """A wrong field is named with its seat; the whole state's own check could not tell which."""
    try:
        msgspec.convert(merged(msgspec.to_builtins(race.cars[seat]), car), Car)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$")
        where, why = explained(Car, path.strip("`."), why)
        raise BadState(f"cars.{seat}.{where}".rstrip("."), why) from None


def _before(race: Race, patch: Patch) -> Race:
    """A turn that goes to another seat takes nothing along."""
    order = patch.get("order")
    turn = patch.get("turn", order[0] if isinstance(order, list | tuple) and order else race.turn)
    return race if turn == race.turn else cleared(race)


def _turn(race: Race, patch: Patch) -> Race:
    """`turn` is the first of `order`; if only one of them is patched the other follows."""
    if "order" not in patch:
        first = (race.turn,) if race.turn is not None else ()
        race = replace(race, order=first + tuple(seat for seat in race.order if seat not in first))
    elif "turn" not in patch:
        race = replace(race, turn=race.order[0] if race.order else None)
    _check_order(race, patch)
    played = tuple(seat for seat in race.line_up if seat not in race.order)
    return replace(race, line_up=played + race.order)


def _check_order(race: Race, patch: Patch) -> None:
    if "turn" in patch and race.turn not in (None, *race.cars):
        raise BadState("turn", f"{race.turn} has no car in this race; seats are {', '.join(race.cars)}")
    for seat in race.order:
        if seat not in race.cars or race.order.count(seat) > 1:
            raise BadState("order", f"{seat}: each seat of the race once at most, they are {', '.join(race.cars)}")
    if race.turn != (race.order[0] if race.order else None):
        raise BadState("turn", "is the first of order")


def _cars(race: Race, patch: Patch) -> Race:
    stands: dict[str, Seat] = {}
    for seat, car in race.cars.items():
        race = with_car(race, seat, _car(race, seat, car))
        if car.on_road and car.at in stands:
            raise BadState(f"cars.{seat}.at", f"{stands[car.at]} stands on {car.at} already")
        stands |= {car.at: seat} if car.on_road else {}
    return race


def _car(race: Race, seat: Seat, car: Car) -> Car:
    if car.at not in race.road.spaces:
        raise BadState(f"cars.{seat}.at", f"there is no space {car.at!r} on this track{_close(race, car.at)}")
    if car.gear and car.status not in ("road", "finished"):
        raise BadState(f"cars.{seat}.gear", f"a car that is {car.status} is in gear 0")
    return replace(car, new_tyres=car.new_tyres or car.status == "pit-tyres")


def _close(race: Race, space: str) -> str:
    """A hint, where one is close: a track has too many spaces to list."""
    hint = near(space, race.road.spaces)
    return hint if "did you mean" in hint else ""


def _finishers(race: Race, patch: Patch) -> Race:
    """A car has finished at `laps` + 1 crossings; the one that is driving leaves the road at the end of its turn."""
    home = race.options.laps + 1
    for seat, car in race.cars.items():
        if car.status == "finished" and car.lap < home:
            raise BadState(f"cars.{seat}.status", f"a car has finished at {home} crossings, not at {car.lap}")
        if car.lap >= home and not (seat == race.turn and race.rolled):
            race = with_car(race, seat, replace(car, status="finished"))
    done = tuple(seat for seat in standings(race) if race.cars[seat].lap >= home and seat not in race.finishers)
    order = tuple(seat for seat in race.order if race.cars[seat].status != "finished")
    return replace(race, finishers=race.finishers + done, order=order, turn=order[0] if order else None)


def _flags(race: Race, patch: Patch) -> Race:
    """Patched flags count as placed now, by one token."""
    for tile in race.flags:
        if tile not in race.road.tiles:
            raise BadState("flags", f"there is no tile {tile!r}{near(tile, race.road.tiles)}")
        if race.flags.count(tile) > 1:
            raise BadState("flags", f"{tile} is there twice; more flags on a tile change nothing")
    told = patch.get("flag_rounds", {}) if "flags" in patch else race.flag_rounds
    given = tuple(told) if isinstance(told, Mapping) else ()
    for tile in given:
        if tile not in race.flags:
            raise BadState(f"flag_rounds.{tile}", "no flag lies there")
    rounds = {tile: race.flag_rounds[tile] if tile in given else race.options.yellow_rounds for tile in race.flags}
    if "flags" in patch:
        race = replace(race, yellows=(max(rounds.values()),) if rounds else ())
    return replace(race, flag_rounds=rounds)


def _exempt(race: Race, patch: Patch) -> Race:
    for pair in race.exempt:
        if not set(pair) <= set(race.cars) or len(set(pair)) < 2:
            raise BadState("exempt", f"{' and '.join(pair)} are no two cars of this race")
    if "flags" not in patch or "exempt" in patch:
        return race
    return replace(race, exempt=flags.side_by_side(race))


def _bag(race: Race, patch: Patch) -> Race:
    """What is not on dashboards nor on the road is in the bag; a patched bag may be short of it, never over."""
    out = {kind: sum(held(car.damage)[kind] for car in race.cars.values()) for kind in KINDS}
    full, given = full_bag(race.options.weather_tokens), dict(_table(patch, "bag"))
    for kind in KINDS:
        if out[kind] > full[kind]:
            seat = max(race.cars, key=lambda seat: held(race.cars[seat].damage)[kind])
            raise BadState(f"cars.{seat}.damage.{kind}", f"there are {full[kind]} {kind} tokens, not {out[kind]}")
    if "yellow" in given and race.flags:
        race = _yellows(race, full["yellow"] - race.bag["yellow"])
    out["yellow"] = len(race.yellows)
    rest = {kind: count - out.get(kind, 0) for kind, count in full.items()}
    for kind in given:
        if race.bag[kind] > rest[kind]:
            raise BadState(f"bag.{kind}", f"there are {full[kind]}, and {out.get(kind, 0)} are elsewhere")
    return replace(race, bag={kind: race.bag[kind] if kind in given else count for kind, count in rest.items()})


def _yellows(race: Race, out: int) -> Race:
    """While flags lie, the yellow tokens that are not in the bag belong to them."""
    rounds = max(race.flag_rounds.values(), default=0)
    return replace(race, yellows=(rounds,) * out) if out >= 0 and out != len(race.yellows) else race
