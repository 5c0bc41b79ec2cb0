"""Random states to begin from, as patches: cars scattered over the course, or bunched behind the safety car.

Every one of them could come about in a race, or be put on the board by hand, so the game must accept them all.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from tests.support.second_model.house import HOLDABLE, House
from tests.support.second_model.sheet import STATS


class Board:
    """A state in the making: where each car stands, and what else is known of it."""

    def __init__(self, stream: Random, house: House, seats: Sequence[str]) -> None:
        self.stream = stream
        self.house = house
        self.seats = list(seats)
        self.cars: dict[str, dict[str, object]] = {}
        self.cards = [card for card in HOLDABLE for _ in range(house.chance_deck[card])]
        stream.shuffle(self.cards)

    def some(self, odds: float) -> bool:
        return self.stream.random() < odds

    def on_road(self, seat: str, progress: int) -> None:
        size = self.house.track_size
        self._place(seat, str(progress % size), progress // size)

    def in_lane(self, seat: str, lap: int) -> None:
        self._place(seat, f"P{self.stream.randint(1, self.house.pit_lane_length)}", lap)

    def _place(self, seat: str, at: str, lap: int) -> None:
        """With whatever a car may have about it."""
        stream, tank = self.stream, self.house.tank_max
        self.cars[seat] = car = {"at": at, "lap": lap}
        if self.some(0.9):
            car["fuel"] = stream.choice((0, 0, 1, min(2, tank), stream.randint(0, tank)))
        if self.some(0.6):
            car["hand"] = self._hand()
        if self.some(0.15):
            car["locked"] = True
        if self.some(0.5):
            car["stats"] = {name: stream.randint(0, 3) for name in stream.sample(STATS, 4)}

    def _hand(self) -> list[str]:
        count = self.stream.randint(0, self.house.hand_limit)
        hand, self.cards = self.cards[:count], self.cards[count:]
        return hand

    def patch(self, **more: object) -> dict[str, object]:
        patch = {"cars": self.cars, **more}
        if self.house.draw_mode == "deck" and self.some(0.5):
            patch["bags"] = self._bags()
        if self.some(0.5):
            patch["grid"] = self.shuffled(self.seats)
        return patch

    def _bags(self) -> dict[str, dict[str, dict[str, int]]]:
        """Some cards lie aside, or all of them; told as what lies aside, or as what is left to draw."""
        held = [card for car in self.cars.values() for card in self._cards_of(car)]
        chance = {card: count - held.count(card) for card, count in self.house.chance_deck.items()}
        return {"overtake": self._bag(self.house.overtake_deck), "chance": self._bag(chance)}

    def _cards_of(self, car: Mapping[str, object]) -> Iterable[str]:
        hand = car.get("hand", [])
        assert isinstance(hand, list)
        return hand

    def _bag(self, rest: Mapping[str, int]) -> dict[str, dict[str, int]]:
        all_aside = self.some(0.3)
        part = {card: count if all_aside else self.stream.randint(0, count) for card, count in rest.items()}
        return {"discard": part} if all_aside or self.some(0.5) else {"draw": part}

    def shuffled(self, seats: Iterable[str]) -> list[str]:
        out = list(seats)
        self.stream.shuffle(out)
        return out

    def stacks(self, rank: Sequence[str]) -> dict[str, list[str]]:
        """Every place with two cars or more, in any order, but those on segment 0 as ranked."""
        piles: dict[str, list[str]] = {}
        for seat in rank:
            piles.setdefault(str(self.cars[seat]["at"]), []).append(seat)
        shared = {place: pile for place, pile in piles.items() if len(pile) > 1}
        return {place: pile if place == "0" else self.shuffled(pile) for place, pile in shared.items()}


def scattered(stream: Random, house: House, seats: Sequence[str]) -> dict[str, object]:
    """A race under way: a pack somewhere on the course, stragglers, cars in the lane, some perhaps home already."""
    board, size = Board(stream, house, seats), house.track_size
    centre, spread = stream.randrange(house.distance), stream.choice((1, 3, 8, size))
    for seat in seats:
        progress = min(max(0, centre + stream.randint(-spread, spread)), house.distance - 1)
        if board.some(0.25):
            board.in_lane(seat, progress // size)
        else:
            board.on_road(seat, progress)
            if house.crash_out_turns and board.some(0.2):
                board.cars[seat]["out_turns"] = stream.randint(1, house.crash_out_turns)
    turn, *others = board.shuffled(seats)
    if house.finish_mode == "finish-round" and board.some(0.3):
        for seat in others[:2]:
            board.on_road(seat, house.distance + stream.randint(0, 4))
    more: dict[str, object] = {"turn": turn, "round": stream.randint(1, 10)}
    if board.some(0.5):
        more["order"] = board.shuffled(seats)
    if board.some(0.5):
        more["stacks"] = board.stacks(board.shuffled(seats))
    elif board.some(0.3):
        del board.cars[turn]
    return board.patch(**more)


def bunched(stream: Random, house: House, seats: Sequence[str]) -> dict[str, object]:
    """A race behind the safety car, at the beginning of one of its rounds."""
    board, convoy = Board(stream, house, seats), _Convoy(stream, house)
    bringer, *others = board.shuffled(seats)
    crashed = board.some(0.5)
    towed = crashed and house.crash_catch_up and not house.crash_out_turns
    for seat in others if crashed else board.shuffled(seats):
        convoy.place(board, seat)
    if towed:
        convoy.queue_up(board, bringer, stream.randint(0, convoy.most_down))
    elif crashed:
        board.on_road(bringer, stream.randrange(house.distance))
        board.cars[bringer]["out_turns"] = house.crash_out_turns
    if crashed:
        board.cars[bringer]["out"] = True
    stacks = board.stacks([*board.shuffled(seat for seat in seats if seat not in convoy.queue), *convoy.queue])
    return board.patch(turn=bringer, order=board.shuffled(seats), stacks=stacks, safety_car=convoy.form(board))


class _Convoy:
    """Who is where about the safety car. The queue has no gap, and nobody in it gains a lap by its place."""

    def __init__(self, stream: Random, house: House) -> None:
        self.stream = stream
        self.house = house
        self.head = stream.choice((stream.randrange(house.distance), stream.randrange(6)))
        self.most_down = 0 if house.sc_unlap else self.head // house.track_size
        self.down = 0
        self.queue: list[str] = []
        self.ahead: dict[str, int] = {}
        self.held: list[str] = []

    def place(self, board: Board, seat: str) -> None:
        """In the queue more often than not."""
        house, role = self.house, self.stream.random()
        lap = self.head // house.track_size
        if role < 0.2:
            board.in_lane(seat, self.stream.randint(max(0, lap - 1), lap))
        elif role < 0.3 and house.sc_fuel_check:
            self._hold(board, seat, self.stream.randint(max(0, lap - 1), lap))
        elif role < 0.4 and self.head + 1 < house.distance:
            self.ahead[seat] = min(self.head + self.stream.randint(1, 6), house.distance - 1)
            board.on_road(seat, self.ahead[seat])
        elif role < 0.45 and house.crash_out_turns:
            board.on_road(seat, self.stream.randrange(house.distance))
            board.cars[seat]["out_turns"] = self.stream.randint(1, house.crash_out_turns)
        else:
            self.down = self.stream.choice((self.down, self.down, self.stream.randint(self.down, self.most_down)))
            self.queue_up(board, seat, self.down if self.queue else 0)

    def queue_up(self, board: Board, seat: str, down: int) -> None:
        place = self.head - len(self.queue) - down * self.house.track_size
        board.on_road(seat, max(0, place))
        self.queue.append(seat)

    def _hold(self, board: Board, seat: str, lap: int) -> None:
        board.on_road(seat, self.house.entry_of(lap))
        board.cars[seat]["fuel"] = 0
        self.held.append(seat)

    def form(self, board: Board) -> dict[str, object]:
        ahead = sorted(self.ahead, key=lambda seat: -self.ahead[seat])
        rounds = self.stream.randint(1, self.house.sc_rounds)
        return {
            "phase": "advancing",
            "rounds_left": rounds,
            "queue": self.queue,
            "ahead": ahead,
            "held": self.held,
        }
