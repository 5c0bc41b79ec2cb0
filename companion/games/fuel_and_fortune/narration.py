"""What is said at the table, in the words of the announcement grammar.

Events are told one by one; behind the safety car `convoy.py` makes lists of them.
"""

from collections.abc import Iterator

from companion.engine import Event, Said, Seat, State, Step
from companion.games.fuel_and_fortune import events as facts
from companion.games.fuel_and_fortune.convoy import Convoy
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.words import card, counted, listed, shouted, spoken


def narrate(before: State, step: Step) -> tuple[Said, ...]:
    """The sentences for a step, in the order in which they are spoken."""
    after = step.state
    assert isinstance(before, Race)
    assert isinstance(after, Race)
    return tuple(_Teller(before, after, step.events).tell())


class _Teller:
    """One step being told: the race before and after it, and how far the telling has come."""

    def __init__(self, before: Race, after: Race, events: tuple[Event, ...]) -> None:
        self._before = before
        self._after = after
        self._events = events
        self._convoy = Convoy(before)
        self._shield = before.underway.shield if before.underway else ""

    def tell(self) -> Iterator[Said]:
        if self._before.awaits == "grid" and self._after.awaits != "grid":
            yield Said(f"Grid: {', '.join(map(spoken, self._after.grid))}.", moves=self._after.grid)
        yield from self._payment()
        yield from self._overtake_card()
        for at, event in enumerate(self._events):
            if self._convoy.hears(event):
                yield from self._convoy.tell(event, self._after)
            elif not self._wins(at):
                yield from self._sentences(event, at)
            yield from _flags(event)

    def _payment(self) -> Iterator[Said]:
        """Cards and fuel in one sentence."""
        cards = [event for event in self._events if isinstance(event, facts.CardPlayed)]
        burned = next((event for event in self._events if isinstance(event, facts.FuelBurned)), None)
        self._shield = cards[-1].card if cards else self._shield
        parts = [f"plays {' + '.join(spoken(played.card) for played in cards)}"] if cards else []
        parts += [f"burns {burned.amount}"] if burned else []
        if parts:
            seat = cards[0].seat if cards else burned.seat if burned else ""
            yield Said(f"{spoken(seat)} {' and '.join(parts)}.")

    def _overtake_card(self) -> Iterator[Said]:
        """A card that did no harm; the others are told with what they did."""
        harm = any(isinstance(event, facts.HadIncident | facts.Crashed) for event in self._events)
        if self._before.awaits == "overtake" and not harm:
            yield Said("Overtake card: SAFE PASS.")

    def _wins(self, at: int) -> bool:
        """A winning move is told by the flag alone."""
        kinds = [type(event) for event in self._events[at:]]
        if kinds[:2] == [facts.Moved, facts.LapCompleted]:
            kinds = kinds[1:]
        return facts.RaceWon in kinds and set(kinds[: kinds.index(facts.RaceWon)]) == {facts.LapCompleted}

    def _sentences(self, event: Event, at: int) -> Iterator[Said]:
        match event:
            case facts.Moved(seat, _, end):
                yield from self._moved(seat, end, at)
            case facts.Warped(seat):
                yield self._warped(seat)
            case facts.Overlapped(seat, place, seats):
                yield Said(f"OVERLAP: {spoken(seat)} on {listed(seats)} at {place}.")
            case facts.Passed(seat, place):
                if self._before.awaits != "overtake":
                    yield Said(f"{spoken(self._shield)}: SAFE PASS, no card drawn.")
                yield Said(f"{spoken(seat)} goes in front on {place}.")
            case facts.CardDrawn():
                yield from self._instant(event)
            case facts.CardGained(seat, name):
                yield self._letter(seat, name)
            case _:
                yield from _plain(event, self._after)

    def _moved(self, seat: Seat, end: str, at: int) -> Iterator[Said]:
        track, options = self._after.track, self._after.options
        if not track.box(end):
            yield Said(f"Move {spoken(seat)} to {end}.", moves=(seat,))
            return
        move = f"{_lane_lead(self._events[at - 1] if at else None)}Move {spoken(seat)} to {end}."
        fuel = f"Fuel {self._after.cars[seat].fuel}."
        yield Said(move if options.fuel_hidden else f"{move} {fuel}", moves=(seat,))
        if options.fuel_hidden:
            yield Said(fuel, only_for=seat)

    def _warped(self, seat: Seat) -> Said:
        track = self._after.track
        line = "pit exit" if self._before.cars[seat].at == track.last_box else "start/finish line"
        why = f"{spoken(seat)} has no fuel for the {line}."
        return Said(f"{why} Move {spoken(seat)} to Pit Entry ({track.entry}).", moves=(seat,))

    def _instant(self, event: facts.CardDrawn) -> Iterator[Said]:
        told = Said(f"Chance card: {shouted(event.card)}. {self._effect(event)}".strip(), only_for=event.only_for)
        if event.hidden:
            yield Said("Chance card: an instant card.")
        yield told

    def _effect(self, event: facts.CardDrawn) -> str:
        name = spoken(event.seat)
        match event.card:
            case "conserved-fuel" | "heavy-right-foot":
                return f"{name} fuel {self._after.cars[event.seat].fuel}."
            case "track-limits":
                return f"{name} discards {counted(len(self._before.cars[event.seat].hand), 'card')}."
            case "lost-traction":
                return f"{name} moves exactly 1 next turn."
            case _:
                return ""

    def _letter(self, seat: Seat, name: str) -> Said:
        """The private page of a card that is held."""
        held = card(name, self._after.options.good_exit_mode == "add")
        return Said(held.text, only_for=seat, title=f"CHANCE CARD: {held.label.upper()}")


def _lane_lead(before: Event | None) -> str:
    """How a move in the lane came about."""
    match before:
        case facts.EnteredPits(seat):
            return f"{spoken(seat)} enters the pits. "
        case facts.SkippedRefuelling(seat):
            return f"{spoken(seat)} skips refuelling. "
        case _:
            return ""


def _plain(event: Event, race: Race) -> Iterator[Said]:
    """Events that need nothing but themselves."""
    match event:
        case facts.LapCompleted(seat, lap):
            yield Said(f"{spoken(seat)} completes lap {lap}.")
        case facts.HadIncident(seat):
            yield Said("Overtake card: RACING INCIDENT.")
            yield Said(f"{spoken(seat)} loses all cards and goes to the back on {race.cars[seat].at}.")
        case facts.Crashed(seat):
            yield Said("Overtake card: CRASH.")
            yield Said(f"{spoken(seat)} is out until the green flag and loses all cards.")
        case facts.CardHeld(seat):
            yield Said(f"{spoken(seat)} draws a Chance card and holds it.")
        case facts.CardDiscarded(seat):
            yield Said(f"{spoken(seat)} discards one card.")
        case facts.CardDropped(seat, name):
            yield Said(f"You discard {spoken(name)}.", only_for=seat)
        case facts.StayedOut(seat):
            yield Said(f"{spoken(seat)} stays on Pit Entry ({race.track.entry}).")
        case facts.DeckEmpty(deck):
            yield Said(f"The {spoken(deck)} Deck is empty.")


def _flags(event: Event) -> Iterator[Said]:
    match event:
        case facts.GreenFlagShown(seat):
            yield Said(f"GREEN FLAG. {spoken(seat)} to move.")
        case facts.OrderChanged(seats):
            yield Said(f"New order: {', '.join(map(spoken, seats))}.")
        case facts.RaceWon(seat):
            yield Said(f"CHEQUERED FLAG. {spoken(seat)} wins.")
