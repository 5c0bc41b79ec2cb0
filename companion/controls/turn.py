"""The page of a seat that is asked: its menu, the page that warns, and the reason why not."""

from msgspec.structs import replace

from companion.controls import form
from companion.controls.situation import WRONG, Decide, Face, GoBack, Reply, Situation
from companion.controls.words import screen_widgets, spoken, widget_lines
from companion.drawing import COLUMNS, GAP, RULE, Line, Page, keys, title, wrap
from companion.drawing.page import BIG_COLUMNS
from companion.engine import Ask, Choice, Hand, View

ROWS = 8
LIST = 5
"""The longest menu that is shown as a list; a longer one shows one choice at a time."""


def asked(face: Face, now: Situation) -> bool:
    return now.ask is not None


def show(face: Face, now: Situation) -> Page:
    """The menu, or the warning about the choice under the cursor."""
    ask = _ask(now)
    if not ask.choices:
        return Page("waiting", (title(ask.prompt), keys("", "MENU more")))
    choice = ask.choices[_at(face, ask)]
    if face.risk and choice.warning:
        return _warning(ask, _at(face, ask))
    head = heading(ask.prompt, now.view.title)
    widgets = widget_lines(screen_widgets(now.view.widgets), most=ROWS)
    body = _list(ask, face) if _is_list(ask) else _single(ask, face, now.view)
    room = ROWS - len(head) - 1 - _rows(body)
    middle = (*widgets[:room], *(GAP,) * (room - len(widgets[:room])))
    if _is_list(ask):
        return Page("choices", (*head, *body, *middle, keys("-/+ choose", "OK take")))
    return Page("turn", (*head, *middle, *body, keys(_hint(ask, face), "MENU more")))


def _ask(now: Situation) -> Ask:
    assert now.ask is not None
    return now.ask


def _at(face: Face, ask: Ask) -> int:
    return min(face.at, len(ask.choices) - 1)


def _rows(lines: tuple[Line, ...]) -> int:
    return sum(2 if line.look == "big" else 1 for line in lines)


def heading(prompt: str, right: str) -> tuple[Line, ...]:
    """The prompt with the view's title beside it; below it where both are too long for a line, if it counts
    something: a title without a number can be missed."""
    if len(prompt) + 1 + len(right) <= COLUMNS:
        return (title(prompt, right),)
    counts = any(letter.isdigit() for letter in right)
    return (title(prompt), Line(right, keep=3)) if counts else (title(prompt),)


def _is_list(ask: Ask) -> bool:
    """A few plain choices are a list; numbers and forms are shown one at a time."""
    rows = form.rows(ask.choices)
    plain = all(form.levels(ask.choices, i) == 1 and not form.spot(c.action).extras for i, c in enumerate(ask.choices))
    numbers = any(head[-1].rpartition(" ")[2].isdigit() for head in rows)
    return len(rows) <= LIST and plain and not numbers


def _list(ask: Ask, face: Face) -> tuple[Line, ...]:
    at = _at(face, ask)
    indent = max(len(choice.label) for choice in ask.choices) <= COLUMNS - 2
    lines = tuple(_list_line(choice, index == at, indent) for index, choice in enumerate(ask.choices))
    return (*lines, *(Line(text) for text in ask.choices[at].detail[: ROWS - 2 - len(lines)]))


def _list_line(choice: Choice, chosen: bool, indent: bool) -> Line:
    text = ("▶ " if chosen else "  ") * indent + choice.label
    if chosen:
        return Line(text, look="chosen", keep=5)
    return Line(text, look="barred" if choice.barred else "plain", keep=3)


def _single(ask: Ask, face: Face, view: View) -> tuple[Line, ...]:
    """The choice under the cursor, its preview, and the card that goes with it.

    The room is that of the longest preview on the menu, so that nothing jumps while values are stepped through.
    """
    choice = ask.choices[_at(face, ask)]
    most = max(len(other.detail) for other in ask.choices)
    detail = tuple(Line(text) for text in choice.detail)
    gaps = (GAP,) * (most - len(detail))
    cards = _card_line(ask, face, view)
    big = most + len(cards) <= 2 and all(len(other.label) <= BIG_COLUMNS for other in ask.choices)
    rule = () if big or most + len(cards) > 2 else (RULE,)
    label = Line(choice.label, look="barred" if choice.barred else "big" if big else "plain", keep=5)
    below = (GAP,) if big and choice.barred else ()
    told = (*detail, *gaps, *cards)
    return (*rule, label, *below, *(_note(face.note, len(told)) if face.note else told))


def _note(note: str, rows: int) -> tuple[Line, ...]:
    """What has to be said now takes the place of the preview."""
    lines = tuple(Line(text, keep=4) for text in wrap(note)[: max(rows, 1)])
    return (*lines, *(GAP,) * (rows - len(lines)))


def _card_line(ask: Ask, face: Face, view: View) -> tuple[Line, ...]:
    at = _at(face, ask)
    if any(form.spot(choice.action).extras for choice in ask.choices):
        return (keys(f"CARD {_extras(ask.choices[at], view)}"),)
    return (keys(f"CARD {_fields(ask, at, face.level)}"),) if form.levels(ask.choices, at) > 1 else ()


def _fields(ask: Ask, at: int, level: int) -> str:
    """The values of a form, the one that - and + change in brackets."""
    values = [value.rpartition(" ")[2] for value in form.spot(ask.choices[at].action).values]
    return " ".join(f"[{value}]" if index == level else value for index, value in enumerate(values))


def _extras(choice: Choice, view: View) -> str:
    extras = form.spot(choice.action).extras
    return "+".join(_named(extra.rpartition(":")[2], view, len(extras) > 1) for extra in extras) or "none"


def _named(word: str, view: View, short: bool) -> str:
    """A card by the name that its hand gives it."""
    cards = [card for widget in view.widgets if isinstance(widget, Hand) for card in widget.cards]
    card = next((card for card in cards if card.name == word), None)
    return spoken(word) if card is None else card.short if short else card.label


def _hint(ask: Ask, face: Face) -> str:
    return "-/+ OK go" if len(ask.choices) > 1 else "OK go"


def _warning(ask: Ask, at: int) -> Page:
    """What the game warns of, with the buttons below as far as they fit."""
    first, *rest = ask.choices[at].warning
    out = form.way_out(ask.choices, at)
    buttons = [keys("OK take the risk"), keys("BACK other move")]
    if out is not None:
        flags = set(form.spot(ask.choices[out].action).flags) - set(form.spot(ask.choices[at].action).flags)
        buttons.insert(1, keys(f"CARD use {spoken(sorted(flags)[0])}"))
    body = tuple(Line(text, keep=3) for text in rest if not _is_hint(text))
    gaps = (GAP,) * (ROWS - 1 - len(body) - len(buttons))
    return Page("warning", (title(first), *body, *gaps, *buttons))


def _is_hint(text: str) -> bool:
    return text.split(" ", 1)[0] in ("OK", "CARD", "BACK")


def press(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    """The menu's buttons, or the warning page's."""
    ask = _ask(now)
    if not ask.choices:
        return face, WRONG
    calm = replace(face, note="", at=_at(face, ask))
    if control == "back" and not calm.risk and now.may_go_back:
        return face, GoBack()
    return _press_warning(calm, ask, control) if calm.risk else _press_menu(calm, ask, control, repeat)


def _press_menu(face: Face, ask: Ask, control: str, repeat: bool) -> Reply:
    match control:
        case "minus" | "plus":
            by = 1 if control == "plus" else -1
            return replace(face, at=form.stepped(ask.choices, face.at, face.level, by, wrap=not repeat)), None
        case "card":
            return _press_card(face, ask)
        case "ok":
            return _accept(face, ask)
        case _:
            return face, WRONG


def _press_card(face: Face, ask: Ask) -> Reply:
    if len(form.variants(ask.choices, face.at)) > 1:
        at, skipped = form.next_variant(ask.choices, face.at)
        return replace(face, at=at, note=skipped), None
    fields = form.levels(ask.choices, face.at)
    if fields > 1:
        return replace(face, level=(face.level + 1) % fields), None
    return face, WRONG


def _accept(face: Face, ask: Ask) -> Reply:
    choice = ask.choices[face.at]
    if choice.barred is not None:
        return replace(face, why=choice.barred), WRONG
    if choice.warning:
        return replace(face, risk=True), None
    return face, Decide(choice.action)


def _press_warning(face: Face, ask: Ask, control: str) -> Reply:
    match control:
        case "ok":
            return face, Decide(ask.choices[face.at].action)
        case "back":
            return replace(face, risk=False), None
        case "card":
            out = form.way_out(ask.choices, face.at)
            return (face, WRONG) if out is None else (replace(face, at=out, risk=False), None)
        case _:
            return face, WRONG


def barred(face: Face, now: Situation) -> bool:
    return face.why is not None


def show_why(face: Face, now: Situation) -> Page:
    """The ruling that bars what was pressed."""
    assert face.why is not None
    lines = tuple(Line(text, keep=3) for text in wrap(face.why.text))[: ROWS - 3]
    gaps = (GAP,) * (ROWS - 3 - len(lines))
    rule = f"rule {face.why.rule}"[:13] if face.why.rule else ""
    return Page("why-not", (title("NOT NOW", rule), *lines, *gaps, GAP, keys("OK got it")))


def press_why(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    """Any button takes the reason away."""
    return replace(face, why=None), None
