"""The phone page works every draw out again, offline, and comes to the same as `--verify`."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.engine import Draw
from companion.table import Electronic, Seal, Source
from companion.table.blocks import plain
from companion.table.lines import AnyLine, Came, encode
from companion.table.recheck import recheck_page
from companion.table.verify import verify
from tests.support.browser import browsing
from tests.support.forgeries import (
    called_keyed,
    found,
    other_number,
    other_outcome,
    other_seal,
    other_words,
    raced,
    resealed,
)
from tests.support.table import SECRET
from tests.support.toy_game import TOY

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with browsing() as browser:
        yield browser.new_page()


def shown(page: Page, folder: Path, record: bytes) -> str:
    """The verdict of the page with that race in it, opened from a file."""
    path = folder / "recheck.html"
    path.write_text(recheck_page(record), encoding="utf-8")
    page.goto(path.as_uri())
    return str(page.locator("#verdict").text_content())


def record_of(lines: list[AnyLine]) -> bytes:
    return plain([encode(line) for line in lines])


def lines_of(seed: int = 1, source: Source | None = None) -> list[AnyLine]:
    """In a thread: the browser's own loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(raced(seed, source))).result()


def test_an_honest_race_is_right_and_shows_both_codes(page: Page, tmp_path: Path) -> None:
    lines = lines_of()
    verdict = verify(TOY, found(lines))
    draws = sum(isinstance(line, Came) for line in lines)
    assert shown(page, tmp_path, record_of(lines)) == f"Right: all {draws} draws are what the seal says."
    assert page.locator("#seal").text_content() == verdict.code
    assert page.locator("#digest").text_content() == verdict.digest
    assert page.locator("#draws tbody tr").count() == draws


def test_a_race_with_real_dice_is_right_too(page: Page, tmp_path: Path) -> None:
    lines = lines_of(4, source=Electronic(Seal(SECRET, ("Żółw 🐢",)), keyed=("die",)))
    assert shown(page, tmp_path, record_of(lines)).startswith("Right")


@pytest.mark.parametrize("forge", [other_outcome, other_number, other_seal, other_words, called_keyed])
def test_a_changed_record_is_not_right(page: Page, tmp_path: Path, forge: Callable[..., list[AnyLine]]) -> None:
    assert shown(page, tmp_path, record_of(resealed(forge(lines_of())))) == "Not right."
    assert page.locator("#problems li").count() > 0


def test_a_changed_byte_is_not_right(page: Page, tmp_path: Path) -> None:
    record = record_of(lines_of()).replace(b'"walk 1"', b'"walk 2"', 1)
    assert shown(page, tmp_path, record) == "Not right."
    assert "checksum" in str(page.locator("#problems").text_content())


def test_a_race_that_is_not_over_is_still_sealed(page: Page, tmp_path: Path) -> None:
    assert shown(page, tmp_path, record_of(lines_of()[:-1])) == "Not right."
    assert "still sealed" in str(page.locator("#problems").text_content())


def test_the_empty_page_takes_a_record_from_the_phone(page: Page, tmp_path: Path) -> None:
    assert shown(page, tmp_path, b"") == ""
    (tmp_path / "race.jsonl").write_bytes(record_of(lines_of()))
    page.set_input_files("#file", tmp_path / "race.jsonl")
    page.wait_for_function("() => document.getElementById('verdict').textContent !== ''")
    assert str(page.locator("#verdict").text_content()).startswith("Right")
    (tmp_path / "photo.jsonl").write_bytes(b"\x89PNG no record")
    page.set_input_files("#file", tmp_path / "photo.jsonl")
    page.wait_for_function("() => document.getElementById('verdict').textContent === 'Not right.'")


def test_bags_of_many_cards_are_worked_out_the_same(page: Page, tmp_path: Path) -> None:
    """Names that are numbers, several out of one bag, several dice at once."""
    shown(page, tmp_path, b"")
    seal = Seal(SECRET, ("x",))
    script = "([secret, line]) => outcomes(hmac(unhex(secret), text('words\\nx')), line)"
    deck = {str(number): 1 for number in range(1, 85)}
    for number, (odds, bag, count) in enumerate([([deck], True, 7), ([{"b": 2, "a": 1}] * 3, False, 3)], 1):
        expected = seal.draw(Draw("deal", tuple(odds), bag=bag, count=count), number).outcomes
        line = {"number": number, "odds": odds, "bag": bag, "outcomes": [""] * count}
        assert page.evaluate(script, [SECRET.hex(), line]) == list(expected)


def test_its_hash_is_sha_256(page: Page, tmp_path: Path) -> None:
    shown(page, tmp_path, b"")
    for size in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 70_000):
        expected = hashlib.sha256(bytes(at % 251 for at in range(size))).hexdigest()
        script = "size => hex(sha256(Uint8Array.from({ length: size }, (_, at) => at % 251)))"
        assert page.evaluate(script, size) == expected
