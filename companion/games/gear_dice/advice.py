"""What the adviser tells a driver: the ways on from the end of the route, or those of the car's next turn."""

from companion.engine import Seat
from companion.games.gear_dice import damage, planning, risk
from companion.games.gear_dice.adviser import Turn, Way, frontier
from companion.games.gear_dice.state import Race
from companion.games.gear_dice.stretch import stretch
from companion.games.gear_dice.traffic import scene


def ways_on(race: Race, seat: Seat) -> tuple[Way, ...]:
    """All of them, as `frontier` gives them; none for a car that will not drive."""
    if not race.cars[seat].on_road or race.places or not race.line_up or seat in race.finishers:
        return ()
    turn, at = (_now(race), planning.head(race).at) if seat == race.turn else _later(race, seat)
    if turn is None:
        return ()
    depth = turn.kit.gear + turn.kit.coast + (turn.kit.brake if turn.house.redline else 0)
    return frontier(stretch(scene(race), seat, at, depth), turn)


def _now(race: Race) -> Turn | None:
    """On from the route as laid; nothing helps where that is too fast, or where the dice lie."""
    laid, end = risk.on_route(race), planning.head(race)
    if race.results or race.pitting or race.tokens or laid.sure:
        return None
    house, penalty = planning.house(race), laid.penalty
    return Turn(end.gear, end.kit, laid.need, laid.pool, house, penalty, laid.flying)


def _later(race: Race, seat: Seat) -> tuple[Turn, str]:
    """The car's next turn, as if it came now."""
    car, side = race.cars[seat], race.side_of(seat)
    kit = damage.kit(car, side)
    penalty = race.options.flying_start_penalty
    return Turn(car.gear, kit, side.threshold, house=planning.house(race), penalty=penalty), car.at
