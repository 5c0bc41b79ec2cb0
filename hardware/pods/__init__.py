"""Player pods on USB cables: the hub finds and seats them; panels, displays and lamps of a seat hang on it."""

from hardware.pods.facts import PodFacts
from hardware.pods.hub import PodHub, Ports
from hardware.pods.port import Found, UsbFinder

__all__ = ["Found", "PodFacts", "PodHub", "Ports", "UsbFinder"]
