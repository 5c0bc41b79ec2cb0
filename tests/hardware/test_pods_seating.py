"""Which pod sits where, and the file that keeps it."""

import os
import tomllib
from pathlib import Path

import pytest

from hardware.pods.seating import Memory, Seating

SEATS = ("red", "blue", "green")


def test_a_pod_keeps_its_seat() -> None:
    seating = Seating(SEATS)
    seating.sit("E6", "blue")
    assert (seating.seat_of("E6"), seating.seat_of("E7")) == ("blue", None)


def test_seats_are_offered_in_their_order_first_those_that_are_nobody_s() -> None:
    seating = Seating(SEATS, {"E6": "red"})
    assert seating.offer(()) == "blue"
    assert seating.offer(("blue",)) == "green"
    assert seating.offer(("blue", "green")) == "red"
    assert seating.offer(SEATS) is None


def test_a_seat_has_one_pod_and_a_pod_has_one_seat() -> None:
    seating = Seating(SEATS, {"E6": "red", "E7": "blue"})
    seating.sit("E6", "blue")
    assert seating.owners == {"E6": "blue"}


def test_a_forgotten_seat_is_asked_for_again() -> None:
    seating = Seating(SEATS, {"E6": "red"})
    seating.forget("red")
    assert seating.seat_of("E6") is None


def test_a_seat_of_another_table_is_kept_and_not_taken() -> None:
    seating = Seating(SEATS, {"E6": "purple"})
    assert seating.seat_of("E6") is None
    seating.sit("E7", "red")
    assert seating.owners == {"E6": "purple", "E7": "red"}


def test_the_memory_gives_back_what_it_was_given(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "pods.toml")
    assert memory.load() == {}
    memory.save({"E6-left": "red", "A:B.c": "blue"})
    assert Memory(tmp_path / "pods.toml").load() == {"E6-left": "red", "A:B.c": "blue"}
    assert tomllib.loads((tmp_path / "pods.toml").read_text())["pods"]["E6-left"] == "red"


def test_a_table_without_a_memory_forgets() -> None:
    Memory(None).save({"E6": "red"})
    assert Memory(None).load() == {}


@pytest.mark.parametrize("text", ["not toml [", "pods = 3", '[pods]\n"E6" = 5\n', "\x00\xff"])
def test_a_damaged_memory_is_put_aside_and_said_in_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "pods.toml"
    path.write_text(text)
    memory = Memory(path)
    assert memory.load() == {}
    assert "pods.toml" in memory.trouble
    assert "\n" not in memory.trouble
    assert (tmp_path / "pods.toml.bad").read_text() == text
    memory.save({"E6": "red"})
    assert (memory.load(), memory.trouble) == ({"E6": "red"}, "")


def test_bytes_that_are_no_text_are_a_damaged_memory(tmp_path: Path) -> None:
    (tmp_path / "pods.toml").write_bytes(b"\xff\xfe\x00")
    assert Memory(tmp_path / "pods.toml").load() == {}


def test_a_memory_that_cannot_be_written_is_said_and_stops_nobody(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "nowhere" / "pods.toml")
    memory.save({"E6": "red"})
    assert "cannot be kept" in memory.trouble


def test_a_memory_is_replaced_whole(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "pods.toml")
    memory.save({"E6": "red"})
    memory.save({"E7": "blue"})
    assert os.listdir(tmp_path) == ["pods.toml"]
