"""Boards on paper, in real size."""

import re
from itertools import pairwise

import pytest

from companion.drawing.printed import MARGIN, OVERLAP, PAPERS, pdf, sheets_of, svg
from companion.engine import Board, Place

MM = 72 / 25.4


def board(width: float, height: float) -> Board:
    places = (Place("1", 20, 20, label="1"), Place("2", width - 20, height - 20, "dot", marks=("DOT",), angle=30))
    return Board("board", "Board", width, height, places, ())


def test_the_svg_is_real_size() -> None:
    found = re.search(r'<svg[^>]*?width="([\d.]+)"[^>]*?', svg(board(300, 200)), re.DOTALL)
    assert found
    assert float(found[1]) == pytest.approx(300 * MM, abs=0.5)


def test_every_place_is_drawn_with_its_name_and_marks() -> None:
    text = svg(board(300, 200))
    assert text.count("<rect") >= 1
    assert text.count("<circle") == 1
    assert "DOT" in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("width", "height"), [(100, 80), (600, 400), (297, 210)])
def test_the_sheets_cover_the_whole_board(paper: str, width: float, height: float) -> None:
    sheets = tuple(sheets_of(board(width, height), paper))
    across, down = max(PAPERS[paper]) - 2 * MARGIN, min(PAPERS[paper]) - 2 * MARGIN
    assert max(sheet.left for sheet in sheets) + across >= width * MM
    assert max(sheet.top for sheet in sheets) + down >= height * MM
    lefts = sorted({sheet.left for sheet in sheets})
    assert all(b - a == pytest.approx(across - OVERLAP) for a, b in pairwise(lefts))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_pdf_has_a_page_a_sheet_and_is_the_same_each_time(paper: str) -> None:
    one = pdf(board(600, 400), "Ring", paper)
    assert one.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", one)) == len(tuple(sheets_of(board(600, 400), paper)))
    assert one == pdf(board(600, 400), "Ring", paper)
