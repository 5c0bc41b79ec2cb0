"""What the table is told, in plain sentences, and which pieces to move by hand."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from companion.engine import Event, Said, Seat, State, Step
from companion.games.gear_dice.events import (
    Blocked,
    Damaged,
    Finished,
    FlagPlaced,
    FlagRemoved,
    FocusGained,
    FocusSpent,
    HazardAdded,
    Laid,
    LapCompleted,
    LeftTrack,
    LostControl,
    Moved,
    Pitted,
    Reentered,
    Rolled,
    RoundStarted,
    Spun,
    TurnLost,
    WeatherChanged,
)
from companion.games.gear_dice.state import Race

PLACES = {1: "1st", 2: "2nd", 3: "3rd"}
PITS = {"tyres": "for tyres", "repairs": "for repairs", "both": "for tyres and repairs"}


def narrate(before: State, step: Step) -> tuple[Said, ...]:
    """A step's facts in order; a drive of several spaces is one sentence."""
    assert isinstance(before, Race)
    assert isinstance(step.state, Race)
    return (*_grid(before, step.state), *_fitted(before, step.state), *_told(before, step), *_home(before, step.state))


def _grid(before: Race, after: Race) -> Iterator[Said]:
    if after.line_up and not before.line_up:
        places = ", ".join(f"{_name(seat)} on {after.cars[seat].at}" for seat in after.cars)
        yield Said(f"On the grid: {places}.", moves=tuple(after.cars))


def _fitted(before: Race, after: Race) -> Iterator[Said]:
    for seat, car in after.cars.items():
        if before.cars[seat].new_tyres and not car.new_tyres:
            yield Said(f"{_name(seat)} fits {car.tyres} tyres.")


def _home(before: Race, after: Race) -> Iterator[Said]:
    for seat, car in after.cars.items():
        if car.status == "finished" != before.cars[seat].status:
            yield Said(f"{_name(seat)} has crossed the line for the last time and leaves the road.", moves=(seat,))


def _told(before: Race, step: Step) -> Iterator[Said]:
    for kind, group in groupby(step.events, type):
        events = tuple(group)
        if kind is Moved:
            yield from _drives(events)
        elif kind is Rolled:
            yield _dice(events)
        elif kind is not Laid:
            yield from (_said(event) for event in events)
        if kind is LostControl:
            yield from _check_card(before, step.events)


def _drives(events: Iterable[Event]) -> Iterator[Said]:
    for seat, group in groupby((event for event in events if isinstance(event, Moved)), lambda event: event.seat):
        steps = tuple(group)
        first, last = steps[0], steps[-1]
        yield Said(f"{_name(seat)} drives from {first.start} to {last.end}, gear {last.gear}.", moves=(seat,))


def _dice(events: Iterable[Event]) -> Said:
    rolled = [event for event in events if isinstance(event, Rolled)]
    dice = ", ".join(f"{_die(event.die)} {event.result}" for event in rolled)
    return Said(f"{_name(rolled[0].seat)} rolls {dice}.")


def _die(die: str) -> str:
    return f"die {die[1:]}" if die.startswith("g") else die


def _check_card(before: Race, events: Sequence[Event]) -> Iterator[Said]:
    """A value that nobody has checked is looked up aloud, for the driver to compare with the card (2.4)."""
    lost = next(event for event in events if isinstance(event, LostControl))
    side, seat = before.side_of(lost.seat), lost.seat
    if side.verified:
        return
    gears = [event.gear for event in events if isinstance(event, Moved) and event.seat == seat]
    gear, danger = gears[-1] if gears else before.cars[seat].gear, before.road.danger(lost.space)
    found = side.verdict(gear, danger)
    result = f"{'00' if found.off else '0'} and {_count(found.tokens, 'token')}"
    card = f"{before.cars[seat].tyres} tyres, {before.weather}"
    text = f"Gear {gear}, danger {danger}: {result}. Unverified: compare with the card ({card})."
    yield Said(text, only_for=seat, title="Check your card")


def _said(event: Event) -> Said:
    return _road(event) or _driver(event)


def _road(event: Event) -> Said | None:
    match event:
        case WeatherChanged(weather):
            return Said(f"The weather turns: it is {weather}. Turn every dashboard over.")
        case FlagPlaced(tile):
            return Said(f"Yellow flag on tile {tile}.", moves=(f"flag-{tile}",))
        case FlagRemoved(tile):
            return Said(f"The flag comes off tile {tile}.", moves=(f"flag-{tile}",))
        case RoundStarted(number):
            return Said(f"Round {number}.")
    return None


def _driver(event: Event) -> Said:
    match event:
        case HazardAdded(seat, count):
            return Said(f"The road gives {_name(seat)} {_count(count, 'hazard')}.")
        case LostControl(seat, space):
            return Said(f"{_name(seat)} loses control on {space}!")
        case Spun(seat):
            return Said(f"{_name(seat)} spins: turn the car round, gear 0.", moves=(seat,))
        case LeftTrack(seat):
            return Said(f"{_name(seat)} leaves the track: 00, beside the road.", moves=(seat,))
        case Damaged(seat, kind):
            return Said(f"{_name(seat)} takes a {kind} damage token.")
        case LapCompleted(seat, lap):
            return Said(f"{_name(seat)} completes lap {lap}.")
        case Finished(seat, place):
            return Said(f"{_name(seat)} is {PLACES.get(place, f'{place}th')}.")
    return _turn(event)


def _turn(event: Event) -> Said:
    match event:
        case FocusGained(seat, count):
            return Said(f"{_name(seat)} gains {count} focus.")
        case FocusSpent(seat, count):
            return Said(f"{_name(seat)} spends {count} focus.")
        case Blocked(seat):
            return Said(f"{_name(seat)} is blocked and stays.")
        case Pitted(seat, kind):
            return Said(f"{_name(seat)} goes to the pits {PITS[kind]}.", moves=(seat,))
        case Reentered(seat, space):
            return Said(f"{_name(seat)} is back on {space}, gear 0.", moves=(seat,))
        case TurnLost(seat):
            return Said(f"{_name(seat)} waits off the road.")
    raise AssertionError(f"nobody says {event}")


def _name(seat: Seat) -> str:
    return seat.capitalize()


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
