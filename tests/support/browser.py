"""A virtual table of our own, and a headless browser that looks at it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support.needs import needs_chromium

PATIENCE = 60_000
"""Milliseconds until a fact that does not come is a failure; on a busy machine everything takes its time."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def playing(folder: Path, *arguments: str, options: str = "") -> Iterator[str]:
    """`pitboard play` on a free port; its address."""
    command = [sys.executable, "-m", "companion", "play", "--port", "0", "--data", str(folder / "data"), *arguments]
    if options:
        (folder / "options.toml").write_text(options)
        command += ["--options", str(folder / "options.toml")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None, process.stderr.read() if process.stderr else ""
            yield found[0]
        finally:
            process.terminate()
            _, complaints = process.communicate(timeout=60)
    assert complaints == ""
    assert process.returncode == 0


@contextmanager
def browsing() -> Iterator[Browser]:
    """Headless Chromium, that of the system."""
    path = needs_chromium()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        try:
            yield browser
        finally:
            browser.close()
            expect.set_options(timeout=None)


def opened(browser: Browser, address: str, width: int = 1366, height: int = 860) -> Page:
    """The page, once it has heard from the table; an error in its script fails the test."""
    page = browser.new_page(viewport={"width": width, "height": height})
    page.on("pageerror", lambda error: (_ for _ in ()).throw(AssertionError(error)))
    page.goto(address)
    page.wait_for_function("() => document.title !== 'Pitboard'")
    return page


def screen(page: Page, seat: str = "red") -> str:
    """The words on a seat's screen, as the page reads them out."""
    return str(page.locator(f"#oled-{seat}").get_attribute("aria-label"))


def press_until(page: Page, done: str, key: str = "Enter", most: int = 2000) -> int:
    """Presses the key whenever this table's person must act, until `done` can be seen; how often it was."""
    for count in range(most):
        page.wait_for_selector(f".panel.want, {done}", timeout=PATIENCE)
        if page.locator(done).is_visible():
            return count
        before = page.evaluate("JSON.stringify(now)")
        page.keyboard.press(key)
        page.wait_for_function("told => JSON.stringify(now) !== told", arg=before, timeout=PATIENCE)
    raise AssertionError(f"{done} did not come after {most} presses")


def turns_to(page: Page, words: str, seat: str = "red") -> None:
    """Waits until that seat's screen says so."""
    expect(page.locator(f"#oled-{seat}")).to_have_attribute(
        "aria-label", re.compile(re.escape(words)), timeout=PATIENCE
    )
