"""The doctor: one step after the other, each fault with its cause and the one thing that mends it."""

from collections.abc import Iterator

from hardware.build import Hardware
from hardware.doctor.board import groups, model, packages, power, space
from hardware.doctor.buses import buses
from hardware.doctor.cables import pod, pods, readers
from hardware.doctor.finding import FAULT, NOTE, OK, UNTESTED, Finding, fault, lines, ok, summary
from hardware.doctor.pins import pins
from hardware.doctor.probes import Probes, SystemProbes
from hardware.pin_map import PinMap
from hardware.ports import Health

__all__ = [
    "FAULT",
    "NOTE",
    "OK",
    "UNTESTED",
    "Finding",
    "Probes",
    "SystemProbes",
    "diagnose",
    "examine",
    "lines",
    "summary",
]


def diagnose(plan: PinMap, probes: Probes, folder: str) -> Iterator[Finding]:
    """Everything that can be looked at without a person's help; `folder` is where records go."""
    yield from _board(plan, probes, folder)
    yield from pins(plan, probes)
    yield from buses(plan, probes)
    yield from pods(plan, probes)
    yield from readers(plan, probes)


def examine(hardware: Hardware, plan: PinMap, probes: Probes, folder: str) -> Iterator[Finding]:
    """The same for hardware in use, without touching a wire: what it says of itself, and the pods that are there."""
    yield from _board(plan, probes, folder)
    for health in hardware.health():
        kind, _, name = health.device.partition(".")
        yield from _told(f"{kind}s", f"The {kind} {name}", health)
    for facts in hardware.hub.facts() if hardware.hub is not None else ():
        yield pod(facts)


def _board(plan: PinMap, probes: Probes, folder: str) -> Iterator[Finding]:
    yield from model(probes)
    yield from packages(plan, probes)
    yield from groups(plan, probes)
    yield from power(probes)
    yield from space(folder, probes)


def _told(step: str, what: str, health: Health) -> Iterator[Finding]:
    if health.ok:
        yield ok(step, f"{what} works.")
    else:
        cause, _, cure = health.text.rpartition(": ")
        yield fault(step, f"{what}: {cause or cure}", cure if cause else "pitboard doctor")
