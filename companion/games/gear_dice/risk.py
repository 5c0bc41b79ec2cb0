"""The odds of what is laid: of the whole route flat out, and of the next roll."""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from companion.games.gear_dice import odds
from companion.games.gear_dice.dice import FACES
from companion.games.gear_dice.driving import ahead, next_step
from companion.games.gear_dice.grammar import Use
from companion.games.gear_dice.odds import Pool
from companion.games.gear_dice.state import Race
from companion.games.gear_dice.track import Crossing


class Laid(Struct, frozen=True):
    """A route as its odds see it. `need`: so many hazards lose control.

    `sure`: it is too fast somewhere. `flying`: it begins with a flying start that a hazard ends; then the die of that
    step is not in the pool. `penalty`: a flying start would end so.
    """

    need: int
    pool: Pool = Pool()
    sure: bool = False
    flying: bool = False
    penalty: bool = False

    def plus(self, use: Use, held: int, crossing: Crossing) -> "Laid":
        """With one step more."""
        fast = crossing.too_fast_in or crossing.too_fast_out
        if self.penalty and held == 0 and use.number == 2:
            return replace(self, pool=self.pool.plus((), crossing.hazards), sure=fast, flying=not fast)
        return replace(self, pool=self.pool.plus(use.dice, crossing.hazards), sure=self.sure or fast)

    @property
    def chance(self) -> Fraction:
        """How likely control is lost if all of it is rolled."""
        risk = Fraction(1) if self.sure else odds.chance(self.pool, self.need)
        return risk * Fraction(FACES - 1, FACES) if self.flying else risk


def laid(race: Race) -> Laid | None:
    """The route as laid; None where nobody wants to know, or where the dice lie already."""
    if not race.options.adviser or race.results:
        return None
    return on_route(race)


def on_route(race: Race) -> Laid:
    """The route as laid, whoever wants to know."""
    found = Laid(race.side.threshold - race.hazards, penalty=race.options.flying_start_penalty)
    at, held = race.car.at, race.car.gear
    for text in race.route:
        step = ahead(race, text, at, held)
        found = found.plus(step.use, held, step.crossing)
        at, held = step.link.to, step.gear
    return found


def next_roll(race: Race) -> Fraction:
    """How likely the next laid step, rolled by itself, loses control."""
    step = next_step(race)
    whole = Laid(race.side.threshold - race.hazards, penalty=race.options.flying_start_penalty)
    return whole.plus(step.use, race.car.gear, step.crossing).chance
