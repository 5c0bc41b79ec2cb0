"""The doctor: one step after the other, each fault with its cause and the one thing that mends it."""

from collections.abc import Iterator

from hardware.doctor.board import groups, model, packages, power, space
from hardware.doctor.buses import buses
from hardware.doctor.cables import pods, readers
from hardware.doctor.finding import FAULT, NOTE, OK, UNTESTED, Finding, lines, summary
from hardware.doctor.pins import pins
from hardware.doctor.probes import Probes, SystemProbes
from hardware.pin_map import PinMap

__all__ = ["FAULT", "NOTE", "OK", "UNTESTED", "Finding", "Probes", "SystemProbes", "diagnose", "lines", "summary"]


def diagnose(plan: PinMap, probes: Probes, folder: str) -> Iterator[Finding]:
    """Everything that can be looked at without a person's help; `folder` is where records go."""
    yield from model(probes)
    yield from packages(plan, probes)
    yield from groups(plan, probes)
    yield from power(probes)
    yield from space(folder, probes)
    yield from pins(plan, probes)
    yield from buses(plan, probes)
    yield from pods(plan, probes)
    yield from readers(plan, probes)
