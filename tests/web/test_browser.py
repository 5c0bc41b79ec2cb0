"""A person with a keyboard at the virtual table, watched in headless Chromium."""

from pathlib import Path

import pytest

from tests.support.browser import browsing, opened, playing, press_until, screen

pytestmark = pytest.mark.slow
SHORT = "laps = 1\nai_delay_ms = 0\n"


def test_a_race_against_three_bots_is_played_to_the_awards_with_the_keyboard_alone(tmp_path: Path) -> None:
    with playing(tmp_path, options=SHORT) as address, browsing() as browser:
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
        assert watcher.locator("#over h2").inner_text() == page.locator("#over h2").inner_text()
        assert watcher.locator("canvas").count() == 0
