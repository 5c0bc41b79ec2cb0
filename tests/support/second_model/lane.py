"""The pit lane (part 1.3): turning in, and from box to box."""

from tests.support.second_model.sheet import Sheet


def turn_in(sheet: Sheet, seat: str) -> None:
    """Off the road onto P1, with its fuel."""
    sheet.say("entered-pits", seat)
    sheet.move(seat, sheet.cars[seat].progress, 1)
    sheet.refuel(seat, 2 if sheet.house.pit_entry_grant == "extra" else 1)


def go_on_in_lane(sheet: Sheet, seat: str, answer: str) -> None:
    """One box further, or past all of them onto the last."""
    car, last = sheet.cars[seat], sheet.house.pit_lane_length
    if answer == "skip-refuelling":
        sheet.say("skipped-refuelling", seat)
    sheet.move(seat, car.progress, last if answer == "skip-refuelling" else car.box + 1)
    if car.box < last or sheet.house.last_pit_refuels:
        sheet.refuel(seat, 1)
