"""Printed cards: each has a code of its own, which the card book then knows."""

import re
import xml.etree.ElementTree as ET

from hardware.readers.card_book import CardBook, Meaning
from hardware.readers.card_sheets import CARD, MM, pdf, slips, svgs, teach

CARDS = {"good-exit": 6, "avoid-crash": 4}


def bars(svg: str) -> list[tuple[float, float]]:
    """Left edges and widths of the black bars of the first card's barcode, in modules."""
    groups = [node for node in ET.fromstring(svg).iter() if node.tag.endswith("rect")]
    found = [(float(node.get("x", 0)), float(node.get("width", 0))) for node in groups]
    return [(x, width) for x, width in found if width > 0]


def test_each_copy_of_a_card_has_a_code_of_its_own() -> None:
    printed = slips("fuel-and-fortune", CARDS)
    assert len({slip.code for slip in printed}) == 10
    assert (printed[0].code, printed[0].card, printed[9].card) == ("FAF001", "good-exit", "avoid-crash")


def test_the_card_book_knows_what_was_printed() -> None:
    book = CardBook()
    teach(book, slips("fuel-and-fortune", CARDS))
    assert book.meaning("FAF010") == Meaning("fuel-and-fortune", "avoid-crash")
    assert len(book.codes("fuel-and-fortune")) == 10


def test_nine_cards_fit_a_sheet_and_say_what_they_are() -> None:
    sheets = svgs(slips("fuel-and-fortune", CARDS))
    assert [sheet.count("fuel and fortune") for sheet in sheets] == [9, 1]
    assert "GOOD EXIT" in sheets[0]
    assert "FAF001" in sheets[0]


def test_cards_are_printed_in_real_size() -> None:
    sheet = svgs(slips("a", {"x": 1}))[0]
    assert f'width="{CARD[0]}" height="{CARD[1]}"' in sheet
    scale = re.search(r"matrix\(([\d.]+)", sheet) or re.search(r"scale\(([\d.]+)", sheet)
    assert scale is not None
    assert abs(float(scale[1]) - MM) < 0.01


def test_a_pdf_has_a_page_for_each_sheet() -> None:
    raw = pdf(slips("a", {"x": 19}), "letter")
    assert raw.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", raw)) == 3
    assert b"612 792" in raw or b"611.9" in raw


def test_every_card_carries_bars_and_a_square() -> None:
    one, two = (len(bars(svgs(slips("a", {"x": count}))[0])) for count in (1, 2))
    assert one > 100
    assert two > 1.8 * one
