"""The unit: systemd understands every line of it, and it may do no more than it must."""

import subprocess
from pathlib import Path

import pytest

from tests.support.needs import needs_systemd_analyze
from tests.support.units import SYSTEMD, unit_in

MOST_EXPOSED = "30"
"""Of 100; a bare unit has 96."""


def analysed(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [needs_systemd_analyze(), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_systemd_understands_every_line(tmp_path: Path) -> None:
    done = analysed("verify", "--man=no", str(unit_in(tmp_path, "/bin/true")))
    assert (done.returncode, done.stderr) == (0, "")


def test_it_may_do_no_more_than_it_must(tmp_path: Path) -> None:
    unit = unit_in(tmp_path, "/bin/true")
    done = analysed("security", "--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager", str(unit))
    assert done.returncode == 0, done.stdout[-300:]


def test_pods_are_allowed_by_number_because_their_name_is_unknown_until_one_is_plugged_in() -> None:
    unit = (SYSTEMD / "pitboard.service").read_text("utf-8")
    assert "DeviceAllow=char-166 rw" in unit
    assert "char-ttyACM" not in unit


def test_the_user_and_every_group_of_the_unit_are_made() -> None:
    made = (SYSTEMD / "pitboard.sysusers.conf").read_text("utf-8")
    unit = dict(
        line.split("=", 1) for line in (SYSTEMD / "pitboard.service").read_text("utf-8").splitlines() if "=" in line
    )
    assert f"u {unit['User']} " in made
    for group in unit["SupplementaryGroups"].split():
        assert f"g {group} " in made


def rules() -> list[str]:
    lines = (SYSTEMD / "60-pitboard.rules").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("group", ["gpio", "i2c", "dialout"])
def test_every_kind_of_device_is_given_to_its_group_by_name(group: str) -> None:
    assert any(f'GROUP="{group}", MODE="0660"' in rule for rule in rules())


def test_pods_are_left_alone_by_modem_managers() -> None:
    (rule,) = [rule for rule in rules() if 'SUBSYSTEM=="tty"' in rule]
    assert 'ATTRS{idVendor}=="2e8a"' in rule
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule
