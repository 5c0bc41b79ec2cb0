"""Chapter 4.3, and 4.9 for variable stops: down to the apron, back along it, and off with what is temporary."""

from msgspec import structs

from companion.engine import Ask, Choice, Event, Ruling
from companion.games.stock_car import lapping, running_order, wear
from companion.games.stock_car.actions import Done, Pit
from companion.games.stock_car.events import LedTurn, Pitted
from companion.games.stock_car.garage import clockwise, on_track, spot, with_car
from companion.games.stock_car.state import Race

GREEN_DROP, BLOWN_TIRE_DROP, VARIABLE_DROP = 5, 10, 2
AFTER_FINISH = Ruling("4.3", "Nobody pits once a car has finished.")
NOT_NOW = Ruling("4.3", "Pit stops come at the end of a turn, each player once.")
BLOWN_TIRE = Ruling("1.3", "The car with the blown tire has to pit first.")


def start(race: Race) -> Race:
    """Each player with a car on the track is asked once, First Player first."""
    waiting = tuple(seat for seat in clockwise(race) if on_track(race, seat))
    return structs.replace(race, stage="pits", waiting=waiting)


def ask(race: Race) -> Ask:
    """Which of the next player's cars pit."""
    seat = race.waiting[0]
    cars = on_track(race, seat)
    stops = tuple(_choice(race, number) for number in cars)
    done = Choice(Done(), "No more stops", barred=BLOWN_TIRE if race.must_pit in cars else None)
    return Ask(seat, "Pit stops?", (done, *stops) if done.barred is None else (*stops, done))


def _choice(race: Race, number: int) -> Choice:
    car = race.cars[number]
    lost = drop(race, number)
    where = f"Back {lost} on the apron" if lost else "Down to the apron"
    off = len(car.wear) - len(wear.cleared(car).wear)
    cleared = f"Clears {off} of {len(car.wear)} wear"
    return Choice(Pit(number), f"Pit car {number}", detail=(where, cleared), touches=(str(number),))


def drop(race: Race, number: int) -> int:
    """How many spaces a stop costs now: 5 under green, 10 with a blown tire, none under yellow; or as in 4.9."""
    car = race.cars[number]
    if race.flag == "yellow":
        return wear.count(car, "suspension", "body") if race.options.variable_pits else 0
    if number == race.must_pit:
        return BLOWN_TIRE_DROP
    return VARIABLE_DROP + wear.count(car, *wear.TEMPORARY) if race.options.variable_pits else GREEN_DROP


def pit(race: Race, number: int) -> tuple[Race, tuple[Event, ...]]:
    """The stop itself, at once and for good."""
    before, car = race, race.cars[number]
    sector, lap = spot(race.options.track, running_order.progress(race, number) - drop(race, number))
    parked = structs.replace(wear.cleared(car), at=f"A{sector}", lap=lap, status="pitted")
    must_pit = 0 if number == race.must_pit else race.must_pit
    race = structs.replace(with_car(race, number, parked), apron=(*race.apron, number), must_pit=must_pit)
    if race.lineup:
        race = structs.replace(race, apron=_by_row(race))
    race, events = lapping.settle(before, race)
    return race, (Pitted(number), *events)


def _by_row(race: Race) -> tuple[int, ...]:
    """Under yellow the inner car of a row lies under the outer one, whoever went first."""
    places = {number: (-running_order.progress(race, number), race.lineup.index(number)) for number in race.apron}
    return tuple(sorted(places, key=places.__getitem__))


def new_leader(race: Race) -> tuple[Race, tuple[Event, ...]]:
    """A car that leads only now gets a Turn Leader marker too (A29)."""
    if race.leader in race.led_now or race.leader not in race.cars:
        return race, ()
    return lead(race, (race.leader,))


def lead(race: Race, numbers: tuple[int, ...]) -> tuple[Race, tuple[Event, ...]]:
    """Turn Leader markers for these cars."""
    for number in numbers:
        car = race.cars[number]
        race = with_car(race, number, structs.replace(car, led=car.led + 1))
    return structs.replace(race, led_now=(*race.led_now, *numbers)), tuple(map(LedTurn, numbers))
