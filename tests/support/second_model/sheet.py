"""A race as somebody with pencil and paper would keep it: cars, piles, packs of cards, and what has been said."""

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias, TypeVar

from tests.support.second_model.house import House

T = TypeVar("T")
STATS = (
    "fuel_burned",
    "good_exits",
    "late_brakes",
    "avoid_crashes",
    "passes",
    "overlaps",
    "crashes",
    "incidents",
)


class Question(NamedTuple):
    """What the race waits for: something is asked of a seat (`turn`, `pits`, `discard`, `sc-pits`, `sc-lane`), or
    drawn (`grid`, `overtake`, `chance`)."""

    what: str
    seat: str

    @property
    def drawn(self) -> bool:
        return self.what in ("grid", "overtake", "chance")


Talk: TypeAlias = Generator[Question, str, T]
"""Something that happens with questions in it; each is answered with an action or an outcome in its text form."""


@dataclass
class Car:
    """One car. In the lane `box` counts the boxes, and `progress` stays that of Pit Entry."""

    fuel: int
    progress: int = 0
    box: int = 0
    hand: list[str] = field(default_factory=list)
    locked: bool = False
    out: bool = False
    out_turns: int = 0
    turns: int = 0
    stats: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATS, 0))

    @property
    def running(self) -> bool:
        return not self.out and not self.out_turns


@dataclass
class Pack:
    """A deck: what may be drawn and what lies aside. An endless one gives the same odds for ever."""

    whole: dict[str, int]
    endless: bool
    draw: dict[str, int] = field(init=False)
    aside: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.draw, self.aside = dict(self.whole), dict.fromkeys(self.whole, 0)

    @property
    def odds(self) -> dict[str, int]:
        return {card: count for card, count in (self.whole if self.endless else self.draw).items() if count}

    def take(self, card: str) -> None:
        if not self.endless:
            self.draw[card] -= 1

    def lay_aside(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.aside[card] += not self.endless

    def shuffle(self) -> None:
        """What lies aside may be drawn again."""
        self.draw = {card: count + self.aside[card] for card, count in self.draw.items()}
        self.aside = dict.fromkeys(self.aside, 0)


@dataclass
class Convoy:
    """The safety car and who is behind it, ahead of it, and held on Pit Entry.

    `head` is the progress of the first of the queue, `laps_down` how many whole laps each is behind and stays behind.
    """

    rounds_left: int
    queue: list[str] = field(default_factory=list)
    ahead: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    head: int = 0
    laps_down: dict[str, int] = field(default_factory=dict)

    def drop(self, seat: str) -> None:
        """The seat is led no more."""
        for seats in (self.queue, self.ahead, self.held):
            if seat in seats:
                seats.remove(seat)


class Sheet:
    """The race as it stands. `piles` has every place that holds a car, front to back; `told` what was said since it
    was last emptied; `finished` who is home, in the order in which they came."""

    def __init__(self, house: House, seats: Iterable[str]) -> None:
        self.house = house
        self.seats = tuple(seats)
        self.cars = {seat: Car(house.start_fuel) for seat in self.seats}
        endless = house.draw_mode == "probability"
        self.packs = {"overtake": Pack(house.overtake_deck, endless), "chance": Pack(house.chance_deck, endless)}
        self.round = 1
        self.convoy: Convoy | None = None
        self.finished: list[str] = []
        self.winner = ""
        self.told: list[str] = []
        self.unsettled = False
        self.line_up_on_grid(self.seats)

    def line_up_on_grid(self, grid: Iterable[str]) -> None:
        """Everybody on segment 0, or slot k on segment cars - k."""
        self.grid = list(grid)
        self.order = list(self.grid)
        self.turn = self.grid[0]
        staggered = self.house.grid_layout == "staggered"
        for slot, seat in enumerate(self.grid, 1):
            self.cars[seat].progress = (len(self.grid) - slot) * staggered
        self.pile_up(self.grid)

    def pile_up(self, seats: Iterable[str]) -> None:
        """The piles, made anew in the order of those seats."""
        self.piles: dict[str, list[str]] = {}
        for seat in seats:
            self.piles.setdefault(self.at(seat), []).append(seat)

    @property
    def over(self) -> bool:
        return bool(self.winner)

    def say(self, *words: object) -> None:
        self.told.append(" ".join(map(str, words)))

    def at(self, seat: str) -> str:
        car = self.cars[seat]
        return f"P{car.box}" if car.box else str(car.progress % self.house.track_size)

    def lap(self, seat: str) -> int:
        return self.cars[seat].progress // self.house.track_size

    def on_entry(self, seat: str) -> bool:
        return self.at(seat) == str(self.house.pit_entry)

    def worth(self, seat: str) -> Fraction:
        """Progress for race order; a box is worth its share of the segments that the lane saves."""
        car, house = self.cars[seat], self.house
        return car.progress + Fraction(house.bypass * car.box, house.pit_lane_length + 1)

    def ranking(self) -> list[str]:
        """Race order: who is home, then progress, the road before the lane, front to back, the turn order so far."""
        return sorted(self.order, key=self._merit)

    def _merit(self, seat: str) -> tuple[bool, Fraction, bool, int]:
        in_pile = self.piles[self.at(seat)].index(seat)
        return seat not in self.finished, -self.worth(seat), self.cars[seat].box > 0, in_pile

    def rivals(self, seat: str) -> list[str]:
        """The other cars on the same place that are still racing."""
        return self.rivals_on(self.at(seat), seat)

    def rivals_on(self, place: str, seat: str) -> list[str]:
        return [other for other in self.piles.get(place, ()) if other != seat and other not in self.finished]

    def put(self, seat: str, progress: int, box: int = 0) -> bool:
        """The car stands there, behind whoever does already; whether that is another place."""
        car, start = self.cars[seat], self.at(seat)
        pile = self.piles[start]
        place = pile.index(seat)
        pile.remove(seat)
        car.progress, car.box = progress, box
        moved = self.at(seat) != start
        self.piles.setdefault(self.at(seat), []).insert(len(self.seats) if moved else place, seat)
        if not self.piles[start]:
            del self.piles[start]
        return moved

    def move(self, seat: str, progress: int, box: int = 0) -> None:
        """The same, said aloud, with the laps that it completes."""
        start, lap = self.at(seat), self.lap(seat)
        if self.put(seat, progress, box):
            self.say("moved", seat, start, self.at(seat))
        self.say_laps(seat, lap)

    def say_laps(self, seat: str, before: int) -> None:
        for lap in range(before + 1, self.lap(seat) + 1):
            self.say("lap-completed", seat, lap)

    def come_home(self, seat: str) -> bool:
        """Whether the car has just completed the distance; at once, or when the round ends, that is the race."""
        if self.cars[seat].progress < self.house.distance or seat in self.finished:
            return False
        self.finished.append(seat)
        if self.house.finish_mode == "instant":
            self.win(seat)
        return True

    def win(self, seat: str) -> None:
        self.winner = seat
        self.say("race-won", seat)

    def refuel(self, seat: str, amount: int) -> None:
        """What the tank cannot hold is lost."""
        car = self.cars[seat]
        gained = min(amount, self.house.tank_max - car.fuel)
        car.fuel += gained
        if gained:
            self.say("fuel-gained", seat, gained)

    def lose_hand(self, seat: str) -> None:
        car = self.cars[seat]
        if car.hand:
            self.say("hand-lost", seat)
            self.packs["chance"].lay_aside(car.hand)
            car.hand = []
