"""The rules of driving that a house may change; races that play by the same share what is worked out for them."""

from functools import lru_cache

from msgspec import Struct

from companion.games.fuel_and_fortune.track import Track


class House(Struct, frozen=True, eq=False):
    """The track and the house rules of driving.

    `free_moves`: for each movement card, and for none, the least distance and the most that costs no fuel.
    """

    track: Track
    free_moves: dict[str | None, tuple[int, int]]
    avoid_when_locked: bool
    late_brake_immune: bool

    def fuel_for(self, distance: int, card: str | None) -> int:
        """Fuel is burnt only for what lies beyond the largest free move."""
        return max(0, distance - self.free_moves[card][1])


@lru_cache(maxsize=16)
def house(track: Track, good_exit_mode: str, avoid_when_locked: bool, late_brake_immune: bool) -> House:
    """The house of those rules, always the same one."""
    moves: dict[str | None, tuple[int, int]] = {None: (1, 2), "good-exit": (4, 4), "late-brake": (3, 3)}
    if good_exit_mode == "add":
        moves |= {"good-exit": (5, 6), "late-brake": (4, 5)}
    return House(track, moves, avoid_when_locked, late_brake_immune)
