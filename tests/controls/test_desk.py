"""From a button to the referee and back to the screen, at a table of fakes."""

from functools import partial

from companion.bots import make_bot
from companion.engine import Ask
from companion.table import KeyedIn, Scripted
from tests.support.tables import Table, at_table, quiet, with_bots


def place(table: Table, seat: str) -> str:
    board = table.referee.view(None).board
    assert board is not None
    return next(token.place for token in board.tokens if token.id == seat)


def test_ok_drives_and_the_other_panel_is_asked_next() -> None:
    async def play(table: Table) -> None:
        assert "Red to move" in table.read("blue")
        await table.press("red", "plus", "ok")
        assert place(table, "red") == "2"
        assert table.read("blue")[0].startswith("Your turn")
        assert "Blue to move" in table.read("red")

    at_table(play)


def test_a_second_ok_in_the_same_breath_is_no_second_move() -> None:
    async def play(table: Table) -> None:
        table.panels["red"].press("ok", "ok", "ok")
        await quiet()
        assert (place(table, "red"), place(table, "blue")) == ("1", "0")

    at_table(play)


def test_a_panel_out_of_turn_changes_nothing() -> None:
    async def play(table: Table) -> None:
        await table.press("blue", "plus", "card", "ok", "back")
        assert (place(table, "red"), place(table, "blue")) == ("0", "0")
        assert "Red to move" in table.read("blue")

    at_table(play)


def test_a_barred_choice_shows_its_ruling() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "plus", "plus", "ok")
        assert table.read("red")[:2] == ("NOT NOW rule 3.2", "You hold no card.")

    at_table(play)


def test_a_secret_card_is_a_page_for_its_seat_alone() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "plus", "ok")
        assert table.read("red")[:2] == ("CARD", "You drew sprint.")
        assert not any("sprint" in text for text in table.read("blue"))
        await table.press("red", "ok")
        assert "Blue to move" in table.read("red")

    at_table(play, lambda: Table(Scripted(["sprint"])))


def test_a_real_die_is_keyed_in_by_who_threw_it() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "minus", "ok", "ok")
        assert table.read("red")[0] == "DIE"
        assert "Die..." in table.read("blue")
        await table.press("red", "plus", "plus", "ok", "ok")
        assert place(table, "red") == "3"

    at_table(play, lambda: Table(KeyedIn()))


def test_pieces_are_moved_by_hand_before_anybody_drives_on() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "ok")
        assert table.read("blue")[:2] == ("MOVE ON THE BOARD", "Red -> 2")
        assert table.desk.held_up
        await table.press("blue", "ok")
        assert not table.desk.held_up
        assert table.read("blue")[0].startswith("Your turn")

    at_table(play, lambda: Table(confirm="always"))


def test_an_undo_is_asked_for_in_the_menu_and_agreed_to_with_ok() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "ok", "menu", "plus", "plus", "plus", "plus", "plus", "ok")
        assert table.read("blue")[0] == "TAKE BACK?"
        await table.press("blue", "ok")
        assert place(table, "red") == "0"
        assert isinstance(table.referee.pending_for("red"), Ask)

    at_table(play)


def test_back_refuses_an_undo() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "ok", "menu", "plus", "plus", "plus", "plus", "plus", "ok")
        await table.press("blue", "back")
        assert place(table, "red") == "2"
        assert table.referee.motion is None

    at_table(play)


def test_a_roll_call_goes_from_owner_to_owner_and_holds_the_race() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "menu", *["plus"] * 6, "ok")
        asked = [seat for seat in ("red", "blue") if table.read(seat)[0] == "CHECK THE BOARD"]
        assert len(asked) == 1
        assert table.desk.held_up
        for _ in range(2):
            seat = next(seat for seat in ("red", "blue") if table.read(seat)[0] == "CHECK THE BOARD")
            await table.press(seat, "ok")
        assert not table.desk.held_up

    at_table(play)


def test_a_bot_takes_the_car_of_a_person_who_leaves_and_gives_it_back() -> None:
    async def play(table: Table) -> None:
        drivers = with_bots(table, lambda profile, seed: make_bot("toy", "random", seed))
        drivers.open()
        await table.press("blue", "menu", *["plus"] * 7, "ok")
        assert "blue" in table.referee.bots
        assert table.read("blue")[1] == "A bot drives"
        await table.press("blue", "ok")
        assert "blue" not in table.referee.bots
        await drivers.close()

    at_table(play)


def test_bots_wait_for_the_pieces() -> None:
    async def play(table: Table) -> None:
        drivers = with_bots(table, lambda profile, seed: make_bot("toy", "random", seed))
        drivers.open()
        await table.press("red", "plus", "ok")
        asked = table.referee.pending
        assert isinstance(asked, Ask)
        assert asked.seat == "blue"
        await table.press("red", "ok")
        assert table.referee.pending != asked
        await drivers.close()

    at_table(play, lambda: Table(confirm="always", bots={"blue": "random"}))


def test_a_screen_is_drawn_once_for_each_change_and_never_twice_the_same() -> None:
    async def play(table: Table) -> None:
        shown = table.displays["red"].shown
        await table.press("red", "plus")
        before = len(shown)
        await table.press("red", "card")
        await table.press("red", "plus")
        assert len(shown) == before + 1

    at_table(play)


def test_what_a_seat_is_shown_does_not_change_with_anothers_secrets() -> None:
    seen: list[bytes] = []

    def dealt(card: str) -> Table:
        return Table(Scripted([card]))

    async def play(table: Table) -> None:
        await table.press("red", "plus", "plus", "ok", "ok")
        await table.press("blue", "menu", "ok", "back", "plus", "plus", "ok")
        seen.append(b"".join(image.tobytes() for image in table.displays["blue"].shown))

    for card in ("sprint", "drift"):
        at_table(play, partial(dealt, card))
    assert seen[0] == seen[1]


def test_a_panel_in_the_middle_shows_the_table_places_pieces_and_asks_for_an_undo() -> None:
    async def play(table: Table) -> None:
        assert table.read("centre")[0] == "CENTRE Round 1"
        assert "Red to move" in table.read("centre")
        await table.press("red", "plus", "ok")
        assert table.read("centre")[1] == "Red -> 2"
        table.desk.press("centre", "ok")
        assert not table.desk.held_up
        table.desk.press("centre", "back")
        await quiet()
        assert table.read("blue")[0] == "TAKE BACK?"

    at_table(play, lambda: Table(confirm="always"))


def test_the_middle_knows_no_secret() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "plus", "ok")
        table.desk.press("centre", "menu")
        for _ in range(5):
            table.desk.press("centre", "ok")
            assert not any("sprint" in text.lower() for text in table.read("centre"))
            table.desk.press("centre", "back")
            table.desk.press("centre", "plus")

    at_table(play, lambda: Table(Scripted(["sprint"])))
