"""The record on disk: accepted lines are there, a failed save changes nothing and blocks nothing."""

import errno
import os
import random
from pathlib import Path

import pytest

from companion.table import RecordError
from companion.table.blocks import BLOCK, survey
from companion.table.files import DiskFiles
from companion.table.journal import RESERVE, Journal, reopened
from companion.table.lines import Decided, Finished, Header, Line
from tests.support.table import FaultyFiles, in_loop

HEADER = Header(format=1, pitboard="0.1.0", game="toy", edition=1, seats=("red", "blue"))


def decided(n: int, do: str = "walk 2") -> Decided:
    return Decided(n=n, seat="red", do=do, sum="00000000")


async def begun(path: Path, files: DiskFiles | None = None, moves: int = 0) -> Journal:
    journal = Journal(path, files or DiskFiles())
    await journal.append([HEADER])
    for n in range(1, moves + 1):
        await journal.append([decided(n)])
    return journal


async def fill(journal: Journal) -> int:
    """Append until the disk is full; the number of the line that was refused."""
    for n in range(2, 300):
        try:
            await journal.append([decided(n)])
        except RecordError:
            return n
    raise AssertionError("the disk never fills up")


def lines(path: Path) -> tuple[Line, ...]:
    return survey(path.read_bytes()).lines


@in_loop
async def test_a_line_is_on_the_disk_when_append_returns(tmp_path: Path) -> None:
    journal = await begun(tmp_path / "race")
    for n in range(1, 4):
        await journal.append([decided(n)])
        assert lines(tmp_path / "race")[-1] == decided(n)
    journal.close()


@in_loop
async def test_a_record_opened_again_goes_on_where_it_was(tmp_path: Path) -> None:
    journal = await begun(tmp_path / "race", moves=3)
    journal.close()
    again = reopened(tmp_path / "race", DiskFiles())
    assert again.lines == (HEADER, *(decided(n) for n in (1, 2, 3)))
    assert again.digest == journal.digest
    await again.append([decided(4)])
    again.close()
    assert len(lines(tmp_path / "race")) == 5


@in_loop
async def test_one_block_an_action_and_none_is_written_twice(tmp_path: Path) -> None:
    files = FaultyFiles()
    journal = await begun(tmp_path / "race", files)
    files.written.clear()
    for n in range(1, 200):
        await journal.append([decided(n)])
    journal.close()
    appended = [(offset, size) for offset, size in files.written if size == BLOCK]
    assert appended == [(n * BLOCK, BLOCK) for n in range(1, 200)]
    laid_out = sorted(offset for offset, size in files.written if size == RESERVE)
    assert laid_out == [BLOCK + RESERVE * n for n in range(len(laid_out))]


@in_loop
async def test_what_is_accepted_together_is_one_block(tmp_path: Path) -> None:
    journal = await begun(tmp_path / "race")
    await journal.append([decided(1), decided(2), decided(3)])
    journal.close()
    assert survey((tmp_path / "race").read_bytes()).end < 2 * BLOCK


@in_loop
async def test_a_full_disk_refuses_the_line_and_the_next_one_is_saved_when_there_is_room(tmp_path: Path) -> None:
    files = FaultyFiles()
    journal = await begun(tmp_path / "race", files, moves=1)
    files.room = 0
    n = await fill(journal)
    assert n > 32, "what was laid out ahead is still there to write in"
    with pytest.raises(RecordError, match="the disk is full"):
        await journal.append([decided(n)])
    files.room = None
    await journal.append([decided(n, "throw")])
    journal.close()
    assert lines(tmp_path / "race")[-1] == decided(n, "throw")


@in_loop
async def test_on_a_nearly_full_disk_a_single_block_will_do(tmp_path: Path) -> None:
    files = FaultyFiles()
    journal = await begun(tmp_path / "race", files, moves=20)
    journal.close()
    os.truncate(tmp_path / "race", 21 * BLOCK)
    again = reopened(tmp_path / "race", files)
    files.room = 3 * BLOCK
    await again.append([decided(21)])
    again.close()
    assert len(lines(tmp_path / "race")) == 22


@in_loop
async def test_a_disk_that_is_full_at_the_start_says_so_and_leaves_no_half_record(tmp_path: Path) -> None:
    files = FaultyFiles()
    files.room = 1000
    with pytest.raises(RecordError, match="the disk is full"):
        await begun(tmp_path / "race", files)
    assert not (tmp_path / "race").exists()
    files.room = None
    journal = await begun(tmp_path / "race", files)
    journal.close()
    assert lines(tmp_path / "race") == (HEADER,)


@in_loop
async def test_a_disk_that_turns_read_only_refuses_in_plain_words(tmp_path: Path) -> None:
    files = FaultyFiles()
    journal = await begun(tmp_path / "race", files)
    files.fault = errno.EROFS
    with pytest.raises(RecordError, match=r"cannot be written\. Nothing has changed; try again"):
        await journal.append([decided(1)])
    files.fault = 0
    await journal.append([decided(1)])
    journal.close()
    assert lines(tmp_path / "race") == (HEADER, decided(1))


@in_loop
async def test_a_line_whose_sync_failed_leaves_nothing_behind_the_next_one(tmp_path: Path) -> None:
    """The refused lines were longer than those that follow: their rest may not be taken for accepted ones."""
    files = FaultyFiles()
    journal = await begun(tmp_path / "race", files)
    files.sync_fault = errno.EIO
    with pytest.raises(RecordError, match="Input/output error"):
        await journal.append([decided(1, "x" * BLOCK), decided(2)])
    files.sync_fault = 0
    await journal.append([decided(1)])
    journal.close()
    assert lines(tmp_path / "race") == (HEADER, decided(1))
    assert survey((tmp_path / "race").read_bytes()).told == ()


@in_loop
async def test_a_torn_line_is_made_free_space_again(tmp_path: Path) -> None:
    path = tmp_path / "race"
    journal = await begun(path, moves=2)
    journal.close()
    data = path.read_bytes()
    path.write_bytes(data[: 2 * BLOCK + 30] + b"\xff" * 40 + bytes(BLOCK))
    again = reopened(path, DiskFiles())
    assert len(again.lines) == 2
    assert "cut off" in again.told[0]
    await again.append([decided(2, "throw")])
    again.close()
    assert lines(path) == (HEADER, decided(1), decided(2, "throw"))


@in_loop
async def test_a_damaged_record_is_kept_and_goes_on_from_before_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "race"
    journal = await begun(path, moves=5)
    journal.close()
    data = bytearray(path.read_bytes())
    data[2 * BLOCK : 2 * BLOCK + 60] = b"\xa5" * 60
    path.write_bytes(data)
    again = reopened(path, DiskFiles())
    assert len(again.lines) == 2
    assert "it and the 3 line(s) after it are lost" in again.told[0]
    await again.append([decided(2, "throw")])
    again.close()
    assert len(lines(path)) == 3
    assert (tmp_path / "race.damaged-1").read_bytes() == data


@in_loop
async def test_cut_anywhere_the_record_opens_and_takes_the_next_line(tmp_path: Path) -> None:
    path = tmp_path / "race"
    journal = await begun(path, moves=4)
    journal.close()
    data, stream = path.read_bytes(), random.Random(4)
    for cut in [BLOCK * n + stream.randrange(BLOCK) for n in range(1, 5) for _ in range(12)]:
        path.write_bytes(data[:cut])
        again = reopened(path, DiskFiles())
        n = len(again.lines)
        assert n >= cut // BLOCK
        await again.append([decided(n, "throw")])
        again.close()
        assert lines(path)[-1] == decided(n, "throw")


@in_loop
async def test_the_free_space_of_a_finished_race_is_given_back(tmp_path: Path) -> None:
    path = tmp_path / "race"
    journal = await begun(path, moves=2)
    secret = tmp_path / "secret"
    secret.write_text("00")
    journal.secret = secret
    await journal.append([Finished(n=3, ranking=("red",), digest="")])
    journal.close()
    assert path.stat().st_size == 4 * BLOCK
    assert not secret.exists(), "what is published need not be kept apart"


@in_loop
async def test_the_free_space_of_a_race_that_goes_on_is_kept(tmp_path: Path) -> None:
    journal = await begun(tmp_path / "race", moves=2)
    journal.close()
    assert (tmp_path / "race").stat().st_size == BLOCK + RESERVE
