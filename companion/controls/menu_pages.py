"""The pages behind MENU: where every piece stands, the own hand, a plan, what was said, what the cards do, figures."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.controls.situation import WRONG, Entry, Face, Pick, Reply, Situation
from companion.controls.table_pages import filled
from companion.controls.words import screen_widgets, told_at_length, widget_lines
from companion.drawing import COLUMNS, Line, Page, keys, title, wrap
from companion.engine import Board, Hand, Place, Token

PAGES = (
    Entry("field", "Where cars stand"),
    Entry("hand", "My hand"),
    Entry("messages", "Last messages"),
    Entry("rules", "What my cards do"),
    Entry("figures", "All figures"),
)
PLAN = Entry("plan", "Plan my turn")
ROOM = 6
WAITING_ROOM = 2
"""So many figures of its own a seat sees while it waits; with more of them it has something to plan with."""


def entries(now: Situation) -> tuple[Entry, ...]:
    """The lines of the menu: the pages, then what the table offers now."""
    plan = (PLAN,) if len(_plan(now)) > WAITING_ROOM else ()
    return (*PAGES[:2], *plan, *PAGES[2:], *now.entries)


def is_open(face: Face, now: Situation) -> bool:
    return bool(face.page)


def show(face: Face, now: Situation) -> Page:
    """The menu itself, or the page that was chosen from it."""
    if face.page == "menu":
        return _show_menu(face, now)
    label = next(entry.label for entry in (*PAGES, PLAN) if entry.name == face.page)
    lines = LINES[face.page](now)
    top = _top(face.scroll, len(lines))
    more = f"{top + 1}-{min(top + ROOM, len(lines))}/{len(lines)}" if len(lines) > ROOM else ""
    foot = keys("-/+ scroll" if more else "", "BACK")
    return Page(face.page, filled((title(label[: COLUMNS - len(more) - 1], more),), lines[top : top + ROOM], foot))


def _top(scroll: int, many: int) -> int:
    return max(0, min(scroll, many - ROOM))


def _show_menu(face: Face, now: Situation) -> Page:
    lines = entries(now)
    top = _top(face.entry - ROOM + 2, len(lines))
    body = [_entry_line(line, top + i == face.entry) for i, line in enumerate(lines[top : top + ROOM])]
    return Page("menu", filled((title("MENU", now.code),), body, keys("-/+ OK open", "BACK")))


def _entry_line(entry: Entry, chosen: bool) -> Line:
    text = ("▶ " if chosen else "  ") + entry.label
    return Line(text, look="chosen", keep=5) if chosen else Line(text)


def press(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    return _press_menu(face, now, control) if face.page == "menu" else _press_page(face, now, control)


def _press_menu(face: Face, now: Situation, control: str) -> Reply:
    lines = entries(now)
    match control:
        case "minus" | "plus":
            by = 1 if control == "plus" else -1
            return replace(face, entry=(face.entry + by) % len(lines)), None
        case "ok":
            return _open(face, lines[min(face.entry, len(lines) - 1)])
        case "back" | "menu":
            return replace(face, page=""), None
        case _:
            return face, WRONG


def _open(face: Face, entry: Entry) -> Reply:
    if entry in (*PAGES, PLAN):
        return replace(face, page=entry.name, scroll=0), None
    return replace(face, page="", entry=0), Pick(entry.name)


def _press_page(face: Face, now: Situation, control: str) -> Reply:
    match control:
        case "minus" | "plus":
            most = max(0, len(LINES[face.page](now)) - ROOM)
            scroll = face.scroll + (1 if control == "plus" else -1)
            return replace(face, scroll=max(0, min(scroll, most))), None
        case "back" | "ok":
            return replace(face, page="menu"), None
        case "menu":
            return replace(face, page=""), None
        case _:
            return face, WRONG


def _field(now: Situation) -> tuple[Line, ...]:
    board = now.view.board
    return () if board is None else tuple(Line(_stands(token, board), token.text) for token in standing(board))


def standing(board: Board) -> tuple[Token, ...]:
    """The pieces in the order of the board's places, front to back on each."""
    order = {place.id: index for index, place in enumerate(board.places)}
    return tuple(sorted(board.tokens, key=lambda token: (-order.get(token.place, -1), token.order)))


def _stands(token: Token, board: Board) -> str:
    sharing = sum(other.place == token.place for other in board.tokens) > 1
    rank = f" ({token.order + 1})" if sharing else ""
    name = token.label or token.id
    return f"{name[:1].upper()}{name[1:]}: {place_name(board, token.place)}{rank}"


def place_name(board: Board, place_id: str) -> str:
    """The place as the board labels it."""
    found: Place | None = next((place for place in board.places if place.id == place_id), None)
    return found.label or found.id if found is not None else place_id


def _hands(now: Situation) -> tuple[Hand, ...]:
    return tuple(widget for widget in now.view.widgets if isinstance(widget, Hand))


def _hand(now: Situation) -> tuple[Line, ...]:
    cards = [card for hand in _hands(now) for card in hand.cards]
    return tuple(Line(card.label) for card in cards) or (Line("No cards."),)


def _rules(now: Situation) -> tuple[Line, ...]:
    cards = dict.fromkeys(card for hand in _hands(now) for card in hand.cards)
    lines = [line for card in cards for line in (card.label.upper(), *wrap(card.text))]
    return tuple(map(Line, lines)) or (Line("No cards."),)


def _messages(now: Situation) -> tuple[Line, ...]:
    texts = [text for said in reversed(now.said[-12:]) for text in _bulleted(said.text)]
    return tuple(map(Line, texts)) or (Line("Nothing yet."),)


def _bulleted(text: str) -> list[str]:
    return [("- " if index == 0 else "  ") + line for index, line in enumerate(wrap(text, COLUMNS - 2))]


def _plan(now: Situation) -> tuple[Line, ...]:
    """What a driver can plan with, also while another one drives; hands have a page of their own."""
    return told_at_length(widget for widget in screen_widgets(now.own) if not isinstance(widget, Hand))


def _figures(now: Situation) -> tuple[Line, ...]:
    return widget_lines(screen_widgets(now.view.widgets))


LINES: Mapping[str, Callable[[Situation], tuple[Line, ...]]] = {
    "field": _field,
    "hand": _hand,
    "plan": _plan,
    "messages": _messages,
    "rules": _rules,
    "figures": _figures,
}
