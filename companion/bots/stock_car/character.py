"""What a driver cares about: every character weighs the same things differently."""

from msgspec import Struct


class Character(Struct, frozen=True, kw_only=True):
    """Weights in places. `company`: cars in line with mine that will carry it along; `lead`: to lead the turn;
    `wear`: a wear marker; `pit_yellow`, `pit_green`: markers from which a stop is worth it; `mischief`: how much more
    it counts to be ahead of the team that is doing best."""

    company: float = 0.6
    lead: float = 1.0
    wear: float = 1.0
    pit_yellow: int = 3
    pit_green: int = 5
    mischief: float = 0.0


CHARACTERS = {
    "drafter": Character(company=1.0),
    "charger": Character(company=0.4, lead=2.5, wear=0.6, pit_yellow=4, pit_green=6),
    "careful": Character(wear=1.8, pit_yellow=2, pit_green=4),
    "spoiler": Character(mischief=0.6),
}
