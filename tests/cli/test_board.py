"""`pitboard board`: boards and decks on paper."""

from pathlib import Path

import pytest

from hardware.readers.card_book import CardBook, Meaning
from tests.support.commands import pitboard


@pytest.mark.parametrize("track", ["fuel-and-fortune", "triangle", "orchard-short"])
def test_a_board_is_drawn_in_real_size_as_svg_and_pdf(tmp_path: Path, track: str) -> None:
    ran = pitboard("board", track, "--out", str(tmp_path))
    assert ran.code == 0
    assert ran.last.startswith(f"{track}: ")
    assert " mm, " in ran.last
    assert (tmp_path / f"{track}.svg").read_text().rstrip().endswith("</svg>")
    assert (tmp_path / f"{track}.pdf").read_bytes().startswith(b"%PDF")


def test_an_options_file_has_its_own_board_and_decks(tmp_path: Path) -> None:
    options = tmp_path / "mine.toml"
    options.write_text(
        "track_size = 30\npit_entry = 28\n[overtake_deck]\nsafe-pass = 9\nracing-incident = 2\ncrash = 1\n"
    )
    ran = pitboard("board", str(options), "--game", "fuel-and-fortune", "--cards", "--out", str(tmp_path))
    assert ran.code == 0, ran.err
    assert len(CardBook(tmp_path / "cards.toml").codes("overtake")) == 12


def test_an_options_file_for_a_table_of_people_is_good_for_a_board(tmp_path: Path) -> None:
    options = tmp_path / "mine.toml"
    options.write_text('seats = ["red", "blue", "green"]\nbots = { green = "hidden" }\nkeyed = ["overtake"]\n')
    ran = pitboard("board", str(options), "--game", "fuel-and-fortune", "--out", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")


def test_an_option_that_is_none_is_said_with_its_line(tmp_path: Path) -> None:
    options = tmp_path / "mine.toml"
    options.write_text("laps = 2\nlapps = 3\n")
    ran = pitboard("board", str(options), "--game", "fuel-and-fortune", "--out", str(tmp_path))
    assert ran.code == 2
    assert f"{options}:2: lapps: " in ran.err


def test_printed_cards_are_known_to_the_card_book(tmp_path: Path) -> None:
    ran = pitboard("board", "fuel-and-fortune", "--cards", "--out", str(tmp_path))
    assert ran.code == 0
    book = CardBook(tmp_path / "cards.toml")
    assert (len(book.codes("overtake")), len(book.codes("chance"))) == (40, 30)
    assert book.meaning("O001") == Meaning("overtake", "safe-pass")
    assert (tmp_path / "overtake-cards.pdf").read_bytes().startswith(b"%PDF")
    assert len(list(tmp_path.glob("overtake-cards-*.svg"))) == 5


def test_a_game_whose_cards_are_sold_with_it_prints_none(tmp_path: Path) -> None:
    ran = pitboard("board", "stock-car", "--cards", "--out", str(tmp_path))
    assert ran.code == 2
    assert "no deck" in ran.err


def test_a_track_that_is_not_there_names_the_nearest(tmp_path: Path) -> None:
    ran = pitboard("board", "trinagle", "--out", str(tmp_path))
    assert ran.code == 2
    assert "triangle" in ran.err


def test_an_options_file_must_say_whose_it_is(tmp_path: Path) -> None:
    ran = pitboard("board", str(tmp_path / "mine.toml"))
    assert ran.code == 2
    assert "--game" in ran.err


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    ran = pitboard("board", "triangle", "--out", str(tmp_path / "nowhere"))
    assert ran.code == 2
    assert "cannot be written" in ran.err
