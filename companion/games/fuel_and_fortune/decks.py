"""The two decks: when a draw is due, what it may give, and where cards go."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine import Draw, Seat
from companion.games.fuel_and_fortune.cars import Underway
from companion.games.fuel_and_fortune.events import DeckEmpty, DeckReshuffled, HandLost
from companion.games.fuel_and_fortune.state import Race, Told


def pending_overtake(race: Race) -> Draw:
    """An overtake card, for all to see."""
    options = race.options
    return Draw("overtake", (race.bags.overtake.draw if options.dealt else options.overtake_deck,), race.turn)


def pending_chance(race: Race) -> Draw:
    """A chance card, which only the driver may see."""
    options = race.options
    return Draw("chance", (race.bags.chance.draw if options.dealt else options.chance_deck,), race.turn, True)


def overtake_due(race: Race, underway: Underway, told: Told) -> Race:
    """The race waits for an overtake card; an empty deck is shuffled first."""
    if race.options.draw_mode == "deck" and race.bags.overtake.spent:
        told.append(DeckReshuffled("overtake"))
        race = replace(race, bags=replace(race.bags, overtake=race.bags.overtake.reshuffled()))
    return replace(race, awaits="overtake", underway=underway)


def chance_due(race: Race, told: Told) -> Race:
    """The race waits for a chance card; if all of them are in hands, nothing is drawn."""
    bag = race.bags.chance
    if race.options.dealt and bag.spent:
        if not bag.renewable:
            told.append(DeckEmpty("chance"))
            return replace(race, awaits="turn-end", underway=None)
        told.append(DeckReshuffled("chance"))
        race = replace(race, bags=replace(race.bags, chance=bag.reshuffled()))
    return replace(race, awaits="chance", underway=None)


def overtake_drawn(race: Race, card: str) -> Race:
    """The card is out of the deck and lies aside."""
    if not race.options.dealt:
        return race
    return replace(race, bags=replace(race.bags, overtake=race.bags.overtake.drawn_aside(card)))


def chance_drawn(race: Race, card: str, aside: bool) -> Race:
    """The card is out of the deck, and lies aside or goes to a hand."""
    if not race.options.dealt:
        return race
    bag = race.bags.chance
    return replace(race, bags=replace(race.bags, chance=bag.drawn_aside(card) if aside else bag.taken(card)))


def laid_aside(race: Race, cards: Sequence[str]) -> Race:
    """Cards of a hand lie aside."""
    if not race.options.dealt:
        return race
    return replace(race, bags=replace(race.bags, chance=race.bags.chance.laid_aside(cards)))


def hand_lost(race: Race, seat: Seat, told: Told) -> Race:
    """All cards that the seat holds, if any, lie aside."""
    car = race.cars[seat]
    if not car.hand:
        return race
    told.append(HandLost(seat))
    return laid_aside(race, car.hand).put(seat, replace(car, hand=()))


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand without the oldest card of that name."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
