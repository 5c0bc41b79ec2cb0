"""`pitboard replay`: plays a record to its end, verifies it, and says what is wrong in one sentence."""

import asyncio
from pathlib import Path

import pytest

from companion.games import load
from companion.table import DataFolder, Electronic, Referee
from tests.support.commands import pitboard
from tests.support.table import QuickFiles, play


async def raced(folder: Path, moves: int = 100_000) -> None:
    data = DataFolder(folder, QuickFiles())
    begun = data.new_race()
    options = {"laps": 1, "track_size": 24}
    game = load("fuel-and-fortune")
    referee = Referee(game, ("red", "blue", "green"), options, source=Electronic(begun.seal), record=begun.record)
    await referee.start()
    await play(referee, 3, moves)
    await referee.close()
    data.close()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    asyncio.run(raced(tmp_path))
    return tmp_path / "races" / "race-0001.jsonl"


@pytest.fixture
def open_race(tmp_path: Path) -> Path:
    asyncio.run(raced(tmp_path, 8))
    return tmp_path / "races" / "race-0001.jsonl"


def test_a_finished_race_is_played_to_its_standings(record: Path) -> None:
    ran = pitboard("replay", str(record))
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("fuel-and-fortune, edition 1, 3 seats, ")
    assert ran.out.splitlines()[1] == "Standings"
    assert sorted(line.split(". ")[1] for line in ran.out.splitlines()[2:]) == ["Blue", "Green", "Red"]
    assert ran.err == ""


def test_an_honest_race_is_verified(record: Path) -> None:
    ran = pitboard("replay", str(record), "--verify")
    assert ran.code == 0
    assert ran.last == "Verified: every sealed draw is what the secret says."


def test_a_changed_race_is_not_verified(record: Path) -> None:
    data = record.read_bytes()
    at = data.index(b'"do":"drive 2"')
    record.write_bytes(data[:at] + b'"do":"drive 1"' + data[at + 14 :])
    ran = pitboard("replay", str(record), "--verify")
    assert ran.code == 1
    assert ran.last == "Not verified."
    assert "is damaged" in ran.err


def test_an_open_race_shows_where_it_stands_and_keeps_its_secret(open_race: Path) -> None:
    ran = pitboard("replay", str(open_race))
    assert ran.code == 0
    assert ran.out.splitlines()[1].endswith(" to move.")
    verified = pitboard("replay", str(open_race), "--verify")
    assert verified.code == 1
    assert "still sealed" in verified.err


def test_a_torn_last_line_is_told_and_the_rest_replayed(open_race: Path) -> None:
    data = open_race.read_bytes().rstrip(b"\0")
    open_race.write_bytes(data.rstrip()[:-10])
    ran = pitboard("replay", str(open_race))
    assert ran.code == 0
    assert "was cut off" in ran.err


def test_a_flipped_bit_is_put_right_and_told(record: Path) -> None:
    data = bytearray(record.read_bytes())
    data[4096 + 20] ^= 1
    record.write_bytes(data)
    ran = pitboard("replay", str(record), "--verify")
    assert "flipped bit" in ran.err
    assert ran.code == 1, "what had to be repaired is no clean record"


def test_a_page_for_a_phone_is_written(record: Path, tmp_path: Path) -> None:
    ran = pitboard("replay", str(record), "--page", str(tmp_path / "check.html"))
    assert ran.code == 0
    page = (tmp_path / "check.html").read_text()
    assert "fuel-and-fortune" in page
    assert "http" not in page.replace("http-equiv", ""), "nothing from outside"
    ran = pitboard("replay", str(record), "--page", str(tmp_path / "no folder" / "check.html"))
    assert ran.code == 2
    assert "cannot be written" in ran.err


@pytest.mark.parametrize("data", [b"", b"hello", b'{"is":"header"}', bytes(9000)])
def test_a_file_that_is_no_record_is_invalid(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    ran = pitboard("replay", str(tmp_path / "file"))
    assert ran.code == 2
    assert "no race record" in ran.err


def test_a_file_that_is_not_there_is_invalid(tmp_path: Path) -> None:
    ran = pitboard("replay", str(tmp_path / "missing"))
    assert ran.code == 2
    assert "missing: cannot be read (No such file or directory)" in ran.err
