"""Section 10, the chance of losing control: exact, in whole numbers out of a power of six."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from msgspec import Struct

from companion.games.gear_dice.dice import FACES, HAZARDS

MOST = 24
"""No turn rolls more dice: what a dashboard may allow, and some."""
WHOLE: int = FACES**MOST
"""Chances are counted out of this, so that they can be compared as they are."""


class Pool(Struct, frozen=True):
    """Dice that are rolled together or one after the other: `light` ones show a hazard on one face, `heavy` on two.

    `sure`: hazards that come whatever they show.
    """

    light: int = 0
    heavy: int = 0
    sure: int = 0

    def plus(self, dice: Iterable[str], sure: int = 0) -> "Pool":
        """The pool with these dice and hazards besides."""
        faces = [HAZARDS[die] for die in dice]
        return Pool(self.light + faces.count(1), self.heavy + faces.count(2), self.sure + sure)


@cache
def ways(light: int, heavy: int, need: int) -> int:
    """In how many of WHOLE equally likely rolls at least `need` of these dice show a hazard."""
    if need <= 0:
        return WHOLE
    if light:
        rest, bad = (light - 1, heavy), 1
    elif heavy:
        rest, bad = (0, heavy - 1), 2
    else:
        return 0
    return (bad * ways(*rest, need - 1) + (FACES - bad) * ways(*rest, need)) // FACES


def chance(pool: Pool, need: int) -> Fraction:
    """How likely the pool gives at least `need` hazards."""
    return Fraction(ways(pool.light, pool.heavy, need - pool.sure), WHOLE)


def percent(chance: Fraction) -> str:
    """As a screen shows it: never 0 or 100 but where it is certain."""
    if chance in (0, 1):
        return f"{100 * chance} %"
    tenths = round(1000 * chance)
    return "<0.1 %" if not tenths else ">99.9 %" if tenths == 1000 else f"{tenths / 10} %"


def spelt(chance: Fraction, room: int) -> str:
    """With the fraction behind it, where that fits."""
    exact = f"{percent(chance)} = {chance}"
    return exact if 0 < chance < 1 and len(exact) <= room else percent(chance)
