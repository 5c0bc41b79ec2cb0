"""What is on the menu, as lines of a small screen. The first choice is the one that a screen starts with."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine import Ask, Choice
from companion.games.fuel_and_fortune.actions import Discard, EnterPits, PitStep, SkipRefuelling, StayOut
from companion.games.fuel_and_fortune.cars import Car
from companion.games.fuel_and_fortune.drive_lines import Prospect, line
from companion.games.fuel_and_fortune.moving import fuel_for
from companion.games.fuel_and_fortune.options import Options
from companion.games.fuel_and_fortune.refusals import ruling
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.words import spoken


def turn(race: Race) -> Ask:
    """A seat's turn: in a box the next box or Skip, anywhere else a drive."""
    car, track = race.cars[race.turn], race.options.track
    if car.at not in track.start:
        return lane(race)
    choices = [*_drives(race, car)]
    if car.at == track.entry:
        choices.append(_choice(race, Choice(EnterPits(), f"PIT: P1, fuel {_fuel(race, car, entering=True)}")))
    return Ask(race.turn, "YOUR TURN", tuple(choices))


def _choice(race: Race, choice: Choice) -> Choice:
    """The choice, barred if the rules say so."""
    why = ruling(race, choice.action)
    return choice if why is None else replace(choice, barred=why)


def _drives(race: Race, car: Car) -> Iterator[Choice]:
    """Every drive that is open, and of those that are not the ones that a driver may wonder about."""
    shields, spare = 0, "avoid-crash" in car.hand
    taken = {other.at for other in race.cars.values()}
    useless: set[str | None] = set()
    for distance, name in _distances(race.options, car):
        if name in useless:
            continue
        plain = _drive(race, car, distance, name, False, taken)
        yield plain
        if plain.barred is not None:
            useless.add(name)
        if spare and plain.warning and plain.barred is None:
            guarded = _drive(race, car, distance, name, True, taken)
            if guarded.barred is None:
                shields += 1
                yield guarded
    if spare and not shields:
        yield _drive(race, car, 1 if car.locked else 2, None, True, taken)


def _distances(options: Options, car: Car) -> Iterator[tuple[int, str | None]]:
    """How far, and with which movement card; the largest base move first."""
    if car.locked:
        yield from ((1, None), (2, None))
        yield from ((1, name) for name in dict.fromkeys(car.hand) if name in options.free_moves)
        return
    yield from ((2, None), (1, None))
    yield from ((distance, None) for distance in range(3, 3 + car.fuel))
    for name in dict.fromkeys(car.hand):
        if name in options.free_moves:
            least, free = options.free_moves[name]
            yield from ((distance, name) for distance in range(least, free + car.fuel + 1))


def _drive(race: Race, car: Car, distance: int, name: str | None, avoid_crash: bool, taken: set[str]) -> Choice:
    options = race.options
    track = options.track
    place = track.names[(track.start[car.at] + distance) % track.size]
    met = race.rivals_at(place, race.turn) if place in taken and place not in track.safe else ()
    burn = fuel_for(options, distance, name)
    immune = options.late_brake_immune and name == "late-brake"
    prospect = Prospect(
        seat=race.turn,
        at=car.at,
        distance=distance,
        card=name,
        avoid_crash=avoid_crash,
        burn=burn,
        left=max(0, car.fuel - burn),
        to_go=min(track.laps - car.lap, 2),
        others=met,
        shield=avoid_crash or immune,
        spare="avoid-crash" in car.hand,
    )
    return _choice(race, line(track, prospect))


def _fuel(race: Race, car: Car, box: str = "", entering: bool = False) -> int:
    """The fuel that a car would have on that box, or on entering the lane."""
    options = race.options
    gain = 2 if options.pit_entry_grant == "extra" else 1
    if not entering:
        gain = 1 if box != options.track.last_box or options.last_pit_refuels else 0
    return min(options.tank_max, car.fuel + gain)


def pits(race: Race) -> Ask:
    """The offer on Pit Entry: with an empty tank it starts with yes."""
    seat = race.asked
    car, track = race.cars[seat], race.options.track
    enter = Choice(EnterPits(), f"Enter: P1, fuel {_fuel(race, car, entering=True)}", touches=(track.boxes[0], seat))
    choices = (_choice(race, enter), _choice(race, Choice(StayOut(), "Stay on track", touches=(track.entry, seat))))
    head = _round(race) or "PIT ENTRY  "
    return Ask(seat, f"{head} {_level(race, car)}".strip(), choices if not car.fuel else choices[::-1])


def _round(race: Race) -> str:
    """`SC 2/3` while the safety car is out."""
    options, safety_car = race.options, race.safety_car
    number = options.sc_rounds - safety_car.rounds_left + 1
    return f"SC {number}/{options.sc_rounds} PIT" if safety_car.out else ""


def _level(race: Race, car: Car) -> str:
    """The tank, for a heading that everybody may read."""
    return "" if race.options.fuel_hidden else f"fuel {car.fuel}/{race.options.tank_max}"


def lane(race: Race) -> Ask:
    """In a box: the next one, or Skip."""
    seat = race.asked
    car, track = race.cars[seat], race.options.track
    box, last = track.boxes[track.box(car.at)], track.last_box
    choices = [Choice(PitStep(), f"Drive to {box}, fuel {_fuel(race, car, box)}", touches=(box, seat))]
    if not car.locked:
        choices.append(Choice(SkipRefuelling(), f"Skip to {last}, fuel {_fuel(race, car, last)}", touches=(last, seat)))
    head = f"{_round(race).removesuffix(' PIT')} {car.at}" if race.safety_car.out else f"PIT LANE {car.at}"
    return Ask(seat, f"{head}  {_level(race, car)}".strip(), tuple(_choice(race, choice) for choice in choices))


def discard(race: Race) -> Ask:
    """A hand that is too full: any of its cards, the new one last."""
    hand = race.cars[race.turn].hand
    names = [spoken(name) for name in hand[:-1]] + [f"{spoken(hand[-1])} (new)"]
    choices = tuple(_choice(race, Choice(Discard(name), label)) for name, label in zip(hand, names, strict=True))
    return Ask(race.turn, "HAND FULL - DISCARD 1", choices)
