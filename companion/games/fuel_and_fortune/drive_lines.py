"""One drive as a line of a menu: where it leads, what it costs, what it risks."""

from collections.abc import Iterator
from functools import lru_cache

from companion.engine import Choice
from companion.games.fuel_and_fortune.actions import Drive
from companion.games.fuel_and_fortune.spots import Outlook, Prospect, outlook
from companion.games.fuel_and_fortune.words import CARDS, spoken

WIDTH = 21


@lru_cache(maxsize=4096)
def line(drive: Prospect) -> Choice:
    """The choice, open; the same few come up again and again."""
    track, ahead = drive.house.track, outlook(drive)
    return Choice(
        action=Drive(drive.distance, drive.card, drive.avoid_crash),
        label=_label(drive, ahead),
        detail=_detail(drive, ahead),
        warning=tuple(_warning(drive, ahead)),
        touches=(track.entry if ahead.warps else ahead.place,),
    )


def _label(drive: Prospect, ahead: Outlook) -> str:
    """The move and as many words on it as the line holds; an overlap before a lap."""
    text = f"MOVE {drive.distance} -> {ahead.place}"
    for word in _words(drive, ahead):
        if len(text) + 1 + len(word) <= WIDTH:
            text += f" {word}"
    return text


def _words(drive: Prospect, ahead: Outlook) -> Iterator[str]:
    """What the driver should know beforehand."""
    track = drive.house.track
    if ahead.warps:
        yield "WARP!"
    elif ahead.wins:
        yield "FINISH"
    else:
        if ahead.place == track.entry:
            yield "PIT"
        elif ahead.place == track.exit:
            yield "SAFE"
        elif ahead.met:
            yield "OVERLAP"
        if ahead.place in track.dots:
            yield "DOT"
        if ahead.crosses and (drive.at != track.last_box or track.exit_at < track.entry_at):
            yield "LAP"


def _detail(drive: Prospect, ahead: Outlook) -> tuple[str, ...]:
    """The preview below the move."""
    preview = f"burn {ahead.burn}  left {ahead.left}"
    if ahead.met:
        preview += f" {_met(ahead)}"
    return (preview, "EXIT NEEDS 1 FUEL") if drive.at == drive.house.track.last_box else (preview,)


def _met(ahead: Outlook) -> str:
    return spoken(ahead.met[0]) if len(ahead.met) == 1 else f"{len(ahead.met)} cars"


def _warning(drive: Prospect, ahead: Outlook) -> Iterator[str]:
    """The page that wants a second OK: an overlap that the deck decides, or a line without fuel."""
    track = drive.house.track
    immune = drive.avoid_crash or (drive.card == "late-brake" and drive.house.late_brake_immune)
    if ahead.warps:
        yield "NO FUEL AT PIT EXIT" if drive.at == track.last_box else "NO FUEL AT THE LINE"
        yield "You would be sent to"
        yield f"Pit Entry {track.entry}."
        if spent := _spent(drive, ahead):
            yield f"Spent: {spent}"
    elif ahead.met and not immune:
        yield f"OVERLAP {_met(ahead)} at {ahead.place}"
        yield "Deck decides: pass,"
        yield "incident or crash."
        if drive.spare:
            yield "You hold Avoid Crash."


def _spent(drive: Prospect, ahead: Outlook) -> str:
    card = CARDS[drive.card].short if drive.card else ""
    fuel = f"{ahead.burn} fuel" if ahead.burn else ""
    return ", ".join(filter(None, (card, fuel)))
