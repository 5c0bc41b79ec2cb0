"""How much a driver fears a crash, and what focus is worth to it."""

from msgspec import Struct


class Character(Struct, frozen=True, kw_only=True):
    """`nerves`: how many times its true price a crash seems to cost. `focus`: what the first token is worth, in spaces;
    each further one is worth less. `repairs`: damage tokens from which a pit stop is worth it."""

    nerves: float
    focus: float = 0.4
    repairs: int = 3


CHARACTERS = {
    "cautious": Character(nerves=2.5, focus=0.3, repairs=2),
    "mixed": Character(nerves=1.2, focus=0.5),
    "aggressive": Character(nerves=0.5, focus=0.6, repairs=4),
}
