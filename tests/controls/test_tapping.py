"""Cards at a reader: what is drawn, what is played, and what is new."""

from companion.engine import Draw
from companion.table import KeyedIn
from hardware.readers.card_book import CardBook
from tests.support.tables import Table, at_table


def book(**codes: str) -> CardBook:
    made = CardBook()
    for code, card in codes.items():
        made.teach(code, "card", card)
    return made


def test_a_drawn_card_is_keyed_in_by_tapping_it() -> None:
    async def play(table: Table) -> None:
        table.desk.book = book(c1="sprint")
        await table.press("red", "plus", "plus", "ok")
        assert isinstance(table.referee.pending, Draw)
        table.desk.tap("c1")
        await table.press("red")
        await table.press("red", "menu", "back")
        assert "sprint" in str(table.referee.view("red"))

    at_table(play, lambda: Table(KeyedIn()))


def test_a_card_of_ones_hand_is_chosen_by_tapping_it_and_played_with_ok() -> None:
    async def play(table: Table) -> None:
        table.desk.book = book(c1="sprint")
        await table.press("red", "plus", "plus", "ok", "minus", "ok", "ok", "ok")
        await table.press("blue", "ok")
        table.desk.tap("c1")
        assert "Play sprint" in str(table.desk.page("red").texts())
        await table.press("red", "ok")
        assert [said.text for said in table.referee.messages(None)][-2:] == ["Red plays sprint.", "Red moves to 3."]

    at_table(play, lambda: Table(KeyedIn()))


def test_a_new_card_is_taught_by_keying_it_in() -> None:
    async def play(table: Table) -> None:
        learned = CardBook()
        table.desk.book = learned
        await table.press("red", "plus", "plus", "ok")
        table.desk.tap("c9")
        await table.press("red", "ok", "ok")
        meaning = learned.meaning("c9")
        assert meaning is not None
        assert (meaning.deck, meaning.card) == ("card", "drift")

    at_table(play, lambda: Table(KeyedIn()))


def test_a_card_that_means_nothing_now_changes_nothing() -> None:
    async def play(table: Table) -> None:
        table.desk.book = book(c1="nudge")
        before = table.desk.page("red")
        table.desk.tap("c1")
        table.desk.tap("unknown")
        assert table.desk.page("red") == before

    at_table(play)
