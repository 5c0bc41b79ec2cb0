"""Real cards and dice keyed in: only what can still come is offered, and a slip can be taken back before the end."""

from msgspec.structs import replace

from companion.controls.situation import WRONG, Face, KeyIn, Reply, Situation
from companion.controls.words import spoken
from companion.drawing import GAP, Line, Page, keys, title
from companion.engine import Draw

ROOM = 4
"""Outcomes that are seen at a time."""


def waited_for(face: Face, now: Situation) -> bool:
    return now.draw is not None


def many(draw: Draw) -> int:
    """How often something is keyed in: once for each card or die, or for each item of a single list."""
    return len(_listed(draw)) or draw.size()


def _listed(draw: Draw) -> list[str]:
    """The items of an outcome that is a list, such as an order of seats."""
    items = next(iter(draw.odds[0])).split(",")
    return items if draw.size() == 1 and len(items) > 1 else []


def offered(draw: Draw, taken: tuple[str, ...]) -> tuple[str, ...]:
    """What can come next, numbers in their own order."""
    if _listed(draw):
        begun = "".join(f"{item}," for item in taken)
        rests = (name[len(begun) :] for name in draw.odds[0] if name.startswith(begun))
        return tuple(dict.fromkeys(rest.partition(",")[0] for rest in rests))
    names = [name for name, weight in draw.left(taken).items() if weight > 0]
    return tuple(sorted(names, key=int)) if all(name.isdigit() for name in names) else tuple(names)


def show(face: Face, now: Situation) -> Page:
    """Which outcome came, one after the other; then all of them for a last look."""
    draw = _draw(now)
    whole = many(draw)
    if len(face.taken) == whole:
        return _checked(draw, face)
    count = f"{len(face.taken) + 1}/{whole}" if whole > 1 else ""
    names = offered(draw, face.taken)
    at = face.at % len(names)
    top = max(0, min(at - 1, len(names) - ROOM))
    lines = tuple(_line(name, top + i == at) for i, name in enumerate(names[top : top + ROOM]))
    gaps = (GAP,) * (ROOM - len(lines))
    so_far = Line(_so_far(face.taken), keep=1)
    back = "BACK" if face.taken else ""
    foot = keys("-/+ OK it came", back)
    return Page("key-in", (title(spoken(draw.name).upper(), count), Line("What came up?"), *lines, *gaps, so_far, foot))


def _draw(now: Situation) -> Draw:
    assert now.draw is not None
    return now.draw


def _line(name: str, chosen: bool) -> Line:
    text = ("▶ " if chosen else "  ") + spoken(name)
    return Line(text, look="chosen", keep=5) if chosen else Line(text)


def _so_far(taken: tuple[str, ...]) -> str:
    text = " ".join(map(spoken, taken))
    return text if len(text) <= 21 else "…" + text[-20:]


def _checked(draw: Draw, face: Face) -> Page:
    lines = tuple(Line(f"{index + 1} {spoken(name)}") for index, name in enumerate(face.taken))[-5:]
    gaps = (GAP,) * (6 - len(lines))
    return Page("key-in-check", (title("IS THIS RIGHT?"), *lines, *gaps, keys("OK yes", "BACK change")))


def press(face: Face, now: Situation, control: str, repeat: bool) -> Reply:
    """- and + choose, OK takes, BACK takes the last one back; the last OK hands it in."""
    draw = _draw(now)
    done = len(face.taken) == many(draw)
    match control:
        case "back" if face.taken:
            return replace(face, taken=face.taken[:-1], at=0), None
        case "ok" if done:
            return face, KeyIn((",".join(face.taken),) if _listed(draw) else face.taken)
        case "ok":
            return _take(face, draw)
        case "minus" | "plus" if not done:
            by = 1 if control == "plus" else -1
            return replace(face, at=(face.at + by) % len(offered(draw, face.taken))), None
        case _:
            return face, WRONG


def _take(face: Face, draw: Draw) -> Reply:
    names = offered(draw, face.taken)
    return replace(face, taken=(*face.taken, names[face.at % len(names)]), at=0), None
