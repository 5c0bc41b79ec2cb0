"""A person with a keyboard at the virtual table, watched in headless Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import browsing, opened, playing, press_until, screen, turns_to

pytestmark = pytest.mark.slow
SHORT = 'laps = 1\nai_delay_ms = 0\nconfirm_tokens = "safety-car"\n'
TWO = 'seats = ["red", "blue"]\ngrid_order = "seating"\nlaps = 1\nconfirm_tokens = "never"\n'


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as made:
        yield made


def test_a_race_against_three_bots_is_played_to_the_awards_with_the_keyboard_alone(
    tmp_path: Path, browser: Browser
) -> None:
    with playing(tmp_path, options=SHORT) as address:
        page = opened(browser, address)
        assert "NEW RACE" in screen(page)
        page.keyboard.press("Enter")
        page.wait_for_selector("#call")
        watcher = opened(browser, f"{address}watch")
        presses = press_until(page, "#over h2")
        assert presses > 10
        assert "wins!" in page.locator("#over h2").inner_text()
        assert page.locator("#over li").count() == 4
        assert "Leadfoot" in page.locator("#over").inner_text()
        assert page.locator("#pieces .token").count() >= 4
        expect(watcher.locator("#over h2")).to_have_text(page.locator("#over h2").inner_text())
        assert watcher.locator("canvas").count() == 0


DUEL = 'seats = ["red", "blue"]\nlaps = 1\nai_delay_ms = 0\n'
OTHERS = {"stock-car": "cars_per_team = 2\n", "gear-dice": ""}


@pytest.mark.parametrize("game", OTHERS)
def test_the_other_games_are_raced_to_their_end_with_the_same_keys(tmp_path: Path, browser: Browser, game: str) -> None:
    with playing(tmp_path, "--game", game, options=f'{DUEL}{OTHERS[game]}[bots]\nblue = "hidden"\n') as address:
        page = opened(browser, address)
        page.keyboard.press("Enter")
        page.wait_for_selector("#call")
        assert press_until(page, "#over h2") > 5
        assert page.locator("#over li").count() == 2


def test_the_board_lights_up_where_the_choice_leads(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path, "--new", options=TWO) as address:
        page = opened(browser, address)
        turns_to(page, "MOVE 2 -> 2")
        expect(page.locator("#p-2")).to_have_class("place touch")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#p-3")).to_have_class("place touch")
        page.keyboard.press("Enter")
        turns_to(page, "YOUR TURN", "blue")
        assert page.evaluate("now.tokens.find(token => token.id === 'red').place") == "3"


def test_the_keys_follow_whoever_is_asked_and_a_number_takes_them_elsewhere(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path, "--new", options=TWO) as address:
        page = opened(browser, address)
        turns_to(page, "YOUR TURN")
        expect(page.locator("#panel-red.on.want")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#panel-blue.on.want")).to_be_visible()
        page.keyboard.press("1")
        page.keyboard.press("m")
        turns_to(page, "MENU", "red")


def test_a_hand_is_hidden_until_its_owner_opens_the_menu(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path, "--new", options=TWO) as address:
        page = opened(browser, address)
        turns_to(page, "HAND 0 cards")
        for key in ("m", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        turns_to(page, "My hand")
        page.keyboard.press("Backspace")
        page.keyboard.press("Backspace")
        turns_to(page, "YOUR TURN")


def test_a_turn_is_taken_back_with_the_others_consent(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path, "--new", options=TWO) as address:
        page = opened(browser, address)
        turns_to(page, "YOUR TURN")
        page.keyboard.press("Enter")
        turns_to(page, "YOUR TURN", "blue")
        page.keyboard.press("1")
        for key in ("m", *["ArrowRight"] * 5, "Enter"):
            page.keyboard.press(key)
        turns_to(page, "TAKE BACK?", "blue")
        page.keyboard.press("2")
        page.keyboard.press("Enter")
        turns_to(page, "YOUR TURN", "red")


def test_the_mouse_and_a_finger_press_the_same_buttons(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path, "--new", options=TWO) as address:
        page = opened(browser, address)
        turns_to(page, "MOVE 2 -> 2")
        page.locator("#panel-red .plus").click()
        turns_to(page, "MOVE 3 -> 3")
        page.locator("#panel-red .minus").dispatch_event("pointerdown", {"button": 0, "pointerType": "touch"})
        page.locator("#panel-red .minus").dispatch_event("pointerup")
        turns_to(page, "MOVE 2 -> 2")


def test_a_held_plus_goes_on_and_a_held_ok_does_not(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path, "--new", options=TWO) as address:
        page = opened(browser, address)
        turns_to(page, "MOVE 2 -> 2")
        page.keyboard.down("Enter")
        page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        turns_to(page, "YOUR TURN", "blue")


def test_the_race_is_set_up_on_the_page_and_what_is_wrong_is_said(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path) as address:
        page = opened(browser, address)
        page.locator("#setup summary", has_text="Race").click()
        page.locator("#setup input[name=laps]").fill("99")
        page.keyboard.press("Tab")
        expect(page.locator("#setup .bad")).to_contain_text("between 1 and 20")
        expect(page.locator("#setup .go")).to_be_disabled()
        page.locator("#setup input[name=laps]").fill("2")
        page.keyboard.press("Tab")
        page.locator("select[name=seat-green]").select_option("person")
        turns_to(page, "NEW RACE", "green")
        page.locator("#setup .go").click()
        expect(page.locator("#where")).to_have_text("Lap 1/2")


def test_the_help_is_one_key_away(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path) as address:
        page = opened(browser, address)
        page.keyboard.press("?")
        expect(page.locator("#help")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#help")).to_be_hidden()


def test_a_phone_is_one_seat_with_big_buttons(tmp_path: Path, browser: Browser) -> None:
    with playing(tmp_path, "--new", options=TWO) as address:
        table = opened(browser, address)
        turns_to(table, "YOUR TURN")
        phone = opened(browser, address.rstrip("/") + table.evaluate("now.links.red"), 390, 760)
        turns_to(phone, "YOUR TURN")
        assert phone.locator("canvas").count() == 1
        expect(phone.locator("#board")).to_be_hidden()
        box = phone.locator(".keys .ok").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        phone.locator(".keys .ok").click()
        turns_to(table, "YOUR TURN", "blue")
