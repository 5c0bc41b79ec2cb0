"""The light of a pod, in the colour of its seat."""

from hardware.fakes import lamp_mode
from hardware.pods.facts import panel_health
from hardware.pods.hub import PodHub
from hardware.ports import Health


class PodLamp:
    """A seat's light on the hub. While it is off it still shows, dimly, whose seat this is."""

    def __init__(self, name: str, hub: PodHub) -> None:
        self.name = name
        self._place = hub.places[name]

    def set(self, mode: str) -> None:
        self._place.lamp(lamp_mode(mode))

    def health(self) -> Health:
        return panel_health(self.name, self._place.cable)

    def close(self) -> None:
        self._place.lamp("off")
