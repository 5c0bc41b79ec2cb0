"""The menu of a drive, and why a drive is not on it.

One function says what forbids a drive; the menu is everything that it does not forbid.
"""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from companion.engine import Choice, Ruling
from companion.games.fuel_and_fortune.actions import Drive
from companion.games.fuel_and_fortune.drive_lines import line
from companion.games.fuel_and_fortune.spots import Prospect, Spot, outlook, prospect

STANDING = Ruling("A-10", "A car must move at least 1.")
LOCKED = Ruling("5.13", "Lost Traction: exactly 1 this turn.")
LOCKED_CARD = Ruling("A-24", "Lost Traction: no Good Exit, no Late Brake.")
LOCKED_AVOID = Ruling("A-79", "Lost Traction: no Avoid Crash in this house.")
NOT_HELD = {
    "good-exit": Ruling("5.18", "You hold no Good Exit."),
    "late-brake": Ruling("5.19", "You hold no Late Brake."),
    "avoid-crash": Ruling("5.6", "Avoid Crash moves no car; it goes along with a move."),
}
NO_SUCH_CARD = Ruling("5.17", "That card cannot be held or played.")
NO_AVOID = Ruling("5.22", "You hold no Avoid Crash.")
ALONE = Ruling("5.19", "Late Brake: alone here.")
TOO_SHORT = Ruling("A-82", "The card moves its full number.")
NO_FUEL = Ruling("2.3", "Not enough fuel for that.")
SAFE_ZONE = Ruling("A-89", "Safe Zone: nothing to avoid.")
NOTHING_HIT = Ruling("A-87", "No overlap: nothing to avoid.")


def forbidden(spot: Spot, action: Drive) -> Ruling | None:
    """The first rule that forbids the drive, in the order of the rules page."""
    if action.distance < 1:
        return STANDING
    if spot.locked and (why := _locked(spot, action)):
        return why
    if (action.card or action.avoid_crash) and (why := _cards(spot, action)):
        return why
    least, free = spot.house.free_moves[action.card]
    if action.distance < least:
        return TOO_SHORT
    if action.distance > free + spot.fuel:
        return NO_FUEL
    return _avoid(spot, action) if action.avoid_crash else None


def _locked(spot: Spot, action: Drive) -> Ruling | None:
    if action.distance > 1:
        return LOCKED
    if action.card:
        return LOCKED_CARD
    return LOCKED_AVOID if action.avoid_crash and not spot.house.avoid_when_locked else None


def _cards(spot: Spot, action: Drive) -> Ruling | None:
    """Cards that are not there, or not to be used from here."""
    card = action.card
    if card is not None and (card not in spot.house.free_moves or card not in spot.hand):
        return NOT_HELD.get(card, NO_SUCH_CARD)
    if action.avoid_crash and "avoid-crash" not in spot.hand:
        return NO_AVOID
    return ALONE if card == "late-brake" and not spot.rivals(spot.at) else None


def _avoid(spot: Spot, action: Drive) -> Ruling | None:
    """Avoid Crash is for a move that ends among cars, and for no other."""
    ahead = outlook(prospect(spot, action.distance, action.card))
    if ahead.place in spot.house.track.safe:
        return SAFE_ZONE
    spared = action.card == "late-brake" and spot.house.late_brake_immune
    return None if ahead.met and not spared else NOTHING_HIT


@lru_cache(maxsize=4096)
def menu(spot: Spot) -> tuple[Choice, ...]:
    """Every drive that is open, and of those that are not the ones that a driver may wonder about."""
    return tuple(_lines(spot))


def _lines(spot: Spot) -> Iterator[Choice]:
    spare, used = "avoid-crash" in spot.hand, False
    useless: list[str | None] = []
    for distance, card in _distances(spot):
        if card in useless:
            continue
        drive = prospect(spot, distance, card)
        plain = _line(spot, drive)
        yield plain
        if plain.barred is not None:
            useless.append(card)
        elif spare and drive.met and (guarded := _line(spot, replace(drive, avoid_crash=True))).barred is None:
            used = True
            yield guarded
    if spare and not used:
        yield _line(spot, prospect(spot, 1 if spot.locked else 2, None, avoid_crash=True))


def _distances(spot: Spot) -> list[tuple[int, str | None]]:
    """How far, and with which movement card; the largest base move first."""
    cards = [card for card in dict.fromkeys(spot.hand) if card in spot.house.free_moves]
    if spot.locked:
        return [(1, None), (2, None), *((1, card) for card in cards)]
    plain: list[tuple[int, str | None]] = [(2, None), (1, None), *((far, None) for far in range(3, 3 + spot.fuel))]
    for card in cards:
        least, free = spot.house.free_moves[card]
        plain += ((distance, card) for distance in range(least, free + spot.fuel + 1))
    return plain


def _line(spot: Spot, drive: Prospect) -> Choice:
    choice = line(drive)
    assert isinstance(choice.action, Drive)
    why = forbidden(spot, choice.action)
    return choice if why is None else replace(choice, barred=why)
