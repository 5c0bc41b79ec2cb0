"""Kebab-case words for people, and widgets as lines of a small screen."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from companion.drawing import COLUMNS, Line, wrap
from companion.engine import Board, Flag, Gauge, Hand, Number, Text, Widget

HALF = COLUMNS // 2
"""Two widgets as short as this share a line."""


SMALL = frozenset({"and", "of", "the", "to"})


def spoken(word: str) -> str:
    """`good-exit` as `Good Exit`."""
    first, *rest = word.split("-")
    return " ".join((first.capitalize(), *(part if part in SMALL else part.capitalize() for part in rest)))


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *first, last = tuple(words) or ("nobody",)
    return f"{', '.join(first)} and {last}" if first else last


def widget_lines(widgets: Iterable[Widget], open_hand: bool = False, most: int | None = None) -> tuple[Line, ...]:
    """Each widget as a line, in order, no more than `most`; two short ones next to each other share one."""
    return tuple(islice(_paired(line for widget in widgets for line in _lines(widget, open_hand)), most))


def _paired(lines: Iterable[Line]) -> Iterator[Line]:
    waiting: Line | None = None
    for line in lines:
        if waiting is None:
            waiting = line
        elif _short(waiting) and _short(line):
            yield Line(_flat(waiting).ljust(HALF + 1) + _flat(line))
            waiting = None
        else:
            yield waiting
            waiting = line
    if waiting is not None:
        yield waiting


def _short(line: Line) -> bool:
    return line.bar is None and len(_flat(line)) <= HALF


def _flat(line: Line) -> str:
    return f"{line.text} {line.right}".strip()


def _lines(widget: Widget, open_hand: bool) -> tuple[Line, ...]:
    match widget:
        case Gauge(label=label, value=value, top=top):
            return (Line(label, str(value), bar=(value, top)),)
        case Number(label=label, value=value, unit=unit):
            return (Line(label, f"{value} {unit}".strip()),)
        case Flag(label=label, on=on):
            return (Line(label),) if on else ()
        case Text(label=label, text=text):
            return _text_lines(label, text)
        case Hand():
            return (_hand_line(widget, open_hand),)
        case _:
            return ()


def _text_lines(label: str, text: str) -> tuple[Line, ...]:
    whole = f"{label} {text}".strip()
    return (Line(whole),) if len(whole) <= COLUMNS else tuple(Line(line) for line in wrap(text))


def told_at_length(widgets: Iterable[Widget]) -> tuple[Line, ...]:
    """Each widget in order; where its words need several lines, its label stands above them."""
    return tuple(line for widget in widgets for line in _at_length(widget))


def _at_length(widget: Widget) -> tuple[Line, ...]:
    if not isinstance(widget, Text) or len(f"{widget.label} {widget.text}") <= COLUMNS:
        return _lines(widget, False)
    words = wrap(re.sub(r",(?=\S)", ", ", widget.text), COLUMNS - 1)
    return (Line(f"{widget.label}:"), *(Line(f" {line}") for line in words))


def _hand_line(hand: Hand, open_hand: bool) -> Line:
    if open_hand:
        return Line(f"{hand.label} {' '.join(card.short for card in hand.cards) or 'empty'}")
    many = len(hand.cards)
    return Line(f"{hand.label} {many} card{'s' * (many != 1)}")


def screen_widgets(widgets: Iterable[Widget]) -> Iterator[Widget]:
    """What a small screen can show: everything but the board."""
    return (widget for widget in widgets if not isinstance(widget, Board))
