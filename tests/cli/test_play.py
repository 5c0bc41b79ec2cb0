"""`pitboard play`: what stops it, in one sentence, with the right exit code."""

import socket
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.cli.play import setting_of
from companion.controls.setting import HIDDEN, PERSON
from companion.table.folder import DataFolder
from companion.web.door import listening


def play(*arguments: str) -> int:
    return main(["play", *arguments])


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert told.count("\n") == 1
    return told


def test_a_port_in_use_is_exit_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    door = listening("127.0.0.1", 0)
    port = str(door.getsockname()[1])
    assert play("--port", port, "--data", str(tmp_path)) == 3
    assert f"Port {port} on 127.0.0.1 is in use" in complaint(capsys)
    door.close()


def test_a_second_copy_on_the_same_data_folder_is_exit_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = DataFolder(tmp_path)
    assert play("--port", "0", "--data", str(tmp_path)) == 3
    assert "Another copy of Pitboard" in complaint(capsys)
    first.close()


def test_a_data_folder_that_cannot_be_is_exit_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert play("--port", "0", "--data", str(tmp_path / "file" / "data")) == 3
    assert "cannot be written" in complaint(capsys)


def test_an_address_that_is_not_ours_is_exit_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("--listen", "192.0.2.1", "--port", "0", "--data", str(tmp_path)) == 3
    assert "Cannot listen on 192.0.2.1" in complaint(capsys)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("laps = 99\n", "options.toml:1: laps"),
        ("laps = 1\n\ntrack_sizes = 40\n", "options.toml:3: track_sizes"),
        ("laps =\n", "options.toml:1"),
        ('seats = "red"\n', "options.toml:1: seats"),
        ("[overtake_deck]\nsafe-pass = 99\n", "options.toml:1: overtake_deck"),
        (
            'laps = 1\nkeyed = ["overtakes"]\n',
            "options.toml:2: keyed: fuel-and-fortune draws no 'overtakes'; did you mean",
        ),
    ],
)
def test_a_broken_options_file_is_exit_2_with_file_line_and_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    path = tmp_path / "options.toml"
    path.write_text(text)
    assert play("--options", str(path), "--port", "0", "--data", str(tmp_path)) == 2
    assert told in complaint(capsys)


def test_nothing_to_resume_is_exit_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("--resume", "--port", "0", "--data", str(tmp_path)) == 1
    assert "no race to resume" in complaint(capsys)


def test_a_pin_map_that_is_wrong_is_exit_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text('[panel.red]\nbackend = "gpio"\nok = 99\n')
    assert play("--hardware", str(tmp_path / "mine.toml"), "--port", "0", "--data", str(tmp_path)) == 2
    assert "panel.red.ok = 99" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_none_is_wrong_usage(port: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        play("--port", port)
    assert stopped.value.code == 2


def test_by_default_one_person_races_three_hidden_bots() -> None:
    assert setting_of("fuel-and-fortune", None).drivers == {
        "red": PERSON,
        "blue": HIDDEN,
        "green": HIDDEN,
        "yellow": HIDDEN,
    }


def test_every_panel_of_a_pin_map_gets_a_person_and_bots_fill_up_to_four() -> None:
    assert setting_of("fuel-and-fortune", None, ("blue", "red")).people == ("blue", "red")


def test_named_seats_are_persons_unless_a_bot_is_named(tmp_path: Path) -> None:
    path = tmp_path / "options.toml"
    path.write_text('seats = ["green", "red"]\nlaps = 2\n[bots]\nred = "turtle"\n')
    setting = setting_of("fuel-and-fortune", path)
    assert setting.drivers == {"green": PERSON, "red": "turtle"}
    assert setting.options == {"laps": 2}


def test_the_socket_is_on_loopback_unless_asked_otherwise() -> None:
    door = listening("127.0.0.1", 0)
    assert door.family == socket.AF_INET
    assert door.getsockname()[0] == "127.0.0.1"
    door.close()
