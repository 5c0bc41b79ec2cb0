"""Chapter 2, a move from its card to its last point: the face of the movement chapters.

`begin` starts a move, `choices` is its menu, `apply` takes one wish or one answer of it, `why` says no. A move that has
ended is gone: `race.move` is None, its car is used and has its wear; whose turn comes next is decided elsewhere.
"""

from collections.abc import Collection

from msgspec import structs

from companion.engine import Action, BadState, Choice, Event, IllegalAction, Ruling, Step
from companion.engine.codec import to_text
from companion.games.stock_car import budget, lapping, menu, specials, steps, telling, wear
from companion.games.stock_car.actions import Second, Send, Stop, TakeLane
from companion.games.stock_car.cards import RACE_CARDS
from companion.games.stock_car.events import Linked
from companion.games.stock_car.garage import used
from companion.games.stock_car.situation import Plan, Question, Situation, situation
from companion.games.stock_car.state import Move, Race

TEAMWORK_POINTS = 3
FOLLOW = "play"
"""The step that asks for the followers of a Lead, named after the action that leads to it."""

Told = tuple[Event, ...]


def move_of(race: Race) -> Move:
    """The move that is under way."""
    assert race.move is not None
    return race.move


def begin(race: Race, card: int, car: int) -> Step:
    """A car is activated with a card; a Lead first learns who follows, a move without points ends at once."""
    move = budget.first_move(RACE_CARDS[card], car, race.cars[car])
    return _started(structs.replace(race, move=move), move, follows=move.kind == "lead")


def resumed(race: Race, keys: Collection[str]) -> Step:
    """A move begun in the middle: what its patch (with these keys) leaves out is worked out from the board.

    Followers that need no asking have been linked since the card was played: that is no news.
    """
    move = _from_card(race, move_of(race), keys)
    _check(race, move)
    at = race.cars[move.car].at
    move = structs.replace(
        move,
        visited=move.visited or (at,),
        leaving=move.leaving or at.startswith("A"),
        locked=move.locked or ("locked" not in keys and move.kind in ("draft", "pursuit") and bool(move.linked)),
    )
    follows = move.kind == "lead" and "linked" not in keys
    step = _started(structs.replace(race, move=move), move, follows)
    return structs.replace(step, events=tuple(event for event in step.events if not isinstance(event, Linked)))


def _from_card(race: Race, move: Move, keys: Collection[str]) -> Move:
    """A patched move may leave its kind and its points to its card."""
    left_out = [key for key in ("kind", "points") if key not in keys]
    if not left_out:
        return move
    if move.card is None or move.card not in RACE_CARDS:
        raise BadState(f"move.{left_out[0]}", "must be given where there is no such card")
    first = budget.first_move(RACE_CARDS[move.card], move.car, race.cars[move.car])
    kind = first.kind if "kind" in left_out else move.kind
    return structs.replace(move, kind=kind, points=first.points if "points" in left_out else move.points)


def _check(race: Race, move: Move) -> None:
    if race.cars[move.car].status not in ("racing", "pitted"):
        raise BadState("move.car", f"car {move.car} is not in the race any more")
    if move.points < 0:
        raise BadState("move.points", "no fewer than 0 points")
    if move.card is not None and move.card not in RACE_CARDS:
        raise BadState("move.card", f"there is no race card {move.card}: they are numbered 1 to {len(RACE_CARDS)}")
    if move.kind != "solo" and race.cars[move.car].status == "pitted":
        raise BadState("move.kind", "out of the pits every move is a solo one")
    if move.kind == "solo" and move.linked:
        raise BadState("move.linked", "nobody moves along in a solo move")
    for index, number in enumerate(move.linked):
        if number not in race.cars or race.cars[number].status != "racing":
            raise BadState(f"move.linked.{index}", f"there is no car {number} on the track")
        if number == move.car or number in move.linked[:index]:
            raise BadState(f"move.linked.{index}", f"car {number} cannot be linked to itself, or twice")


def _started(race: Race, move: Move, follows: bool) -> Step:
    if follows and move.points and not move.leaving:
        return _take(race, move, FOLLOW, ())
    if menu.dead_end(race, move):
        return _ended(race, move, situation(race, move))
    return Step(race)


def choices(race: Race) -> tuple[Choice, ...]:
    """What the active player may choose now."""
    return menu.choices(race, move_of(race))


def prompt(race: Race) -> str:
    """What is being asked, in a line of a small screen."""
    move = move_of(race)
    if not move.doing:
        return f"{move.car} {move.kind}: {move.points} MP"
    question = steps.outlook(situation(race, move), move.doing, move.answers)
    assert isinstance(question, Question)
    if question.car:
        return f"Lane for {question.car}?"
    return "Who follows?" if move.doing == FOLLOW else "Which lane?"


def why(race: Race, action: Action) -> Ruling:
    """The ruling for a movement action that is not on the menu."""
    return menu.why(race, move_of(race), action)


def apply(race: Race, action: Action) -> Step:
    """One wish or answer that is open on the menu."""
    move = move_of(race)
    if isinstance(action, TakeLane | Send):
        return _take(race, move, move.doing, (*move.answers, action.lane))
    if isinstance(action, Stop):
        return _ended(race, move, situation(race, move))
    if isinstance(action, Second):
        return _second(race, move, action.car)
    return _take(race, move, to_text(action), ())


def _second(race: Race, move: Move, car: int) -> Step:
    """Teamwork: 3 points flat, a Draft without text, wear or penalty; the second car is not flipped (A10)."""
    race = used(race, move.car)
    at = race.cars[car].at
    second = Move(car=car, card=move.card, kind="draft", points=TEAMWORK_POINTS, visited=(at,), second=True)
    return Step(structs.replace(race, move=second))


def _take(race: Race, move: Move, doing: str, answers: tuple[str, ...]) -> Step:
    """A step, if all its questions are answered; else the next question."""
    sit = situation(race, move)
    outlook = steps.outlook(sit, doing, answers)
    if isinstance(outlook, Ruling):
        raise IllegalAction(outlook)
    if isinstance(outlook, Question):
        return Step(structs.replace(race, move=structs.replace(move, doing=doing, answers=answers)))
    return _make(race, move, sit, outlook)


def _make(race: Race, move: Move, sit: Situation, plan: Plan) -> Step:
    """The step happens; what follows from it is told last, after the card's wear if the move is over."""
    made = steps.made(sit, plan)
    events = telling.told(race, move, plan, made)
    after = telling.carried_out(race, move, plan, made)
    after, follows = lapping.settle(race, after) if plan.shifts else (after, ())
    left = move_of(after)
    if (move.car in made.finished and left.points) or menu.dead_end(after, left):
        return _ended(after, left, made.sit, events, follows)
    return Step(after, events + follows)


def _ended(race: Race, move: Move, sit: Situation, events: Told = (), follows: Told = ()) -> Step:
    """The card's compulsory step, its wear marker, and the car is used (2.1, 2.9)."""
    race, slid = _slide(race, move, sit)
    race, worn = _wear(race, move)
    race = race if move.second else used(race, move.car)
    return Step(structs.replace(race, move=None), (*events, *slid, *worn, *follows))


def _slide(race: Race, move: Move, sit: Situation) -> tuple[Race, Told]:
    plan = specials.slide(sit)
    if plan is None:
        return race, ()
    made = steps.made(sit, plan)
    return telling.carried_out(race, move, plan, made), telling.told(race, move, plan, made)


def _wear(race: Race, move: Move) -> tuple[Race, Told]:
    if move.card is None or move.leaving or move.second:
        return race, ()
    kind = RACE_CARDS[move.card].wear
    return wear.add(race, move.car, kind) if kind else (race, ())
