"""Views."""

from companion.engine import View
from companion.games.stock_car.state import Race


def view(race: Race, viewer: str | None) -> View:
    return View(viewer, "Stock car", ())
