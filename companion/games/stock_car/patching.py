"""A race begun in the middle: a patch over the starting state, what it leaves out, and what could not be."""

from collections.abc import Mapping

from msgspec import structs

from companion.engine import BadState
from companion.games.stock_car import event_cards, lapping, movement, patch_keys, running_order
from companion.games.stock_car.cards import EVENT_CARDS, RACE_CARDS
from companion.games.stock_car.garage import off_board, on_board, with_car
from companion.games.stock_car.patch_keys import Patch
from companion.games.stock_car.state import Car, Move, Race
from companion.parts.patch import patched


def resumed(race: Race, patch: Patch) -> Race:
    """The race as patched: it must be able to exist, and what is left out is worked out."""
    patch_keys.check(race, patch)
    starts = _not_begun(race)
    base = structs.replace(race, stage="action") if starts or race.stage == "over" else race
    base = structs.replace(base, move=None) if _begins_a_move(patch) else base
    told = {number: patch_keys.told(race, patch, number) for number in race.cars}
    race = patched(base, patch)
    race = _statuses(race, told)
    _check(race, base)
    race = _leaders(_places(_apron(race)), patch)
    race = _started(race, patch) if starts else race
    return _tidied(_turn(race, patch), patch)


def move_keys(race: Race, patch: Patch) -> frozenset[str]:
    """What need not be worked out of a move: what the patch says, and what the move it changes knows already."""
    move = patch.get("move")
    told = frozenset(map(str, move)) if isinstance(move, Mapping) else frozenset[str]()
    if race.move is None or _begins_a_move(patch):
        return told
    unknown = {"linked"} if race.move.doing == movement.FOLLOW else set[str]()
    return told | frozenset(Move.__struct_fields__) - unknown


def _begins_a_move(patch: Patch) -> bool:
    """Whether the patch names a car to be moved: nothing is left then of a move that was under way."""
    move = patch.get("move")
    return isinstance(move, Mapping) and "car" in move


def _not_begun(race: Race) -> bool:
    """Whether the race still stands before its first segment, so that a patch says where it starts."""
    return race.stage == "bars" or (race.stage == "deal" and race.round == 1)


def _statuses(race: Race, told: Mapping[int, Patch]) -> Race:
    """A space on the apron says `pitted`, a place says `finished`; lost cars stand nowhere."""
    for number, keys in told.items():
        car = race.cars[number]
        if "status" not in keys and "place" in keys and car.place:
            car = structs.replace(car, status="finished")
        elif "status" not in keys and "at" in keys:
            car = structs.replace(car, status="pitted" if car.at.startswith("A") else "racing")
        if not running_order.on_board(car) and "at" not in keys:
            car = structs.replace(car, at="")
        race = with_car(race, number, car)
    return race


def _check(race: Race, base: Race) -> None:
    for number, car in race.cars.items():
        if car.seat != base.cars[number].seat:
            raise BadState(f"cars.{number}.seat", "is fixed at the set-up and cannot be patched")
        _check_car(race, number, car)
    for key, seat in (("turn", race.turn), ("first_player", race.first_player)):
        if seat not in race.options.seats:
            raise BadState(key, f"{seat!r} has no seat in this race: {', '.join(race.options.seats)}")
    _check_spaces(race)
    _check_cards(race)
    _check_events(race)


def _check_car(race: Race, number: int, car: Car) -> None:
    key = f"cars.{number}"
    if running_order.on_board(car):
        if why := _no_space(race, car):
            raise BadState(f"{key}.at", why)
        if car.place:
            raise BadState(f"{key}.place", "a car that is still racing has no position marker")
        if car.lap > race.options.laps:
            raise BadState(f"{key}.lap", f"the race is over for a car after lap {race.options.laps}")
    elif car.at:
        raise BadState(f"{key}.at", f"a car that is {car.status} stands on no space")
    if not 0 <= car.place <= len(race.cars):
        raise BadState(f"{key}.place", f"there are places 1 to {len(race.cars)}, and 0 for none")
    if car.led < 0:
        raise BadState(f"{key}.led", "no fewer than 0 Turn Leader markers")


def _no_space(race: Race, car: Car) -> str:
    track = race.options.track
    lane, sector = car.at[:1], car.at[1:]
    if not sector.isdecimal() or str(int(sector)) != sector or not 1 <= int(sector) <= track.sectors:
        return f"{car.at!r} is no space: a lane and a sector from 1 to {track.sectors}, as in M7"
    if (lane == "A") != (car.status == "pitted"):
        return f"a car that is {car.status} does not stand on {car.at!r}"
    if lane != "A" and car.at not in track.grid.index:
        there = ", ".join(track.grid.names[space] for space in track.grid.spaces_of(int(sector)))
        return f"there is no space {car.at!r}: sector {sector} has {there}"
    return ""


def _check_spaces(race: Race) -> None:
    stands: dict[str, int] = {}
    places: dict[int, int] = {}
    for number, car in race.cars.items():
        if car.status == "racing" and (other := stands.setdefault(car.at, number)) != number:
            raise BadState(f"cars.{number}.at", f"car {other} stands on {car.at} already")
        if car.place and (other := places.setdefault(car.place, number)) != number:
            raise BadState(f"cars.{number}.place", f"car {other} has place {car.place} already")


def _check_cards(race: Race) -> None:
    seen: dict[int, str] = {}
    for key, cards in (*((f"hands.{seat}", hand) for seat, hand in race.hands.items()), ("discards", race.discards)):
        for card in cards:
            if card not in RACE_CARDS:
                raise BadState(key, f"there is no race card {card}: they are numbered 1 to {len(RACE_CARDS)}")
            if card in seen:
                raise BadState(key, f"card {card} is in {seen[card]} already")
            seen[card] = key


def _check_events(race: Race) -> None:
    for key, names in (("events_aside", race.events_aside), ("spent_events", race.spent_events)):
        for name in names:
            if name not in EVENT_CARDS:
                raise BadState(key, f"there is no event card {name!r}: {', '.join(EVENT_CARDS)}")
            if names.count(name) > EVENT_CARDS[name].count:
                raise BadState(key, f"there are only {EVENT_CARDS[name].count} cards {name!r}")
    if any(name != "rain" for name in race.events_aside):
        raise BadState("events_aside", "only Rain is ever laid aside")
    _check_apron(race)


def _check_apron(race: Race) -> None:
    for number in race.apron:
        if number not in race.cars:
            raise BadState("apron", f"there is no car {number}")


def _apron(race: Race) -> Race:
    """Who lies where in a pile on the apron, where it is not said: in the order of the team sheets."""
    pitted = [number for number, car in race.cars.items() if car.status == "pitted"]
    known = tuple(number for number in race.apron if number in pitted)
    return structs.replace(race, apron=known + tuple(number for number in pitted if number not in known))


def _places(race: Race) -> Race:
    """Lost and finished cars without a position marker take what is left, from the bottom and from the top."""
    for number in [number for number, car in race.cars.items() if not car.place]:
        status = race.cars[number].status
        if status == "finished":
            race = off_board(race, number, status, running_order.best_place_left(race))
        elif status == "out":
            race = off_board(race, number, status, running_order.worst_place_left(race))
    return race


def _leaders(race: Race, patch: Patch) -> Race:
    """The leader, unless the patch says otherwise; it must be a car that can lead."""
    if "leader" not in patch:
        return lapping.with_leader(race)
    if race.leader not in (race.running_order or (0,)):
        raise BadState("leader", f"there is no car {race.leader} on the track or the apron")
    return race


def _started(race: Race, patch: Patch) -> Race:
    """At the start the leader's owner is First Player, and without hands every card number is open.

    A race that is under way keeps its First Player to the end of the turn (4.2).
    """
    if "first_player" not in patch and race.leader in race.cars:
        race = structs.replace(race, first_player=race.cars[race.leader].seat)
    if "hands" in patch or any(race.hands.values()):
        return race
    return structs.replace(race, options=structs.replace(race.options, cards="held"))


def _turn(race: Race, patch: Patch) -> Race:
    """A car that is being moved says whose segment it is."""
    if race.move is None:
        return race
    if race.move.car not in race.cars:
        raise BadState("move.car", f"there is no car {race.move.car}")
    owner = race.cars[race.move.car].seat
    if "turn" in patch and race.turn != owner:
        raise BadState("turn", f"car {race.move.car} belongs to {owner}")
    if race.stage != "action":
        race = structs.replace(race, stage="action", waiting=())
    return structs.replace(race, turn=owner)


def _tidied(race: Race, patch: Patch) -> Race:
    """What was going on is cut down to the cars that are still there; a car that is gone is moved no further."""
    here = race.running_order
    race = structs.replace(
        race,
        tied=tuple(number for number in race.tied if number in here),
        struck=tuple(number for number in race.struck if number in here),
        must_pit=race.must_pit if race.must_pit in here else 0,
        lineup=_still_lined_up(race, here),
    )
    race = structs.replace(race, waiting=tuple(seat for seat in race.waiting if _has_a_say(race, seat)))
    return race if race.move is None or _begins_a_move(patch) else _moved_on(race, race.move)


def _still_lined_up(race: Race, here: tuple[int, ...]) -> tuple[int, ...]:
    if not race.lineup:
        return ()
    kept = tuple(number for number in race.lineup if number in here)
    return kept + tuple(number for number in here if number not in kept)


def _has_a_say(race: Race, seat: str) -> bool:
    """Whether a seat that was still to be asked has anything to choose from."""
    match race.stage:
        case "event":
            return bool(event_cards.nameable(race, seat))
        case "pits":
            return bool(on_board(race, seat))
    return bool(race.hands.get(seat))


def _moved_on(race: Race, move: Move) -> Race:
    """The move that was under way goes on without the cars that have left it; an open question is put again."""
    if not running_order.on_board(race.cars[move.car]):
        return structs.replace(race, move=None)
    linked = tuple(number for number in move.linked if race.cars[number].status == "racing")
    return structs.replace(race, move=structs.replace(move, linked=linked, doing="", answers=()))
