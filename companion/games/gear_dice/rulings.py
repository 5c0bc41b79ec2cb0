"""Why an action that is not on the menu is refused: the rule and one sentence."""

from companion.engine import Action, Ask, Pending, Ruling
from companion.games.gear_dice.actions import CrashAt, Fit, Lay, NoPit, Pit, Reenter, RollFlatOut, Secure, Stop, Unlay
from companion.games.gear_dice.flat_out import faces_left
from companion.games.gear_dice.grammar import USES, why_not
from companion.games.gear_dice.planning import head, house
from companion.games.gear_dice.state import Race


def why(race: Race, pending: Pending, move: Action) -> Ruling:
    """The ruling against what is not on the menu, or comes from another seat."""
    if race.places:
        return Ruling("4.7", "The race is over.")
    if not isinstance(pending, Ask):
        return _meanwhile(race)
    if move.by not in (None, pending.seat):
        return Ruling("5.3", f"It is {pending.seat}'s turn.")
    return _elsewhere(race, move) or _now(race, move)


def _meanwhile(race: Race) -> Ruling:
    if not race.line_up:
        return Ruling("4.7", "The grid is drawn first.")
    if race.tokens:
        return Ruling("6.5", "The damage tokens are drawn first.")
    if race.rolling == "flat-out":
        return Ruling("6.3", "The whole route is being rolled; nothing can be secured or changed.")
    return Ruling("6.2", "The dice are rolled first.")


def _elsewhere(race: Race, move: Action) -> Ruling | None:
    """Questions that come before any driving."""
    if race.pitting:
        return _why_no_stop(race, move)
    if race.car.new_tyres and not race.car.on_road:
        text = f"{move.tyres} is no tyre: asphalt or rain." if isinstance(move, Fit) else "The tyres are chosen first."
        return Ruling("7.1", text)
    return None if race.car.on_road else Ruling("5.1", "The car is off the road; it comes back first.")


def _why_no_stop(race: Race, move: Action) -> Ruling:
    if not isinstance(move, Pit):
        return Ruling("7.1", "The pit stop is to be decided first.")
    if race.pitting == "stuck":
        return Ruling("A14", "A car that no die can move is only offered repairs.")
    return Ruling("7.1", f"{move.kind} is no pit stop: they are tyres, repairs and both.")


def _now(race: Race, move: Action) -> Ruling:
    match move:
        case Lay():
            return _why_not_laid(race, move)
        case CrashAt():
            return Ruling("6.3", "A crash is laid out of the rolled dice, and happens where that route crashes.")
        case Pit() | NoPit():
            return Ruling("7.1", "The pits are open to a turn that ends in gear 1 on a free space at the edge.")
        case Fit() | Reenter():
            return Ruling("5.1", "The car is on the road.")
    return _why_not_driven(race, move)


def _why_not_driven(race: Race, move: Action) -> Ruling:
    if race.results:
        return Ruling("6.3", "The dice lie: lay them anew so that the crash still happens.")
    match move:
        case Stop():
            return Ruling("4.6", "A car that can move must drive at least one space.")
        case Unlay():
            return Ruling("6.2", "Nothing is laid that could be taken back.")
        case Secure():
            return Ruling("6.4", "Only a laid die that is not rolled yet can be secured.")
        case RollFlatOut():
            return Ruling("6.3", "Flat out is declared with the route laid, before any die is rolled or secured.")
    return Ruling("6.2", "Nothing is laid that could be rolled.")


def _why_not_laid(race: Race, move: Lay) -> Ruling:
    if move.die not in USES:
        return Ruling("6.1", f"{move.die} is no die: they are g1 to g6, coast, b1g1 and the like, and brake.")
    if race.results and not _at_hand(race, move.die):
        return Ruling("6.3", "Only the dice that were rolled, each of them once, can be laid anew.")
    end = head(race)
    against = why_not(USES[move.die], end.gear, end.kit, house(race))
    return against or Ruling("4.4", f"{move.space} is not a space ahead that touches {end.at}.")


def _at_hand(race: Race, step: str) -> bool:
    """After a flat-out crash: whether the rolled dice that are not laid yet hold those of a step."""
    left, dice = faces_left(race, race.route), USES[step].dice
    return all(len(left.get(die, ())) >= dice.count(die) for die in dice)
