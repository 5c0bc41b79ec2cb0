"""Corrections by hand: what may be put right, how it is keyed in, and how the table is told."""

from collections.abc import Iterator, Mapping, Sequence

from companion.engine import SEATS, Flag, Game, Gauge, Hand, Number, RefereeError, Said, Seat, View, Widget
from companion.engine.codec import near, state_form
from companion.table.board import moved, piece, where

Views = Mapping[Seat | None, View]


class BadCorrection(RefereeError, ValueError):
    """A correction that cannot be read."""


def keys(game: Game, seats: Sequence[Seat], options: Mapping[str, object]) -> tuple[str, ...]:
    """What can be put right, as dotted keys of the state. Taken from a race that has not begun: nobody learns
    anything from the list."""
    state = game.rules.setup(tuple(seats), options)
    plain = {key: value for key, value in state_form(state).items() if key not in ("options", *type(state).worked_out)}
    return tuple(_dotted(plain, ""))


def _dotted(table: Mapping[str, object], above: str) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _dotted(value, f"{above}{key}.")
        else:
            yield above + key


def correction(text: str, known: Sequence[str] = ()) -> dict[str, object]:
    """A patch out of lines like `cars.red.at = "10"`; BadCorrection says what is wrong with it."""
    import tomllib  # a start does without it

    try:
        patch = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCorrection(f"{text!r} cannot be read: {error}; write it like cars.red.fuel = 3") from None
    tops = {key.partition(".")[0] for key in known}
    for key in patch:
        if tops and key not in tops:
            raise BadCorrection(f"{key}: there is nothing of that name{near(key, tops)}")
    return patch


def changes(before: View, after: View) -> tuple[str, ...]:
    """What a viewer sees change, in sentences: pieces first, then numbers."""
    said = [f"{piece(token)} to {where(token, after.board)}." for token in moved(before, after) if after.board]
    for widget in after.widgets:
        old = before.find(widget.name)
        if old == widget:
            continue
        match old, widget:
            case (Gauge() | Number(), Gauge() | Number()):
                said.append(f"{named(widget)}: {old.value} becomes {widget.value}.")
            case (Flag(), Flag()):
                said.append(f"{named(widget)}: {'on' if widget.on else 'off'}.")
    return tuple(said) or ("Nothing that all can see.",)


def named(widget: Widget) -> str:
    """Its label, and whose it is where the label leaves that to the page."""
    owner = next((seat for seat in SEATS if widget.name.endswith(f"-{seat}")), "")
    return widget.label if owner in widget.label.lower() else f"{owner.title()}, {widget.label.lower()}"


def told(before: Views, after: Views, who: str) -> tuple[Said, ...]:
    """The announcement of a correction; a seat that alone sees a change is told so alone."""
    tokens = tuple(token.id for token in moved(before[None], after[None]))
    public = Said(f"{who}: {' '.join(changes(before[None], after[None]))}", moves=tokens)
    own = [seat for seat in after if seat is not None and hands(before[seat]) != hands(after[seat])]
    return (public, *(Said("Your hand was put right. Look at it.", seat, "PUT RIGHT") for seat in own))


def hands(view: View) -> list[Hand]:
    return [widget for widget in view.widgets if isinstance(widget, Hand)]
