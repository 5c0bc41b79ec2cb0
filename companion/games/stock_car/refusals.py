"""Why not: the ruling for a wish that is on no menu now."""

from companion.engine import Action, Ask, Pending, Ruling
from companion.engine.codec import to_text
from companion.games.stock_car import finish, movement, pits, running_order, segment, wear
from companion.games.stock_car.actions import MOVEMENT, Discard, Done, Name, Pass, Pit, Play, Retire
from companion.games.stock_car.cards import RACE_CARDS
from companion.games.stock_car.state import Race

NOTHING_MOVES = Ruling("4.2", "No car is being moved: play a card first.")
MOVE_FIRST = Ruling("4.2", "The car that is being moved spends its points first.")
NO_PASS = Ruling("3.2", "Only a lost or finished car that is still unused serves as a pass.")
NO_NAME = Ruling("1.3", "No event asks for that car.")
NO_DISCARD = Ruling("4.2", "Cards are discarded at the end of a turn, each player out of their own hand.")
NOT_DONE = Ruling("4.2", "There is nothing to be done with now.")


def why(race: Race, pending: Pending, move: Action) -> Ruling:
    """The rule that says no: whose turn it is first, then what the wish itself lacks."""
    if isinstance(move, Pit) and finish.any_finished(race):
        return pits.AFTER_FINISH
    if not isinstance(pending, Ask):
        return Ruling("4.2", "Nobody is asked just now.")
    if move.by not in (None, pending.seat):
        return Ruling("4.2", f"It is not your turn: {pending.seat} is asked.")
    match move:
        case Play() | Retire():
            return _no_segment(race, move)
        case Pass():
            return MOVE_FIRST if race.move else NO_PASS
        case Pit():
            return pits.NOT_NOW
        case Name():
            return NO_NAME
        case Discard():
            return NO_DISCARD
        case Done():
            return NOT_DONE
    return _no_step(race, move)


def _no_segment(race: Race, move: Play | Retire) -> Ruling:
    car = race.cars.get(move.car)
    if race.stage != "action":
        return Ruling("4.2", "The turn is at its end: no car is activated now.")
    if race.move is not None:
        return MOVE_FIRST
    if car is None or car.seat != race.turn:
        return Ruling("4.2", f"Car {move.car} is not one of yours.")
    if not running_order.on_board(car):
        return Ruling("4.2", f"Car {move.car} is {'out of the race' if car.status == 'out' else 'at the finish'}.")
    if car.used:
        return Ruling("4.2", f"Car {move.car} has had its segment this turn.")
    if wear.worn_out(car):
        return wear.WORN_OUT
    assert isinstance(move, Play)
    return _no_card(race, move.card)


def _no_card(race: Race, card: int) -> Ruling:
    if card not in RACE_CARDS:
        return Ruling("4.2", f"There is no race card {card}: they are numbered 1 to {len(RACE_CARDS)}.")
    assert card not in segment.open_cards(race, race.turn)
    return Ruling("4.2", f"Card {card} is not in your hand.")


def _no_step(race: Race, move: Action) -> Ruling:
    if isinstance(move, MOVEMENT):
        return movement.why(race, move) if race.move is not None else NOTHING_MOVES
    return Ruling("4.2", f"{to_text(move)!r} is not open now.")
