"""Opening the header: which backend, which chip, which folder, and what is said when it cannot be."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.errors import NotAvailable
from hardware.gpio import LABELS, fifo_folder, find_chip, pins_over
from hardware.header import GPIO_AT, PIN_OF, both
from tests.support.gpio_table import fake_rpi, mock_bench


class LgError(Exception):
    """lgpio's own error, which is no OSError."""


def lgpio_with(*labels: str) -> SimpleNamespace:
    """lgpio on a board with these chips; an empty label cannot be opened."""

    def opened(number: int) -> int:
        if number >= len(labels) or not labels[number]:
            raise LgError("can not open gpiochip")
        return number

    return SimpleNamespace(
        error=LgError,
        gpiochip_open=opened,
        gpiochip_close=lambda handle: None,
        gpio_get_chip_info=lambda handle: [0, 54, f"gpiochip{handle}", labels[handle]],
    )


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        (("pinctrl-bcm2835", "raspberrypi-exp-gpio"), 0),
        (("pinctrl-rp1", "gpio-brcmstb@107d508500"), 0),
        (("gpio-brcmstb@107d508500", "gpio-brcmstb@107d508520", "", "", "pinctrl-rp1"), 4),
    ],
)
def test_the_chip_is_found_by_its_label_whatever_its_number(labels: tuple[str, ...], number: int) -> None:
    assert find_chip(lgpio_with(*labels), LABELS) == (number, labels[number])


def test_a_board_without_the_headers_chip_says_what_there_is() -> None:
    with pytest.raises(NotAvailable, match="there are gpio-aggregator"):
        find_chip(lgpio_with("gpio-aggregator"), LABELS)


def test_no_chip_at_all_is_said_plainly() -> None:
    with pytest.raises(NotAvailable, match=r"no Raspberry Pi|usermod -aG gpio"):
        find_chip(lgpio_with(), LABELS)


def test_a_chip_of_ones_own_may_be_named() -> None:
    assert find_chip(lgpio_with("pinctrl-bcm2711", "gpio-sim"), ("gpio-sim",)) == (1, "gpio-sim")


def test_the_first_folder_that_can_hold_a_fifo_is_taken(tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("")
    assert fifo_folder(None, str(no_folder), str(tmp_path)) == str(tmp_path)
    assert list(tmp_path.iterdir()) == [no_folder]


def test_a_read_only_folder_is_passed_over_for_a_temporary_one() -> None:
    found = fifo_folder("/proc", "/nowhere")
    assert found not in ("/proc", "/nowhere")
    os.rmdir(found)


def test_no_folder_at_all_is_said_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.gpio._holds_fifos", lambda folder: False)
    monkeypatch.setattr("tempfile.mkdtemp", lambda prefix: "/nowhere")
    with pytest.raises(NotAvailable, match="set LG_WD"):
        fifo_folder(None)


@pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio is not installed: `pip install -e '.[pi]'`")
@pytest.mark.parametrize("lg_wd", [None, "/proc"])
def test_lgpio_is_imported_from_a_folder_and_a_home_that_are_read_only(lg_wd: str | None) -> None:
    root = Path(__file__).parents[2]
    script = (
        f"import sys, os; sys.path.insert(0, {str(root)!r});"
        "from hardware.gpio import import_lgpio; import_lgpio(); print(os.getcwd())"
    )
    env = {"PATH": os.environ["PATH"], "HOME": "/proc"} | ({"LG_WD": lg_wd} if lg_wd else {})
    done = subprocess.run(
        [sys.executable, "-c", script], cwd="/proc", env=env, capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("/proc", "")


def test_a_missing_rpi_gpio_names_the_package() -> None:
    if find_spec("RPi") is not None:
        pytest.skip("RPi.GPIO is installed here")
    with pytest.raises(NotAvailable, match="pip install"):
        pins_over("rpigpio").open()


def test_rpi_gpio_on_no_pi_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    gpio = fake_rpi(monkeypatch, edges=True)

    def refuses(mode: int) -> None:
        raise RuntimeError("This module can only be run on a Raspberry Pi!")

    monkeypatch.setattr(gpio, "setmode", refuses)
    with pytest.raises(NotAvailable, match="only be run on a Raspberry Pi"):
        pins_over("rpigpio").open()


def test_every_pin_is_shown_both_ways() -> None:
    assert both(17) == "GPIO 17 (pin 11)"
    assert sorted(PIN_OF) == list(range(28))
    assert len(GPIO_AT) == 28


def test_a_line_that_its_backend_has_not_let_go_of_yet_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with mock_bench() as bench:
        line = bench.pins.line(22)
        pin = bench.pins.open().factory.pin("GPIO22")
        busy = iter((True, True))

        def refuse() -> None:
            if next(busy, False):
                raise OSError("GPIO busy")

        monkeypatch.setattr(pin, "close", refuse)
        edges: list[bool] = []
        assert line.listen(lambda closed, age: edges.append(closed))
        bench.drive(22, True)
        assert edges == [True]


def test_pins_that_are_never_let_go_of_keep_no_others_from_being_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    with mock_bench() as bench:
        line, light = bench.pins.line(22), bench.pins.light(18)
        light.put(True)
        factory = bench.pins.open().factory

        def refuse() -> None:
            raise OSError("GPIO busy")

        with monkeypatch.context() as patch:
            patch.setattr(factory.pin("GPIO22"), "close", refuse)
            line.deafen()
            assert not line.closed()
            bench.pins.close()
            assert not factory.pin("GPIO18").state
        line.close()


def test_no_edge_can_come_after_a_line_was_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    with mock_bench() as bench:
        line = bench.pins.line(22)
        pin = bench.pins.open().factory.pin("GPIO22")
        monkeypatch.setattr(pin, "close", lambda: None)  # as lgpio's does, it leaves the edges on
        assert line.listen(lambda closed, age: None)
        assert pin.when_changed is not None
        line.close()
        assert pin.when_changed is None
