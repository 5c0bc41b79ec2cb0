"""Finding and opening the ports that pods hang on."""

import errno
import os
import pty
from collections.abc import Iterator
from contextlib import suppress

import pytest

from hardware.pods import port as ports
from hardware.pods.port import Found, SerialPort, UsbFinder, reason

ALL = [Found("/dev/ttyACM0", "E1", "2e8a:0005"), Found("/dev/ttyUSB0", "0001", "10c4:ea60")]


class System:
    """What the system says: its device nodes, its list of ports, and how often that list was asked for."""

    def __init__(self) -> None:
        self.nodes = {("/dev/ttyACM0", 1, 1)}
        self.asked = 0

    def listed(self) -> list[Found]:
        self.asked += 1
        return ALL


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    told = System()
    monkeypatch.setattr(ports, "_nodes", lambda: told.nodes)
    monkeypatch.setattr(ports, "list_ports", told.listed)
    return told


def test_only_boards_with_the_usb_id_of_a_pod_are_found(system: System) -> None:
    assert UsbFinder()() == ALL[:1]
    assert UsbFinder(("2E8A:0005", "10C4:EA60"))() == ALL


def test_the_system_is_asked_only_when_a_port_came_or_went(system: System) -> None:
    find = UsbFinder()
    for _ in range(5):
        find()
    assert (system.asked, find()) == (1, ALL[:1])
    system.nodes = {("/dev/ttyACM0", 2, 1)}  # the same name, plugged in again
    assert (find(), system.asked) == (ALL[:1], 2)


def test_the_real_system_can_be_asked() -> None:
    assert all(found.path for found in UsbFinder()())


@pytest.fixture
def pair() -> Iterator[tuple[int, SerialPort]]:
    master, slave = pty.openpty()
    port = SerialPort(os.ttyname(slave))
    os.close(slave)
    yield master, port
    port.close()
    with suppress(OSError):  # the test may have been the one that unplugged it
        os.close(master)


def test_a_port_is_read_and_written_without_waiting(pair: tuple[int, SerialPort]) -> None:
    master, port = pair
    assert port.read() == b""
    os.write(master, b"hello\x03\r\n")
    assert port.read() == b"hello\x03\r\n"
    assert port.write(b"a\nb\x04") == 4
    assert os.read(master, 10) == b"a\nb\x04"


def test_a_board_that_does_not_read_takes_what_it_can_and_never_blocks(pair: tuple[int, SerialPort]) -> None:
    _, port = pair
    sent = [port.write(b"x" * 4096) for _ in range(40)]
    assert sent[0] > 0
    assert sent[-1] == 0
    port.close(drop=True)


def test_a_port_that_has_gone_is_an_error_at_once(pair: tuple[int, SerialPort]) -> None:
    master, port = pair
    os.close(master)
    with pytest.raises(OSError):  # noqa: PT011 (which one is the system's own affair)
        port.read()


def test_a_port_belongs_to_one_program(pair: tuple[int, SerialPort]) -> None:
    with pytest.raises(OSError) as failed:  # noqa: PT011
        SerialPort(str(pair[1]._port.port))
    assert "in use" in reason(failed.value)


@pytest.mark.parametrize(
    ("number", "word"), [(errno.EACCES, "dialout"), (errno.ENOENT, "no such port"), (errno.EIO, "cannot be opened")]
)
def test_a_port_that_cannot_be_opened_says_what_would_cure_it(number: int, word: str) -> None:
    assert word in reason(OSError(number, os.strerror(number)))
