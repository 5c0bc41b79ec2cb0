"""What was chosen before the race, with the defaults of the rules page filled in (part 3.1)."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

HOLDABLE = ("good-exit", "late-brake", "avoid-crash")
INSTANT = ("conserved-fuel", "heavy-right-foot", "track-limits", "lost-traction", "debris")
DECKS = {
    "overtake_deck": {"safe-pass": 30, "racing-incident": 8, "crash": 2},
    "chance_deck": dict(zip((*INSTANT, *HOLDABLE), (5, 3, 3, 3, 1, 7, 4, 4), strict=True)),
}


class House(Struct, frozen=True, kw_only=True):
    """The options that change how the game is played; those of the table alone are not here."""

    grid_order: str = "random"
    grid_layout: str = "stacked"
    laps: int = 3
    dynamic_order: bool = False
    finish_mode: str = "instant"
    round_limit: int | None = None
    track_size: int = 40
    pit_entry: int
    pit_exit: int = 1
    pit_lane_length: int = 5
    last_pit_refuels: bool = False
    chance_dots: list[int]
    start_fuel: int = 3
    tank_max: int = 5
    overtake_deck: dict[str, int]
    chance_deck: dict[str, int]
    draw_mode: str = "deck"
    hand_limit: int = 3
    sc_rounds: int = 3
    sc_advance: int = 2
    crash_catch_up: bool = True
    green_flag_first: str = "interrupted"
    sc_unlap: bool = False
    sc_fuel_check: bool = True
    sc_can_finish: bool = True
    pit_entry_when: str = "stop"
    pit_entry_grant: str = "shared"
    pit_lane_overlaps: bool = False
    overlap_draws: str = "one"
    crash_out_turns: int = 0
    avoid_under_lost_traction: bool = True
    good_exit_mode: str = "replace"
    late_brake_immune: bool = False

    @property
    def bypass(self) -> int:
        """D: how many segments of the road the lane saves."""
        return (self.pit_exit - self.pit_entry) % self.track_size

    @property
    def distance(self) -> int:
        """The progress at which a car is home."""
        return self.laps * self.track_size

    @property
    def safe_zones(self) -> tuple[int, int]:
        return self.pit_entry, self.pit_exit

    def free_move(self, card: str) -> tuple[int, int]:
        """The least distance of a move with that card, or with none, and the most that burns no fuel."""
        adds = self.good_exit_mode == "add"
        return {"": (1, 2), "good-exit": (5, 6) if adds else (4, 4), "late-brake": (4, 5) if adds else (3, 3)}[card]

    def entry_of(self, lap: int) -> int:
        """The progress of Pit Entry on that lap."""
        return lap * self.track_size + self.pit_entry


def chosen(options: Mapping[str, object]) -> House:
    """The house of those options."""
    size = msgspec.convert(options.get("track_size", 40), int)
    plain = {"pit_entry": size - 2, "chance_dots": 6, **options}
    for name, deck in DECKS.items():
        counts = msgspec.convert(options.get(name, deck), dict[str, int])
        plain[name] = {card: counts.get(card, 0) for card in deck}
    dots = plain["chance_dots"]
    house = msgspec.convert(plain | {"chance_dots": []}, House)
    plain["chance_dots"] = _spread(dots, house) if isinstance(dots, int) else dots
    return msgspec.convert(plain, House)


def _spread(count: int, house: House) -> list[int]:
    """So many dots at even distances; one that would be on a Safe Zone goes to the next free segment."""
    dots: list[int] = []
    for number in range(1, count + 1):
        dot = number * house.track_size // (count + 1)
        while dot in house.safe_zones or dot in dots:
            dot = (dot + 1) % house.track_size
        dots.append(dot)
    return dots
