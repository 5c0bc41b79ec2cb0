"""What the table says to a panel: a private page, a piece to move, a question, whose turn it is, how it ended."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.controls.situation import WRONG, Answer, Face, Pick, Placed, Read, Reply, Situation, Unplaced
from companion.controls.turn import ROWS, heading
from companion.controls.words import screen_widgets, spoken, widget_lines
from companion.drawing import COLUMNS, GAP, Line, Page, keys, title, wrap
from companion.drawing.page import BIG_COLUMNS
from companion.engine import Ask, Draw


def filled(head: Sequence[Line], body: Sequence[Line], foot: Line) -> tuple[Line, ...]:
    """Head on top, foot at the bottom, the body between them as far as it fits."""
    room = ROWS - sum(2 if line.look == "big" else 1 for line in head) - 1
    shown = tuple(body[:room])
    return (*head, *shown, *(GAP,) * (room - len(shown)), foot)


def large(text: str) -> Line:
    """A big line, if the words fit one."""
    return Line(text, look="big" if len(text) <= BIG_COLUMNS else "plain", keep=5)


# A private page.


def has_letter(face: Face, now: Situation) -> bool:
    return bool(now.letters)


def show_letter(face: Face, now: Situation) -> Page:
    letter = now.letters[0]
    head, *rest = letter.title.split(": ", 1)
    top = (title(head), *(large(text) for text in rest))
    return Page("letter", filled(top, [Line(text, keep=3) for text in wrap(letter.text)], keys("OK got it")))


def press_letter(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    return (face, Read()) if control == "ok" else (face, WRONG)


# A piece to be moved.


def has_placing(face: Face, now: Situation) -> bool:
    return now.placing is not None


def show_placing(face: Face, now: Situation) -> Page:
    placing = now.placing
    assert placing is not None
    count = f"{placing.at + 1}/{len(placing.moves)}" if len(placing.moves) > 1 else ""
    move = placing.move
    head = (title("MOVE ON THE BOARD", count), large(f"{move.name} -> {move.place}"))
    body = [Line(text) for text in wrap(placing.text)]
    foot = keys("OK placed", "CARD all") if count else keys("OK when placed")
    return Page("placing", filled(head, body, foot))


def press_placing(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    assert now.placing is not None
    if control == "back" and now.placing.at:
        return face, Unplaced()
    if control == "card" and len(now.placing.moves) > 1:
        return face, Placed(everything=True)
    return (face, Placed()) if control == "ok" else (face, WRONG)


# A question from the table.


def has_question(face: Face, now: Situation) -> bool:
    return now.question is not None


def show_question(face: Face, now: Situation) -> Page:
    question = now.question
    assert question is not None
    foot = keys(f"OK {question.yes}", f"BACK {question.no}" if question.no else "")
    body = [Line(text, keep=3) for text in wrap(question.text)]
    return Page("question", filled((title(question.title, question.detail),), body, foot))


def press_question(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    question = now.question
    assert question is not None
    if control == "ok" or (control == "back" and question.no):
        return face, Answer(question.name, control == "ok")
    return face, WRONG


# A car that a bot drives.


def is_idle(face: Face, now: Situation) -> bool:
    return now.idle and now.over is None


def show_idle(face: Face, now: Situation) -> Page:
    head = (*heading(spoken(now.seat).upper(), now.view.title), large("A bot drives"))
    body = [Line(text) for text in wrap("Press OK to drive this car yourself.")]
    return Page("idle", filled(head, body, keys("OK drive it")))


def press_idle(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    return (face, Pick("join")) if control == "ok" else (face, WRONG)


# Out of turn.


def always(face: Face, now: Situation) -> bool:
    return True


def show_waiting(face: Face, now: Situation) -> Page:
    """The seat's own figures, where its turn has them too, so that a bus need not send them again; whose turn it is;
    what was said last."""
    own = widget_lines(screen_widgets(now.view.widgets), most=2)
    head = (*heading(spoken(now.seat).upper(), now.view.title), *own, large(_waits_for(now)))
    said = [Line(text) for text in wrap(now.said[-1].text)] if now.said else []
    return Page("waiting", filled(head, said, keys("", "MENU more")))


def _waits_for(now: Situation) -> str:
    match now.pending:
        case Ask(seat=seat):
            return f"{spoken(seat)} to move"
        case Draw(seat=str(seat), secret=True):
            return f"{spoken(seat)} draws"
        case Draw(name=name):
            return f"{spoken(name)}..."
        case _:
            return "The race is over"


# The end.


def is_over(face: Face, now: Situation) -> bool:
    return now.over is not None


def show_over(face: Face, now: Situation) -> Page:
    """Who came where, then what this seat's view tells."""
    assert now.over is not None
    ranking = now.over.ranking
    place = ranking.index(now.seat) + 1 if now.seat in ranking else 0
    head = (title("FINISH", now.view.title[: COLUMNS - 7]), large(f"{spoken(now.seat)}: place {place}"))
    standing = [Line(f"{index + 1} {spoken(seat)}") for index, seat in enumerate(ranking)]
    body = [*standing, *widget_lines(screen_widgets(now.view.widgets), open_hand=True)]
    return Page("finish", filled(head, body[face.scroll :], keys("-/+ scroll", "MENU more")))


def press_over(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    if control not in ("minus", "plus"):
        return face, WRONG
    scroll = face.scroll + (1 if control == "plus" else -1)
    return replace(face, scroll=max(0, scroll)), None


def press_nothing(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    return face, WRONG
