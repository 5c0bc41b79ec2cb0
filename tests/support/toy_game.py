"""A tiny complete game for the tests of everything around the rules: two to four seats race along one line.

In a turn a seat steps one or two spaces, takes a secret card, plays one, or throws the public die. A third card in
the hand must be dropped (asked of the same seat); a thrown `swap` asks the *next* seat whether it changes places.
First past the goal wins. With `draw_start` a set-up draw says who begins. With `mark` every single card has a name
of its own with that mark in it (`sprint-1-MARK`), so that a test can look where it turns up.
"""

from collections.abc import Mapping
from typing import ClassVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine import (
    Action,
    Ask,
    BadOptions,
    BadState,
    Board,
    Card,
    Choice,
    Draw,
    Drawn,
    Event,
    Game,
    Hand,
    Number,
    Option,
    Over,
    Pending,
    Place,
    Problem,
    Resume,
    Ruling,
    Said,
    Step,
    Text,
    Token,
    View,
    check_drawn,
    permit,
)
from companion.engine.codec import near
from companion.engine.contract import Rules, State
from companion.engine.view import AnyWidget
from companion.parts.patch import patched

CARDS = {"sprint": 3, "drift": 2, "nudge": 1}
"""How far each card carries."""
COPIES = 4
DIE = {"slip": 1, "stay": 2, "leap": 2, "swap": 1}


def carries(card: str) -> int:
    return CARDS[card.partition("-")[0]]


class Walk(Action, frozen=True):
    """Go one or two spaces."""

    spaces: int


class TakeCard(Action, frozen=True):
    """Draw a card that nobody else sees."""


class PlayCard(Action, frozen=True):
    """Go as far as a card carries."""

    card: str


class Throw(Action, frozen=True):
    """Throw the die."""


class DropCard(Action, frozen=True):
    """Put one of too many cards back."""

    card: str


class Agree(Action, frozen=True):
    """Change places."""


class Refuse(Action, frozen=True):
    """Stay where you are."""


class Moved(Event, frozen=True):
    seat: str
    start: int
    end: int


class Began(Event, frozen=True):
    seat: str


class CardHeld(Event, frozen=True):
    seat: str


class CardGained(Event, frozen=True):
    seat: str
    card: str

    @property
    def only_for(self) -> str:
        return self.seat


class CardPlayed(Event, frozen=True):
    seat: str
    card: str


class CardDropped(Event, frozen=True):
    seat: str
    card: str

    @property
    def only_for(self) -> str:
        return self.seat


class Threw(Event, frozen=True):
    seat: str
    face: str


class Swapped(Event, frozen=True):
    seat: str
    other: str


class Won(Event, frozen=True):
    seat: str


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    goal: int = 12
    draw_start: bool = False
    mark: str = ""
    undo_policy: str = "consent"
    bots: dict[str, str] = {}
    ai_delay_ms: int = 0


def box(options: Options) -> dict[str, int]:
    if not options.mark:
        return dict.fromkeys(CARDS, COPIES)
    return {f"{card}-{copy}-{options.mark}": 1 for card in CARDS for copy in range(COPIES)}


class Runner(Struct, frozen=True, forbid_unknown_fields=True):
    at: int = 0
    hand: tuple[str, ...] = ()


class ToyRace(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is true now."""

    worked_out: ClassVar[tuple[str, ...]] = ("ranking",)
    options: Options
    order: tuple[str, ...]
    turn: str
    cars: dict[str, Runner]
    bag: dict[str, int]
    round: int = 1
    drawing: str = ""
    """`start`, `card` or `die`: the draw that the race waits for."""
    swapping: str = ""
    """The seat that is asked whether it changes places."""

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return ()

    @property
    def ranking(self) -> tuple[str, ...] | None:
        if all(car.at < self.options.goal for car in self.cars.values()):
            return None
        return tuple(sorted(self.order, key=lambda seat: -self.cars[seat].at))

    def following(self) -> str:
        return self.order[(self.order.index(self.turn) + 1) % len(self.order)]

    def with_car(self, seat: str, car: Runner) -> "ToyRace":
        return replace(self, cars=self.cars | {seat: car})


class ToyRules:
    name = "toy"
    edition = 1
    options = (
        Option("goal", "Goal", 12, 3, 90),
        Option("draw_start", "Draw who begins", False),
        Option("mark", "Mark on the cards", ""),
        Option("undo_policy", "Undo", "consent", values=("consent", "none"), group="Table"),
        Option("bots", "Bots", {}, group="Table"),
        Option("ai_delay_ms", "Bots wait", 0, 0, 5000, group="Table", unit="ms"),
    )
    actions = (Walk, TakeCard, PlayCard, Throw, DropCard, Agree, Refuse)
    events = (Moved, Began, CardHeld, CardGained, CardPlayed, CardDropped, Threw, Swapped, Won)
    draws = ("start", "die", "card")
    state = ToyRace

    def setup(self, seats: tuple[str, ...], options: Mapping[str, object]) -> ToyRace:
        known = [option.name for option in self.options]
        problems = [Problem("T-1", key, f"is unknown{near(key, known)}") for key in options if key not in known]
        goal = options.get("goal", 12)
        if not (isinstance(goal, int) and 3 <= goal <= 90):
            problems.append(Problem("T-2", "goal", "must be 3 to 90"))
        if not 1 <= len(seats) <= 4:
            problems.append(Problem("T-3", "seats", "must be one to four"))
        if problems:
            raise BadOptions(tuple(problems))
        chosen = msgspec.convert(dict(options), Options)
        drawing = "start" if chosen.draw_start and len(seats) > 1 else ""
        return ToyRace(chosen, seats, seats[0], {seat: Runner() for seat in seats}, box(chosen), drawing=drawing)

    def pending(self, race: ToyRace) -> Pending:
        if race.ranking is not None:
            return Over(race.ranking)
        if race.drawing:
            return pending_draw(race)
        if race.swapping:
            return Ask(race.swapping, f"Swap with {race.turn}?", (Choice(Agree(), "Swap"), Choice(Refuse(), "Stay")))
        if len(race.cars[race.turn].hand) > 2:
            return Ask(race.turn, "Drop a card", tuple(Choice(DropCard(c), f"Drop {c}") for c in hand_of(race)))
        return Ask(race.turn, "Your turn", tuple(turn_choices(race)))

    def apply(self, race: ToyRace, move: Action | Drawn) -> Step:
        if isinstance(move, Resume):
            return resumed(race, move)
        pending = self.pending(race)
        if isinstance(move, Drawn):
            return drawn(race, pending, move)
        match permit(pending, move, lambda asked: why_not(race, pending, asked)):
            case Walk(spaces):
                return advance(race, spaces)
            case TakeCard():
                return Step(replace(race, drawing="card"))
            case Throw():
                return Step(replace(race, drawing="die"))
            case PlayCard(card):
                played = CardPlayed(race.turn, card)
                went = advance(give_back(race, card), carries(card))
                return Step(went.state, (played, *went.events))
            case DropCard(card):
                return Step(end_turn(give_back(race, card)), (CardDropped(race.turn, card),))
            case Agree():
                return Step(end_turn(swapped(race)), (Swapped(race.turn, race.swapping),))
            case _:
                return Step(end_turn(replace(race, swapping="")))

    def view(self, race: ToyRace, viewer: str | None) -> View:
        told: list[AnyWidget] = [Text("phase", "Race", f"Round {race.round}"), Number("round", "Round", race.round)]
        if viewer is not None:
            cards = tuple(Card(c, c.title(), c[:2].upper(), f"Go {carries(c)}") for c in race.cars[viewer].hand)
            told.append(Hand("hand", "Cards", cards))
        for seat in race.order:
            told.append(Number(f"at-{seat}", seat.title(), race.cars[seat].at))
            told.append(Number(f"cards-{seat}", f"{seat.title()}'s cards", len(race.cars[seat].hand)))
        return View(viewer, f"Round {race.round}", (*told, board(race)))


def hand_of(race: ToyRace) -> tuple[str, ...]:
    return tuple(dict.fromkeys(race.cars[race.turn].hand))


def turn_choices(race: ToyRace) -> list[Choice]:
    empty = Ruling("3.1", "No card is left to take.") if not any(race.bag.values()) else None
    held = [Choice(PlayCard(c), f"Play {c}", touches=(race.turn,)) for c in hand_of(race)]
    no_hand = [Choice(PlayCard("sprint"), "Play a card", Ruling("3.2", "You hold no card."))]
    return [
        Choice(Walk(1), "Walk 1", detail=(f"to {race.cars[race.turn].at + 1}",), touches=(race.turn,)),
        Choice(Walk(2), "Walk 2", detail=(f"to {race.cars[race.turn].at + 2}",), touches=(race.turn,)),
        Choice(TakeCard(), "Take a card", empty),
        *(held or no_hand),
        Choice(Throw(), "Throw the die", warning=("It may throw you back.",)),
    ]


def why_not(race: ToyRace, pending: Pending, move: Action) -> Ruling:
    if isinstance(pending, Over):
        return Ruling("9.1", "The race is over.")
    if not isinstance(pending, Ask) or move.by not in (None, pending.seat):
        return Ruling("2.1", "It is not your turn.")
    return Ruling("2.2", "That is not possible now.")


def pending_draw(race: ToyRace) -> Draw:
    if race.drawing == "start":
        return Draw("start", (dict.fromkeys(race.order, 1),))
    if race.drawing == "die":
        return Draw("die", (DIE,), race.turn)
    return Draw("card", (race.bag,), race.turn, secret=True)


def drawn(race: ToyRace, pending: Pending, move: Drawn) -> Step:
    check_drawn(pending if isinstance(pending, Draw) else Draw("nothing", ()), move)
    (came,) = move.outcomes
    race = replace(race, drawing="")
    if move.name == "start":
        at = race.order.index(came)
        return Step(replace(race, turn=came, order=race.order[at:] + race.order[:at]), (Began(came),))
    return thrown(race, came) if move.name == "die" else gained(race, came)


def gained(race: ToyRace, card: str) -> Step:
    seat, car = race.turn, race.cars[race.turn]
    race = replace(race, bag=race.bag | {card: race.bag[card] - 1}).with_car(seat, Runner(car.at, (*car.hand, card)))
    full = len(race.cars[seat].hand) > 2
    return Step(race if full else end_turn(race), (CardHeld(seat), CardGained(seat, card)))


def thrown(race: ToyRace, face: str) -> Step:
    told = Threw(race.turn, face)
    if face == "swap" and len(race.order) > 1:
        return Step(replace(race, swapping=race.following()), (told,))
    went = advance(race, {"slip": -2, "leap": 3}.get(face, 0))
    return Step(went.state, (told, *went.events))


def advance(race: ToyRace, spaces: int) -> Step:
    seat, car = race.turn, race.cars[race.turn]
    at = max(0, min(race.options.goal, car.at + spaces))
    moved = (Moved(seat, car.at, at),) if at != car.at else ()
    race = race.with_car(seat, Runner(at, car.hand))
    return Step(race, (*moved, Won(seat))) if race.ranking else Step(end_turn(race), moved)


def give_back(race: ToyRace, card: str) -> ToyRace:
    car = race.cars[race.turn]
    at = car.hand.index(card)
    bag = race.bag | {card: race.bag[card] + 1}
    return replace(race, bag=bag).with_car(race.turn, Runner(car.at, car.hand[:at] + car.hand[at + 1 :]))


def swapped(race: ToyRace) -> ToyRace:
    one, other = race.cars[race.turn], race.cars[race.swapping]
    race = race.with_car(race.turn, replace(one, at=other.at)).with_car(race.swapping, replace(other, at=one.at))
    return replace(race, swapping="")


def end_turn(race: ToyRace) -> ToyRace:
    last = race.turn == race.order[-1]
    return replace(race, turn=race.following(), round=race.round + last)


def resumed(race: ToyRace, move: Resume) -> Step:
    if move.patch is None:
        return Step(race)
    if race.drawing == "start":
        race = replace(race, drawing="")
    mended = patched(race, move.patch)
    hands = [card for car in mended.cars.values() for card in car.hand]
    left = {card: count - hands.count(card) for card, count in box(mended.options).items()}
    for seat, car in mended.cars.items():
        if not 0 <= car.at <= mended.options.goal:
            raise BadState(f"cars.{seat}.at", f"must be 0 to {mended.options.goal}")
        if any(card not in left for card in car.hand) or min(left.values()) < 0:
            raise BadState(f"cars.{seat}.hand", "holds cards that the box has not")
    return Step(replace(mended, bag=left))


def board(race: ToyRace) -> Board:
    goal = race.options.goal
    places = tuple(Place(str(at), 10.0 + 12.0 * at, 20.0, label=str(at)) for at in range(goal + 1))
    front = sorted(race.order, key=lambda seat: -race.cars[seat].at)
    tokens = tuple(
        Token(seat, str(race.cars[seat].at), behind(race, front, seat), seat, seat[0].upper(), seat.title())
        for seat in front
    )
    return Board("board", "Board", 20.0 + 12.0 * goal, 40.0, places, tokens, highlights=(race.turn,))


def behind(race: ToyRace, front: list[str], seat: str) -> int:
    return sum(1 for other in front[: front.index(seat)] if race.cars[other].at == race.cars[seat].at)


def narrate(before: State, step: Step) -> tuple[Said, ...]:
    return tuple(say(event) for event in step.events)


def say(event: Event) -> Said:
    match event:
        case Moved(seat, _, end):
            return Said(f"{seat.title()} moves to {end}.", moves=(seat,))
        case Began(seat):
            return Said(f"{seat.title()} begins.")
        case CardHeld(seat):
            return Said(f"{seat.title()} takes a card.")
        case CardGained(seat, card):
            return Said(f"You drew {card}.", only_for=seat, title="CARD")
        case CardPlayed(seat, card):
            return Said(f"{seat.title()} plays {card}.")
        case CardDropped(seat, card):
            return Said(f"You dropped {card}.", only_for=seat)
        case Threw(seat, face):
            return Said(f"{seat.title()} throws {face}.")
        case Swapped(seat, other):
            return Said(f"{seat.title()} and {other.title()} change places.", moves=(seat, other))
        case Won(seat):
            return Said(f"{seat.title()} wins.")
    raise AssertionError(event)


TOY = Game(rules=cast("Rules[State]", ToyRules()), narrate=narrate)
