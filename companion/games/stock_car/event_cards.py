"""Chapter 1.3: the 26 event cards. A card picks its cars, ties go by a Team Bar and then by the owner, then it hits."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import structs

from companion.engine import Ask, Choice, Event
from companion.games.stock_car import decks, lapping, running_order, wear
from companion.games.stock_car.actions import Done, Name
from companion.games.stock_car.cards import EVENT_CARDS
from companion.games.stock_car.events import EventDrawn, FlagShown, Moved
from companion.games.stock_car.garage import clockwise, on_board, spot, with_car
from companion.games.stock_car.state import Race, Wear

Told = tuple[Race, tuple[Event, ...]]
SPIN = 10

MOST: Mapping[str, tuple[Wear, ...]] = {
    "blown-engine": ("engine",),
    "blown-transmission": ("transmission",),
    "blown-tire": ("tire",),
    "engine-damage": ("engine",),
    "fuel-miscalculation": ("fuel",),
    "gear-box-damage": ("transmission",),
    "its-getting-worse": ("suspension", "bent-suspension"),
    "loose": ("suspension",),
    "tight": ("suspension", "bent-suspension"),
    "spinout": ("tire",),
}
"""Cards that hit the car with the most markers of these kinds; nobody, if nobody has any."""

PLACED: Mapping[str, Wear] = {
    "brush-the-wall": "crushed-body",
    "engine-damage": "engine",
    "front-end-damage": "crushed-body",
    "fuel-miscalculation": "fuel",
    "gear-box-damage": "transmission",
    "its-getting-worse": "suspension",
    "sun-on-the-track": "tire",
}
"""Cards that lay one marker on the car they hit."""

EACH_CHOOSES = ("sun-on-the-track", "overcast")


def carry_out(race: Race, name: str) -> Told:
    """The card is turned over: its flag, the cars it is down to, and whoever must say something first."""
    race = structs.replace(decks.event_drawn(race, name), event=name, tied=(), struck=(), flag=EVENT_CARDS[name].flag)
    told: tuple[Event, ...] = (EventDrawn(name),)
    if name == "rain":
        return structs.replace(race, flag="green"), told
    race, events = _begin(race, name)
    return race, (*told, FlagShown(race.flag), *events)


def _begin(race: Race, name: str) -> Told:
    if name == "marbles":
        return _marbles(race)
    if name in EACH_CHOOSES:
        return structs.replace(race, waiting=tuple(seat for seat in clockwise(race) if nameable(race, seat))), ()
    race = structs.replace(race, tied=candidates(race, name))
    return _narrowed(race) if race.tied and not needs_bar(race) else (race, ())


def candidates(race: Race, name: str) -> tuple[int, ...]:
    """The cars that a card could hit, before ties are broken."""
    if name in MOST:
        return _most(race, name)
    if name == "pileup":
        return running_order.order(race)
    racing = (number for number in race.cars if race.cars[number].status == "racing")
    return tuple(number for number in racing if _EXPOSED[name](race, number)) if name in _EXPOSED else ()


def _most(race: Race, name: str) -> tuple[int, ...]:
    cars = (number for number, car in race.cars.items() if running_order.on_board(car))
    on_apron_too = name not in ("blown-tire", "spinout")
    counts = {
        number: wear.count(race.cars[number], *MOST[name])
        for number in cars
        if on_apron_too or race.cars[number].status == "racing"
    }
    top = max(counts.values(), default=0)
    return tuple(number for number, count in counts.items() if count == top > 0)


def _outermost(race: Race, number: int) -> bool:
    return race.cars[number].at[0] == "O"


def _neighbours(race: Race, number: int, ahead_only: bool = False) -> tuple[int, ...]:
    """Cars on spaces that touch this car's; a lane that meets two lanes touches both."""
    grid = race.options.track.grid
    space = grid.index[race.cars[number].at]
    spaces = grid.ahead[space]
    if not ahead_only:
        spaces = (*spaces, grid.inward[space], grid.outward[space], *grid.behind[space])
    return tuple(n for n, car in race.cars.items() if car.status == "racing" and grid.index[car.at] in spaces)


def _blocked(race: Race, number: int) -> bool:
    return bool(_neighbours(race, number, ahead_only=True))


def _touching(race: Race, number: int) -> bool:
    return bool(_neighbours(race, number))


_EXPOSED: Mapping[str, Callable[[Race, int], bool]] = {
    "brush-the-wall": _outermost,
    "front-end-damage": _blocked,
    "collision": _touching,
}


def _teams(race: Race, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(race.cars[number].seat for number in numbers))


def needs_bar(race: Race) -> bool:
    """Whether a Team Bar must be turned: teams are tied, or the card says so."""
    return bool(race.tied) and (race.event == "pileup" or len(_teams(race, race.tied)) > 1)


def bar_drawn(race: Race, outcome: str) -> Told:
    """The first team on the bar that the card could hit is the one."""
    race, bar = decks.bar_drawn(race, outcome)
    if race.event == "pileup":
        return _pileup(race, bar)
    teams = _teams(race, race.tied)
    first = next(seat for seat in bar if seat in teams)
    return _narrowed(structs.replace(race, tied=tuple(n for n in race.tied if race.cars[n].seat == first)))


def _narrowed(race: Race) -> Told:
    """One team is left: it picks, unless there is nothing to pick."""
    if len(race.tied) > 1 or race.event == "collision":
        return structs.replace(race, waiting=_teams(race, race.tied)), ()
    return _hit(structs.replace(race, tied=()), race.tied[0])


def ask(race: Race) -> Ask:
    """Which of its cars the next seat names."""
    seat, title = race.waiting[0], EVENT_CARDS[race.event].title
    named = tuple(Choice(Name(n), f"Car {n}", touches=(str(n),)) for n in nameable(race, seat))
    spare = (Choice(Done(), "None of them"),) if race.event == "overcast" else ()
    return Ask(seat, title, named + spare)


def nameable(race: Race, seat: str) -> tuple[int, ...]:
    """The cars that a seat may name for the card under way."""
    cars = on_board(race, seat)
    if race.event == "sun-on-the-track":
        return cars
    if race.event == "overcast":
        return tuple(number for number in cars if "tire" in race.cars[number].wear)
    beside = _neighbours(race, race.struck[0]) if race.struck else race.tied
    return tuple(number for number in cars if number in beside)


def named(race: Race, number: int) -> Told:
    """A seat has named a car."""
    race = structs.replace(race, waiting=race.waiting[1:], tied=())
    if race.event == "overcast":
        return with_car(race, number, wear.without(race.cars[number], "tire")), ()
    if race.event == "collision":
        return _crash(race, number) if race.struck else _collide(race, number)
    return _hit(race, number)


def _hit(race: Race, number: int) -> Told:
    """What the card does to the one car."""
    match race.event:
        case "blown-engine" | "blown-transmission":
            return _lost(race, number)
        case "blown-tire":
            return structs.replace(race, must_pit=number), ()
        case "loose" | "tight":
            return _bend(race, number)
        case "spinout":
            return _spin(race, number)
    return wear.add(race, number, PLACED[race.event])


def _lost(race: Race, number: int) -> Told:
    before = race
    race, events = wear.retire(race, number)
    race, more = lapping.settle(before, race)
    return race, events + more


def _bend(race: Race, number: int) -> Told:
    """A suspension marker becomes a bent one; nothing happens if there is no blue one (A23)."""
    car = race.cars[number]
    if "suspension" not in car.wear:
        return race, ()
    return wear.add(with_car(race, number, wear.without(car, "suspension")), number, "bent-suspension")


def _spin(race: Race, number: int) -> Told:
    """Straight back through all others, then to the innermost free space; if a sector is full, the next one (A21)."""
    before, grid = race, race.options.track.grid
    taken = {car.at for other, car in race.cars.items() if car.status == "racing" and other != number}
    back = running_order.progress(race, number) - SPIN
    while not (free := [grid.names[s] for s in grid.spaces_of(back) if grid.names[s] not in taken]):
        back -= 1
    car, lap = race.cars[number], spot(race.options.track, back)[1]
    race, moved = with_car(race, number, structs.replace(car, at=free[0], lap=lap)), Moved(number, car.at, free[0])
    race, events = wear.add(race, number, "tire")
    race, more = lapping.settle(before, race)
    return race, (moved, *events, *more)


def _marbles(race: Race) -> Told:
    events: tuple[Event, ...] = ()
    order = running_order.order(race)
    for seat in clockwise(race):
        best = next((number for number in order if race.cars[number].seat == seat), 0)
        if best:
            race, wore = wear.add(race, best, "tire")
            events += wore
    return race, events


def _pileup(race: Race, bar: tuple[str, ...]) -> Told:
    """Down the bar, each team's next car behind the last one hit; a team with none behind is passed over (A24)."""
    events: tuple[Event, ...] = ()
    behind = running_order.order(race)
    marks: list[tuple[Wear, int]] = [("crushed-body", 2), ("crushed-body", 1)]
    for seat in bar:
        victim = next((number for number in behind if race.cars[number].seat == seat), 0)
        if victim:
            kind, times = marks.pop(0) if marks else ("body", 1)
            race, wore = wear.add(race, victim, kind, times)
            behind, events = behind[behind.index(victim) + 1 :], events + wore
    return structs.replace(race, tied=()), events


def _collide(race: Race, number: int) -> Told:
    """The named car, and of every other player one car that touches it; who has several picks."""
    race, events = _crash(race, number)
    waiting: tuple[str, ...] = ()
    for seat in clockwise(race):
        if seat != race.cars[number].seat and (cars := nameable(race, seat)):
            if len(cars) > 1:
                waiting += (seat,)
            else:
                race, more = _crash(race, cars[0])
                events += more
    return structs.replace(race, waiting=waiting), events


def _crash(race: Race, number: int) -> Told:
    return wear.add(structs.replace(race, struck=(*race.struck, number)), number, "crushed-body", 2)


def rained_out(race: Race) -> bool:
    """The second Rain ends the race, if a lap is completed (A26)."""
    if race.event != "rain" or race.events_aside.count("rain") < 2:
        return False
    return race.leader in race.cars and race.cars[race.leader].lap >= 2
