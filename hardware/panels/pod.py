"""The six buttons of a pod, whichever pod sits at the seat."""

from collections.abc import Callable

from hardware.pods.facts import panel_health
from hardware.pods.hub import PodHub
from hardware.ports import CONTROLS, Health, Press


class PodPanel:
    """A seat's panel on the hub. It hears nothing while its pod is away."""

    def __init__(self, name: str, hub: PodHub) -> None:
        self.name = name
        self.controls = CONTROLS
        self._place = hub.places[name]

    def open(self, on_press: Callable[[Press], None]) -> None:
        self._place.on_press = on_press

    def health(self) -> Health:
        return panel_health(self.name, self._place.cable)

    def close(self) -> None:
        self._place.on_press = None
