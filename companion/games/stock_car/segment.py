"""Chapter 4.2, step 2: one segment. Which car, and what with: a card, a pass, or out of the race."""

from functools import cache

from companion.engine import Ask, Choice, Event
from companion.games.stock_car import lapping, running_order, wear
from companion.games.stock_car.actions import Pass, Play, Retire
from companion.games.stock_car.budget import penalty
from companion.games.stock_car.cards import RACE_CARDS, RaceCard
from companion.games.stock_car.garage import owned, used
from companion.games.stock_car.state import Race

WEAR_SHORT = {"suspension": "susp", "transmission": "trans"}
_PASS = Choice(Pass(), "Pass for a lost car")


def ask(race: Race) -> Ask:
    """The menu of the seat whose segment it is."""
    cars = [number for number in owned(race, race.turn) if not race.cars[number].used]
    live = [number for number in cars if running_order.on_board(race.cars[number])]
    plays = [play for number in live for play in _plays(race, number)]
    passes = [_PASS] if len(live) < len(cars) else []
    return Ask(race.turn, "Your segment", (*plays, *passes, *(_retirement(number) for number in live)))


def open_cards(race: Race, seat: str) -> tuple[int, ...]:
    """The cards that a seat may play: its hand, or any if the players hold the real ones."""
    return tuple(RACE_CARDS) if race.options.cards == "held" else race.hands.get(seat, ())


def _plays(race: Race, number: int) -> tuple[Choice, ...]:
    car = race.cars[number]
    if wear.worn_out(car):
        return ()
    cards, markers, leaving = open_cards(race, race.turn), len(car.wear), car.status == "pitted"
    if race.options.cards == "held":
        return _all_plays(number, markers, leaving)
    return tuple(_play(card, number, markers, leaving) for card in cards)


@cache
def _all_plays(number: int, markers: int, leaving: bool) -> tuple[Choice, ...]:
    return tuple(_play(card, number, markers, leaving) for card in RACE_CARDS)


@cache
def _play(card: int, number: int, markers: int, leaving: bool) -> Choice:
    race_card = RACE_CARDS[card]
    warning: tuple[str, ...] = ()
    if race_card.wear and not leaving and markers + 1 >= wear.FULL:
        warning = (
            f"Marker {markers + 1} on car {number}:",
            "it is lost when it is",
            "next picked, unless",
            "it pits first.",
        )
    return Choice(
        Play(card, number),
        f"{number}: {short(race_card)}",
        detail=_preview(race_card, markers, leaving),
        warning=warning,
        touches=(str(number),),
    )


def short(card: RaceCard) -> str:
    """A card in a few letters: number, kind and speed, wear."""
    return f"{card.number} {card.kind[0].upper()}{card.speed} {WEAR_SHORT.get(card.wear, card.wear)}".rstrip()


def _preview(card: RaceCard, markers: int, leaving: bool) -> tuple[str, ...]:
    if leaving:
        return card.name[:21], f"Out of the pits: {card.pit}", "Solo, no wear"
    lost = penalty(markers)
    points = max(0, card.speed - lost)
    sum_up = f"{card.speed}-{lost}={points}" if lost else str(points)
    return card.name[:21], f"{card.kind.capitalize()}, points {sum_up}", f"Wear: {card.wear or 'none'}"


@cache
def _retirement(number: int) -> Choice:
    warning = (f"Car {number} leaves the", "race for good.")
    return Choice(Retire(number), f"Retire car {number}", warning=warning, touches=(str(number),))


def pass_on(race: Race) -> Race:
    """A lost or finished car that is still unused serves as a pass (3.2, 4.6)."""
    lost = next(n for n in owned(race, race.turn) if not race.cars[n].used and not running_order.on_board(race.cars[n]))
    return used(race, lost)


def retire(race: Race, number: int) -> tuple[Race, tuple[Event, ...]]:
    """Instead of a card: worn out, or by its owner's wish (3.1, 3.3)."""
    before = race
    race, events = wear.retire(used(race, number), number)
    race, more = lapping.settle(before, race)
    return race, events + more
