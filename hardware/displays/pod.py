"""The OLED of a pod, whichever pod sits at the seat."""

from PIL import Image

from hardware.displays.windows import pages_of
from hardware.fakes import brightness, fitting
from hardware.pods.facts import display_health
from hardware.pods.hub import PodHub
from hardware.ports import Health


class PodDisplay:
    """A seat's screen on the hub. While its pod is away the latest picture waits for it."""

    def __init__(self, name: str, hub: PodHub) -> None:
        self.name = name
        self.size = (128, 64)
        self._place = hub.places[name]

    def show(self, image: Image.Image) -> None:
        self._place.show(pages_of(fitting(image, self.name, self.size)))

    def light(self, level: int) -> None:
        self._place.glass(brightness(level))

    def health(self) -> Health:
        return display_health(self.name, self._place.cable)

    def close(self) -> None:
        self._place.glass(0)
