"""The six lines that systemd hears."""

import socket
from pathlib import Path

import pytest

from companion.notify import notify, watchdog_seconds


def test_systemd_is_told_on_its_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        notify("READY=1")
        assert ear.recv(64) == b"READY=1"


def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    notify("READY=1")
    assert watchdog_seconds() == 0


def test_the_watchdog_is_fed_three_times_in_its_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "15000000")
    assert watchdog_seconds() == 5.0
