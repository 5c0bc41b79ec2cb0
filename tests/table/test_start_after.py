"""Whatever happened to the disk, the next start works, loses at most what nobody had seen, and says so."""

import os
import random
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.table import DataFolder, Electronic, FolderUnusable, RecordError, Referee
from companion.table.blocks import BLOCK
from companion.table.files import DiskFiles
from tests.support.table import QuickFiles, begun, in_loop, move, play
from tests.support.toy_game import TOY


async def stopped(path: Path, moves: int = 8, files: DiskFiles | None = None) -> Referee:
    """A race that was left after so many moves; its record is `race-0001`."""
    folder = DataFolder(path, files or QuickFiles())
    new = folder.new_race()
    referee = await begun(source=Electronic(new.seal), record=new.record, goal=40)
    await play(referee, 5, moves)
    await referee.close()
    folder.close()
    return referee


async def started_again(path: Path) -> tuple[Referee, tuple[str, ...]]:
    """What the service does at its start, and what it says."""
    folder = DataFolder(path, QuickFiles())
    found = folder.unfinished()
    new = folder.resume(found.name) if found else folder.new_race()
    if found is None:
        referee = await begun(source=Electronic(new.seal), record=new.record, goal=40)
    else:
        referee = Referee.resumed(TOY, new.record, source=Electronic(new.seal))
        await referee.start()
    told = tuple(word for info in folder.races() for word in (*info.told, info.why_not) if word)
    told += tuple(said.text for said in referee.messages(None))
    await move(referee, random.Random(1))
    await referee.close()
    folder.close()
    return referee, told


def record_of(path: Path) -> Path:
    return path / "races" / "race-0001.jsonl"


@pytest.mark.parametrize("seed", range(10))
@in_loop
async def test_cut_anywhere_the_next_start_works_and_keeps_every_whole_line(tmp_path: Path, seed: int) -> None:
    before = await stopped(tmp_path)
    stream, data = random.Random(seed), record_of(tmp_path).read_bytes()
    cut = stream.randrange(BLOCK, 9 * BLOCK)
    record_of(tmp_path).write_bytes(data[:cut])
    referee, _ = await started_again(tmp_path)
    kept = [entry for entry in before.history.entries if entry.line < cut // BLOCK]
    assert referee.history.entries[: len(kept)] == kept


@pytest.mark.parametrize("seed", range(10))
@in_loop
async def test_any_bit_may_flip_and_nothing_is_lost(tmp_path: Path, seed: int) -> None:
    before = await stopped(tmp_path)
    stream, data = random.Random(seed), bytearray(record_of(tmp_path).read_bytes())
    data[stream.randrange(9) * BLOCK + stream.randrange(150)] ^= 1 << stream.randrange(8)
    record_of(tmp_path).write_bytes(data)
    referee, _ = await started_again(tmp_path)
    count = len(before.history.entries)
    assert referee.history.entries[:count] == before.history.entries
    assert len(referee.history.entries) > count


@pytest.mark.parametrize("data", [b"", b"\0" * BLOCK, b"\xff" * 3 * BLOCK, b'{"is":"header","n":0'])
@in_loop
async def test_a_record_that_is_none_any_more_stands_in_nobodys_way(tmp_path: Path, data: bytes) -> None:
    await stopped(tmp_path)
    record_of(tmp_path).write_bytes(data)
    referee, told = await started_again(tmp_path)
    assert "Nothing can be read of it." in told
    assert referee.history.entries
    assert record_of(tmp_path).read_bytes() == data, "what cannot be read is left alone"


@in_loop
async def test_a_hole_in_the_middle_keeps_the_moves_before_it_and_the_damaged_file(tmp_path: Path) -> None:
    before = await stopped(tmp_path)
    data = bytearray(record_of(tmp_path).read_bytes())
    data[4 * BLOCK : 5 * BLOCK] = bytes(BLOCK)
    record_of(tmp_path).write_bytes(data)
    referee, told = await started_again(tmp_path)
    assert referee.history.entries[:2] == before.history.entries[:2]
    assert any("is damaged" in word for word in told)
    assert (tmp_path / "races" / "race-0001.jsonl.damaged-1").read_bytes() == data


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 96 KiB, where mounting is allowed."""
    command = ["mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", str(tmp_path)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting is not allowed here; the same is tested with files that fail on demand")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def fill(path: Path) -> None:
    """A holiday film that takes all the room there is."""
    with suppress(OSError), path.open("wb", buffering=0) as film:
        while True:
            film.write(bytes(BLOCK))


@in_loop
async def test_on_a_real_full_disk_the_race_waits_and_goes_on(small_disk: Path) -> None:
    folder = DataFolder(small_disk / "data")
    new = folder.new_race()
    referee = await begun(source=Electronic(new.seal), record=new.record, goal=90)
    await play(referee, 1, 1)
    fill(small_disk / "holiday.mp4")
    with pytest.raises(RecordError, match="the disk is full"):
        await play(referee, 1)
    before = referee.history.state
    (small_disk / "holiday.mp4").unlink()
    assert referee.history.state is before
    await play(referee, 2, 5)
    await referee.close()
    again = folder.resume(new.name)
    taken_up = Referee.resumed(TOY, again.record, source=Electronic(again.seal))
    assert taken_up.history.state == referee.history.state
    again.record.close()
    folder.close()


@in_loop
async def test_on_a_real_read_only_disk_the_start_says_so_and_works_when_it_is_writable(small_disk: Path) -> None:
    before = await stopped(small_disk / "data", 4, DiskFiles())
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(FolderUnusable, match="Read-only file system"):
        DataFolder(small_disk / "data")
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    referee, _ = await started_again(small_disk / "data")
    count = len(before.history.entries)
    assert referee.history.entries[:count] == before.history.entries
