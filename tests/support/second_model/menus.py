"""What may be chosen (parts 1.2 to 1.5 of the rules page), as a set of action texts."""

from collections.abc import Iterator

from tests.support.second_model.sheet import Question, Sheet


def open_actions(sheet: Sheet, question: Question) -> set[str]:
    """Everything that answers the question, and nothing else does."""
    match question.what:
        case "turn":
            return _turn(sheet, question.seat)
        case "discard":
            return {f"discard {card}" for card in sheet.cars[question.seat].hand}
        case "sc-lane":
            return _in_lane(sheet, question.seat)
        case _:
            return {"enter-pits", "stay-out"}


def _in_lane(sheet: Sheet, seat: str) -> set[str]:
    return {"pit-step"} if sheet.cars[seat].locked else {"pit-step", "skip-refuelling"}


def _turn(sheet: Sheet, seat: str) -> set[str]:
    if 0 < sheet.cars[seat].box < sheet.house.pit_lane_length:
        return _in_lane(sheet, seat)
    drives = {text for card in ("", *_movement_cards(sheet, seat)) for text in _drives(sheet, seat, card)}
    return drives | ({"enter-pits"} if sheet.on_entry(seat) else set())


def _movement_cards(sheet: Sheet, seat: str) -> Iterator[str]:
    """None under Lost Traction; Late Brake only away from another car."""
    car = sheet.cars[seat]
    if not car.locked and "good-exit" in car.hand:
        yield "good-exit"
    if not car.locked and "late-brake" in car.hand and sheet.rivals(seat):
        yield "late-brake"


def _drives(sheet: Sheet, seat: str, card: str) -> Iterator[str]:
    car = sheet.cars[seat]
    least, free = sheet.house.free_move(card)
    for distance in range(least, 1 + (1 if car.locked else free + car.fuel)):
        text = f"drive {distance} card:{card}" if card else f"drive {distance}"
        yield text
        burn = max(0, distance - free)
        if _avoid_crash_open(sheet, seat, card) and _overlaps(sheet, seat, distance, car.fuel - burn):
            yield f"{text} avoid-crash"


def _avoid_crash_open(sheet: Sheet, seat: str, card: str) -> bool:
    car, house = sheet.cars[seat], sheet.house
    barred = car.locked and not house.avoid_under_lost_traction
    needless = card == "late-brake" and house.late_brake_immune
    return "avoid-crash" in car.hand and not barred and not needless


def _overlaps(sheet: Sheet, seat: str, distance: int, left: int) -> bool:
    """Whether that drive ends among other cars: neither at the line without fuel, nor home, nor on a Safe Zone."""
    size, start = sheet.house.track_size, drive_start(sheet, seat)
    goal = start + distance
    crosses = sheet.cars[seat].box > 0 or goal // size > start // size
    if (crosses and not left) or goal >= sheet.house.distance or goal % size in sheet.house.safe_zones:
        return False
    return bool(sheet.rivals_on(str(goal % size), seat))


def drive_start(sheet: Sheet, seat: str) -> int:
    """The progress from which a drive is counted; from the last box its first segment is Pit Exit."""
    car = sheet.cars[seat]
    return car.progress + sheet.house.bypass - 1 if car.box else car.progress
