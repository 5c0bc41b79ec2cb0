"""One drive as a line of a menu: where it leads, what it costs, what it risks."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from companion.engine import Choice, Seat
from companion.games.fuel_and_fortune.actions import Drive
from companion.games.fuel_and_fortune.track import Track
from companion.games.fuel_and_fortune.words import CARDS, spoken

WIDTH = 21


class Prospect(Struct, frozen=True, gc=False):
    """All that a line depends on: from where, how far and how, what is left, who is there.

    `to_go`: laps to the finish, 2 standing for more. `shield`: a card makes an overlap safe. `spare`: Avoid Crash is
    held and would not be played.
    """

    seat: Seat
    at: str
    distance: int
    card: str | None
    avoid_crash: bool
    burn: int
    left: int
    to_go: int
    others: tuple[Seat, ...]
    shield: bool
    spare: bool


@lru_cache(maxsize=4096)
def line(track: Track, prospect: Prospect) -> Choice:
    """The choice, open; most of them come up again and again."""
    start = track.start[prospect.at]
    end = start + prospect.distance
    place = track.place(end)
    crosses = end // track.size > start // track.size or prospect.at == track.last_box
    fate = _fate(track, prospect, end, place, crosses)
    target = track.entry if fate[0] == "WARP!" else place
    return Choice(
        action=Drive(prospect.distance, prospect.card, prospect.avoid_crash),
        label=_label(prospect.distance, place, fate),
        detail=tuple(_detail(track, prospect, fate)),
        warning=tuple(_warning(track, prospect, place, fate)),
        touches=(target, prospect.seat),
    )


def _fate(track: Track, prospect: Prospect, end: int, place: str, crosses: bool) -> tuple[str, ...]:
    """What the driver should know beforehand, in the words of the menu; one empty word for nothing."""
    if crosses and not prospect.left:
        return ("WARP!",)
    if end // track.size >= prospect.to_go:
        return ("FINISH",)
    words = {
        "LAP": end >= track.size,
        "PIT": place == track.entry,
        "SAFE": place == track.exit,
        "OVERLAP": bool(prospect.others),
        "DOT": place in track.dots,
    }
    return tuple(word for word, true in words.items() if true) or ("",)


def _label(distance: int, place: str, fate: tuple[str, ...]) -> str:
    """As many words as the line holds; an overlap before a lap."""
    label = f"MOVE {distance} -> {place}"
    for word in sorted(fate, key=lambda word: word == "LAP"):
        if word and len(label) + 1 + len(word) <= WIDTH:
            label += f" {word}"
    return label


def _detail(track: Track, prospect: Prospect, fate: tuple[str, ...]) -> Iterator[str]:
    others = prospect.others if "OVERLAP" in fate else ()
    met = f" {spoken(others[0])}" if len(others) == 1 else f" {len(others)} cars" if others else ""
    yield f"burn {prospect.burn}  left {prospect.left}{met}"
    if prospect.at == track.last_box:
        yield "EXIT NEEDS 1 FUEL"


def _warning(track: Track, prospect: Prospect, place: str, fate: tuple[str, ...]) -> Iterator[str]:
    """The page that wants a second OK: an overlap that the deck decides, or a line without fuel."""
    if fate[0] == "WARP!":
        yield "NO FUEL AT PIT EXIT" if prospect.at == track.last_box else "NO FUEL AT THE LINE"
        yield "You would be sent to"
        yield f"Pit Entry {track.entry}."
        if spent := _spent(prospect):
            yield f"Spent: {spent}"
    elif "OVERLAP" in fate and not prospect.shield:
        met = spoken(prospect.others[0]) if len(prospect.others) == 1 else f"{len(prospect.others)} cars"
        yield f"OVERLAP {met} at {place}"
        yield "Deck decides: pass,"
        yield "incident or crash."
        if prospect.spare:
            yield "You hold Avoid Crash."


def _spent(prospect: Prospect) -> str:
    card = CARDS[prospect.card].short if prospect.card else ""
    fuel = f"{prospect.burn} fuel" if prospect.burn else ""
    return ", ".join(filter(None, (card, fuel)))
