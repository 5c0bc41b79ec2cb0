"""A race corrected by hand, or begun in the middle: what a patch leaves out is filled in, what cannot be is refused."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.engine import BadState, Seat
from companion.engine.codec import form, near
from companion.games.fuel_and_fortune.cars import HOLDABLE, Car, SafetyCar
from companion.games.fuel_and_fortune.loading import loaded
from companion.games.fuel_and_fortune.neutral import checked_safety_car
from companion.games.fuel_and_fortune.start import on_grid
from companion.games.fuel_and_fortune.state import Bags, Race
from companion.parts.bag import patched_bag
from companion.parts.order import piled
from companion.parts.patch import merged

KEYS = ("turn", "order", "round", "grid", "cars", "stacks", "bags", "safety_car")
QUESTIONS = ("pits", "overtake", "chance", "discard")


def patched(race: Race, patch: Mapping[str, object]) -> Race:
    """The race with a patch over it; BadState names the key that is wrong."""
    _check_keys(race, patch)
    before = on_grid(race, tuple(race.cars)) if race.awaits == "grid" else race
    race = _patched_order(_patched_cars(before, patch), patch)
    race = replace(race, stacks=_stacks(before, race, patch), finished=())
    race = replace(race, finished=_home(before, race), bags=_bags(race, patch))
    _check_turn(race)
    race = replace(race, safety_car=_safety_car(before, race, patch))
    _check_out(race)
    return _waiting(before, race)


def _check_keys(race: Race, patch: Mapping[str, object]) -> None:
    if race.awaits == "over":
        raise BadState("", "the race is over")
    for key in patch:
        if key in Race.worked_out:
            raise BadState(key, "is worked out by the referee and cannot be patched")
        if key not in KEYS:
            raise BadState(key, f"cannot be patched{near(key, KEYS)}")


def _table(patch: Mapping[str, object], key: str) -> Mapping[str, object]:
    table = patch.get(key, {})
    if not isinstance(table, Mapping):
        raise BadState(key, "a table is expected")
    return table


def _patched_cars(race: Race, patch: Mapping[str, object]) -> Race:
    cars = dict(race.cars)
    for seat, changes in _table(patch, "cars").items():
        if seat not in cars:
            raise BadState(f"cars.{seat}", f"is not in this race{near(seat, cars)}")
        if not isinstance(changes, Mapping):
            raise BadState(f"cars.{seat}", "a table is expected")
        plain = form(cars[seat])
        assert isinstance(plain, Mapping)
        cars[seat] = loaded(Car, f"cars.{seat}", merged(plain, changes))
        _check_car(race, seat, cars[seat], len(race.cars[seat].hand))
    return replace(race, cars=cars)


def _check_car(race: Race, seat: Seat, car: Car, held: int) -> None:
    key, options, track = f"cars.{seat}", race.options, race.options.track
    if car.at not in track.merit:
        raise BadState(f"{key}.at", f"{car.at!r} {_no_place(race)}")
    last = track.laps if options.finish_mode == "finish-round" and not track.box(car.at) else track.laps - 1
    _within(f"{key}.lap", car.lap, last)
    _within(f"{key}.fuel", car.fuel, options.tank_max)
    _within(f"{key}.out_turns", car.out_turns, options.crash_out_turns)
    _within(f"{key}.turns", car.turns)
    for name in car.stats.__struct_fields__:
        _within(f"{key}.stats.{name}", getattr(car.stats, name))
    for card in car.hand:
        if card not in HOLDABLE or not options.chance_deck[card]:
            raise BadState(f"{key}.hand", f"{card!r} cannot be held; in this race {_holdable(race)} can")
    if len(car.hand) > max(options.hand_limit, held):
        raise BadState(f"{key}.hand", f"holds more than {options.hand_limit} cards")


def _no_place(race: Race) -> str:
    return f"is no place: 0 to {race.track.names[-1]}, or P1 to {race.track.last_box}"


def _within(key: str, value: int, most: int | None = None) -> None:
    if value < 0 or (most is not None and value > most):
        raise BadState(key, f"must be 0 to {most}" if most is not None else "must be at least 0")


def _holdable(race: Race) -> str:
    return ", ".join(card for card in HOLDABLE if race.options.chance_deck[card]) or "no card"


def _patched_order(race: Race, patch: Mapping[str, object]) -> Race:
    """Grid, turn order, turn and round; the order is that of the grid unless it is given."""
    grid = _seats(race, patch, "grid", race.grid)
    order = _seats(race, patch, "order", grid if "grid" in patch else race.order)
    begins = order != race.order and not any(car.turns for car in race.cars.values())
    turn = loaded(str, "turn", patch.get("turn", order[0] if begins else race.turn))
    if turn not in race.cars:
        raise BadState("turn", f"{turn!r} is not in this race{near(turn, race.cars)}")
    number = loaded(int, "round", patch.get("round", race.round))
    if number < 1 or number > (race.options.round_limit or number):
        raise BadState("round", f"must be 1 to {race.options.round_limit or 'any number'}")
    return replace(race, grid=grid, order=order, turn=turn, round=number)


def _seats(race: Race, patch: Mapping[str, object], key: str, default: tuple[Seat, ...]) -> tuple[Seat, ...]:
    seats = loaded(tuple[str, ...], key, patch.get(key, default))
    if sorted(seats) != sorted(race.cars):
        raise BadState(key, f"must name each of {', '.join(race.cars)} once")
    return seats


def _stacks(before: Race, race: Race, patch: Mapping[str, object]) -> dict[str, tuple[Seat, ...]]:
    """Front to back where cars share a place: as given, as it was, or in the order of the seats."""
    given = {
        place: loaded(tuple[str, ...], f"stacks.{place}", seats) for place, seats in _table(patch, "stacks").items()
    }
    places = {seat: car.at for seat, car in race.cars.items()}
    for place, seats in given.items():
        if place not in race.track.merit:
            raise BadState(f"stacks.{place}", _no_place(race))
        here = [seat for seat in places if places[seat] == place]
        if sorted(seats) != sorted(here):
            raise BadState(f"stacks.{place}", f"must name the cars there once: {', '.join(here) or 'none'}")
    stacks = piled(places)
    kept = {place: stack for place, stack in before.stacks.items() if sorted(stacks.get(place, ())) == sorted(stack)}
    return {place: given.get(place) or kept.get(place) or stack for place, stack in stacks.items()}


def _home(before: Race, race: Race) -> tuple[Seat, ...]:
    """Who has completed the distance, those who had before first."""
    home = [seat for seat in race.ranking if race.cars[seat].lap >= race.track.laps]
    return (
        *(seat for seat in before.finished if seat in home),
        *(seat for seat in home if seat not in before.finished),
    )


def _bags(race: Race, patch: Mapping[str, object]) -> Bags:
    given, options = _table(patch, "bags"), race.options
    for name in given:
        if name not in Bags.__struct_fields__:
            raise BadState(f"bags.{name}", f"is no deck{near(name, Bags.__struct_fields__)}")
    held = [card for car in race.cars.values() for card in car.hand] if options.dealt else []
    aside = {card: min(n, options.chance_deck[card] - held.count(card)) for card, n in race.bags.chance.discard.items()}
    chance = given.get("chance", {"discard": {card: max(0, count) for card, count in aside.items()}})
    overtake = given.get("overtake", {"discard": race.bags.overtake.discard})
    return Bags(
        overtake=patched_bag("bags.overtake", options.overtake_deck, (), overtake),
        chance=patched_bag("bags.chance", options.chance_deck, held, chance),
    )


def _check_turn(race: Race) -> None:
    if race.turn in race.finished:
        raise BadState("turn", f"{race.turn} has completed the distance")


def _safety_car(before: Race, race: Race, patch: Mapping[str, object]) -> SafetyCar:
    """As it was, if nobody has been moved; else it begins its round anew."""
    moved = any(race.cars[seat].at != car.at or race.cars[seat].lap != car.lap for seat, car in before.cars.items())
    if not moved and "safety_car" not in patch:
        return race.safety_car
    return checked_safety_car(race, _table(patch, "safety_car"))


def _check_out(race: Race) -> None:
    for seat, car in race.cars.items():
        if car.out and not (race.safety_car.out and seat == race.turn):
            raise BadState(f"cars.{seat}.out", "only the car that brought the safety car out can be out, until green")


def _waiting(before: Race, race: Race) -> Race:
    """A question that was open stays open, if it still makes sense."""
    if race.safety_car.out:
        same = race.safety_car == before.safety_car and race.safety_car.todo
        return race if same else replace(race, awaits="safety-car", underway=None)
    seat = race.turn
    same_car = seat == before.turn and race.cars[seat].at == before.cars[seat].at
    if before.awaits in QUESTIONS and same_car and _full(race) is (before.awaits == "discard"):
        return race
    return replace(race, awaits="turn", underway=None)


def _full(race: Race) -> bool:
    return len(race.cars[race.turn].hand) > race.options.hand_limit
