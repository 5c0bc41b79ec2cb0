"""A whole race: the grid, turns and rounds, the green flag, the end."""

from collections.abc import Iterable

from tests.support.second_model.safety_car import bring_out, lead_round_by_round
from tests.support.second_model.sheet import Question, Sheet, Talk
from tests.support.second_model.turn import take_turn


def drive_race(sheet: Sheet, begun: bool = False) -> Talk[None]:
    """From the grid to the flag; a race begun in the middle has its grid, and perhaps a safety car."""
    if not begun and sheet.house.grid_order == "random" and len(sheet.seats) > 1:
        yield from _draw_grid(sheet)
    if sheet.convoy:
        yield from _neutral(sheet)
    else:
        _hand_on(sheet, sheet.order[sheet.order.index(sheet.turn) :])
    while not sheet.over:
        cause = yield from take_turn(sheet, sheet.turn)
        if cause:
            bring_out(sheet, cause)
            yield from _neutral(sheet)
        elif not sheet.over:
            _hand_on(sheet, _after_turn(sheet))


def _draw_grid(sheet: Sheet) -> Talk[None]:
    """A slot a draw, from pole backwards."""
    sheet.grid = []
    while len(sheet.grid) < len(sheet.seats):
        sheet.grid.append((yield Question("grid", "")))
    sheet.line_up_on_grid(sheet.grid)


def _after_turn(sheet: Sheet) -> list[str]:
    return sheet.order[sheet.order.index(sheet.turn) + 1 :]


def _hand_on(sheet: Sheet, seats: Iterable[str]) -> None:
    """The first of those who can drive is to move; turns lost by a crash are lost on the way, rounds end on it."""
    while not sheet.over:
        for seat in seats:
            car = sheet.cars[seat]
            if car.out_turns:
                car.out_turns -= 1
            elif seat not in sheet.finished:
                sheet.turn = seat
                return
        _end_round(sheet)
        seats = sheet.order


def _end_round(sheet: Sheet) -> None:
    """The race may be over, or the order change."""
    ranking = sheet.ranking()
    if sheet.finished or sheet.round == sheet.house.round_limit:
        sheet.win(ranking[0])
        return
    sheet.round += 1
    if sheet.house.dynamic_order and ranking != sheet.order:
        sheet.order = ranking
        sheet.say("order-changed", ",".join(ranking))


def _neutral(sheet: Sheet) -> Talk[None]:
    """The rounds behind the safety car, then green."""
    assert sheet.convoy
    yield from lead_round_by_round(sheet, sheet.convoy)
    if not sheet.over:
        sheet.convoy = None
        _green(sheet)


def _green(sheet: Sheet) -> None:
    """Who is to move; the flag is said first, then what the end of a round brings."""
    car, first, told = sheet.cars[sheet.turn], sheet.house.green_flag_first, sheet.told
    crashed, car.out = car.out, False
    sheet.told = []
    if first == "new-round":
        _end_round(sheet)
        _hand_on(sheet, sheet.order)
    elif not crashed or first == "next" or car.out_turns or sheet.turn in sheet.finished:
        _hand_on(sheet, _after_turn(sheet))
    flag = [] if sheet.over else [f"green-flag-shown {sheet.turn}"]
    sheet.told = told + flag + sheet.told
