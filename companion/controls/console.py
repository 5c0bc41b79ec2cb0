"""A seat's panel as two pure functions: what it shows, and what a press means. The first screen that applies wins."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from companion.controls import keying, menu_pages, table_pages, turn
from companion.controls.situation import WRONG, Face, Reply, Situation
from companion.drawing import Page


class Screen(NamedTuple):
    """When a screen is there, what it shows, how it answers a press."""

    applies: Callable[[Face, Situation], bool]
    show: Callable[[Face, Situation], Page]
    press: Callable[[Face, Situation, str, bool], Reply]


SCREENS = (
    Screen(turn.barred, turn.show_why, turn.press_why),
    Screen(table_pages.is_idle, table_pages.show_idle, table_pages.press_idle),
    Screen(menu_pages.is_open, menu_pages.show, menu_pages.press),
    Screen(table_pages.has_question, table_pages.show_question, table_pages.press_question),
    Screen(table_pages.has_placing, table_pages.show_placing, table_pages.press_placing),
    Screen(table_pages.has_letter, table_pages.show_letter, table_pages.press_letter),
    Screen(keying.waited_for, keying.show, keying.press),
    Screen(turn.asked, turn.show, turn.press),
    Screen(table_pages.is_over, table_pages.show_over, table_pages.press_over),
    Screen(table_pages.always, table_pages.show_waiting, table_pages.press_nothing),
)
REPEATING = ("minus", "plus")


def page(face: Face, now: Situation) -> Page:
    """What the panel's screen shows."""
    return _screen(face, now).show(face, now)


def press(face: Face, now: Situation, control: str, repeat: bool = False) -> Reply:
    """What a press does: MENU opens the menu from anywhere, the rest is the screen's matter."""
    if repeat and control not in REPEATING:
        return face, None
    screen = _screen(face, now)
    if control == "menu" and screen.show not in (menu_pages.show, table_pages.show_idle):
        return replace(face, page="menu", entry=0, why=None, risk=False), None
    return screen.press(face, now, control, repeat)


def _screen(face: Face, now: Situation) -> Screen:
    return next(screen for screen in SCREENS if screen.applies(face, now))


def met(face: Face, before: Situation | None, now: Situation) -> Face:
    """The face for a new situation: a new ask starts at its first choice, and what needs an answer closes the menu."""
    if before is None or before.pending != now.pending or before.keys_in != now.keys_in:
        face = Face(page=face.page, entry=face.entry, scroll=face.scroll, at=_first_open(now))
    if before is not None and _wants(now) - _wants(before):
        face = replace(face, page="", scroll=0)
    return face


def _first_open(now: Situation) -> int:
    """The choice that a screen starts with: the first of the menu that is not barred."""
    choices = now.ask.choices if now.ask is not None else ()
    return next((index for index, choice in enumerate(choices) if choice.barred is None), 0)


def _wants(now: Situation) -> frozenset[str]:
    """What this panel has to answer."""
    wanted = {
        "question": now.question,
        "placing": now.placing,
        "letter": now.letters,
        "draw": now.draw,
        "ask": now.ask,
        "over": now.over,
    }
    return frozenset(name for name, thing in wanted.items() if thing)


__all__ = ["WRONG", "Screen", "met", "page", "press"]
