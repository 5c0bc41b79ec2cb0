"""What a viewer may know, in widgets. Bots read them by name; `red` stands for a seat.

For the viewer's seat only: `fuel` (gauge), `note` (what to mind now, if anything), `hand`.

For everybody: `turn` (who is to move, or what is waited for), `safety-car` (flag), `safety-car-left` (rounds, the one
in progress counted), `round`, `order` and `ranking` (seats, space-joined).

Each car: `place-red` (rank), `lap-red` (laps completed), `fuel-red` (unless fuel is hidden and it is another's),
`cards-red` (how many), `locked-red` and `out-red` (flags), `out-turns-red`. Where it stands is the token `red` on the
board, with its `order` from the front.

With `show_deck_counts`: `left-sp`, `left-ri`, `left-c` (overtake cards by their letters), `left-chance` and
`aside-chance`.

The set-up: the numbers `laps`, `track-size`, `pit-entry`, `pit-exit`, `pit-lane-length`, `tank-max`, `hand-limit`,
`sc-rounds`, `sc-advance`, `ai-shift` (percent), and how many there are of each card by its letters: `deck-sp`,
`deck-ri`, `deck-c`, `deck-cf`, `deck-hrf`, `deck-tl`, `deck-lt`, `deck-deb`, `deck-ge`, `deck-lb`, `deck-ac`; the texts
`card-moves` (`replace` or `add`), `pit-entry-grant`, `pit-entry-when`, `overlap-draws`; the flags `lb-immune`,
`last-pit-refuels`.

After the finish: `winner`, `award-leadfoot` (and the other awards), `stats-red`.

`board` comes last: places are named as in a car's `at`, marks are listed in `board.py`.
"""

from collections.abc import Iterator
from functools import lru_cache

from companion.engine import Flag, Gauge, Hand, Number, Seat, Text, View
from companion.engine.view import AnyWidget
from companion.games.fuel_and_fortune.board import board
from companion.games.fuel_and_fortune.cars import Car
from companion.games.fuel_and_fortune.options import short
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.words import card, counted, listed, spoken


def view(race: Race, viewer: Seat | None) -> View:
    """Everything that this viewer may know."""
    ranking = race.ranking
    widgets: list[AnyWidget] = []
    if viewer is not None:
        widgets += _own(race, viewer)
    widgets += _public(race, ranking)
    for place, seat in enumerate(ranking, 1):
        car = race.cars[seat]
        fuel = None if race.options.fuel_hidden and seat != viewer else car.fuel
        widgets += _car(seat, place, car.lap, fuel, (len(car.hand), car.locked, car.out, car.out_turns))
    if race.options.show_deck_counts:
        widgets += _decks(race)
    widgets += race.options.figures
    widgets.append(board(race))
    return View(viewer, _title(race, viewer or ranking[0], viewer is None), tuple(widgets))


def _title(race: Race, seat: Seat, short: bool) -> str:
    """Lap and place of a car, or only the lap."""
    if race.winner:
        return f"{spoken(race.winner)} wins"
    car, track = race.cars[seat], race.options.track
    lap = f"{min(car.lap + 1, track.laps)}/{track.laps}"
    if short:
        return f"Lap {lap}"
    return f"Lap{lap} {car.at}" if track.box(car.at) else f"Lap{lap} s{car.at}"


def _own(race: Race, seat: Seat) -> Iterator[AnyWidget]:
    car, options = race.cars[seat], race.options
    yield Gauge("fuel", "FUEL", car.fuel, options.tank_max)
    if note := _note(race, car):
        yield Text("note", "", note)
    added = options.good_exit_mode == "add"
    yield Hand("hand", "HAND", tuple(card(name, added) for name in car.hand))


def _note(race: Race, car: Car) -> str:
    """What to mind now, most pressing first."""
    if race.awaits == "over":
        return ""
    if car.out:
        return "OUT UNTIL GREEN"
    if car.out_turns:
        return f"OUT FOR {counted(car.out_turns, 'TURN').upper()}"
    if car.locked:
        return "LOST TRACTION: MOVE 1"
    if car.at == race.options.track.last_box:
        return "EXIT NEEDS 1 FUEL"
    return {0: "EMPTY: pit or warp", 1: "EXACTLY 1 LEFT"}.get(car.fuel, "")


def _public(race: Race, ranking: tuple[Seat, ...]) -> Iterator[AnyWidget]:
    safety_car = race.safety_car
    yield Text("turn", "", _waits(race))
    yield Flag("safety-car", "SAFETY CAR", safety_car.out)
    if safety_car.out:
        yield Number("safety-car-left", "SC rounds left", safety_car.rounds_left)
    yield Number("round", "Round", race.round)
    yield Text("order", "Order", " ".join(race.order))
    yield Text("ranking", "Ranking", " ".join(ranking))
    if race.awards is not None:
        yield Text("winner", "Winner", spoken(race.winner or ""))
        for name, seats in race.awards.items():
            yield Text(f"award-{name}", spoken(name), listed(seats) if seats else "not awarded")
        for seat, car in race.cars.items():
            yield Text(f"stats-{seat}", spoken(seat), _stats(car))


def _waits(race: Race) -> str:
    seat = spoken(race.asked)
    match race.awaits:
        case "over":
            return "The race is over"
        case "grid":
            return "The grid is drawn"
        case "overtake":
            return f"{seat} overlaps"
        case "chance":
            return f"{seat} draws"
        case "discard":
            return f"{seat} discards"
        case "turn":
            return f"{seat} to move"
        case _:
            return f"Waiting for {seat}"


def _stats(car: Car) -> str:
    stats = car.stats
    return (
        f"burned {stats.fuel_burned}, passes {stats.passes} of {counted(stats.overlaps, 'overlap')}, "
        f"{counted(stats.crashes, 'crash').replace('crashs', 'crashes')}, {counted(stats.incidents, 'incident')}, "
        f"{counted(stats.plays, 'card')} played"
    )


@lru_cache(maxsize=2048)
def _car(
    seat: Seat, place: int, lap: int, fuel: int | None, rest: tuple[int, bool, bool, int]
) -> tuple[AnyWidget, ...]:
    """What everybody may know of a car; `rest`: its cards, whether it is locked or out, and the turns it loses."""
    cards, locked, out, out_turns = rest
    name = spoken(seat)
    return (
        Number(f"place-{seat}", f"{name} place", place),
        Number(f"lap-{seat}", f"{name} laps", lap),
        *((Number(f"fuel-{seat}", f"{name} fuel", fuel),) if fuel is not None else ()),
        Number(f"cards-{seat}", f"{name} cards", cards),
        Flag(f"locked-{seat}", f"{name} lost traction", locked),
        Flag(f"out-{seat}", f"{name} is out", out),
        *((Number(f"out-turns-{seat}", f"{name} turns out", out_turns),) if out_turns else ()),
    )


def _decks(race: Race) -> Iterator[AnyWidget]:
    """Overtake cards by kind; of chance cards only how many, since hands are nobody else's business."""
    for name, count in race.bags.overtake.draw.items():
        yield Number(f"left-{short(name).lower()}", f"{short(name)} left", count)
    yield Number("left-chance", "Chance cards left", race.bags.chance.left())
    yield Number("aside-chance", "Chance cards aside", sum(race.bags.chance.discard.values()))
