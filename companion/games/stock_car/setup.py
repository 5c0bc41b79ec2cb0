"""Chapter 4.1: the grid, the first player and the first hands."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from companion.engine import Draw
from companion.games.stock_car import decks, lapping
from companion.games.stock_car.garage import clockwise
from companion.games.stock_car.restart import placed
from companion.games.stock_car.state import Car, Options, Race

LINE = 0
"""The progress of the grid's first row: the last sector before the first crossing."""


def new_race(options: Options) -> Race:
    """The starting state; until a bar is turned the grid stands in the order of the seats."""
    cars = {number: Car(seat) for seat, numbers in options.cars.items() for number in numbers}
    race = Race(
        options=options,
        turn=options.seats[0],
        cars=cars,
        hands=dict.fromkeys(options.seats, ()),
        first_player=options.seats[0],
        leader=0,
        stage="bars",
    )
    return on_grid(race)


def on_grid(race: Race) -> Race:
    """All cars behind the line in the order of the bars turned so far; pole's owner is First Player."""
    order = tuple(grid_order(race.options, race.bars))
    race = lapping.with_leader(placed(race, order, LINE))
    first = race.cars[race.leader].seat
    return structs.replace(race, first_player=first, turn=first)


def grid_order(options: Options, bars: Sequence[tuple[str, ...]]) -> Iterator[int]:
    """Car numbers from pole on: along the bar, back along it, and so on; or by one bar each (4.9)."""
    left = {seat: list(options.cars[seat]) for seat in options.seats}
    row = 0
    while any(left.values()):
        bar = _bar(options, bars, row)
        waiting = [seat for seat in bar if left[seat]]
        if options.start_order == "card-per-place":
            waiting = waiting[:1]
        yield from (left[seat].pop(0) for seat in waiting)
        row += 1


def _bar(options: Options, bars: Sequence[tuple[str, ...]], row: int) -> tuple[str, ...]:
    if options.start_order == "alternating":
        bar = moved_up(bars[0] if bars else options.seats, options.last_winner)
        return bar[::-1] if row % 2 else bar
    return moved_up(bars[row] if row < len(bars) else options.seats, options.last_winner)


def moved_up(bar: tuple[str, ...], winner: str) -> tuple[str, ...]:
    """The team that won the last race of a season goes up one place on the bar (4.8)."""
    at = bar.index(winner) if winner in bar else 0
    return bar if at == 0 else (*bar[: at - 1], winner, bar[at - 1], *bar[at + 1 :])


def bars_needed(options: Options) -> int:
    """How many bars the grid takes: one, one for each row of teams, or one for each place that is open."""
    sizes = sorted(len(cars) for cars in options.cars.values())
    if options.start_order == "alternating":
        return 1
    return sizes[-2] if options.start_order == "card-per-rank" else sum(sizes) - 1


def bar_drawn(race: Race, outcome: str) -> Race:
    """A bar for the grid; after the last one the hands are dealt."""
    race, bar = decks.bar_drawn(race, outcome)
    race = structs.replace(race, bars=(*race.bars, bar))
    return on_grid(race) if len(race.bars) < bars_needed(race.options) else structs.replace(on_grid(race), stage="deal")


def hand_size(race: Race, seat: str) -> int:
    """One card more than the cars the team started with (1.1)."""
    return len(race.options.cars[seat]) + 1


def short_hand(race: Race) -> str:
    """The next seat whose hand is to be filled, First Player first; none if all are full, or held by the players."""
    if race.options.cards == "held" or not decks.any_left(race):
        return ""
    return next((seat for seat in clockwise(race) if len(race.hands.get(seat, ())) < hand_size(race, seat)), "")


def deal(race: Race) -> Draw:
    """The next card of the next hand, for its owner's eyes."""
    return Draw("deal", (decks.race_odds(race),), short_hand(race), secret=True)


def dealt(race: Race, outcome: str) -> Race:
    """A card goes to the hand that is being filled."""
    seat = short_hand(race)
    race = decks.reshuffled(race)
    return structs.replace(race, hands=race.hands | {seat: (*race.hands.get(seat, ()), int(outcome))})
