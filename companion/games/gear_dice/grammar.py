"""Chapter 6.1, the grammar of a route: which step may follow in a gear with the dice that are left.

Pure, small and cached: the menus stand on it, and so can whoever looks many steps ahead.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct

from companion.engine import Ruling
from companion.games.gear_dice.dice import NUMBERS, TOP_GEAR

ALL_NUMBERS = sum(1 << number for number in NUMBERS)
MOST_BRAKES = 4


class Use(Struct, frozen=True):
    """One step's dice. `number`: its gear die, 0 if it has none and the gear is held."""

    die: str
    number: int
    brakes: int
    coasts: int
    dice: tuple[str, ...]

    def gear(self, held: int) -> int:
        """The gear that the step ends in."""
        return self.number or held

    def cost(self) -> int:
        """Steps on the price list of focus: a set counts every die."""
        return len(self.dice)


class Kit(Struct, frozen=True):
    """Dice that may still be used: `numbers` has bit n for gear die n, the rest are counts."""

    numbers: int
    gear: int
    coast: int
    brake: int

    def without(self, use: Use) -> "Kit":
        """The kit once a step has used its dice."""
        spent = 1 if use.number else 0
        left = self.numbers & ~(spent << use.number)
        return Kit(left, self.gear - spent, self.coast - use.coasts, self.brake - use.brakes)


class House(Struct, frozen=True):
    """The optional rules that a race uses (7.4)."""

    flying_start: bool = False
    redline: bool = False


def _uses() -> Iterable[Use]:
    for number in NUMBERS:
        yield Use(f"g{number}", number, 0, 0, (f"g{number}",))
    yield Use("coast", 0, 0, 1, ("coast",))
    for brakes in range(1, MOST_BRAKES + 1):
        for number in NUMBERS:
            yield Use(f"b{brakes}g{number}", number, brakes, 0, (f"g{number}",) + ("brake",) * brakes)
    yield Use("brake", 0, 1, 0, ("brake",))


USES: Mapping[str, Use] = {use.die: use for use in _uses()}
"""Every step that can be written down, by its word."""


PLAIN = House()


@cache
def uses(held: int, kit: Kit, house: House = PLAIN) -> tuple[Use, ...]:
    """The steps that may follow in a gear with these dice."""
    return tuple(use for use in _thinkable(held, house) if why_not(use, held, kit, house) is None)


@cache
def _thinkable(held: int, house: House) -> tuple[Use, ...]:
    """The steps that may follow in a gear if no die is wanting."""
    plenty = Kit(ALL_NUMBERS, len(NUMBERS), 1, MOST_BRAKES)
    return tuple(use for use in USES.values() if why_not(use, held, plenty, house) is None)


def why_not(use: Use, held: int, kit: Kit, house: House) -> Ruling | None:
    """The ruling against a step; None if it is legal."""
    if use.number:
        return _why_no_gear(use, held, kit, house)
    return _why_no_coast(held, kit) if use.coasts else _why_no_redline(held, kit, house)


def _why_no_coast(held: int, kit: Kit) -> Ruling | None:
    if held == 0:
        return Ruling("6.1", "A car in gear 0 cannot coast; it starts with gear die 1.")
    return None if kit.coast > 0 else Ruling("6.1", "No coast die is left for this turn.")


def _why_no_redline(held: int, kit: Kit, house: House) -> Ruling | None:
    if not house.redline:
        return Ruling("7.4", "A brake die coasts only where the Redline option is on.")
    if held != TOP_GEAR:
        return Ruling("7.4", f"A brake die coasts only in gear {TOP_GEAR}.")
    return None if kit.brake > 0 else Ruling("6.1", "No brake die is left for this turn.")


def _why_no_gear(use: Use, held: int, kit: Kit, house: House) -> Ruling | None:
    if not kit.numbers >> use.number & 1:
        return Ruling("6.1", f"Gear die {use.number} is used already.")
    if kit.gear < 1:
        return Ruling("6.1", "No gear die is left: dashboard and damage allow no more this turn.")
    return _why_not_by_brakes(use, held, kit) if use.brakes else _why_not_in_steps(use.number, held, house)


def _why_not_in_steps(number: int, held: int, house: House) -> Ruling | None:
    flying = house.flying_start and held == 0 and number == 2
    if abs(number - held) <= 1 or flying:
        return None
    if number > held:
        return Ruling("6.1", f"From gear {held} the next gear up is {held + 1}.")
    return Ruling("6.1", f"From gear {held} down to {number} takes exactly {_skipped(held, number)} brake dice.")


def _why_not_by_brakes(use: Use, held: int, kit: Kit) -> Ruling | None:
    skipped = _skipped(held, use.number)
    if skipped < 1:
        return Ruling("6.1", f"From gear {held} to {use.number} no gear is skipped, so no brake die goes with it.")
    if use.brakes != skipped:
        return Ruling("6.1", f"From gear {held} down to {use.number} takes exactly {skipped} brake dice.")
    return None if use.brakes <= kit.brake else Ruling("6.1", f"Only {max(kit.brake, 0)} brake dice are left.")


def _skipped(held: int, number: int) -> int:
    return held - number - 1


def read(step: str) -> tuple[Use, str]:
    """A step text such as `b1g3 a2`: its dice and its space."""
    die, _, space = step.partition(" ")
    return USES[die], space


def after(held: int, kit: Kit, steps: Iterable[str]) -> tuple[int, Kit]:
    """Gear and kit once these step texts are taken."""
    for step in steps:
        use, _ = read(step)
        held, kit = use.gear(held), kit.without(use)
    return held, kit


def kit_of(dice: Iterable[str]) -> Kit:
    """A kit of exactly these dice."""
    names = tuple(dice)
    numbers = [int(name[1:]) for name in names if name.startswith("g")]
    mask = sum(1 << number for number in numbers)
    return Kit(mask, len(numbers), names.count("coast"), names.count("brake"))
