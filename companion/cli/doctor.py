"""`pitboard doctor [PIN-MAP]`: tests the hardware step by step, in plain words."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.cli.play import data_folder
from hardware.build import MEMORY, build
from hardware.doctor import FAULT, UNTESTED, Finding, SystemProbes, diagnose, lines, summary
from hardware.doctor.hands import Hands
from hardware.doctor.speed import speeds
from hardware.errors import HardwareError, PinMapError
from hardware.pin_map import PinMap
from hardware.pin_reading import load

DONE, FAILED, INVALID, UNAVAILABLE = 0, 1, 2, 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    help_ = "a name of `pitboard list pin-maps`, or a file"
    parser.add_argument("pin_map", metavar="PIN-MAP", nargs="?", default="lite", help=help_)
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--no-hands", action="store_true", help="ask nobody to press buttons and read screens")
    parser.add_argument("--bench", action="store_true", help="also time the screens")
    parser.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help="where records are kept")


def run(arguments: argparse.Namespace) -> int:
    try:
        plan = load(arguments.pin_map)
    except PinMapError as error:
        print(f"pitboard doctor: {error}", file=sys.stderr)
        return INVALID
    findings = []
    for finding in _findings(plan, arguments.data, arguments.bench):
        findings.append(finding)
        if not arguments.json:
            print("\n".join(lines([finding])), flush=True)
    if sys.stdin.isatty() and not (arguments.json or arguments.no_hands) and _reachable(findings):
        findings += asyncio.run(_by_hand(plan, arguments.data / MEMORY))
    print(_json(plan, findings) if arguments.json else f"\n{plan.title or plan.file}: {summary(findings)}")
    return _code(findings)


def _findings(plan: PinMap, data: Path, bench: bool) -> Iterator[Finding]:
    probes = SystemProbes(data / MEMORY)
    yield from diagnose(plan, probes, str(data))
    if bench:
        yield from speeds(plan, probes.wire)


def _reachable(findings: list[Finding]) -> bool:
    return not any(finding.state == UNTESTED and finding.step in ("pins", "screens") for finding in findings)


def _code(findings: list[Finding]) -> int:
    if not _reachable(findings):
        return UNAVAILABLE
    return FAILED if any(finding.state == FAULT for finding in findings) else DONE


def _json(plan: PinMap, findings: list[Finding]) -> str:
    told = {"pin_map": plan.file, "ok": _code(findings) == DONE, "findings": findings}
    return msgspec.json.format(msgspec.json.encode(told)).decode()


async def _by_hand(plan: PinMap, memory: Path) -> list[Finding]:
    loop = asyncio.get_running_loop()

    async def ask(question: str) -> str:
        return await loop.run_in_executor(None, input, question)

    hardware = build(plan, loop, memory)
    hands = Hands(hardware, plan, ask, print)
    try:
        hardware.open(hands.hear, lambda card: print(f"Card {card.code} at {card.reader}."))
        found = await hands.test()
    except HardwareError as error:
        found = [Finding("buttons", FAULT, str(error), "see the steps above")]
    finally:
        hardware.close()
    print("\n".join(lines(found)))
    return found
