"""Chapter 4.2, the turn: fill the hands, a segment each until every car is used, then the end of the turn.

`go_on` lets happen what needs no choice and no chance; it stops where the race waits for somebody.
"""

from msgspec import structs

from companion.engine import Ask, Choice, Event
from companion.games.stock_car import decks, event_cards, finish, pits, restart, running_order, setup, wear
from companion.games.stock_car.actions import Discard, Done
from companion.games.stock_car.cards import RACE_CARDS
from companion.games.stock_car.events import FlagShown
from companion.games.stock_car.garage import clockwise
from companion.games.stock_car.segment import short
from companion.games.stock_car.state import Race
from companion.parts.order import from_first

Told = tuple[Race, tuple[Event, ...]]


def go_on(race: Race) -> Told:
    """Everything up to the next choice or draw."""
    events: tuple[Event, ...] = ()
    while not _waits(race):
        race, more = _follow(race)
        events += more
    return race, events


def _waits(race: Race) -> bool:
    if not _anybody(race):
        return race.stage == "over"
    match race.stage:
        case "bars" | "over":
            return True
        case "deal":
            return bool(setup.short_hand(race))
        case "action":
            return race.move is not None or _may_move(race, race.turn)
        case "event":
            return not race.event or bool(race.waiting) or event_cards.needs_bar(race)
    return bool(race.waiting)


def _follow(race: Race) -> Told:
    if not _anybody(race):
        return finish.close(race)
    match race.stage:
        case "deal":
            return structs.replace(race, stage="action", turn=race.first_player), ()
        case "action":
            return _next_segment(race)
        case "event":
            return _after_event(race)
        case "pits":
            return _after_pits(race)
    return _new_turn(race), ()


def _may_move(race: Race, seat: str) -> bool:
    return any(car.seat == seat and not car.used for car in race.cars.values())


def _anybody(race: Race) -> bool:
    return any(running_order.on_board(car) for car in race.cars.values())


def after_segment(race: Race) -> Race:
    """The next seat to the left that has a car to use; the same one if nobody else has."""
    order = from_first(race.options.seats, race.turn)
    return structs.replace(
        race, turn=next((seat for seat in (*order[1:], race.turn) if _may_move(race, seat)), race.turn)
    )


def _next_segment(race: Race) -> Told:
    """The seat has nothing to use: the next one, or the end of the turn."""
    race = after_segment(race)
    return (race, ()) if _may_move(race, race.turn) else _end_of_action(race)


def _end_of_action(race: Race) -> Told:
    """Step 3a, the Turn Leader markers; the race ends here if a car has finished."""
    if finish.any_finished(race):
        return finish.close(race)
    race, events = pits.lead(structs.replace(race, turn=race.first_player), leading_sector(race))
    if race.options.events:
        return structs.replace(race, stage="event", event=""), events
    return pits.start(structs.replace(race, flag="green")), events


def leading_sector(race: Race) -> tuple[int, ...]:
    """The leader and whoever is level with it on the track."""
    front = running_order.progress(race, race.leader)
    level = (number for number in race.running_order if running_order.progress(race, number) == front)
    return tuple(number for number in level if number == race.leader or race.cars[number].status == "racing")


def _after_event(race: Race) -> Told:
    """Step 3b is over: the rain, the yellow flag, then the pits."""
    if event_cards.rained_out(race):
        race, events = finish.close(structs.replace(race, flag="red"))
        return race, (FlagShown("red"), *events)
    if race.flag != "yellow":
        return pits.start(race), ()
    race, events = restart.line_up(race)
    return pits.start(race), events


def _after_pits(race: Race) -> Told:
    """Steps 3c to 3e: the restart, a new leader, First Player, lapped cars off the track."""
    events: tuple[Event, ...] = ()
    if race.flag == "yellow":
        race, events = restart.close_up(race)
    race, led = pits.new_leader(race)
    race, lost = _lapped_off(race)
    first = race.cars[race.leader].seat
    race = structs.replace(race, stage="discards", first_player=first, turn=first)
    return structs.replace(race, waiting=_with_cards(race)), (*events, *led, *lost)


def _lapped_off(race: Race) -> Told:
    """The rearmost takes the lowest marker (3.6)."""
    events: tuple[Event, ...] = ()
    for number in reversed(race.lapped):
        race, lost = wear.retire(race, number)
        events += lost
    return race, events


def _with_cards(race: Race) -> tuple[str, ...]:
    if race.options.cards == "held":
        return ()
    return tuple(seat for seat in clockwise(race) if race.hands.get(seat))


def ask_discards(race: Race) -> Ask:
    """Step 3f: any cards, one by one."""
    seat = race.waiting[0]
    cards = tuple(Choice(Discard(card), f"Discard {short(RACE_CARDS[card])}") for card in race.hands[seat])
    return Ask(seat, "Discard cards?", (Choice(Done(), "Keep the rest"), *cards))


def _new_turn(race: Race) -> Race:
    cars = {number: structs.replace(car, used=False) for number, car in race.cars.items()}
    return structs.replace(
        race, cars=cars, stage="deal", round=race.round + 1, event="", struck=(), flag="", must_pit=0, led_now=()
    )


def done(race: Race) -> Race:
    """The seat that is asked has no more wishes."""
    return structs.replace(race, waiting=race.waiting[1:])


def discard(race: Race, card: int) -> Race:
    """A card leaves the hand of the seat that is asked."""
    if race.options.cards == "held":
        return race
    seat = race.waiting[0] if race.waiting else race.turn
    hand = tuple(other for other in race.hands[seat] if other != card)
    return decks.discarded(structs.replace(race, hands=race.hands | {seat: hand}), card)
