"""Chapter 7.1 and 5.1: into the pits, and back onto the road."""

from msgspec.structs import replace

from companion.engine import Ask, Choice
from companion.games.gear_dice import damage
from companion.games.gear_dice.actions import Fit, NoPit, Pit, Reenter
from companion.games.gear_dice.events import Blocked, Pitted, Reentered, TurnLost
from companion.games.gear_dice.options import TYRES
from companion.games.gear_dice.rounds import end_turn
from companion.games.gear_dice.state import Race, Told, with_car
from companion.games.gear_dice.traffic import occupied

PIT_GEAR = 1
COMING_BACK = ("off-ready", "pit-tyres")
LABELS = {
    "tyres": ("Tyres", "back next turn"),
    "repairs": ("Repairs", "back in two turns"),
    "both": ("Tyres and repairs", "back in two turns"),
}


def finish_turn(race: Race) -> Told:
    """A turn that ends without a crash: the pits are offered where they may be, else it is over."""
    return Told(replace(race, pitting="offered", route=())) if may_pit(race) else end_turn(race)


def may_pit(race: Race) -> bool:
    """Gear 1, at the edge of the road, on a space without a limit, and not home already."""
    car, space = race.car, race.road.spaces[race.car.at]
    free = space.edge and space.limit is None
    return free and car.gear == PIT_GEAR and car.on_road and race.driver not in race.finishers


def ask_to_pit(race: Race) -> Ask:
    """The pit stop, if the driver likes."""
    kinds = ("repairs",) if race.pitting == "stuck" else tuple(LABELS)
    stops = tuple(Choice(Pit(kind), LABELS[kind][0], detail=(LABELS[kind][1],)) for kind in kinds)
    prompt = "No dice left: repair?" if race.pitting == "stuck" else "Pit stop?"
    return Ask(race.driver, prompt, (*stops, Choice(NoPit(), "Stay on the road")))


def pit(race: Race, wish: Pit) -> Told:
    """Tyres alone come back at once from gear 0, repairs show 00 first; repairs clear all damage."""
    told = Pitted(race.driver, wish.kind)
    if wish.kind != "tyres":
        race = damage.repaired(race, race.driver)
    status = "pit-tyres" if wish.kind == "tyres" else "pit-repairs"
    car = replace(race.car, gear=0, status=status, new_tyres=wish.kind != "repairs", stuck=False)
    return Told(with_car(race, race.driver, car), (told,)).then(end_turn)


def stay(race: Race) -> Told:
    """No pit stop; a car without dice stays blocked (A14)."""
    told = Told(race, (Blocked(race.driver),) if race.pitting == "stuck" else ())
    return told.then(end_turn)


def wait(race: Race) -> Told:
    """00 becomes 0: the turn is spent."""
    race = with_car(race, race.driver, replace(race.car, status="off-ready"))
    return lose_turn(race)


def lose_turn(race: Race) -> Told:
    """The turn goes by off the road."""
    return Told(race, (TurnLost(race.driver),)).then(end_turn)


def coming_back(race: Race) -> bool:
    """The car whose turn it is stands beside the road, ready."""
    return race.car.status in COMING_BACK


def shut_out(race: Race) -> bool:
    """Another car stands where this one would come back (A21)."""
    return occupied(race, race.car.at) is not None


def ask_back(race: Race) -> Ask:
    """First the tyres, if new ones are due, then back onto the road."""
    if race.car.new_tyres:
        tyres = tuple(Choice(Fit(tyre), f"{tyre.capitalize()} tyres") for tyre in TYRES)
        return Ask(race.driver, "Which tyres?", tyres)
    back = Choice(Reenter(), f"Back on {race.car.at}"[:21], touches=(race.car.at,))
    return Ask(race.driver, "Back onto the road", (back,))


def fit(race: Race, wish: Fit) -> Told:
    """New tyres are on; damage stays where it is."""
    tyre = "rain" if wish.tyres == "rain" else "asphalt"
    return Told(with_car(race, race.driver, replace(race.car, tyres=tyre, new_tyres=False)))


def reenter(race: Race) -> Told:
    """Back on the space left, in gear 0. No die, no limit, nobody to pass; the turn is spent unless A1 says not."""
    race = with_car(race, race.driver, replace(race.car, status="road", gear=0))
    told = Told(race, (Reentered(race.driver, race.car.at),))
    return told.then(end_turn if race.options.reentry_uses_turn else _drive_on)


def _drive_on(race: Race) -> Told:
    return Told(replace(race, returned=True))
