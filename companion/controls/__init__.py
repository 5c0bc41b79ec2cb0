"""Presses become decisions. A panel's screen and its answers are pure functions; the desk carries out what they ask."""

from companion.controls.console import met, page, press
from companion.controls.situation import Face, Question, Situation

__all__ = ["Face", "Question", "Situation", "met", "page", "press"]
