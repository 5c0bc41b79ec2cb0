"""The decks nobody may look into (1.2, 1.3): what may still be drawn is worked out from what lies open or in hands."""

from collections.abc import Mapping
from functools import cache
from itertools import permutations

from msgspec import structs

from companion.engine import Draw, ImpossibleOutcome, Odds
from companion.games.stock_car.cards import EVENT_CARDS, RACE_CARDS
from companion.games.stock_car.state import Race
from companion.games.stock_car.teams import seats_on_bar


def _unseen(race: Race) -> tuple[int, ...]:
    seen = {card for hand in race.hands.values() for card in hand}.union(race.discards)
    return tuple(card for card in RACE_CARDS if card not in seen)


def race_odds(race: Race) -> Odds:
    """Each race card that may come up; an empty deck is made of the discards again (4.2)."""
    if race.options.cards == "held":
        return dict.fromkeys(map(str, RACE_CARDS), 1)
    return dict.fromkeys(map(str, _unseen(race) or race.discards or RACE_CARDS), 1)


def any_left(race: Race) -> bool:
    """Whether a race card can be dealt at all."""
    return bool(race.discards or _unseen(race))


def race_cards_left(race: Race) -> int:
    """How many race cards lie in the deck."""
    return len(_unseen(race))


def reshuffled(race: Race) -> Race:
    """The race just before a card is drawn: the discards go back into an empty deck."""
    return race if _unseen(race) else structs.replace(race, discards=())


def discarded(race: Race, card: int) -> Race:
    """A card is laid open; with real hands nobody keeps count."""
    return race if race.options.cards == "held" else structs.replace(race, discards=(*race.discards, card))


@cache
def _orders(seats: tuple[str, ...]) -> Odds:
    return {",".join(order): 1 for order in permutations(seats)}


def bar_draw(race: Race) -> Draw:
    """A Team Bar is turned over: a card's number, or the bar as the table reads it out."""
    entered = race.options.team_bars == "entered"
    return Draw("bar", (_orders(race.options.seats) if entered else race_odds(race),))


def check_bar(race: Race, outcomes: tuple[str, ...]) -> None:
    """A bar that is read out has every seat once; said in a sentence, for there are thousands of orders."""
    if race.options.team_bars == "entered" and not (len(outcomes) == 1 and outcomes[0] in _orders(race.options.seats)):
        seats = ",".join(race.options.seats)
        raise ImpossibleOutcome(f"bar is read from left to right, each seat once, as in {seats}")


def bar_drawn(race: Race, outcome: str) -> tuple[Race, tuple[str, ...]]:
    """The seats in the order of the bar that came; its card is then discarded (A28)."""
    if race.options.team_bars == "entered":
        bar = tuple(outcome.split(","))
        return structs.replace(race, bar=bar), bar
    card = int(outcome)
    bar = seats_on_bar(RACE_CARDS[card].bar, race.options.seats)
    return structs.replace(discarded(reshuffled(race), card), bar=bar, bar_card=card), bar


def event_odds(race: Race) -> Odds:
    """The event cards that may come up; a deck that is spent is shuffled again, all but Rain (A27)."""
    left = _events_without(race.spent_events + race.events_aside)
    return left if any(left.values()) else _events_without(race.events_aside)


def _events_without(gone: tuple[str, ...]) -> Mapping[str, int]:
    return {name: card.count - gone.count(name) for name, card in EVENT_CARDS.items()}


def event_drawn(race: Race, name: str) -> Race:
    """An event card is turned over and laid with the spent ones; Rain is laid aside."""
    spent = race.spent_events if any(_events_without(race.spent_events + race.events_aside).values()) else ()
    if name == "rain":
        return structs.replace(race, spent_events=spent, events_aside=(*race.events_aside, name))
    return structs.replace(race, spent_events=(*spent, name))
