"""Chapter 3, damage: the bag of tokens, what they take away, and when they come back."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.engine import Draw, Seat
from companion.games.gear_dice.dashboards import Side, Weather
from companion.games.gear_dice.events import Damaged, WeatherChanged
from companion.games.gear_dice.grammar import ALL_NUMBERS, Kit
from companion.games.gear_dice.state import Car, Damage, Race, Told, with_car
from companion.parts.bag import added

COMPOSITION: Mapping[str, int] = {"gear": 6, "coast": 6, "brake": 6, "weather": 6, "yellow": 6, "green": 12}
KINDS = ("gear", "coast", "brake")
"""The tokens that stay on a dashboard."""


def full_bag(weather_tokens: bool) -> dict[str, int]:
    """All 42 tokens, or 36 where the weather never changes by chance (3.1, 7.4)."""
    return {**COMPOSITION, "weather": COMPOSITION["weather"] if weather_tokens else 0}


def held(damage: Damage) -> dict[str, int]:
    """Tokens on a dashboard by kind."""
    return {"gear": damage.gear, "coast": damage.coast, "brake": damage.brake}


def kit(car: Car, side: Side) -> Kit:
    """The dice that a car may use in a turn: the dashboard's less one for each token of the kind (3.2)."""
    hurt = car.damage
    gear, coast, brake = side.gear - hurt.gear, side.coast - hurt.coast, side.brake - hurt.brake
    return Kit(ALL_NUMBERS, max(0, gear), max(0, coast), max(0, brake))


def due(race: Race, count: int) -> int:
    """How many tokens can be drawn; an empty bag gives none (3.3)."""
    return min(count, sum(race.bag.values()))


def draw(race: Race) -> Draw:
    """All tokens of a crash, one after the other out of one bag."""
    return Draw("damage", (race.bag,), race.turn, bag=True, count=race.tokens)


def take(race: Race, tokens: tuple[str, ...]) -> Told:
    """Damage goes to the dashboard, flags will lie on the road, the rest is back in the bag (3.3)."""
    stay = [token for token in tokens if token in KINDS or token == "yellow"]
    bag = {kind: count - stay.count(kind) for kind, count in race.bag.items()}
    damaged = tuple(token for token in tokens if token in KINDS)
    car = replace(race.car, damage=Damage(**added(held(race.car.damage), damaged)))
    race = with_car(replace(race, bag=bag, tokens=0), race.driver, car)
    told = Told(race, tuple(Damaged(race.driver, kind) for kind in damaged))
    return told.then(turn_weather) if tokens.count("weather") % 2 else told


def turn_weather(race: Race) -> Told:
    """Every dashboard is turned over (7.3)."""
    weather: Weather = "wet" if race.weather == "dry" else "dry"
    return Told(replace(race, weather=weather), (WeatherChanged(weather),))


def give_back(race: Race, tokens: Iterable[str]) -> Race:
    """Tokens go back into the bag."""
    return replace(race, bag=added(race.bag, tokens))


def repaired(race: Race, seat: Seat) -> Race:
    """A dashboard without its damage; the tokens are in the bag again."""
    car = race.cars[seat]
    tokens = [kind for kind, count in held(car.damage).items() for _ in range(count)]
    return give_back(with_car(race, seat, replace(car, damage=Damage())), tokens)
