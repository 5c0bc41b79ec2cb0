"""P8 and P9: process start to the first picture of a resumed race, and the memory of the whole service.

Against `python -c 'import msgspec, PIL.Image, asyncio'`, one after the other in one run, byte code cached for both.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from websockets.sync.client import connect

ROUNDS = 11
BASE = (sys.executable, "-c", "import msgspec, PIL.Image, asyncio")
OPTIONS = 'seats = ["red", "blue", "green", "yellow"]\n'
PLAY = ("play", "--port", "0")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = os.environ | {"PYTHONPYCACHEPREFIX": str(folder / "code")}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        (folder / "options.toml").write_text(OPTIONS)
        data = ("--data", str(folder / "data"), "--options", str(folder / "options.toml"))
        with serving((*PLAY, *data, "--new"), env) as (_, address):
            assert address
        first = (sys.executable, "-m", "bench._first_picture", *PLAY, *data, "--resume")
        start(BASE, first, env)
        memory(first, (*PLAY, *data, "--resume"), env)


def start(base: Sequence[str], first: Sequence[str], env: dict[str, str]) -> None:
    times: dict[Sequence[str], list[float]] = {base: [], first: []}
    for command in (base, first):
        timed(command, env)
    for _ in range(ROUNDS):
        for command, spent in times.items():
            spent.append(timed(command, env))
    ours, other = median(times[first]), median(times[base])
    print(f"P8 start to the first picture: {ours * 1e3:.0f} ms, imports alone {other * 1e3:.0f} ms, {ours / other:.2f}")
    print("   goal: 1.5 times")


def timed(command: Sequence[str], env: dict[str, str]) -> float:
    begin = perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begin


def memory(first: Sequence[str], play: Sequence[str], env: dict[str, str]) -> None:
    told = subprocess.run(first, env=env, check=True, capture_output=True, text=True).stdout
    print(f"P9 resident at the first picture, four people: {float(told.split()[-1]):.1f} MiB (goal 36)")
    with serving(play, env) as (pid, address), connect(address.replace("http", "ws") + "feed") as page:
        page.recv(timeout=10)
        print(f"   with the page open: {resident(pid):.1f} MiB (goal 52)")


def resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@contextmanager
def serving(arguments: Sequence[str], env: dict[str, str]) -> Iterator[tuple[int, str]]:
    """A service in a process of its own, and where its page is."""
    command = (sys.executable, "-m", "companion", *arguments)
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        for _ in range(100):
            try:
                connect(found[0].replace("http", "ws") + "feed", open_timeout=1).close()
                break
            except OSError:
                continue
        yield process.pid, found[0]
        process.terminate()
