"""What each viewer of the page is told, to the byte."""

import msgspec
import pytest

from companion.engine import Board, Flag, Gauge, Hand, Number, Place, Text, Token, View
from companion.table import Scripted
from companion.web.feed import Feeds
from companion.web.frames import Frame, Viewer, facts, frame, rows
from companion.web.pictures import Pictures
from companion.web.source import RaceSource
from tests.support.tables import Table, at_table

TABLE, WATCH = Viewer("table"), Viewer("watch")


def told(table: Table, viewer: Viewer) -> Frame:
    source = RaceSource(table.desk, lambda: ())
    return frame(source, Pictures(table.displays), viewer)


def test_a_secret_reaches_no_other_viewer_until_it_is_played() -> None:
    async def play(table: Table) -> None:
        for step in ((), ("plus", "plus", "ok"), ("ok",), ("menu",)):
            await table.press("red", *step)
            for viewer in (WATCH, Viewer("seat", "blue")):
                assert b"sprint" not in msgspec.json.encode(told(table, viewer)).lower()

    at_table(play, lambda: Table(Scripted(["sprint"])))


def test_its_own_phone_reads_a_private_page() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "plus", "ok")
        assert "You drew sprint." in str(told(table, Viewer("seat", "red"))["read:red"])

    at_table(play, lambda: Table(Scripted(["sprint"])))


def test_the_table_lights_up_what_the_choice_under_the_cursor_would_move_and_a_spectator_does_not_see_it() -> None:
    async def play(table: Table) -> None:
        assert told(table, TABLE)["touched"] == ["red"]
        assert "touched" not in told(table, WATCH)
        assert told(table, TABLE)["wanted"] == ["red"]

    at_table(play)


def test_pieces_to_move_are_listed_for_everybody() -> None:
    async def play(table: Table) -> None:
        await table.press("red", "plus", "ok")
        moves = msgspec.to_builtins(told(table, WATCH)["moves"])
        assert moves == {
            "text": "Red moves to 2.",
            "moves": [{"token": "red", "name": "Red", "place": "2", "seat": "red"}],
            "at": 0,
        }

    at_table(play, lambda: Table(confirm="always"))


@pytest.mark.parametrize("seat", ["green", ""])
def test_a_seat_that_nobody_drives_has_no_screen_to_see(seat: str) -> None:
    async def play(table: Table) -> None:
        assert not [key for key in told(table, Viewer("seat", seat)) if key.startswith("oled")]

    at_table(play)


PUBLIC = View(
    None,
    "Lap 1",
    (
        Gauge("fuel-red", "Fuel", 3, 5),
        Number("lap-red", "Lap", 1),
        Flag("out-red", "Out", False),
        Text("award-fast", "Fastest", "Red"),
        Number("round", "Round", 4),
        Hand("hand", "Hand", ()),
        Board("board", "Board", 9, 9, (Place("1", 0, 0),), (Token("red", "1"),)),
    ),
)


def test_widgets_of_a_seat_become_a_row_and_the_others_facts() -> None:
    assert rows(PUBLIC, ["red"]) == {
        "heads": ["fuel", "lap", "out"],
        "seats": {"red": {"fuel": [3, 5], "lap": "1", "out": ""}},
    }
    assert facts(PUBLIC, ["red"]) == [["award-fast", "Fastest", "Red"], ["round", "Round", "4"]]


def test_a_page_gets_everything_once_and_then_only_what_changed() -> None:
    facts: Frame = {"a": 1, "b": 2}
    feeds = Feeds(lambda viewer: facts)
    sent: dict[str, bytes] = {}
    assert msgspec.json.decode(feeds._news(TABLE, sent)) == {"a": 1, "b": 2}
    assert feeds._news(TABLE, sent) == ""
    facts["b"] = 3
    del facts["a"]
    assert msgspec.json.decode(feeds._news(TABLE, sent)) == {"b": 3, "a": None}
