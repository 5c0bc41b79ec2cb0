"""The safety car, by ruling A-127: the line-up, then round by round those ahead, the queue, those held, the lane."""

from tests.support.second_model.lane import go_on_in_lane, turn_in
from tests.support.second_model.sheet import Convoy, Question, Sheet, Talk


def bring_out(sheet: Sheet, cause: str) -> None:
    """Phase 1: the field bunches, and nobody is asked."""
    house, ranking, crasher = sheet.house, sheet.ranking(), sheet.turn
    sheet.say("safety-car-deployed", cause)
    on_road = [seat for seat in ranking if not sheet.cars[seat].box and seat not in sheet.finished]
    running = [seat for seat in on_road if sheet.cars[seat].running]
    towed = cause == "crash" and house.crash_catch_up and not house.crash_out_turns
    sheet.convoy = convoy = Convoy(house.sc_rounds)
    convoy.head = sheet.cars[running[0]].progress if running else 0
    for seat in running:
        _line_up(sheet, convoy, seat, "moved")
    if towed:
        _line_up(sheet, convoy, crasher, "towed")
    _order_on_the_line(sheet, convoy)
    for seat in ranking:
        if not sheet.cars[seat].running and not (towed and seat == crasher):
            sheet.say("stranded", seat, sheet.at(seat))
    sheet.say("field-bunched", ",".join(convoy.queue) or "-")


def laps_behind(sheet: Sheet, convoy: Convoy, progress: int) -> int:
    """How many whole laps a car is down on the head of the queue, where those are kept."""
    return 0 if sheet.house.sc_unlap else max(0, (convoy.head - progress) // sheet.house.track_size)


def _line_up(sheet: Sheet, convoy: Convoy, seat: str, word: str) -> None:
    """The next place of the queue, or Pit Entry where an empty tank would cross the line."""
    car, start, lap = sheet.cars[seat], sheet.at(seat), sheet.lap(seat)
    down = laps_behind(sheet, convoy, car.progress)
    goal = _slot(sheet, convoy, len(convoy.queue), down)
    if _dry(sheet, seat, goal):
        sheet.put(seat, sheet.house.entry_of(lap))
        sheet.say("held-at-pit-entry", seat)
        convoy.held.append(seat)
        return
    moved = sheet.put(seat, goal)
    if word == "towed":
        sheet.say("towed", seat, sheet.at(seat))
    elif moved:
        sheet.say("moved", seat, start, sheet.at(seat))
    sheet.say_laps(seat, lap)
    convoy.queue.append(seat)
    convoy.laps_down[seat] = down


def _order_on_the_line(sheet: Sheet, convoy: Convoy) -> None:
    """A-105: those for whom there is no room behind the start stand on segment 0 in the order of the queue.

    Where others stand among them the rules page does not say who is in front.
    """
    pile = sheet.piles.get("0", [])
    queued = [seat for seat in convoy.queue if seat in pile]
    if len(queued) > 1:
        others = [seat for seat in pile if seat not in queued]
        sheet.unsettled = bool(others)
        sheet.piles["0"] = others + queued


def _slot(sheet: Sheet, convoy: Convoy, place: int, laps_down: int) -> int:
    return max(0, convoy.head - place - laps_down * sheet.house.track_size)


def _dry(sheet: Sheet, seat: str, goal: int) -> bool:
    """Whether that way would take an empty tank over the line."""
    crosses = goal // sheet.house.track_size > sheet.lap(seat)
    return sheet.house.sc_fuel_check and not sheet.cars[seat].fuel and crosses


def _capped(sheet: Sheet, progress: int) -> int:
    """Where nobody may finish behind the safety car, no further than the last segment before the final line."""
    return progress if sheet.house.sc_can_finish else min(progress, sheet.house.distance - 1)


def lead_round_by_round(sheet: Sheet, convoy: Convoy) -> Talk[None]:
    """Phase 2, until the safety car leaves or the race is over."""
    while convoy.rounds_left and not sheet.over:
        sheet.say("safety-car-advanced", sheet.house.sc_rounds - convoy.rounds_left + 1)
        yield from _round(sheet, convoy)
        convoy.rounds_left -= 1


def _round(sheet: Sheet, convoy: Convoy) -> Talk[None]:
    ranking, held, asked = sheet.ranking(), list(convoy.held), set[str]()
    in_lane = [seat for seat in ranking if sheet.cars[seat].box]
    for seat in [seat for seat in ranking if seat in convoy.ahead]:
        goal = _capped(sheet, sheet.cars[seat].progress + sheet.house.sc_advance)
        yield from _lead(sheet, convoy, seat, goal, asked)
    yield from _lead_queue(sheet, convoy, asked)
    for seat in held:
        if seat not in asked and not sheet.over:
            yield from _ask_held(sheet, convoy, seat)
    for seat in in_lane:
        if not sheet.over:
            yield from _serve(sheet, convoy, seat)


def _lead_queue(sheet: Sheet, convoy: Convoy, asked: set[str]) -> Talk[None]:
    """Front first; those behind a car that has left close up."""
    if convoy.queue:
        convoy.head = _capped(sheet, convoy.head + sheet.house.sc_advance)
    place = 0
    for seat in list(convoy.queue):
        yield from _lead(sheet, convoy, seat, _slot(sheet, convoy, place, convoy.laps_down[seat]), asked)
        place += seat in convoy.queue


def _lead(sheet: Sheet, convoy: Convoy, seat: str, goal: int, asked: set[str]) -> Talk[None]:
    """To its goal; a car that comes to Pit Entry on the way is asked there, and may be held."""
    entry = _entry_on_way(sheet, seat, goal)
    if sheet.over:
        return
    if entry is not None:
        sheet.move(seat, entry)
        asked.add(seat)
        if (yield Question("sc-pits", seat)) == "enter-pits":
            turn_in(sheet, seat)
            convoy.drop(seat)
            return
        sheet.say("stayed-out", seat)
        if _dry(sheet, seat, goal):
            _hold(sheet, convoy, seat)
            return
    sheet.move(seat, goal)
    sheet.come_home(seat)


def _entry_on_way(sheet: Sheet, seat: str, goal: int) -> int | None:
    """The Pit Entry that a car's way starts on, passes or ends on, or that an empty tank sends it back to."""
    car, house = sheet.cars[seat], sheet.house
    if seat in sheet.finished:
        return None
    if _dry(sheet, seat, goal):
        return house.entry_of(sheet.lap(seat))
    way = range(car.progress, min(goal + 1, house.distance))
    return next((progress for progress in way if progress % house.track_size == house.pit_entry), None)


def _hold(sheet: Sheet, convoy: Convoy, seat: str) -> None:
    convoy.drop(seat)
    convoy.held.append(seat)
    sheet.say("held-at-pit-entry", seat)


def _ask_held(sheet: Sheet, convoy: Convoy, seat: str) -> Talk[None]:
    if (yield Question("sc-pits", seat)) == "enter-pits":
        turn_in(sheet, seat)
        convoy.drop(seat)
    else:
        sheet.say("stayed-out", seat)


def _serve(sheet: Sheet, convoy: Convoy, seat: str) -> Talk[None]:
    """A car that was in the lane when the round began: a box further, or out behind or ahead of the safety car."""
    if sheet.cars[seat].box < sheet.house.pit_lane_length:
        go_on_in_lane(sheet, seat, (yield Question("sc-lane", seat)))
        return
    goal = _way_out(sheet, convoy, seat)
    if goal is None:
        sheet.say("held-at-pit-exit", seat)
    elif sheet.house.sc_fuel_check and not sheet.cars[seat].fuel:
        convoy.drop(seat)
        sheet.move(seat, sheet.cars[seat].progress)
        _hold(sheet, convoy, seat)
    else:
        sheet.move(seat, goal)
        sheet.come_home(seat)


def _way_out(sheet: Sheet, convoy: Convoy, seat: str) -> int | None:
    """Where a car leaves the lane for, now in the queue or ahead of it; None where the light is red."""
    exit_at = sheet.cars[seat].progress + sheet.house.bypass
    if _capped(sheet, exit_at) < exit_at:
        return None
    if not convoy.queue:
        convoy.head = exit_at
    elif exit_at > convoy.head:
        convoy.ahead.append(seat)
        return exit_at
    down = laps_behind(sheet, convoy, exit_at)
    slot = _slot(sheet, convoy, len(convoy.queue), down)
    if slot < exit_at:
        return None
    convoy.queue.append(seat)
    convoy.laps_down[seat] = down
    return slot
