"""Chapter 6.4, focus: earned flat out, spent on dice that are then not rolled."""

from companion.engine import Ruling
from companion.games.gear_dice.grammar import Use
from companion.games.gear_dice.state import Race


def price(secured: int, dice: int) -> int:
    """The k-th die secured in a turn costs k; a set takes as many steps as it has dice."""
    return sum(range(secured + 1, secured + dice + 1))


def earned(steps: int) -> int:
    """One for each gear die and each die that coasts, which is one a step: the brakes of a set earn nothing."""
    return steps


def why_not(race: Race, use: Use) -> Ruling | None:
    """The ruling against securing a step; None if there is focus enough."""
    cost = price(race.secured, use.cost())
    return None if cost <= race.car.focus else Ruling("6.4", f"It costs {cost} focus; there are {race.car.focus}.")
