"""The card book: taught once, kept, and never in the way."""

from pathlib import Path

import pytest

from hardware.readers.card_book import CardBook, CardBookError, Meaning


def test_what_is_taught_is_known_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "data" / "cards.toml"
    CardBook(path).teach("04A1B2", "fuel-and-fortune", "good-exit")
    CardBook(path).teach('9"9', "stock-car", "draft 7")
    book = CardBook(path)
    assert book.meaning("04A1B2") == Meaning("fuel-and-fortune", "good-exit")
    assert book.codes("stock-car") == {'9"9': "draft 7"}


def test_an_unknown_card_asks() -> None:
    assert CardBook().meaning("0000") is None


def test_a_card_may_be_taught_anew_and_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    book = CardBook(path)
    book.teach("1", "a", "x")
    book.teach("1", "b", "y")
    assert CardBook(path).meaning("1") == Meaning("b", "y")
    book.forget("1")
    book.forget("2")
    assert CardBook(path).meaning("1") is None


def test_a_book_that_cannot_be_saved_lasts_until_the_end_and_says_so() -> None:
    book = CardBook(Path("/proc/pitboard/cards.toml"))
    book.teach("1", "a", "x")
    assert book.meaning("1") == Meaning("a", "x")
    assert "cannot be saved" in book.trouble


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("[a", "this is no card book"),
        ("a = 3", r"a: write a section, \[a\]"),
        ("[a]\n1 = 2", "a.1 = 2: write the card's name"),
    ],
)
def test_a_broken_book_names_file_key_and_what_would_do(tmp_path: Path, raw: str, said: str) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(raw)
    with pytest.raises(CardBookError, match=said):
        CardBook(path)
