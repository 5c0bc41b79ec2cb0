"""The sheet in the words of the rules page's part 0a: as a state to look at, and with a patch over it."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from tests.support.second_model.safety_car import laps_behind
from tests.support.second_model.sheet import Car, Convoy, Pack, Sheet

Stats = Mapping[str, int]
MOST: Mapping[str, Callable[[Stats], int]] = {
    "leadfoot": lambda stats: stats["fuel_burned"],
    "lucky-dog": lambda stats: stats["good_exits"] + stats["late_brakes"] + stats["avoid_crashes"],
    "pro-racer": lambda stats: stats["good_exits"],
    "elbows-out": lambda stats: stats["passes"],
}


def form(sheet: Sheet) -> dict[str, object]:
    """Everything that the rules page says about a state."""
    state: dict[str, object] = {
        "turn": sheet.turn,
        "order": sheet.order,
        "round": sheet.round,
        "grid": sheet.grid,
        "cars": {seat: _car(sheet, seat) for seat in sheet.seats},
        "stacks": {place: pile for place, pile in sheet.piles.items() if len(pile) > 1},
        "bags": {name: {"draw": pack.draw, "discard": pack.aside} for name, pack in sheet.packs.items()},
        "ranking": sheet.ranking(),
    }
    if sheet.over:
        return state | {"winner": sheet.winner, "awards": awards(sheet)}
    return state | {"safety_car": _convoy(sheet.convoy)}


def _car(sheet: Sheet, seat: str) -> dict[str, object]:
    car = sheet.cars[seat]
    plain = {name: getattr(car, name) for name in ("fuel", "hand", "locked", "out", "out_turns", "turns", "stats")}
    return {"at": sheet.at(seat), "lap": sheet.lap(seat), **plain}


def _convoy(convoy: Convoy | None) -> dict[str, object]:
    """`ahead` by name: the page does not say in which order it is."""
    it = convoy or Convoy(0)
    lists = {"queue": it.queue, "ahead": sorted(it.ahead), "held": it.held}
    return {"phase": "advancing" if convoy else "none", "rounds_left": it.rounds_left, **lists}


def awards(sheet: Sheet) -> dict[str, list[str]]:
    """Chapter 7: who gets which, in the order of the seats; nobody anything in a practice run."""
    if len(sheet.seats) == 1:
        return {name: [] for name in (*MOST, "squeaky-clean", "not-your-day")}
    stats = {seat: car.stats for seat, car in sheet.cars.items()}
    given = {name: _most({seat: count(stats[seat]) for seat in sheet.seats}) for name, count in MOST.items()}
    scrapes = {seat: stats[seat]["crashes"] + stats[seat]["incidents"] for seat in sheet.seats}
    given["squeaky-clean"] = [seat for seat in sheet.seats if scrapes[seat] == min(scrapes.values())]
    final = sheet.ranking()
    given["not-your-day"] = _most({seat: final.index(seat) - sheet.grid.index(seat) for seat in sheet.seats})
    return given


def _most(values: Mapping[str, int]) -> list[str]:
    return [seat for seat, value in values.items() if value > 0 and value == max(values.values())]


class Patch(Struct, frozen=True, forbid_unknown_fields=True):
    """What a race begun in the middle may say of its state; what is left out is as at the start."""

    turn: str = ""
    order: list[str] = []
    round: int = 1
    grid: list[str] = []
    cars: dict[str, dict[str, object]] = {}
    stacks: dict[str, list[str]] = {}
    bags: dict[str, dict[str, dict[str, int]]] = {}
    safety_car: dict[str, object] = {}


def begin_in_the_middle(sheet: Sheet, plain: Mapping[str, object]) -> None:
    """The patch over the starting state: no grid is drawn, the seats are in their own order."""
    patch = msgspec.convert(plain, Patch)
    for seat, changes in patch.cars.items():
        _patch_car(sheet, seat, changes)
    sheet.grid = patch.grid or sheet.grid
    sheet.order = patch.order or list(sheet.grid)
    sheet.turn = patch.turn or sheet.order[0]
    sheet.round = patch.round
    sheet.pile_up(sheet.seats)
    sheet.piles |= patch.stacks
    sheet.finished = [seat for seat in sheet.ranking() if sheet.cars[seat].progress >= sheet.house.distance]
    _patch_packs(sheet, patch)
    if patch.safety_car:
        sheet.convoy = _patched_convoy(sheet, patch.safety_car)


def _patch_car(sheet: Sheet, seat: str, changes: Mapping[str, object]) -> None:
    plain = {**_car(sheet, seat), **changes}
    at, lap = str(plain.pop("at")), msgspec.convert(plain.pop("lap"), int)
    plain["stats"] = {**sheet.cars[seat].stats, **msgspec.convert(changes.get("stats", {}), dict[str, int])}
    box = int(at[1:]) if at.startswith("P") else 0
    progress = sheet.house.entry_of(lap) if box else lap * sheet.house.track_size + int(at)
    sheet.cars[seat] = msgspec.convert({**plain, "progress": progress, "box": box}, Car)


def _patch_packs(sheet: Sheet, patch: Patch) -> None:
    """Cards in hands are taken from the draw pile, where there is one; what is left out of a patch is the rest."""
    held = [card for car in sheet.cars.values() for card in car.hand if not sheet.packs["chance"].endless]
    for name, pack in sheet.packs.items():
        rest = {card: n - (held.count(card) if name == "chance" else 0) for card, n in pack.whole.items()}
        _patch_pack(pack, rest, patch.bags.get(name, {}))


def _patch_pack(pack: Pack, rest: Mapping[str, int], given: Mapping[str, Mapping[str, int]]) -> None:
    if "draw" in given:
        pack.draw = {card: given["draw"].get(card, 0) for card in rest}
        pack.aside = {card: n - pack.draw[card] for card, n in rest.items()}
    else:
        pack.aside = {card: given.get("discard", {}).get(card, 0) for card in rest}
        pack.draw = {card: n - pack.aside[card] for card, n in rest.items()}


def _patched_convoy(sheet: Sheet, plain: Mapping[str, object]) -> Convoy:
    """The safety car at the beginning of a round: nobody has moved in it yet."""
    convoy = msgspec.convert({key: value for key, value in plain.items() if key != "phase"}, Convoy)
    if convoy.queue:
        convoy.head = sheet.cars[convoy.queue[0]].progress
    convoy.laps_down = {seat: laps_behind(sheet, convoy, sheet.cars[seat].progress) for seat in convoy.queue}
    return convoy
