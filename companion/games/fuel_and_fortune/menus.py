"""What is on the menu, as lines of a small screen. The first choice is the one that a screen starts with."""

from msgspec.structs import replace

from companion.engine import Ask, Choice
from companion.games.fuel_and_fortune import drives
from companion.games.fuel_and_fortune.actions import Discard, EnterPits, PitStep, SkipRefuelling, StayOut
from companion.games.fuel_and_fortune.cars import Car
from companion.games.fuel_and_fortune.refusals import ruling
from companion.games.fuel_and_fortune.spots import spot
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.words import spoken


def turn(race: Race) -> Ask:
    """A seat's turn: in a box the next box or Skip, anywhere else a drive."""
    seat, track = race.turn, race.options.track
    car = race.cars[seat]
    if car.at not in track.start:
        return lane(race)
    choices = drives.menu(spot(race))
    if car.at == track.entry:
        turn_in = Choice(EnterPits(), f"PIT: P1, fuel {_fuel(race, car, entering=True)}", touches=(track.boxes[0],))
        choices = (*choices, _choice(race, turn_in))
    return Ask(seat, "YOUR TURN", choices)


def _choice(race: Race, choice: Choice) -> Choice:
    """The choice, barred if the rules say so."""
    why = ruling(race, choice.action)
    return choice if why is None else replace(choice, barred=why)


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
    enter = Choice(EnterPits(), f"Enter: P1, fuel {_fuel(race, car, entering=True)}", touches=(track.boxes[0],))
    choices = (_choice(race, enter), _choice(race, Choice(StayOut(), "Stay on track", touches=(track.entry,))))
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
    choices = [Choice(PitStep(), f"Drive to {box}, fuel {_fuel(race, car, box)}", touches=(box,))]
    if not car.locked:
        choices.append(Choice(SkipRefuelling(), f"Skip to {last}, fuel {_fuel(race, car, last)}", touches=(last,)))
    head = f"{_round(race).removesuffix(' PIT')} {car.at}" if race.safety_car.out else f"PIT LANE {car.at}"
    return Ask(seat, f"{head}  {_level(race, car)}".strip(), tuple(_choice(race, choice) for choice in choices))


def discard(race: Race) -> Ask:
    """A hand that is too full: any of its cards, the new one last."""
    hand = race.cars[race.turn].hand
    names = [spoken(name) for name in hand[:-1]] + [f"{spoken(hand[-1])} (new)"]
    choices = tuple(_choice(race, Choice(Discard(name), label)) for name, label in zip(hand, names, strict=True))
    return Ask(race.turn, "HAND FULL - DISCARD 1", choices)
