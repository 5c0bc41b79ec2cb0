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

from companion.engine import Flag, Gauge, Hand, Number, Seat, Text, View
from companion.engine.view import AnyWidget
from companion.games.fuel_and_fortune.board import board
from companion.games.fuel_and_fortune.cars import Car
from companion.games.fuel_and_fortune.options import short
from companion.games.fuel_and_fortune.state import Race
from companion.games.fuel_and_fortune.words import card, counted, listed, spoken


def view(race: Race, viewer: Seat | None) -> View:
    """Everything that this viewer may know."""
    widgets: list[AnyWidget] = []
    if viewer is not None:
        widgets += _own(race, viewer)
    widgets += _public(race)
    for place, seat in enumerate(race.ranking, 1):
        widgets += _car(race, seat, place, hidden=race.options.fuel_hidden and seat != viewer)
    if race.options.show_deck_counts:
        widgets += _decks(race)
    widgets += race.options.figures
    widgets.append(board(race))
    return View(viewer, _title(race, viewer), tuple(widgets))


def _title(race: Race, viewer: Seat | None) -> str:
    """Lap and place of the viewer's car, or of the leader."""
    if race.winner:
        return f"{spoken(race.winner)} wins"
    car = race.cars[viewer or race.ranking[0]]
    lap = f"{min(car.lap + 1, race.track.laps)}/{race.track.laps}"
    place = car.at if race.track.box(car.at) else f"s{car.at}"
    return f"Lap{lap} {place}" if viewer else f"Lap {lap}"


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
    notes = {
        "OUT UNTIL GREEN": car.out,
        "OUT FOR " + counted(car.out_turns, "TURN").upper(): bool(car.out_turns),
        "LOST TRACTION: MOVE 1": car.locked,
        "EXIT NEEDS 1 FUEL": car.at == race.track.last_box,
        "EMPTY: pit or warp": car.fuel == 0,
        "EXACTLY 1 LEFT": car.fuel == 1,
    }
    return next((note for note, true in notes.items() if true), "")


def _public(race: Race) -> Iterator[AnyWidget]:
    safety_car = race.safety_car
    yield Text("turn", "", _waits(race))
    yield Flag("safety-car", "SAFETY CAR", safety_car.out)
    if safety_car.out:
        yield Number("safety-car-left", "SC rounds left", safety_car.rounds_left)
    yield Number("round", "Round", race.round)
    yield Text("order", "Order", " ".join(race.order))
    yield Text("ranking", "Ranking", " ".join(race.ranking))
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


def _car(race: Race, seat: Seat, place: int, hidden: bool) -> Iterator[AnyWidget]:
    car, name = race.cars[seat], spoken(seat)
    yield Number(f"place-{seat}", f"{name} place", place)
    yield Number(f"lap-{seat}", f"{name} laps", car.lap)
    if not hidden:
        yield Number(f"fuel-{seat}", f"{name} fuel", car.fuel)
    yield Number(f"cards-{seat}", f"{name} cards", len(car.hand))
    yield Flag(f"locked-{seat}", f"{name} lost traction", car.locked)
    yield Flag(f"out-{seat}", f"{name} is out", car.out)
    if car.out_turns:
        yield Number(f"out-turns-{seat}", f"{name} turns out", car.out_turns)


def _decks(race: Race) -> Iterator[AnyWidget]:
    """Overtake cards by kind; of chance cards only how many, since hands are nobody else's business."""
    for name, count in race.bags.overtake.draw.items():
        yield Number(f"left-{short(name).lower()}", f"{short(name)} left", count)
    yield Number("left-chance", "Chance cards left", race.bags.chance.left())
    yield Number("aside-chance", "Chance cards aside", sum(race.bags.chance.discard.values()))
