"""Chapter 6.5, loss of control: the crash table, the recovery, the tokens, and what they do."""

from msgspec.structs import replace

from companion.engine import Event
from companion.games.gear_dice import damage, flags
from companion.games.gear_dice.dashboards import Verdict
from companion.games.gear_dice.events import LeftTrack, LostControl, Spun
from companion.games.gear_dice.rounds import end_turn
from companion.games.gear_dice.state import Race, Told, with_car


def verdict(race: Race) -> Verdict:
    """What the crash table says where the car stands, for the gear that it is in."""
    return race.side.verdict(race.car.gear, race.road.danger(race.car.at))


def lose_control(race: Race) -> Told:
    """The car is placed already. Spin or leave the track; what was laid is void; tokens may be due."""
    seat, found = race.driver, verdict(race)
    gone: Event = LeftTrack(seat) if found.off else Spun(seat)
    car = replace(race.car, gear=0, status="off" if found.off else "spun")
    race = replace(with_car(race, seat, car), route=(), results=(), thrown=(), tokens=damage.due(race, found.tokens))
    told = Told(flags.separated(race), (LostControl(seat, car.at), gone))
    return told if told.race.tokens else told.then(end_turn)


def take_tokens(race: Race, tokens: tuple[str, ...]) -> Told:
    """Dice damage, then weather, then flags; then the turn is over."""
    space, yellows = race.car.at, tokens.count("yellow")
    told = damage.take(race, tokens)
    if yellows:
        told = told.then(lambda race: flags.place(race, space, yellows))
    return told.then(end_turn)
