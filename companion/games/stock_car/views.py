"""What a viewer may know, in widgets. Bots read them by name; `29` stands for a car number, `red` for a seat.

While a car is being moved: `move-sheet` (its markers and what they cost, in words), `move-points`, `move-kind`,
`move-car`, `move-card` (not without a card), `move-linked`, `move-locked`, `move-wear` and `move-penalty` (the markers
it started with, and what they cost).

For the viewer's seat only, where the referee deals: `hand` (card numbers as names; the text says kind, speeds, wear).

The race: `segment` (the seat whose segment it is), `turn-number`, `event` and `flag` (of this turn, if any), `warnings`
(Rain lying aside, cars with six markers, the green restart line; left out if there is none), `running-order` (car
numbers, best first), `gaps` (cars by sectors behind the leader), `lapped`, `leader`, `first-player`, `lap` (the
leader's), `laps`, `sectors` (of a lap), `draft-rear` (`optional` or `forced`), `race-deck` and `event-deck` (cards left
to draw), `events-aside`, `events-spent` (names), `restart-lanes`.

Each team: `team-red` (its car numbers), `cards-red` (in hand, where the referee deals), `points-red` (on its sheet so
far), `forecast-red` (if the race stopped now).

Each car: `place-29` (its place if the race stopped now), `at-29`, `lap-29`, `gap-29` (sectors behind the leader),
`status-29`, `used-29`, `wear-29` (how many markers), `markers-29` (their kinds), `penalty-29`, `led-29`. A car that is
off the board has no `at`, `lap` and `gap`.

`board`: the lane grid; tokens have the car number as id and text, highlights are who is being moved. Lists of words
are joined with commas.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from companion.engine import Card, Flag, Hand, Number, Text, View
from companion.engine.view import AnyWidget
from companion.games.stock_car import board, decks, points, restart, running_order, segment, wear
from companion.games.stock_car.budget import penalty
from companion.games.stock_car.cards import EVENT_CARDS, RACE_CARDS
from companion.games.stock_car.state import Car, Race

SCREEN = 21


def view(race: Race, viewer: str | None) -> View:
    """Everything that this viewer may know."""
    return View(viewer, "Stock car", tuple(_widgets(race, viewer)))


def _widgets(race: Race, viewer: str | None) -> Iterator[AnyWidget]:
    yield from _move(race)
    if viewer is not None and race.options.cards == "dealt":
        yield Hand("hand", "Your cards", tuple(map(hand_card, race.hands.get(viewer, ()))))
    yield from _now(race)
    yield from _standing(race)
    yield from _course(race)
    yield from _teams(race)
    yield from _cars(race)
    yield board.board(race, highlights(race))


def highlights(race: Race) -> tuple[str, ...]:
    """The car that is being moved, and those in line with it."""
    return (str(race.move.car), *map(str, race.move.linked)) if race.move else ()


def _move(race: Race) -> Iterator[AnyWidget]:
    move = race.move
    if move is None:
        return
    markers = len(race.cars[move.car].wear)
    lost = 0 if move.leaving or move.second else penalty(markers)
    yield Text("move-sheet", f"Car {move.car}", f"wear {markers}, -{lost} MP" if lost else f"wear {markers}")
    yield Number("move-points", "Points left", move.points, "MP")
    yield Text("move-kind", "Movement", move.kind)
    yield Text("move-car", "Car", str(move.car))
    if move.card is not None:
        yield Text("move-card", "Card", f"{move.card} {RACE_CARDS[move.card].name}")
    yield Text("move-linked", "In line with", _listed(move.linked) or "nobody")
    yield Flag("move-locked", "Lane fixed", move.locked)
    yield Number("move-wear", "Wear", markers)
    yield Number("move-penalty", "Penalty", lost, "MP")


@cache
def hand_card(number: int) -> Card:
    """A race card as its holder sees it."""
    card = RACE_CARDS[number]
    pace = f"{card.kind.capitalize()} {card.speed}, out of the pits {card.pit}. Wear: {card.wear or 'none'}."
    return Card(str(number), f"{number} {card.name}", segment.short(card), f"{pace} {card.text}".strip())


def _now(race: Race) -> Iterator[AnyWidget]:
    yield Text("segment", "Segment", race.turn)
    yield Number("turn-number", "Turn", race.round)
    if race.event:
        yield Text("event", "Event", EVENT_CARDS[race.event].title)
    if race.flag:
        yield Text("flag", "Flag", race.flag)
    if warned := tuple(warnings(race)):
        yield Text("warnings", "Watch out", "\n".join(warned))


def warnings(race: Race) -> Iterator[str]:
    """What would otherwise come as a nasty surprise."""
    if "rain" in race.events_aside and race.options.events:
        yield "Rain lies aside"
    if worn := [number for number in race.running_order if wear.worn_out(race.cars[number])]:
        yield from _wrapped(["Six markers:", *map(str, worn)])
    if race.leader in race.cars:
        front = running_order.progress(race, race.leader)
        if restart.restart_row(race, front) < front:
            yield "Past the green line"


def _standing(race: Race) -> Iterator[AnyWidget]:
    order = race.running_order
    yield Text("running-order", "Running order", "\n".join(_wrapped(map(str, order))))
    yield Text("gaps", "Gaps", "\n".join(gaps(race)))
    yield Text("lapped", "Lapped", _listed(race.lapped) or "nobody")
    yield Text("leader", "Leader", str(race.leader) if race.leader else "nobody")
    yield Text("first-player", "First Player", race.first_player)
    yield Number("lap", "Lap", max((race.cars[number].lap for number in order), default=race.options.laps))


def gaps(race: Race) -> Iterator[str]:
    """The field sector by sector: how far behind the leader, and who is there."""
    groups: dict[int, list[str]] = {}
    for number in race.running_order:
        groups.setdefault(gap(race, number), []).append(str(number))
    return (f"{-behind}: {' '.join(cars)}" for behind, cars in groups.items())


def gap(race: Race, number: int) -> int:
    """Sectors behind the leader."""
    return running_order.progress(race, race.leader) - running_order.progress(race, number)


def _course(race: Race) -> Iterator[AnyWidget]:
    options = race.options
    yield Number("laps", "Laps", options.laps)
    yield Number("sectors", "Sectors", options.track.sectors)
    yield Text("restart-lanes", "Restart lanes", " ".join(options.track.restart_lanes))
    yield Text("draft-rear", "Draft: cars behind", options.draft_rear)
    if options.cards == "dealt":
        yield Number("race-deck", "Race cards left", decks.race_cards_left(race))
    if options.events:
        yield Number("event-deck", "Events left", sum(decks.event_odds(race).values()))
        yield Text("events-aside", "Laid aside", _listed(race.events_aside) or "none")
        yield Text("events-spent", "Events so far", _listed(race.spent_events) or "none")


def _teams(race: Race) -> Iterator[AnyWidget]:
    sheet, ahead = race.points, points.forecast(race)
    for seat in race.options.seats:
        yield Text(f"team-{seat}", f"Cars of {seat}", _listed(race.options.cars[seat]))
        if race.options.cards == "dealt":
            yield Number(f"cards-{seat}", f"Cards of {seat}", len(race.hands.get(seat, ())))
        yield Number(f"points-{seat}", f"Points of {seat}", sheet[seat])
        yield Number(f"forecast-{seat}", f"If over now, {seat}", ahead[seat])


def _cars(race: Race) -> Iterator[AnyWidget]:
    places = points.as_they_run(race)
    for number, car in race.cars.items():
        yield Number(f"place-{number}", f"Place of {number}", places[number])
        if running_order.on_board(car):
            yield Text(f"at-{number}", f"{number} is on", car.at)
            yield Number(f"lap-{number}", f"Lap of {number}", car.lap)
            yield Number(f"gap-{number}", f"Gap of {number}", gap(race, number))
        yield from _sheet(number, car)


def _sheet(number: int, car: Car) -> Iterator[AnyWidget]:
    yield Text(f"status-{number}", f"{number} is", car.status)
    yield Flag(f"used-{number}", f"{number} used", car.used)
    yield Number(f"wear-{number}", f"Wear of {number}", len(car.wear))
    yield Text(f"markers-{number}", f"Markers of {number}", _listed(car.wear) or "none")
    yield Number(f"penalty-{number}", f"Penalty of {number}", penalty(len(car.wear)), "MP")
    yield Number(f"led-{number}", f"Turns led by {number}", car.led)


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines that a small screen holds."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > SCREEN:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line
