"""Stock car on the page: the lane grid, cars by number and pattern, who would move, and a race to the points."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import browsing, opened, playing, press_until, screen, turns_to

pytestmark = pytest.mark.slow
TABLE = "--game", "stock-car", "--new"
QUICK = 'laps = 1\nai_delay_ms = 0\nconfirm_tokens = "never"\n'
DUEL = f'{QUICK}seats = ["red", "blue"]\ncards = "held"\nteam_bars = "random"\ncars_per_team = 2\n'
FOUR = f'{QUICK}seats = ["red", "blue", "green", "yellow"]\ncars_per_team = 2\n'
BOTS = '[bots]\nblue = "drafter"\ngreen = "careful"\nyellow = "charger"\n'


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as made:
        yield made


@pytest.fixture
def page(tmp_path: Path, browser: Browser) -> Iterator[Page]:
    """Two people with real cards, who may play whichever they like."""
    with playing(tmp_path, *TABLE, options=DUEL) as address:
        yield opened(browser, address)


def touched(page: Page, number: str) -> bool:
    return "touch" in str(page.locator(f"#t-{number}").get_attribute("class")).split()


def asked(page: Page) -> str:
    """The seat whose panel wants something."""
    page.wait_for_selector(".panel.want")
    return str(page.locator(".panel.want").first.get_attribute("id")).removeprefix("panel-")


def test_the_lane_grid_has_every_space_with_its_name_and_the_line(page: Page) -> None:
    for space in ("I1", "M1", "O1", "A1", "I5", "O5", "A28"):
        assert page.locator(f"#spots g:has(#p-{space}) text").first.text_content() == space
    assert page.locator("#p-M5").count() == 0
    assert page.locator("#spots rect").count() == 16 * 4 + 12 * 3
    assert "After the Line" in str(page.locator("#p-M1 title").text_content())
    assert page.locator("#legend li").all_inner_texts() == ["apron", "corner"]


def test_cars_show_their_number_and_the_pattern_of_their_team(page: Page) -> None:
    for number in (25, 29, 4, 9):
        assert str(number) in page.locator(f"#t-{number} text").all_text_contents()
    red, other, blue = (page.locator(f"#t-{number} path").nth(1).get_attribute("d") for number in (25, 29, 4))
    assert red == other != blue


def test_the_cars_that_would_move_are_those_that_the_screen_names(page: Page) -> None:
    seat = asked(page)
    turns_to(page, "Draft, points 4", seat)
    page.keyboard.press("Enter")
    for points in (4, 3):
        turns_to(page, f"draft: {points} MP", seat)
        told = screen(page, seat)
        active, others = re.findall(r"(\d+) draft", told), re.findall(r"you((?:, \d+)*)", told)
        cars = {*active, *re.findall(r"\d+", others[0])}
        assert len(cars) > 1
        expect(page.locator(".token.touch")).to_have_count(len(cars))
        assert {number for number in ("25", "29", "4", "9") if touched(page, number)} == cars
        assert page.locator(".place.touch").count() == len(cars)
        page.keyboard.press("Enter")


def test_a_step_is_taken_back_with_one_key_until_the_move_is_over(page: Page) -> None:
    seat = asked(page)
    turns_to(page, "Draft, points 4", seat)
    for points in (4, 3):
        page.keyboard.press("Enter")
        turns_to(page, f"draft: {points} MP", seat)
    stood = page.evaluate("JSON.stringify(now.tokens)")
    page.keyboard.press("Enter")
    turns_to(page, "draft: 2 MP", seat)
    assert page.evaluate("JSON.stringify(now.tokens)") != stood
    page.keyboard.press("Backspace")
    turns_to(page, "draft: 3 MP", seat)
    assert page.evaluate("JSON.stringify(now.tokens)") == stood


def test_a_person_with_keys_and_three_bots_race_to_the_points(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path, *TABLE, options=FOUR + BOTS) as address:
        page = opened(browser, address)
        assert press_until(page, "#over h2") > 5
        assert page.locator("#over li").count() == 4
        news = page.locator("#news").inner_text()
        points = {seat: int(told) for seat, told in re.findall(r"\d\. (\w+): (\d+) points\.", news)}
        assert len(points) == 4
        assert sum(points.values()) >= sum((46, 42, 41, *range(36, 41)))
        best = max(points, key=points.__getitem__)
        assert f"{best} wins!" == page.locator("#over h2").inner_text()
        for seat, told in points.items():
            expect(page.locator("#cars tr", has_text=seat)).to_contain_text(str(told))
