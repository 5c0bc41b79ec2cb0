"""Fingers on the simulated header: a process of its own, so that what presses shares no interpreter with what hears.

Each line of input is a script, `[[gpio, closed, pause], ...]`, pauses in milliseconds; each line of output says
between which times each step was done, in seconds of the monotonic clock.
"""

import json
import os
import sys
from functools import cache
from pathlib import Path
from time import monotonic, sleep

SPIN = 0.006
"""Shorter pauses are spent in circles: a sleep ends too late."""


@cache
def pull(gpio: int) -> int:
    """The file that moves a line."""
    (path,) = Path("/sys/devices/platform").glob(f"gpio-sim.*/gpiochip*/sim_gpio{gpio}/pull")
    return os.open(path, os.O_WRONLY)


def play(script: list[tuple[int, int, float]]) -> list[tuple[float, float]]:
    times = []
    at = monotonic()
    for gpio, closed, pause in script:
        before = monotonic()
        os.pwrite(pull(gpio), b"pull-down" if closed else b"pull-up", 0)
        times.append((before, monotonic()))
        at = max(at + pause / 1000, monotonic() + pause / 2000)
        if pause / 1000 > SPIN:
            sleep(max(0.0, at - monotonic() - SPIN / 2))
        while monotonic() < at:
            pass
    return times


if __name__ == "__main__":
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))  # before all else in the guest
    for line in sys.stdin:
        print(json.dumps(play(json.loads(line))), flush=True)
