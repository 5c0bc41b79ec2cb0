"""P7: from an accepted press to the durable record, against a bare append-and-sync in the same run; bytes written
for a move; the time to take a race up again after 1,000 moves.
"""

import asyncio
import os
import random
from pathlib import Path
from statistics import median
from time import perf_counter

from bench import on_this_disk
from companion.engine import Ask, Draw, Over, draw_with
from companion.games import load
from companion.table import DataFolder, Electronic, Referee
from companion.table.blocks import BLOCK, survey
from companion.table.replay import replay

ROUNDS = 60
MOVES = 1000
SEATS = ("red", "blue", "green", "yellow")


class BareLog:
    """What one would write without thinking: append a line to a file, flush it to the device."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def append(self, line: bytes) -> None:
        os.write(self._handle, line + b"\n")
        os.fsync(self._handle)


async def opened(folder: DataFolder) -> Referee:
    begun = folder.new_race()
    game = load("fuel-and-fortune")
    options: dict[str, object] = {"laps": 9, "track_size": 60}
    referee = Referee(game, SEATS, options, source=Electronic(begun.seal), record=begun.record)
    await referee.start()
    return referee


async def decide(referee: Referee, stream: random.Random) -> bool:
    """One random move; False once the race is over."""
    pending = referee.pending
    if isinstance(pending, Over):
        return False
    if isinstance(pending, Draw):
        await referee.answer(draw_with(pending, stream.randrange))
    elif isinstance(pending, Ask):
        open_choices = [choice.action for choice in pending.choices if choice.barred is None]
        await referee.decide(pending.seat, stream.choice(open_choices))
    return True


async def latencies(folder: DataFolder, path: Path) -> tuple[list[float], list[float]]:
    """Seconds of each: a decision through the referee, and a bare append of as long a line, taking turns."""
    referee, bare, stream = await opened(folder), BareLog(path), random.Random(1)
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(ROUNDS):
        referee.pending  # noqa: B018  a person has looked at the menu before pressing
        start = perf_counter()
        await decide(referee, stream)
        ours.append(perf_counter() - start)
        start = perf_counter()
        bare.append(b"x" * 120)
        theirs.append(perf_counter() - start)
    await referee.close()
    return ours, theirs


async def raced(folder: DataFolder, moves: int) -> tuple[int, int]:
    """Play so many moves in one race and more if it is over before; moves and bytes that they took."""
    referee, stream = await opened(folder), random.Random(2)
    before, made = written(), 0
    while made < moves and await decide(referee, stream):
        made += 1
    await referee.close()
    return made, written() - before


def written() -> int:
    """Bytes that this process has sent to the device."""
    told = Path("/proc/self/io").read_text() if Path("/proc/self/io").exists() else "write_bytes: 0"
    return int(told.partition("write_bytes:")[2].split()[0])


def resume_times(folder: DataFolder, name: str) -> tuple[int, float, float]:
    """Lines, and the median seconds to read the record and to play it."""
    game, data = load("fuel-and-fortune"), (folder.path / "races" / f"{name}.jsonl").read_bytes()
    reading: list[float] = []
    playing: list[float] = []
    for _ in range(7):
        start = perf_counter()
        found = survey(data)
        middle = perf_counter()
        replay(game, found.lines)
        reading.append(middle - start)
        playing.append(perf_counter() - middle)
    return len(found.lines), median(reading), median(playing)


def main() -> None:
    with on_this_disk() as where:
        folder = DataFolder(where / "data")
        ours, theirs = asyncio.run(latencies(folder, where / "bare"))
        tail = round(ROUNDS * 0.99) - 1
        print(f"press to durable record: median {1e3 * median(ours):.2f} ms, p99 {1e3 * sorted(ours)[tail]:.2f} ms")
        print(f"bare append and fsync:   median {1e3 * median(theirs):.2f} ms, p99 {1e3 * sorted(theirs)[tail]:.2f} ms")
        print(f"ratio of medians {median(ours) / median(theirs):.2f}")
        made, taken = asyncio.run(raced(folder, MOVES))
        end = survey((folder.path / "races" / "race-0002.jsonl").read_bytes()).end
        blocks = -(-end // BLOCK) - 1
        print(f"{made} moves: {blocks * BLOCK / made:.0f} bytes of record a move, each block written once;")
        print(f"{taken / made:.0f} bytes a move to the device together with the zeros that are laid out ahead")
        lines, reading, playing = resume_times(folder, "race-0002")
        print(f"resume after {made} moves ({lines} lines): read {1e3 * reading:.1f} ms, replay {1e3 * playing:.1f} ms,")
        print(f"{1e6 * (reading + playing) / lines:.1f} us a line")
        folder.close()


if __name__ == "__main__":
    main()
