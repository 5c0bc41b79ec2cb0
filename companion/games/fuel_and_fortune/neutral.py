"""A safety car put down by hand in the middle of its work: who is where is filled in and checked."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.engine import BadState, Seat
from companion.engine.codec import near
from companion.games.fuel_and_fortune.cars import GONE, SafetyCar
from companion.games.fuel_and_fortune.line_up import laps_behind, progress
from companion.games.fuel_and_fortune.loading import loaded
from companion.games.fuel_and_fortune.safety_car import led, marks
from companion.games.fuel_and_fortune.state import Race
from companion.parts.patch import merged

KEYS = ("phase", "rounds_left", "queue", "ahead", "held")


def checked_safety_car(race: Race, patch: Mapping[str, object]) -> SafetyCar:
    """The safety car as patched, with its work worked out; BadState names what cannot be."""
    for key in patch:
        if key not in KEYS:
            raise BadState(f"safety_car.{key}", f"cannot be patched{near(key, KEYS)}")
    now = race.safety_car
    base = {
        "phase": now.phase,
        "rounds_left": now.rounds_left,
        "queue": now.queue,
        "ahead": now.ahead,
        "held": now.held,
    }
    safety_car = loaded(SafetyCar, "safety_car", merged(base, patch))
    if not safety_car.out:
        if safety_car != GONE:
            raise BadState("safety_car.phase", "nobody is behind a safety car that is not out")
        return GONE
    return _at_work(race, _filled_in(race, safety_car, patch))


def _filled_in(race: Race, safety_car: SafetyCar, patch: Mapping[str, object]) -> SafetyCar:
    """Rounds and queue where they are not given: all rounds, and whoever is on the road in race order."""
    given = "rounds_left" in patch or safety_car.rounds_left
    rounds = safety_car.rounds_left if given else race.options.sc_rounds
    if not 1 <= rounds <= race.options.sc_rounds:
        raise BadState("safety_car.rounds_left", f"must be 1 to {race.options.sc_rounds}")
    elsewhere = (*safety_car.ahead, *safety_car.held)
    if "queue" not in patch and not safety_car.queue:
        on_road = sorted(_on_road(race), key=lambda seat: race.cars[seat].out)
        safety_car = replace(safety_car, queue=tuple(seat for seat in on_road if seat not in elsewhere))
    return replace(safety_car, rounds_left=rounds)


def _on_road(race: Race) -> Iterator[Seat]:
    """The cars that the safety car leads, in race order."""
    for seat in race.ranking:
        if led(race, seat) and not race.track.box(race.cars[seat].at) and seat not in race.finished:
            yield seat


def _at_work(race: Race, safety_car: SafetyCar) -> SafetyCar:
    led_cars = set(_on_road(race))
    for key in ("queue", "ahead", "held"):
        for seat in getattr(safety_car, key):
            if seat not in led_cars:
                raise BadState(
                    f"safety_car.{key}", f"{seat} is not led by the safety car: twice, in the lane or no car"
                )
            led_cars.remove(seat)
    if led_cars:
        raise BadState("safety_car.queue", f"{', '.join(sorted(led_cars))} on the road must be in it, ahead or held")
    for seat in safety_car.held:
        if race.cars[seat].at != race.track.entry:
            raise BadState("safety_car.held", f"{seat} is held on {race.track.entry}, nowhere else")
    first = next(iter(safety_car.queue), None)
    head = progress(race.track, race.cars[first]) if first else 0
    behind = {seat: laps_behind(race, seat, head) for seat in safety_car.queue}
    return replace(safety_car, head=head, behind=behind, lined_up=marks(race), round_began=marks(race))
