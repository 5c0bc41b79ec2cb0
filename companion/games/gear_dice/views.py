"""What everybody may see."""

from companion.engine import Seat, View
from companion.games.gear_dice.state import Race


def view(race: Race, viewer: Seat | None) -> View:
    return View(viewer, "Gear dice", ())
