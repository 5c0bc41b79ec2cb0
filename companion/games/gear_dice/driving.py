"""Chapter 6.2 to 6.4, driving the steps that are laid: one space each, hazards added up, laps counted."""

from msgspec import Struct
from msgspec.structs import replace

from companion.engine import Event
from companion.games.gear_dice.events import HazardAdded, LapCompleted, Moved
from companion.games.gear_dice.flags import separated
from companion.games.gear_dice.grammar import Use, read
from companion.games.gear_dice.rounds import fix_places, timed
from companion.games.gear_dice.state import Race, Told, with_car
from companion.games.gear_dice.track import Crossing, Link


class Ahead(Struct, frozen=True):
    """A laid step, looked up: its dice, the gear it ends in, and the link that it takes."""

    step: str
    use: Use
    gear: int
    link: Link
    crossing: Crossing

    def flying(self, held: int) -> bool:
        """Whether it is a flying start (7.4)."""
        return held == 0 and self.use.number == 2


def ahead(race: Race, step: str, at: str, held: int) -> Ahead:
    """Look a step up from a space, in the gear held there."""
    use, space = read(step)
    link, gear = race.road.link(at, space), use.gear(held)
    assert link is not None, f"{step} is linked: it was on the menu, or checked on the way in"
    return Ahead(step, use, gear, link, race.road.crossing(link, held, gear))


def next_step(race: Race) -> Ahead:
    """The laid step that is driven next."""
    return ahead(race, race.route[0], race.car.at, race.car.gear)


def drive(race: Race, rolled: int) -> Told:
    """Drive the next laid step, whose dice showed so many hazards. Whether control is lost is not asked here."""
    step, car, seat = next_step(race), race.car, race.driver
    lap = car.lap + step.link.finish
    moved = replace(car, at=step.link.to, gear=step.gear, lap=lap, status="road", stuck=False)
    race = replace(
        with_car(race, seat, moved),
        route=race.route[1:],
        rolled=(*race.rolled, step.step),
        hazards=race.hazards + rolled + step.crossing.hazards,
    )
    events: list[Event] = [Moved(seat, car.at, moved.at, moved.gear)]
    if step.crossing.hazards:
        events.append(HazardAdded(seat, step.crossing.hazards))
    told = Told(separated(race), tuple(events))
    return told.then(_crossed) if step.link.finish else told


def _crossed(race: Race) -> Told:
    """The line is crossed: laps count from the second time on; `laps` + 1 crossings are the race (4.7)."""
    seat, lap = race.driver, race.car.lap
    told = Told(race, (LapCompleted(seat, lap - 1),) if lap > 1 else ())
    return told.then(_home) if lap == race.options.laps + 1 else told


def _home(race: Race) -> Told:
    race = replace(race, finishers=(*race.finishers, race.driver))
    if race.options.end_mode == "finish-round":
        return Told(race)
    return fix_places(with_car(race, race.driver, replace(timed(race, race.car), status="finished")))
