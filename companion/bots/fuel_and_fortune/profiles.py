"""Three characters, and how each bends with its place in the race."""

from msgspec import Struct, structs


class Character(Struct, frozen=True):
    """Weights, all in segments: what a driver thinks things are worth."""

    risk: float
    """Weight of what an overlap may cost."""
    fuel: float
    """Price of one unit of fuel."""
    dread: float
    """Dread of an empty tank."""
    cards: float
    """Value put on held cards."""
    dots: float
    """Appetite for blue dots."""
    passes: float
    """Appetite for passing."""
    enough: int
    """The fuel at which refuelling stops."""

    def bent(self, shift: float) -> "Character":
        """Bolder with a positive shift (a straggler), more careful with a negative one (a leader): -1 to 1."""
        return structs.replace(
            self,
            risk=self.risk * 2**-shift,
            fuel=self.fuel * 2 ** (-shift / 2),
            dots=self.dots * 2 ** (shift / 2),
            passes=self.passes * 2 ** (shift / 2),
        )


CHARACTERS = {
    "aggressive": Character(risk=0.5, fuel=0.65, dread=3.0, cards=0.7, dots=1.1, passes=1.2, enough=1),
    "mixed": Character(risk=1.25, fuel=0.75, dread=4.0, cards=0.8, dots=1.0, passes=0.7, enough=1),
    "cautious": Character(risk=2.0, fuel=0.85, dread=5.0, cards=0.9, dots=0.9, passes=0.5, enough=2),
}


def shift(rank: int, cars: int, driven: float, strength: float) -> float:
    """-1 for a leader at the end of the race, 1 for the last car; half of that at its start.

    `rank` counts from 1, `driven` is the leader's share of the race, `strength` 0 to 1.
    """
    if cars == 1:
        return 0.0
    return strength * (2 * (rank - 1) / (cars - 1) - 1) * (0.5 + 0.5 * driven)
