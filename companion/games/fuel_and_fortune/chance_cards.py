"""Chapter 5, Chance cards: some take effect at once, the others are held until they are played."""

from msgspec.structs import replace

from companion.games.fuel_and_fortune import decks, pit_lane
from companion.games.fuel_and_fortune.cars import HOLDABLE
from companion.games.fuel_and_fortune.events import (
    CardDiscarded,
    CardDrawn,
    CardDropped,
    CardGained,
    CardHeld,
    FuelLost,
    TractionLost,
)
from companion.games.fuel_and_fortune.state import Race, Told


def resolve(race: Race, card: str, told: Told) -> Race:
    """A card has been drawn on a blue dot."""
    if card in HOLDABLE:
        return _hold(decks.chance_drawn(race, card, aside=False), card, told)
    hidden = race.options.fuel_hidden and card in ("conserved-fuel", "heavy-right-foot")
    told.append(CardDrawn(race.turn, card, hidden))
    race = replace(decks.chance_drawn(race, card, aside=True), awaits="turn-end")
    match card:
        case "conserved-fuel":
            return _conserve_fuel(race, told)
        case "heavy-right-foot":
            return _waste_fuel(race, told)
        case "track-limits":
            return decks.hand_lost(race, race.turn, told)
        case "lost-traction":
            return _lose_traction(race, told)
        case _:
            return replace(race, awaits="safety-car")


def _hold(race: Race, card: str, told: Told) -> Race:
    """It goes to the hand; a hand too full gives up one card."""
    seat = race.turn
    car = race.cars[seat]
    told += (CardHeld(seat), CardGained(seat, card))
    race = race.put(seat, replace(car, hand=(*car.hand, card)))
    return replace(race, awaits="discard" if len(car.hand) >= race.options.hand_limit else "turn-end")


def discard(race: Race, card: str, told: Told) -> Race:
    """The driver has chosen; nobody else learns which card it was."""
    seat = race.turn
    car = race.cars[seat]
    told += (CardDiscarded(seat), CardDropped(seat, card))
    race = race.put(seat, replace(car, hand=decks.without(car.hand, card)))
    return replace(decks.laid_aside(race, (card,)), awaits="turn-end")


def _conserve_fuel(race: Race, told: Told) -> Race:
    car = race.cars[race.turn]
    return race.put(race.turn, pit_lane.refuelled(race.options, race.turn, car, 1, told))


def _waste_fuel(race: Race, told: Told) -> Race:
    """One unit is lost; an empty tank owes nothing."""
    seat = race.turn
    car = race.cars[seat]
    if not car.fuel:
        return race
    told.append(FuelLost(seat, 1, race.options.fuel_hidden))
    return race.put(seat, replace(car, fuel=car.fuel - 1))


def _lose_traction(race: Race, told: Told) -> Race:
    seat = race.turn
    told.append(TractionLost(seat))
    return race.put(seat, replace(race.cars[seat], locked=True))
