"""How a race that is found in the data folder is offered: "Lap 2, Red to move. Resume?"."""

from companion.engine import Ask, Draw, Number, Pending, View
from companion.table.board import front_first, piece, where
from companion.table.referee import Referee

PROGRESS = ("lap", "round", "turn-number")
"""Names of the widgets that say how far a race has come, the best first."""


def question(referee: Referee) -> str:
    """One line for every screen."""
    return f"{headline(referee.view(None), referee.pending_for(None))} Resume?"


def headline(view: View, pending: Pending) -> str:
    match pending:
        case Ask(seat=seat):
            return f"{progress(view)}, {seat.title()} to move."
        case Draw(name=name):
            return f"{progress(view)}, {name.replace('-', ' ')} to be drawn."
        case _:
            return f"{view.title}, over."


def progress(view: View) -> str:
    """`Lap 2`: the view's title if it counts something, else the widget that does."""
    if any(letter.isdigit() for letter in view.title):
        return view.title
    for name in PROGRESS:
        if isinstance(widget := view.find(name), Number):
            return f"{widget.label} {widget.value}"
    return view.title


def standing(view: View) -> tuple[str, ...]:
    """Where every piece stands, front piece first."""
    if view.board is None:
        return ()
    return tuple(f"{piece(token)} on {where(token, view.board)}" for token in front_first(view))
