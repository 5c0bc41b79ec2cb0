"""Chapter 1, Setup: what can be chosen before the race."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from companion.engine import Flag, Number, Option, Seat, Text
from companion.engine.view import AnyWidget
from companion.games.fuel_and_fortune.house import House, house
from companion.games.fuel_and_fortune.track import Track, laid_out

OVERTAKE_DECK = {"safe-pass": 30, "racing-incident": 8, "crash": 2}
CHANCE_DECK = {
    "conserved-fuel": 5,
    "heavy-right-foot": 3,
    "track-limits": 3,
    "lost-traction": 3,
    "debris": 1,
    "good-exit": 7,
    "late-brake": 4,
    "avoid-crash": 4,
}
DECKS = {"overtake_deck": (OVERTAKE_DECK, 60), "chance_deck": (CHANCE_DECK, 20)}
"""Each deck as it comes, and the most there may be of one card."""

DEFAULT_SIZE = 40
PROFILES = ("random", "turtle", "aggressive", "mixed", "cautious", "hidden")


class Options(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """All that was chosen, with what was left at its default filled in."""

    grid_order: Literal["random", "seating"] = "random"
    grid_layout: Literal["stacked", "staggered"] = "stacked"
    laps: int = 3
    dynamic_order: bool = False
    finish_mode: Literal["instant", "finish-round"] = "instant"
    round_limit: int | None = None
    track_size: int = DEFAULT_SIZE
    pit_entry: int = 38
    pit_exit: int = 1
    pit_lane_length: int = 5
    last_pit_refuels: bool = False
    chance_dots: tuple[int, ...] = ()
    start_fuel: int = 3
    tank_max: int = 5
    overtake_deck: dict[str, int] = field(default_factory=OVERTAKE_DECK.copy)
    chance_deck: dict[str, int] = field(default_factory=CHANCE_DECK.copy)
    draw_mode: Literal["deck", "probability"] = "deck"
    show_deck_counts: bool = False
    hand_limit: int = 3
    sc_rounds: int = 3
    sc_advance: int = 2
    crash_catch_up: bool = True
    green_flag_first: Literal["interrupted", "next", "new-round"] = "interrupted"
    sc_unlap: bool = False
    sc_fuel_check: bool = True
    sc_can_finish: bool = True
    sc_announce: Literal["net", "each-round"] = "net"
    ai_shift: float = 1.0
    ai_delay_ms: int = 1500
    reveal_profiles: bool = True
    pit_entry_when: Literal["stop", "pass"] = "stop"
    pit_entry_grant: Literal["shared", "extra"] = "shared"
    pit_lane_overlaps: bool = False
    overlap_draws: Literal["one", "per-car"] = "one"
    crash_out_turns: int = 0
    avoid_under_lost_traction: bool = True
    good_exit_mode: Literal["replace", "add"] = "replace"
    late_brake_immune: bool = False
    fuel_hidden: bool = False
    undo_policy: Literal["consent", "none"] = "consent"
    confirm_tokens: Literal["safety-car", "always", "never"] = "safety-car"
    bots: dict[Seat, str] = {}

    @cached_property
    def track(self) -> Track:
        """The course that these options describe."""
        lane = (self.pit_entry, self.pit_exit, self.pit_lane_length)
        return laid_out(self.track_size, self.laps, lane, self.chance_dots)

    @property
    def dealt(self) -> bool:
        """Whether cards come from decks that run down, and not from odds that never change."""
        return self.draw_mode == "deck"

    @cached_property
    def house(self) -> House:
        """The rules of driving that these options describe."""
        return house(self.track, self.good_exit_mode, self.avoid_under_lost_traction, self.late_brake_immune)

    @cached_property
    def figures(self) -> tuple[AnyWidget, ...]:
        """What everybody may know of the set-up, as views show it."""
        numbers = {name: getattr(self, name) for name in SHOWN_NUMBERS}
        words = {name: getattr(self, name) for name in SHOWN_WORDS}
        switches = {name: getattr(self, name) for name in SHOWN_SWITCHES}
        decks = self.overtake_deck | self.chance_deck
        return (
            *(Number(_kebab(name), BY_NAME[name].label, value) for name, value in numbers.items()),
            Number("ai-shift", BY_NAME["ai_shift"].label, round(100 * self.ai_shift), "%"),
            *(Text(shown, label, words[name]) for name, (shown, label) in SHOWN_WORDS.items()),
            *(Flag(shown, label, switches[name]) for name, (shown, label) in SHOWN_SWITCHES.items()),
            *(Number(f"deck-{short(card).lower()}", f"{short(card)} cards", count) for card, count in decks.items()),
        )


SHOWN_NUMBERS = (
    "laps",
    "track_size",
    "pit_entry",
    "pit_exit",
    "pit_lane_length",
    "tank_max",
    "hand_limit",
    "sc_rounds",
    "sc_advance",
)
SHOWN_WORDS = {
    "good_exit_mode": ("card-moves", "Card moves"),
    "pit_entry_grant": ("pit-entry-grant", "Entry fuel"),
    "pit_entry_when": ("pit-entry-when", "Turn in"),
    "overlap_draws": ("overlap-draws", "Cards an overlap"),
}
SHOWN_SWITCHES = {
    "late_brake_immune": ("lb-immune", "LB is safe"),
    "last_pit_refuels": ("last-pit-refuels", "Last box refuels"),
}
"""Set-up values by the names of their widgets. No view spells a card's name but in the hand that holds it."""

SHORT = {"heavy-right-foot": "HRF", "debris": "DEB"}


def short(card: str) -> str:
    """A card's letters: `GE` for Good Exit."""
    return SHORT.get(card) or "".join(word[0] for word in card.split("-")).upper()


def _kebab(name: str) -> str:
    return name.replace("_", "-")


def _words(name: str, label: str, group: str, *values: str) -> Option:
    return Option(name, label, values[0], values=values, group=group)


def _switch(name: str, label: str, group: str, default: bool = False) -> Option:
    return Option(name, label, default, group=group)


OPTIONS: tuple[Option, ...] = (
    Option("laps", "Laps", 3, 1, 20, group="Race"),
    _switch("dynamic_order", "Order by position", "Race"),
    _words("finish_mode", "Finish", "Race", "instant", "finish-round"),
    Option("round_limit", "Round limit", "none", 10, 500, values=("none",), group="Race"),
    _words("grid_order", "Grid order", "Field", "random", "seating"),
    _words("grid_layout", "Grid layout", "Field", "stacked", "staggered"),
    Option("bots", "Bots", {}, values=PROFILES, group="Field"),
    Option("track_size", "Track size", DEFAULT_SIZE, 12, 100, group="Track", unit="segments"),
    Option("pit_entry", "Pit Entry", 38, 1, 99, group="Track"),
    Option("pit_exit", "Pit Exit", 1, 0, 99, group="Track"),
    Option("pit_lane_length", "Pit lane length", 5, 2, 10, group="Track", unit="segments"),
    _switch("last_pit_refuels", "Last box refuels", "Track"),
    Option("chance_dots", "Blue dots", 6, 0, 50, group="Track"),
    Option("start_fuel", "Starting fuel", 3, 1, 5, group="Fuel"),
    Option("tank_max", "Tank size", 5, 1, 9, group="Fuel"),
    Option("overtake_deck", "Overtake Deck", OVERTAKE_DECK, 0, 60, group="Decks", unit="cards"),
    Option("chance_deck", "Chance Deck", CHANCE_DECK, 0, 20, group="Decks", unit="cards"),
    _words("draw_mode", "Drawing", "Decks", "deck", "probability"),
    _switch("show_deck_counts", "Show deck counts", "Decks"),
    Option("hand_limit", "Hand limit", 3, 1, 5, group="Decks", unit="cards"),
    Option("sc_rounds", "SC rounds", 3, 1, 10, group="Safety car"),
    Option("sc_advance", "SC advance", 2, 1, 6, group="Safety car", unit="segments"),
    _switch("crash_catch_up", "Crash catch-up", "Safety car", True),
    _words("green_flag_first", "First at green", "Safety car", "interrupted", "next", "new-round"),
    _switch("sc_unlap", "Unlap the field", "Safety car"),
    _switch("sc_fuel_check", "Fuel at the lines", "Safety car", True),
    _switch("sc_can_finish", "Finish under SC", "Safety car", True),
    _words("sc_announce", "Announce moves", "Safety car", "net", "each-round"),
    Option("ai_shift", "Bots shift", 1, 0, 1, group="Bots"),
    Option("ai_delay_ms", "Bots wait", 1500, 0, 5000, group="Bots", unit="ms"),
    _switch("reveal_profiles", "Reveal profiles", "Bots", True),
    _words("pit_entry_when", "Turn in", "House rules", "stop", "pass"),
    _words("pit_entry_grant", "Entry fuel", "House rules", "shared", "extra"),
    _switch("pit_lane_overlaps", "Overlaps in the lane", "House rules"),
    _words("overlap_draws", "Cards an overlap", "House rules", "one", "per-car"),
    Option("crash_out_turns", "Turns out by crash", 0, 0, 3, group="House rules"),
    _switch("avoid_under_lost_traction", "Avoid when locked", "House rules", True),
    _words("good_exit_mode", "Good Exit moves", "House rules", "replace", "add"),
    _switch("late_brake_immune", "Late Brake is safe", "House rules"),
    _switch("fuel_hidden", "Hide fuel", "Referee"),
    _words("undo_policy", "Undo", "Referee", "consent", "none"),
    _words("confirm_tokens", "Confirm tokens", "Referee", "safety-car", "always", "never"),
)
BY_NAME: Mapping[str, Option] = {option.name: option for option in OPTIONS}
