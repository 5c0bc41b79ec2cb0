"""`pitboard flash`, with the real mpremote, against boards that run the firmware's own files or sit at the prompt."""

import argparse
import asyncio
from pathlib import Path

import pytest

from companion.cli.flash import flashed
from companion.cli.main import DONE, FAILED, INVALID, UNAVAILABLE
from hardware.pods.board import choose
from hardware.pods.flashing import Tools, check, firmware_files, read_back, version
from hardware.pods.port import Found
from tests.support.cables import Script
from tests.support.needs import needs_mpremote
from tests.support.pods import STUBS, RealPod, until

pytestmark = pytest.mark.slow


class Usb:
    """One board on a USB cable, seen from outside: when it starts again, its port goes and comes back elsewhere."""

    def __init__(self, folder: Path, platform: str = "rp2") -> None:
        needs_mpremote()
        self.pod = RealPod(folder / "board")
        self.said: list[str] = []
        self.starts = 0
        for file in firmware_files():
            (self.pod.folder / file.name).unlink()
        board = (STUBS / "board.py").read_text().replace('PLATFORM = "rp2"', f'PLATFORM = "{platform}"')
        self.script = folder / "board.py"
        self.script.write_text(board)

    def put(self, *files: Path) -> None:
        for file in files:
            (self.pod.folder / file.name).write_bytes(file.read_bytes())

    def files(self) -> set[str]:
        return {file.name for file in self.pod.folder.iterdir()}

    async def powered(self) -> None:
        """Plugs it in, again and again."""
        while True:
            self.starts += 1
            self.pod.plug(str(self.script))
            await until(lambda: not self.pod.running, seconds=60)
            self.pod.unplug()

    def tools(self) -> Tools:
        """Patient with a pod, which answers, and quick with a board that will not."""
        greeting = 5.0 if "main.py" in self.files() else 0.3
        return Tools(self.find, say=self.said.append, greeting=greeting)

    def find(self) -> list[Found]:
        return [self.pod.found] if self.pod.path and self.pod.running else []


def flashing(usb: Usb, force: bool = False, pins: Path | None = None, port: str | None = None) -> int:
    """Runs the command while the board is powered; its exit code."""

    async def run() -> int:
        power = asyncio.create_task(usb.powered())
        await asyncio.sleep(0)
        arguments = argparse.Namespace(port=port, force=force, pins=pins)
        try:
            return await asyncio.to_thread(flashed, arguments, usb.tools())
        finally:
            power.cancel()
            usb.pod.unplug()

    return asyncio.run(run())


def test_an_empty_board_becomes_a_pod_and_says_its_version(tmp_path: Path) -> None:
    usb = Usb(tmp_path)
    assert flashing(usb) == DONE
    assert usb.files() >= {file.name for file in firmware_files()}
    assert f"says that its firmware is {version()}: that is right" in usb.said[-1]
    assert usb.pod.errors == ""


def test_a_pod_that_runs_is_asked_for_the_prompt_brought_up_to_date_and_keeps_its_pin_map(tmp_path: Path) -> None:
    usb = Usb(tmp_path)
    usb.put(*firmware_files())
    old, pins = usb.pod.folder / "pod.py", usb.pod.folder / "pins.py"
    old.write_text(old.read_text().replace(f'VERSION = "{version()}"', 'VERSION = "0.9.0"'))
    own = pins.read_text().replace('NAME = ""', 'NAME = "left"')
    pins.write_text(own)
    assert flashing(usb) == DONE
    assert "firmware 0.9.0; asking it for the prompt" in usb.said[0]
    assert "-left" in usb.said[-1]
    assert (usb.starts, pins.read_text()) == (3, own)


def test_somebody_s_project_is_refused_and_with_force_becomes_a_pod_with_the_pin_map_that_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usb = Usb(tmp_path)
    (usb.pod.folder / "weather_station.py").write_text("print('dry')")
    assert flashing(usb) == FAILED
    assert "weather_station.py" in capsys.readouterr().err
    assert usb.files() == {"weather_station.py"}
    pins = tmp_path / "my pins.py"
    pins.write_text((firmware_files()[2]).read_text().replace('NAME = ""', 'NAME = "right"'))
    assert flashing(usb, force=True, pins=pins) == DONE
    assert (usb.pod.folder / "pins.py").read_text() == pins.read_text()


def test_a_board_that_says_another_version_is_a_no() -> None:
    said: list[str] = []

    async def run() -> bool:
        board = Script()
        tools = Tools(lambda: [board.found], say=said.append)
        verdict = asyncio.create_task(asyncio.to_thread(read_back, board.found, tools))
        await until(lambda: board.of("hi"))
        board.say(board.hello(fw="0.1"))
        told = await verdict
        board.unplug()
        return told

    assert not asyncio.run(run())
    assert f"its firmware is 0.1: it should be {version()}" in said[-1]


def test_a_board_of_another_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    usb = Usb(tmp_path, platform="pyboard")
    assert flashing(usb) == FAILED
    assert "pods are rp2 or esp32" in capsys.readouterr().err


def test_no_board_and_no_such_port_are_unavailable(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = Tools(lambda: [])
    for port, word in ((None, "No Pico"), ("/dev/ttyACM99", "no such port")):
        assert flashed(argparse.Namespace(port=port, force=False, pins=None), nothing) == UNAVAILABLE
        assert word in capsys.readouterr().err


def test_of_several_boards_one_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    two = Tools(lambda: [Found("/dev/ttyACM0", "E1"), Found("/dev/ttyACM1", "E2")])
    assert flashed(argparse.Namespace(port=None, force=False, pins=None), two) == INVALID
    assert "/dev/ttyACM1 (number E2)" in capsys.readouterr().err


def test_a_named_port_is_taken_as_it_is() -> None:
    assert choose("/dev/x", [Found("/dev/x", "E1")]) == Found("/dev/x", "E1")
    assert choose("/dev/y", [Found("/dev/x", "E1")]) == Found("/dev/y")


@pytest.mark.parametrize("names", [[], ["boot.py"], [file.name for file in firmware_files()]])
def test_empty_boards_and_pods_may_be_flashed(names: list[str]) -> None:
    check(Found("/dev/x"), "rp2", names)


def test_a_pod_that_lost_its_main_is_still_a_pod() -> None:
    check(Found("/dev/x"), "esp32", [file.name for file in firmware_files() if file.name != "main.py"])
