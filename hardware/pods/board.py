"""A board at the end of a cable, met without a loop: what `pitboard flash` needs to know of it."""

import secrets
import select
import subprocess
import sys
from collections.abc import Sequence
from time import monotonic

import msgspec

from hardware.errors import HardwareError, NotAvailable
from hardware.pods.link import Link
from hardware.pods.messages import Hello
from hardware.pods.port import Found, Opener, Port, list_ports, reason

LOOK = "import json, os, sys; print(json.dumps([sys.platform] + os.listdir()))"
MPREMOTE_TIMEOUT = 60
TICK = 0.05


def choose(port: str | None, found: Sequence[Found]) -> Found:
    """The board that is meant: the one at this port, or the only one there is."""
    if port is not None:
        return next((one for one in (*found, *list_ports()) if one.path == port), Found(port))
    if not found:
        raise NotAvailable("No Pico is plugged in, or it has no MicroPython yet: see the firmware's README.")
    if len(found) > 1:
        each = ", ".join(f"{one.path} (number {one.serial})" for one in found)
        raise HardwareError(f"There are several boards; name the port of one: {each}.")
    return found[0]


def opened(found: Found, opener: Opener) -> Port:
    """The board's port, or a plain reason why not."""
    try:
        return opener(found.path)
    except OSError as error:
        raise NotAvailable(f"{found.path}: {reason(error)}") from error


def meet(port: Port, patience: float) -> Link:
    """Greets whatever is there, and waits for it to say who it is."""
    link = Link(0, lambda: secrets.randbelow(2**30) + 1, monotonic)
    end = monotonic() + patience
    while link.hello is None and monotonic() < end:
        del link.out[: port.write(bytes(link.out))]
        if _readable(port):
            any(isinstance(fact, Hello) for fact in link.feed(port.read()))
        link.tick()
    return link


def gone(port: Port, patience: float) -> None:
    """Waits for a board that starts again to take its port away; one behind a serial chip keeps it."""
    end = monotonic() + patience
    try:
        while monotonic() < end:
            if _readable(port):
                port.read()
    except OSError:
        return


def look(found: Found) -> tuple[str, list[str]]:
    """What MicroPython calls the board, and the names of its files."""
    told = remote(found, "exec", LOOK).strip().rpartition("\n")[2]
    try:
        platform, *names = msgspec.json.decode(told, type=list[str])
    except (msgspec.DecodeError, ValueError) as error:
        raise NotAvailable(f"{found.path} answers, but not as MicroPython does.") from error
    return platform, names


def remote(found: Found, *words: str) -> str:
    """Runs mpremote on the board."""
    command = [sys.executable, "-m", "mpremote", "connect", found.path, *words]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=MPREMOTE_TIMEOUT, check=False)
    except subprocess.TimeoutExpired as error:
        raise NotAvailable(f"{found.path} does not answer; unplug it and plug it in.") from error
    if ran.returncode != 0:
        told = (ran.stderr.strip() or ran.stdout.strip() or "no reason given").splitlines()[-1]
        raise NotAvailable(f"{found.path} has no MicroPython prompt ({told}): see the firmware's README.")
    return ran.stdout


def pause() -> None:
    """Until the next look."""
    select.select([], [], [], TICK)


def _readable(port: Port) -> bool:
    return bool(select.select([port.fileno()], [], [], TICK)[0])
