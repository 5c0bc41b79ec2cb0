"""The data folder: one copy at a time, every record listed, secrets apart."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table import DataFolder, Electronic, FolderInUse, FolderUnusable, Referee, Seal
from companion.table.seal import fresh
from tests.support.table import FaultyFiles, QuickFiles, begun, in_loop, play
from tests.support.toy_game import TOY


async def raced(folder: DataFolder, moves: int = 10_000, seed: int = 1) -> str:
    """A race of random moves; its name."""
    new = folder.new_race()
    referee = await begun(source=Electronic(new.seal), record=new.record)
    await play(referee, seed, moves)
    await referee.close()
    return new.name


def taken_up(folder: DataFolder, name: str) -> Referee:
    found = folder.resume(name)
    return Referee.resumed(TOY, found.record, source=Electronic(found.seal))


@in_loop
async def test_races_are_numbered_and_the_newest_that_goes_on_is_offered(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path, QuickFiles())
    assert folder.unfinished() is None
    names = [await raced(folder, moves) for moves in (4, 5, 10_000)]
    assert names == ["race-0001", "race-0002", "race-0003"]
    assert [info.over for info in folder.races()] == [False, False, True]
    unfinished = folder.unfinished()
    assert unfinished is not None
    assert unfinished.name == "race-0002"
    folder.close()


@in_loop
async def test_an_old_race_may_be_taken_up_while_a_newer_one_waits(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    await raced(folder, 4)
    await raced(folder, 5)
    referee = taken_up(folder, "race-0001")
    await referee.start()
    await play(referee, 2)
    await referee.close()
    assert [info.over for info in folder.races()] == [True, False]
    folder.close()


def test_a_second_copy_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    code = f"from pathlib import Path\nfrom companion.table import DataFolder\nDataFolder(Path({str(tmp_path)!r}))"
    second = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "FolderInUse: Another copy of Pitboard is working on" in second.stderr
    with pytest.raises(FolderInUse, match="stop it, or give --data another folder"):
        DataFolder(tmp_path)
    folder.close()
    DataFolder(tmp_path).close()


@pytest.mark.parametrize(
    ("fault", "told"),
    [(errno.EROFS, r"cannot be written \(Read-only"), (errno.ENOSPC, "is full"), (errno.EACCES, "Permission")],
)
def test_a_folder_that_cannot_be_written_is_named_in_one_sentence(tmp_path: Path, fault: int, told: str) -> None:
    files = FaultyFiles()
    files.fault = fault
    with pytest.raises(FolderUnusable, match=told):
        DataFolder(tmp_path / "data", files)
    files.fault = 0
    DataFolder(tmp_path / "data", files).close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(FolderUnusable, match="Permission denied"):
        DataFolder(tmp_path / "data")
    tmp_path.chmod(0o700)


@in_loop
async def test_the_secret_is_readable_by_the_service_alone_and_gone_when_it_is_published(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    new = folder.new_race()
    secret = tmp_path / "secrets" / new.name
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert stat.S_IMODE(secret.parent.stat().st_mode) == 0o700
    referee = await begun(source=Electronic(new.seal), record=new.record)
    assert new.seal.secret.hex().encode() not in (tmp_path / "races" / f"{new.name}.jsonl").read_bytes()
    await play(referee, 1)
    await referee.close()
    assert not secret.exists()
    assert new.seal.secret.hex().encode() in (tmp_path / "races" / f"{new.name}.jsonl").read_bytes()
    folder.close()


@in_loop
async def test_words_of_the_players_are_kept_with_the_seal(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    new = folder.new_race(fresh(["rhubarb", "Żółw"]))
    referee = await begun(source=Electronic(new.seal), record=new.record)
    await referee.close()
    again = folder.resume(new.name)
    assert again.seal.words == ("rhubarb", "Żółw")
    assert again.seal.secret == new.seal.secret
    again.record.close()
    folder.close()


@in_loop
async def test_a_lost_secret_means_a_new_seal_and_is_told(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    name = await raced(folder, 5)
    (tmp_path / "secrets" / name).unlink()
    referee = taken_up(folder, name)
    await referee.start()
    assert "The secret of the seal was lost" in referee.messages(None)[-1].text
    assert referee.code in referee.messages(None)[-1].text
    code = referee.code
    await referee.close()
    referee = taken_up(folder, name)
    await referee.start()
    assert referee.code == code
    await play(referee, 3)
    assert referee.race_over
    await referee.close()
    folder.close()


@in_loop
async def test_records_that_cannot_be_read_are_listed_and_hide_no_other(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    name = await raced(folder, 5)
    races = tmp_path / "races"
    (races / "race-0002.jsonl").write_bytes(b"")
    (races / "race-0003.jsonl").write_bytes(b"\xff" * 5000)
    (races / "race-0004.jsonl").mkdir()
    infos = folder.races()
    assert [bool(info.why_not) for info in infos] == [False, True, True, True]
    unfinished = folder.unfinished()
    assert unfinished is not None
    assert unfinished.name == name
    assert (await raced(folder, 2)) == "race-0005"
    folder.close()


@in_loop
async def test_a_start_that_was_killed_before_its_first_line_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    folder.new_race(Seal(bytes(32))).record.close()
    assert folder.races() == ()
    assert (await raced(folder, 2)) == "race-0002"
    folder.close()


class CountingFiles(QuickFiles):
    """Remembers which files were read whole."""

    def __init__(self) -> None:
        self.whole: list[str] = []

    def read(self, path: Path) -> bytes:
        self.whole.append(path.name)
        return super().read(path)


@in_loop
async def test_races_that_ended_are_not_read_to_find_one_that_goes_on(tmp_path: Path) -> None:
    files = CountingFiles()
    folder = DataFolder(tmp_path, files)
    waiting = await raced(folder, 4)
    for seed in range(3):
        await raced(folder, seed=seed)
    files.whole.clear()
    unfinished = folder.unfinished()
    assert unfinished is not None
    assert unfinished.name == waiting
    assert files.whole == [f"{waiting}.jsonl"]
    folder.close()


@in_loop
async def test_a_race_that_went_on_since_it_was_offered_is_read_again(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path, QuickFiles())
    name = await raced(folder, 4)
    assert folder.unfinished() is not None
    referee = taken_up(folder, name)
    assert folder.unfinished() is not None
    await referee.start()
    await play(referee, 5, 3)
    await referee.close()
    again = taken_up(folder, name)
    assert again.history.state == referee.history.state
    await again.close()
    folder.close()
