"""How a race that is found in the data folder is offered: "Lap 2, Red to move. Resume?"."""

from companion.engine import Ask, Draw, Number, Pending, View
from companion.table.board import piece, where
from companion.table.referee import Referee

PROGRESS = ("lap", "round", "turn")
"""Names of the widgets that say how far a race has come, the best first; also with the asked seat behind a dash."""


def question(referee: Referee) -> str:
    """One line for every screen."""
    return f"{headline(referee.view(None), referee.pending_for(None))} Resume?"


def headline(view: View, pending: Pending) -> str:
    match pending:
        case Ask(seat=seat):
            return f"{progress(view, seat)}, {seat.title()} to move."
        case Draw(name=name):
            return f"{progress(view, '')}, {name.replace('-', ' ')} to be drawn."
        case _:
            return f"{view.title}, over."


def progress(view: View, seat: str) -> str:
    """`Lap 2`, or the view's title where it counts nothing."""
    for name in PROGRESS:
        for widget in (view.find(name), view.find(f"{name}-{seat}")):
            if isinstance(widget, Number):
                return f"{name.title()} {widget.value}"
    return view.title


def standing(view: View) -> tuple[str, ...]:
    """Where every piece stands, front piece first."""
    if view.board is None:
        return ()
    return tuple(f"{piece(token)} on {where(token, view.board)}" for token in view.board.tokens)
