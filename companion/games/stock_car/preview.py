"""What each choice of a move would cost and whom it would move, before anybody touches a car."""

from companion.engine import Action, Choice, Ruling
from companion.games.stock_car import steps
from companion.games.stock_car.situation import Outlook, Plan, Question, Situation

LINE_LENGTH = 21
LINES = 3


def token(car: int) -> str:
    """The id of a car on the board."""
    return str(car)


def choice(sit: Situation, action: Action, label: str, outlook: Outlook) -> Choice:
    """A line of the menu: barred, with its price and who would move, or with the question that comes first."""
    if isinstance(outlook, Ruling):
        return Choice(action, label, barred=outlook)
    if isinstance(outlook, Question):
        return Choice(action, label, detail=(asks(outlook),), touches=_names(sit, outlook.spaces))
    priced = f"{label} {outlook.cost} MP" if outlook.cost or outlook.moved else label
    return Choice(action, priced, detail=detail(sit, outlook), touches=touches(sit, outlook))


def asks(question: Question) -> str:
    """The question in a line."""
    return f"which lane for {question.car}?" if question.car else "which lane?"


def movers(sit: Situation, plan: Plan) -> tuple[int, ...]:
    """All who would move, without the active car, nearest first: of a line those ahead, then those behind."""
    going = tuple(car for car, _, _ in plan.moved)
    at = going.index(sit.car) if going else 0
    return (*reversed(going[:at]), *going[at + 1 :], *(car for car, _, _ in reversed(plan.displaced)))


def detail(sit: Situation, plan: Plan) -> tuple[str, ...]:
    """`you, 28, 43`, and who would be linked from then on; what does not fit is counted."""
    if not plan.moved:
        return ("nobody moves",) if plan.cost else ()
    new = (*plan.pulled, *steps.made(sit, plan).met) if plan.body else ()
    who = wrapped("", ("you", *map(str, movers(sit, plan))), LINES - bool(new))
    return (*who, *wrapped("links ", tuple(map(str, new)), 1)) if new else who


def wrapped(start: str, words: tuple[str, ...], lines: int) -> tuple[str, ...]:
    """The words in at most so many lines of a small screen; the last one says how many are left out."""
    filled, line = list[str](), start + words[0]
    for index, word in enumerate(words[1:], 1):
        last = len(filled) == lines - 1
        more = f" +{len(words) - index}" if last and index < len(words) - 1 else ""
        if len(line) + 2 + len(word) + len(more) <= LINE_LENGTH:
            line += f", {word}"
        elif last:
            line += f" +{len(words) - index}"
            break
        else:
            filled.append(line)
            line = word
    return (*filled, line)


def touches(sit: Situation, plan: Plan) -> tuple[str, ...]:
    """The cars that would move and the spaces they would come to."""
    cars = tuple(token(car) for car, _, _ in plan.shifts)
    return cars + _names(sit, tuple(end for _, _, end in plan.shifts))


def _names(sit: Situation, spaces: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(sit.grid.names[space] for space in spaces)
