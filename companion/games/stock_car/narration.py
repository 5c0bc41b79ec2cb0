"""What the table is told, in plain sentences; after a move, which cars to move by hand and in which order."""

from collections.abc import Iterable, Iterator

from companion.engine import Event, Said, State, Step
from companion.games.stock_car import points, running_order, wear
from companion.games.stock_car.budget import penalty
from companion.games.stock_car.by_hand import by_hand
from companion.games.stock_car.cards import EVENT_CARDS, RACE_CARDS
from companion.games.stock_car.events import (
    Bumped,
    CardPlayed,
    EventDrawn,
    Finished,
    FlagShown,
    Lapped,
    LedTurn,
    Linked,
    Moved,
    Pitted,
    Pushed,
    Restarted,
    Retired,
    Shoved,
    Swapped,
    Wore,
)
from companion.games.stock_car.state import Race

FLAGS = {
    "yellow": "Yellow flag: the field lines up again.",
    "green": "The flag stays green.",
    "red": "Red flag: the race is over.",
}


def narrate(before: State, step: Step) -> tuple[Said, ...]:
    """A step's facts, then what changed without one: cards dealt, bars turned, pieces to move."""
    after = step.state
    assert isinstance(before, Race)
    assert isinstance(after, Race)
    return (*_bar(before, after), *_dealt(before, after), *_told(after, step.events), *_after(before, after))


def _bar(before: Race, after: Race) -> Iterator[Said]:
    if after.bar == before.bar and after.bar_card == before.bar_card and after.bars == before.bars:
        return
    order = ", ".join(map(str.capitalize, after.bar))
    if after.options.team_bars == "entered":
        yield Said(f"Team bar: {order}.")
        return
    known = RACE_CARDS[after.bar_card].bar_known
    yield Said(
        f"Team bar of card {after.bar_card}: {order}.{'' if known else ' (A stand-in: its real bar is not known.)'}"
    )


def _dealt(before: Race, after: Race) -> Iterator[Said]:
    for seat, hand in after.hands.items():
        for card in hand[len(before.hands.get(seat, ())) :] if before.stage == "deal" else ():
            yield Said(f"You get {_card(card)}.", only_for=seat)


def _card(number: int) -> str:
    return f"{number} {RACE_CARDS[number].name}"


def _told(after: Race, events: Iterable[Event]) -> Iterator[Said]:
    for event in events:
        if isinstance(event, Wore):
            yield from _wore(after, event)
        elif after.move is not None or not isinstance(event, Moved | Pushed | Shoved):
            yield Said(sentence(after, event))


def sentence(race: Race, event: Event) -> str:
    """One fact."""
    match event:
        case CardPlayed(seat, card, car):
            return f"{seat.capitalize()} plays {_card(card)} on car {car}: {_budget(race, card, car)}."
        case Moved(car, _, end):
            return f"Car {car} goes to {end}."
        case Pushed(car, _, end):
            return f"Car {car} is pushed to {end}."
        case Shoved(car, _, end):
            return f"Car {car} is shoved to {end}."
        case Swapped(car, other):
            return f"Cars {car} and {other} change places."
        case Linked(car):
            return f"Car {car} is in line."
        case Bumped(car):
            return f"Car {car} bumps the car ahead; nobody moves."
    return _race_sentence(race, event)


def _race_sentence(race: Race, event: Event) -> str:
    match event:
        case Retired(car):
            return f"Car {car} is out of the race, in place {race.cars[car].place}."
        case Lapped(car):
            return f"Car {car} is a lap down."
        case LedTurn(car):
            return f"Car {car} gets a Turn Leader marker."
        case Pitted(car):
            return f"Car {car} is in the pits."
        case Restarted():
            return "The field goes again."
        case Finished(car, place):
            return f"Car {car} is number {place}."
        case EventDrawn(name):
            return f"Event: {EVENT_CARDS[name].title}. {EVENT_CARDS[name].text}"
        case FlagShown(colour):
            return FLAGS[colour]
    raise AssertionError(f"an event without a sentence: {event}")


def _budget(race: Race, card: int, car: int) -> str:
    """How a card moves a car: its kind and points, before the card's own wear."""
    if race.move is not None and race.move.leaving:
        return f"out of the pits, {RACE_CARDS[card].pit} points"
    if race.move is not None and race.move.card == card:
        return f"{race.move.kind}, {race.move.points} points"
    return f"{RACE_CARDS[card].kind}, {RACE_CARDS[card].speed} points on the card"


def _wore(race: Race, event: Wore) -> Iterator[Said]:
    car = race.cars[event.car]
    marker = f"Car {event.car} gets a {event.kind} marker"
    if not running_order.on_board(car):
        yield Said(f"{marker}.")
    elif wear.worn_out(car):
        yield Said(f"{marker}: {len(car.wear)} now.")
        lost = f"Car {event.car} has {len(car.wear)} markers: it is lost when it is next picked, unless it pits first."
        yield Said(lost, only_for=car.seat, title="Six markers")
    else:
        cost = f", minus {penalty(len(car.wear))} on the next move" if penalty(len(car.wear)) else ""
        yield Said(f"{marker}: {len(car.wear)} now{cost}.")


def _after(before: Race, after: Race) -> Iterator[Said]:
    if after.move is None:
        yield from _hands(before, after)
    if "rain" in after.events_aside and "rain" not in before.events_aside:
        yield Said("Rain lies aside: once a lap is done, the other Rain card ends the race.")
    if after.stage == "action" and (before.stage != "action" or after.turn != before.turn):
        yield Said(f"{after.turn.capitalize()} has a segment.")
    if after.stage == "over" and before.stage != "over":
        yield from _standings(after)


def _hands(before: Race, after: Race) -> Iterator[Said]:
    """The pieces to move by hand; on the grid, where they all go."""
    start = {number: before.began.get(number, car.at) for number, car in before.cars.items()}
    grid_drawn = before.stage == "bars"
    if grid_drawn:
        start = dict.fromkeys(start, "")
    hands = by_hand(start, {number: car.at for number, car in after.cars.items()}, after.running_order)
    words = [f"take {_listed(hands.off)} off"] if hands.off else []
    words += [f"lift {_listed(hands.lift)}"] if hands.lift else []
    words += [f"{car} to {at}" for car, at in hands.put]
    if words:
        what = "The grid" if grid_drawn else "Move by hand"
        yield Said(f"{what}: {', '.join(words)}.", moves=tuple(map(str, hands.order)))


def _listed(cars: Iterable[int]) -> str:
    return " and ".join(map(str, cars))


def _standings(race: Race) -> Iterator[Said]:
    sums = points.by_seat(race)
    for place, seat in enumerate(points.ranking(race), 1):
        yield Said(f"{place}. {seat.capitalize()}: {sums[seat]} points.")
