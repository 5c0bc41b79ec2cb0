"""Chapter 6, phases 2 and 3: the rounds behind the safety car, and the green flag.

`go_on` carries on until somebody is asked, the race is won or it goes on. Who is still to be dealt with in a round
stands in `todo`, each with a word for what it is there: `ahead` of the safety car, in the `queue`, `held` on Pit Entry,
in the `lane`.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine import Seat
from companion.games.fuel_and_fortune import finish, pit_lane, turns
from companion.games.fuel_and_fortune.cars import GONE, Mark, Underway
from companion.games.fuel_and_fortune.events import (
    GreenFlagShown,
    HeldAtPitEntry,
    HeldAtPitExit,
    LapCompleted,
    Moved,
    SafetyCarAdvanced,
    StayedOut,
)
from companion.games.fuel_and_fortune.state import Race, Told


def go_on(race: Race, told: Told) -> Race:
    """The rest of this round, the next round, or the green flag."""
    if race.safety_car.todo:
        return _deal(race, told)
    if race.safety_car.rounds_left:
        return _deal(_begin_round(race, told), told)
    return _green_flag(race, told)


def _deal(race: Race, told: Told) -> Race:
    """Car by car, until one is asked, the race is won or the round is over."""
    todo = race.safety_car.todo
    for index, (role, seat) in enumerate(todo):
        race = ROLES[role](race, seat, told)
        if race.awaits != "safety-car":
            return replace(race, safety_car=replace(race.safety_car, todo=todo[index:]))
    return _round_over(race)


def _round_over(race: Race) -> Race:
    safety_car = replace(race.safety_car, todo=(), rounds_left=race.safety_car.rounds_left - 1)
    return replace(race, safety_car=safety_car)


def _answered(race: Race) -> Race:
    """The car that was asked is dealt with."""
    safety_car = race.safety_car
    race = replace(race, awaits="over" if race.awaits == "over" else "safety-car", underway=None)
    if len(safety_car.todo) == 1:
        return _round_over(race)
    return replace(race, safety_car=replace(safety_car, todo=safety_car.todo[1:]))


def _begin_round(race: Race, told: Told) -> Race:
    """Note who is where: a car that turns in from now on starts refuelling next round."""
    safety_car, track = race.safety_car, race.options.track
    told.append(SafetyCarAdvanced(race.options.sc_rounds - safety_car.rounds_left + 1))
    ranking, queue = race.ranking, safety_car.queue
    ahead = tuple([seat for seat in ranking if seat in safety_car.ahead])
    lane = [seat for seat in ranking if race.cars[seat].at not in track.start or race.cars[seat].at == track.last_box]
    todo = [("ahead", seat) for seat in ahead]
    todo += [("queue", seat) for seat in queue]
    todo += [("held", seat) for seat in safety_car.held]
    todo += [("lane", seat) for seat in lane if led(race, seat)]
    head = _capped(race, safety_car.head + race.options.sc_advance) if queue else safety_car.head
    began = marks(race) if race.options.sc_announce == "each-round" else {}
    safety_car = replace(safety_car, ahead=ahead, head=head, todo=tuple(todo), round_began=began)
    return replace(race, safety_car=safety_car)


def marks(race: Race) -> dict[Seat, Mark]:
    """Where everybody stands."""
    return {seat: Mark(car.at, car.lap) for seat, car in race.cars.items()}


def led(race: Race, seat: Seat) -> bool:
    """Whether the safety car leads that car at all: one that crashed only if it is towed."""
    car, options = race.cars[seat], race.options
    return car.running or (car.out and options.crash_catch_up and not options.crash_out_turns)


def _capped(race: Race, progress: int) -> int:
    """As far as the safety car leads: where it must not lead over the final line, short of it."""
    track = race.options.track
    return progress if race.options.sc_can_finish else min(progress, track.last)


def led_on(race: Race, seat: Seat, told: Told) -> Race:
    """A car ahead of the safety car or in its queue goes on; at Pit Entry it is asked first, unless it is home."""
    end = _end(race, seat)
    entry = None if seat in race.finished else _asked_at(race, seat, end)
    if entry is None:
        return led_to(race, seat, end, told)
    return replace(led_to(race, seat, entry, told), awaits="sc-pits", underway=Underway(end))


def _asked_at(race: Race, seat: Seat, end: int) -> int | None:
    """The Pit Entry that the way there starts on, passes or lands on, or that the line sends it back to.

    Nobody is asked beyond the final line.
    """
    track = race.options.track
    if _stopped_by_line(race, seat, end):
        return track.entry_of(race.cars[seat].lap)
    return track.entry_within(race.progress(seat), min(end, track.last))


def _end(race: Race, seat: Seat) -> int:
    """Where this round leads the car: its place in the queue as it is now, or so much further ahead of it."""
    safety_car = race.safety_car
    if seat in safety_car.ahead:
        return _capped(race, race.progress(seat) + race.options.sc_advance)
    return _capped(race, slot(race, safety_car.queue.index(seat), safety_car.behind[seat]))


def slot(race: Race, place: int, laps_behind: int) -> int:
    """The progress of a place in the queue, counted from 0, for a car so many laps down."""
    return max(0, race.safety_car.head - place - laps_behind * race.options.track.size)


def _stopped_by_line(race: Race, seat: Seat, end: int) -> bool:
    """Whether an empty tank forbids that way, because it crosses the start/finish line."""
    car = race.cars[seat]
    return race.options.sc_fuel_check and not car.fuel and end // race.options.track.size > car.lap


def led_to(race: Race, seat: Seat, progress: int, told: Told) -> Race:
    """Put a car on a progress, count its laps, and see whether it is home."""
    track, car = race.options.track, race.cars[seat]
    place, lap = track.place(progress), progress // track.size
    if place != car.at:
        told.append(Moved(seat, car.at, place))
        race = race.placed(seat, replace(car, at=place, lap=lap))
    if lap > car.lap:
        told += [LapCompleted(seat, number) for number in range(car.lap + 1, lap + 1)]
    if lap >= track.laps and seat not in race.finished:
        race = finish.home(race, seat, told)
        return race if race.awaits == "over" else replace(race, awaits="safety-car")
    return race


def turn_in(race: Race, told: Told) -> Race:
    """The car that is asked leaves the queue for the lane, and those behind close up."""
    seat = race.asked
    return _answered(apart(pit_lane.enter(race, seat, told), seat))


def apart(race: Race, seat: Seat) -> Race:
    """The car is neither in the queue, nor ahead, nor held."""
    safety_car = race.safety_car
    queue, ahead, held = (_less(seats, seat) for seats in (safety_car.queue, safety_car.ahead, safety_car.held))
    return replace(race, safety_car=replace(safety_car, queue=queue, ahead=ahead, held=held))


def _less(seats: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


def stay_out(race: Race, told: Told) -> Race:
    """The car that is asked goes on with the queue, unless the line and an empty tank hold it where it is."""
    seat = race.asked
    told.append(StayedOut(seat))
    if seat in race.safety_car.held:
        return _answered(race)
    end = race.underway.goal if race.underway else _end(race, seat)
    if not _stopped_by_line(race, seat, end):
        return _answered(led_to(race, seat, end, told))
    return _answered(hold(race, seat, told))


def hold(race: Race, seat: Seat, told: Told) -> Race:
    """The car stands on Pit Entry and is asked once a round."""
    told.append(HeldAtPitEntry(seat))
    race = apart(race, seat)
    return replace(race, safety_car=replace(race.safety_car, held=(*race.safety_car.held, seat)))


def _ask_held(race: Race, seat: Seat, told: Told) -> Race:
    return replace(race, awaits="sc-pits")


def _lane(race: Race, seat: Seat, told: Told) -> Race:
    """In a box the driver is asked; from the last one the car leaves, if the pack is past the exit."""
    if race.cars[seat].at != race.options.track.last_box:
        return replace(race, awaits="sc-lane")
    return _leave(race, seat, told)


def _leave(race: Race, seat: Seat, told: Told) -> Race:
    """Onto its place, unless the light is red: the pack is still beside the exit. No empty tank crosses the line."""
    safety_car, track, car = race.safety_car, race.options.track, race.cars[seat]
    exit_at = track.exit_of(car.lap)
    down = 0 if race.options.sc_unlap else max(0, (safety_car.head - exit_at) // track.size)
    alone, in_front = not safety_car.queue, exit_at > safety_car.head
    end = exit_at if alone or in_front else slot(race, len(safety_car.queue), down)
    if end < exit_at or _capped(race, exit_at) < exit_at:
        told.append(HeldAtPitExit(seat))
        return race
    if race.options.sc_fuel_check and not car.fuel:
        return hold(led_to(race, seat, track.entry_of(car.lap), told), seat, told)
    if alone:
        race = _queued(race, seat, exit_at, 0)
    elif in_front:
        race = replace(race, safety_car=replace(safety_car, ahead=(*safety_car.ahead, seat)))
    else:
        race = _queued(race, seat, safety_car.head, down)
    return led_to(race, seat, end, told)


def _queued(race: Race, seat: Seat, head: int, laps_behind: int) -> Race:
    """The car is the last of the queue."""
    safety_car = race.safety_car
    behind = {**safety_car.behind, seat: laps_behind}
    safety_car = replace(safety_car, queue=(*safety_car.queue, seat), head=head, behind=behind)
    return replace(race, safety_car=safety_car)


def step(race: Race, told: Told) -> Race:
    return _answered(pit_lane.step(race, race.asked, told))


def skip(race: Race, told: Told) -> Race:
    return _answered(pit_lane.skip(race, race.asked, told))


ROLES = {"ahead": led_on, "queue": led_on, "held": _ask_held, "lane": _lane}


def _green_flag(race: Race, told: Told) -> Race:
    """The safety car leaves; who moves first depends on what brought it out, and on the house."""
    crashed = race.cars[race.turn].out
    race = race.put(race.turn, replace(race.cars[race.turn], out=False))
    changes: Told = []
    race = _first_at_green(replace(race, safety_car=GONE), crashed, changes)
    if race.awaits != "over":
        told.append(GreenFlagShown(race.turn))
    told += changes
    return race


def _first_at_green(race: Race, crashed: bool, told: Told) -> Race:
    first = race.options.green_flag_first
    if first == "new-round":
        return turns.end_round(race, told)
    if crashed and first == "interrupted" and not race.cars[race.turn].out_turns and race.turn not in race.finished:
        return replace(race, awaits="turn")
    return turns.end_turn(race, told)
