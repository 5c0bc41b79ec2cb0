"""Stock car, the contents page: what the race waits for, and which chapter takes what."""

from collections.abc import Mapping

from msgspec import structs

from companion.engine import (
    Action,
    Ask,
    Draw,
    Drawn,
    Event,
    NotPending,
    Over,
    Pending,
    Resume,
    Ruling,
    Seat,
    Step,
    View,
    check_drawn,
    permit,
)
from companion.games.stock_car import (
    decks,
    event_cards,
    lapping,
    movement,
    patching,
    pits,
    refusals,
    segment,
    setup,
    turn,
    views,
)
from companion.games.stock_car.actions import ACTIONS, Discard, Done, Name, Pass, Pit, Play, Retire
from companion.games.stock_car.events import EVENTS, CardPlayed
from companion.games.stock_car.options import OPTIONS, read
from companion.games.stock_car.state import Race

Told = tuple[Race, tuple[Event, ...]]


class StockCar:
    """The drafting game of stock-car teams."""

    name = "stock-car"
    edition = 1
    options = OPTIONS
    actions = ACTIONS
    events = EVENTS
    draws = ("deal", "bar", "event")
    state = Race

    def setup(self, seats: tuple[Seat, ...], options: Mapping[str, object]) -> Race:
        return setup.new_race(read(tuple(seats), options))

    def pending(self, race: Race) -> Pending:
        match race.stage:
            case "over":
                return Over(race.ranking or ())
            case "bars":
                return decks.bar_draw(race)
            case "deal":
                return setup.deal(race)
            case "action":
                return _asked_in_segment(race)
            case "event":
                return _waited_for_by_event(race)
            case "pits":
                return pits.ask(race)
        return turn.ask_discards(race)

    def apply(self, race: Race, move: Action | Drawn) -> Step:
        if isinstance(move, Resume):
            return _resumed(race, move.patch)
        if isinstance(move, Drawn):
            return _step(race, _drawn(race, self._answered(race, move)))
        pending = self.pending(race)

        def why(wish: Action) -> Ruling:
            return refusals.why(race, pending, wish)

        return _step(race, _acted(race, permit(pending, move, why)))

    def view(self, race: Race, viewer: Seat | None) -> View:
        return views.view(race, viewer)

    def _answered(self, race: Race, drawn: Drawn) -> Drawn:
        pending = self.pending(race)
        if not isinstance(pending, Draw):
            raise NotPending(f"nothing is to be drawn now, {drawn.name} or other")
        if pending.name == drawn.name == "bar":
            decks.check_bar(race, drawn.outcomes)
        check_drawn(pending, drawn)
        return drawn


def _asked_in_segment(race: Race) -> Ask:
    if race.move is None:
        return segment.ask(race)
    return Ask(race.turn, movement.prompt(race), movement.choices(race))


def _waited_for_by_event(race: Race) -> Pending:
    if not race.event:
        return Draw("event", (decks.event_odds(race),))
    return event_cards.ask(race) if race.waiting else decks.bar_draw(race)


def _drawn(race: Race, drawn: Drawn) -> Told:
    """Chapters 4.1, 4.2 and 1.3: a bar, a card for a hand, an event card."""
    (outcome,) = drawn.outcomes
    match race.stage:
        case "bars":
            return setup.bar_drawn(race, outcome), ()
        case "deal":
            return setup.dealt(race, outcome), ()
    return event_cards.bar_drawn(race, outcome) if race.event else event_cards.carry_out(race, outcome)


def _acted(race: Race, action: Action) -> Told:
    """What was wished for, by the stage of the turn."""
    match action:
        case Play(card, car):
            return _played(race, card, car)
        case Pass():
            return segment.pass_on(race), ()
        case Retire(car):
            return segment.retire(race, car)
        case Pit(car):
            return pits.pit(race, car)
        case Name(car):
            return event_cards.named(race, car)
        case Discard(card):
            return turn.discard(race, card), ()
        case Done():
            return turn.done(race), ()
    return _told(movement.apply(race, action))


def _played(race: Race, card: int, car: int) -> Told:
    """The card leaves the hand, and the move begins."""
    played = CardPlayed(race.turn, card, car)
    race, events = _told(movement.begin(turn.discard(race, card), card, car))
    return race, (played, *events)


def _step(before: Race, told: Told) -> Step:
    """Whatever follows by itself; when a segment is over the next seat has its turn."""
    race, events = told
    race = _began(before, race)
    if before.move is not None and race.move is None:
        race = lapping.with_leader(race)
    if before.stage == "action" == race.stage and race.move is None:
        race = turn.after_segment(race)
    race, more = turn.go_on(race)
    return Step(race, (*events, *more))


def _began(before: Race, race: Race) -> Race:
    """While a car is being moved: where each car that has moved stood when the move began."""
    if race.move is None:
        return structs.replace(race, began={}) if race.began else race
    gone = {number: car.at for number, car in before.cars.items() if race.cars[number].at != car.at}
    return structs.replace(race, began=gone | race.began) if gone else race


def _resumed(race: Race, patch: Mapping[str, object] | None) -> Step:
    """A race begun in the middle, up to where it waits for somebody."""
    if patch is None:
        return Step(*turn.go_on(race))
    known = patching.move_keys(race, patch)
    race = patching.resumed(race, patch)
    events: tuple[Event, ...] = ()
    if race.move is not None:
        race, events = _told(movement.resumed(race, known))
        race = race if race.move is not None else turn.after_segment(race)
    race, more = turn.go_on(race)
    return Step(race, (*events, *more))


def _told(step: Step) -> Told:
    assert isinstance(step.state, Race)
    return step.state, step.events


RULES = StockCar()
