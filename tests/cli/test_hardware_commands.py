"""`pitboard doctor` and `pitboard wiring`: plain words, exit codes, and never a traceback."""

import json
from pathlib import Path

import pytest

from companion.cli.main import main
from hardware.pin_reading import load
from hardware.wiring_svg import svg
from tests.support.patient import Patient


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> Patient:
    made = Patient()
    monkeypatch.setattr("companion.cli.doctor.SystemProbes", lambda memory: made)
    return made


def test_wiring_prints_the_table_and_draws_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", "lite", "--out", str(tmp_path)]) == 0
    assert " 11  GPIO 17   panel red: PLUS button" in capsys.readouterr().out
    assert (tmp_path / "lite-wiring.svg").read_text("utf-8") == svg(load("lite"))


@pytest.mark.parametrize("command", ["wiring", "doctor"])
def test_a_broken_map_is_exit_2_with_key_and_cure(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[panel.red]\nbackend = "gpio"\nok = 22\nback = 22\n')
    assert main([command, str(path)]) == 2
    assert f"{path}: panel.red.back = GPIO 22 (pin 15): panel.red.ok has this pin already" in capsys.readouterr().err


def test_a_drawing_that_cannot_be_written_is_exit_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", "lite", "--out", "/proc"]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_healthy_table_is_exit_0(patient: Patient, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "lite", "--no-hands", "--data", "/data"]) == 0
    assert "No faults, 8 well." in capsys.readouterr().out


def test_a_fault_is_exit_1_with_its_cure(patient: Patient, capsys: pytest.CaptureFixture[str]) -> None:
    del patient.bus.chips[0x3D]
    assert main(["doctor", "--no-hands", "--data", "/data"]) == 1
    out = capsys.readouterr().out
    assert "FAULT    The screen of blue at 0x3D on bus 1 does not answer.\n         -> move the resistor" in out


def test_without_hardware_it_is_exit_3(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("companion.cli.doctor.SystemProbes", lambda memory: Patient(is_pi=False))
    assert main(["doctor", "full", "--no-hands", "--data", "/data"]) == 3
    assert "Would ask who holds" in capsys.readouterr().out


def test_json_holds_the_same_findings(patient: Patient, capsys: pytest.CaptureFixture[str]) -> None:
    patient.space = 1 << 20
    assert main(["doctor", "--json", "--data", "/data"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["pin_map"], told["ok"]) == ("lite.toml", False)
    assert [each["cure"] for each in told["findings"] if each["state"] == "fault"] == ["sudo apt clean"]
