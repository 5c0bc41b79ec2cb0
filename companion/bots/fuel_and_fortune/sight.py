"""What a driver reads off its view: where everybody is, what it holds, what the set-up says."""

from collections.abc import Mapping
from functools import cached_property

from companion.engine import Board, Flag, Gauge, Hand, Number, Seat, Text, View, Widget
from companion.games.fuel_and_fortune.actions import Drive

CARD_MOVES = {"good-exit": 4, "late-brake": 3}


class Sight:
    """One look at the race. Progress is in segments from the start, as the ranking measures it."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.seat: Seat = view.viewer
        self._widgets: Mapping[str, Widget] = {widget.name: widget for widget in view.widgets}

    def number(self, name: str) -> int:
        widget = self._widgets[name]
        assert isinstance(widget, Number | Gauge)
        return widget.value

    def on(self, name: str) -> bool:
        widget = self._widgets.get(name)
        return isinstance(widget, Flag) and widget.on

    def text(self, name: str) -> str:
        widget = self._widgets[name]
        assert isinstance(widget, Text)
        return widget.text

    @cached_property
    def fuel(self) -> int:
        return self.number("fuel")

    @cached_property
    def tank(self) -> int:
        return self.number("tank-max")

    @cached_property
    def hand(self) -> tuple[str, ...]:
        hand = self._widgets["hand"]
        assert isinstance(hand, Hand)
        return tuple(card.name for card in hand.cards)

    @cached_property
    def full_hand(self) -> bool:
        return len(self.hand) >= self.number("hand-limit")

    @cached_property
    def ranking(self) -> list[Seat]:
        return self.text("ranking").split()

    @cached_property
    def rank(self) -> int:
        return self.ranking.index(self.seat) + 1

    @cached_property
    def size(self) -> int:
        return self.number("track-size")

    @cached_property
    def entry(self) -> int:
        return self.number("pit-entry")

    @cached_property
    def bypassed(self) -> int:
        """Segments of road beside the pit lane."""
        return (self.number("pit-exit") - self.entry) % self.size

    @cached_property
    def boxes(self) -> int:
        return self.number("pit-lane-length")

    @cached_property
    def goal(self) -> int:
        return self.size * self.number("laps")

    @cached_property
    def neutral(self) -> bool:
        """Whether the safety car is out."""
        return self.on("safety-car")

    @cached_property
    def places(self) -> dict[Seat, str]:
        board = self._widgets["board"]
        assert isinstance(board, Board)
        return {token.id: token.place for token in board.tokens if token.id in self.ranking}

    @cached_property
    def dots(self) -> frozenset[int]:
        board = self._widgets["board"]
        assert isinstance(board, Board)
        return frozenset(int(place.id) for place in board.places if "blue-dot" in place.marks)

    @cached_property
    def box(self) -> int:
        """The pit box the driver stands on, 0 on the road."""
        return _box(self.places[self.seat])

    @cached_property
    def progress(self) -> dict[Seat, float]:
        return {seat: self._progress(seat, place) for seat, place in self.places.items()}

    def _progress(self, seat: Seat, place: str) -> float:
        start = self.size * self.number(f"lap-{seat}")
        if box := _box(place):
            return start + self.entry + self.bypassed * box / (self.boxes + 1)
        return start + int(place)

    @cached_property
    def driven(self) -> float:
        """The leader's share of the race, 0 to 1."""
        return min(1.0, self.progress[self.ranking[0]] / self.goal)

    @cached_property
    def lead(self) -> float:
        """For the leader, how far the next is behind; for anybody else, how far the leader is ahead, negative."""
        mine = self.progress[self.seat]
        if self.rank > 1:
            return mine - self.progress[self.ranking[0]]
        return mine - self.progress[self.ranking[1]] if len(self.ranking) > 1 else 0.0

    def share(self, card: str, deck: tuple[str, ...]) -> float:
        """How much of a deck, as it was set up, is that card (all by their letters)."""
        total = sum(self.number(f"deck-{name}") for name in deck)
        return self.number(f"deck-{card}") / total if total else 0.0

    def landing(self, distance: int) -> int:
        """Progress after a drive of that distance, lines left aside."""
        if self.box:
            start = self.size * self.number(f"lap-{self.seat}")
            return start + self.entry + self.bypassed + distance - 1
        return int(self.progress[self.seat]) + distance

    def burnt(self, action: Drive) -> int:
        """Fuel that a drive takes: what lies beyond the largest base move."""
        base = CARD_MOVES.get(action.card or "", 2)
        if action.card and self.text("card-moves") == "add":
            base += 2
        return max(0, action.distance - base)


def _box(place: str) -> int:
    return int(place[1:]) if place.startswith("P") else 0
