"""A seat as the pods see it: what its panel, its screen and its light are to do, whichever pod is there, or none."""

from collections.abc import Callable

from hardware.displays.windows import Pages
from hardware.pods.cable import Cable
from hardware.pods.link import Colour, Setting
from hardware.pods.picture import Words
from hardware.ports import BRIGHT, Press

LAMPS: dict[str, Colour] = {
    "red": (60, 0, 0),
    "blue": (0, 0, 60),
    "green": (0, 60, 0),
    "yellow": (50, 40, 0),
    "black": (4, 4, 4),
    "white": (40, 40, 40),
    "orange": (60, 18, 0),
    "purple": (35, 0, 45),
}
"""The light of each seat; `black` is as good as a light can do."""
OTHER: Colour = (30, 30, 30)


class Place:
    """Keeps what was wanted last, so that a pod that comes back shows the present and not the past."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cable: Cable | None = None
        self.on_press: Callable[[Press], None] | None = None
        self.picture: Pages | None = None
        self._mode = "on"
        self._glass = BRIGHT

    def sit(self, cable: Cable) -> None:
        """This pod is the seat's from now on; what it showed for another seat goes."""
        self.cable = cable
        cable.link.show(self.picture or Words(()))
        cable.link.set(self._setting())
        cable.pump()

    def show(self, picture: Pages) -> None:
        self.picture = picture
        if self.cable is not None:
            self.cable.link.show(picture)
            self.cable.pump()

    def lamp(self, mode: str) -> None:
        self._mode = mode
        self._set()

    def glass(self, level: int) -> None:
        self._glass = level
        self._set()

    def tell(self, press: Press) -> None:
        if self.on_press is not None:
            self.on_press(press)

    def _set(self) -> None:
        if self.cable is not None:
            self.cable.link.set(self._setting())
            self.cable.pump()

    def _setting(self) -> Setting:
        """A lamp that is off still shows whose seat this is, dimly."""
        return Setting("dim" if self._mode == "off" else self._mode, colour_of(self.name), self._glass)


def colour_of(seat: str) -> Colour:
    return LAMPS.get(seat, OTHER)
