"""A driver plans while another one rolls: the adviser's words on a panel out of turn."""

from companion.controls.desk import Desk
from companion.engine import Ask
from companion.games import load
from tests.support.table import begun, in_loop, open_choices
from tests.support.tables import quiet

PLAN = ("menu", "plus", "plus", "ok")


def opened(desk: Desk, seat: str, *controls: str) -> tuple[str, ...]:
    for control in controls:
        desk.press(seat, control)
    return desk.page(seat).texts()


@in_loop
async def test_the_ways_on_are_read_out_of_turn_and_stay_up_while_the_other_lays_dice() -> None:
    referee = await begun("red", "blue", game=load("gear-dice"))
    desk = Desk(referee, "never")
    await quiet()
    assert isinstance(referee.pending, Ask)
    driver = referee.pending.seat
    planner = next(seat for seat in referee.seats if seat != driver)
    assert opened(desk, planner, *PLAN)[0].startswith("Plan my turn 1-6/")
    read = "\n".join(text for _ in range(40) for text in opened(desk, planner, "plus"))
    assert "Safest way:" in read
    assert "To gear 2:" in read
    before = desk.page(planner)
    await referee.decide(driver, open_choices(referee.pending)[0].action)
    await quiet()
    assert desk.page(planner).name == "plan"
    assert desk.page(planner) == before, "another's dice change nothing of the own plan"
    assert f"{driver.title()} to move" in opened(desk, planner, "menu")


@in_loop
async def test_where_the_table_wants_no_odds_there_are_none_in_the_plan() -> None:
    referee = await begun("red", "blue", game=load("gear-dice"), adviser=False)
    desk = Desk(referee, "never")
    read = "\n".join((*opened(desk, "blue", *PLAN), *(text for _ in range(9) for text in opened(desk, "blue", "plus"))))
    assert "Dice" in read
    assert "To gear" not in read
