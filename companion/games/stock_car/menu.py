"""What the active player may choose while a car is being moved: the only truth about a move's legality."""

from companion.engine import Action, Choice, Ruling
from companion.engine.codec import to_text
from companion.games.stock_car import budget, links, preview, specials, steps
from companion.games.stock_car.actions import (
    Bump,
    Forward,
    ForwardAlone,
    Jump,
    Lane,
    Second,
    Send,
    Sideways,
    Slingshot,
    Stop,
    Swap,
    TakeLane,
)
from companion.games.stock_car.situation import Question, Situation, situation, special_of
from companion.games.stock_car.state import Move, Race
from companion.parts.lanes import NOWHERE

LANES: dict[str, tuple[Lane, str]] = {"I": ("I", "Inner lane"), "M": ("M", "Middle lane"), "O": ("O", "Outer lane")}
LANE_FIRST = Ruling("2.8", "First say which lane.")
NOT_ASKED = Ruling("2.8", "That lane is not asked for now.")
SPEND_ALL = Ruling("2.2", "Every point must be spent.")
NO_SECOND = Ruling("A10", "Only Teamwork moves a second car, another of your own that is on the track.")

Line = tuple[Action, str]

FORWARD: Line = (Forward(), "Forward")
ALONE: Line = (ForwardAlone(), "Forward alone")
SIDEWAYS: tuple[Line, ...] = ((Sideways("in"), "Sideways in"), (Sideways("out"), "Sideways out"))
BUMP: Line = (Bump(), "Bump: burn")
SWAP: Line = (Swap(), "Change places")
SLINGSHOT: tuple[Line, ...] = ((Slingshot("in"), "Slingshot in"), (Slingshot("out"), "Slingshot out"))
STOP = Choice(Stop(), "Stop here")


def choices(race: Race, move: Move) -> tuple[Choice, ...]:
    """The menu: an open question's lanes, the steps there are, or what a card offers after the last point."""
    if move.points == 0 and not move.doing and special_of(move) == "teamwork":
        return tuple(Choice(Second(car), f"Second car: {car}") for car in teammates(race, move))
    sit = situation(race, move)
    if move.doing:
        return lanes(sit, move)
    return steps_open(sit) if move.points else afterwards(sit, leads(race, move))


def leads(race: Race, move: Move) -> bool:
    """Whether the active car is the overall leader."""
    return race.leader == move.car


def lanes(sit: Situation, move: Move) -> tuple[Choice, ...]:
    """The answers to the question that is open, each with what would come of it."""
    question = steps.outlook(sit, move.doing, move.answers)
    assert isinstance(question, Question)
    return tuple(_lane(sit, move, question.car, *LANES[sit.grid.lane[space]]) for space in question.spaces)


def _lane(sit: Situation, move: Move, car: int, lane: Lane, label: str) -> Choice:
    action: Action = TakeLane(lane)
    if car:
        action, label = Send(car, lane), f"{car}: {label.lower()}"
    return preview.choice(sit, action, label, steps.outlook(sit, move.doing, (*move.answers, lane)))


def steps_open(sit: Situation) -> tuple[Choice, ...]:
    """The steps of this movement kind and card; where nothing at all can be done the move may stop."""
    menu = tuple(_step(sit, action, label) for action, label in _kit(sit))
    return menu if any(choice.barred is None for choice in menu) else (*menu, STOP)


def _step(sit: Situation, action: Action, label: str) -> Choice:
    return preview.choice(sit, action, label, steps.outlook(sit, to_text(action), ()))


def _kit(sit: Situation) -> tuple[Line, ...]:
    on_track = sit.space != NOWHERE
    return (
        FORWARD,
        *((ALONE,) if on_track and links.may_decline(sit) else ()),
        *SIDEWAYS,
        *((SWAP,) if sit.special == "swap" else ()),
        *(SLINGSHOT if sit.special == "slingshot" else ()),
        *(() if sit.drafting else (BUMP,)),
    )


def afterwards(sit: Situation, leads: bool) -> tuple[Choice, ...]:
    """What may still be done without points; empty if nothing."""
    if sit.space == NOWHERE:
        return ()
    if specials.free_step_left(sit):
        return (*(_step(sit, action, label) for action, label in SIDEWAYS), STOP)
    jumps = tuple(_step(sit, Jump(sectors), f"Jump {sectors} ahead") for sectors in specials.jumps(sit, leads))
    return (*jumps, STOP) if jumps else ()


def teammates(race: Race, move: Move) -> tuple[int, ...]:
    """Teamwork: the other cars of this seat that are on the track (A10)."""
    mine = race.options.cars[race.cars[move.car].seat]
    return tuple(car for car in mine if car != move.car and race.cars[car].status == "racing")


def why(race: Race, move: Move, action: Action) -> Ruling:
    """The ruling for a wish that the menu of this move does not hold."""
    if isinstance(action, TakeLane | Send):
        return NOT_ASKED
    if move.doing:
        return LANE_FIRST
    if isinstance(action, Stop):
        return SPEND_ALL
    if isinstance(action, Second):
        return NO_SECOND
    if isinstance(action, Jump):
        return specials.NO_JUMP
    return _why_not(race, move, action)


def _why_not(race: Race, move: Move, action: Action) -> Ruling:
    if move.points == 0 and race.cars[move.car].status == "finished":
        return budget.NOTHING_LEFT
    outlook = steps.outlook(situation(race, move), to_text(action), ())
    return outlook if isinstance(outlook, Ruling) else budget.NOTHING_LEFT


def dead_end(race: Race, move: Move) -> bool:
    """Whether the move is over: no points, nothing free to do, nobody else to move."""
    if move.points:
        return False
    if special_of(move) == "teamwork":
        return not teammates(race, move)
    return race.cars[move.car].status != "racing" or not afterwards(situation(race, move), leads(race, move))
