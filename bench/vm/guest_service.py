"""The shipped unit under a real systemd: started, pressed, watched, fenced in, stopped. Run by systemd in the guest."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.vm import prove
from bench.vm.finger import play
from bench.vm.guest_pods import UsbPod
from bench.vm.prove import until
from bench.vm.tiny_usb import TinyUsb, number
from hardware.displays.windows import pages_of
from tests.support.oled_chip import Bus, Chip

BUS = Bus()
BUS.chips = {0x3C: Chip(), 0x3D: Chip()}
TINY = TinyUsb(BUS)
OK = 22
OWN = """
[panel.red]
backend = "gpio"
ok = 22
plus = 17
minus = 27
[display.red]
backend = "oled"
[pods]
seats = ["blue"]
"""
DROP_IN = Path("/run/systemd/system/pitboard.service.d/own.conf")


async def systemctl(*words: str) -> str:
    ran = await asyncio.create_subprocess_exec(
        *("systemctl", *words), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    return (await ran.communicate())[0].decode().strip()


async def shown(name: str) -> str:
    """A property of the unit."""
    return await systemctl("show", "--property", name, "--value", "pitboard")


async def until_it(name: str, wanted: Callable[[str], bool], seconds: float) -> None:
    end = asyncio.get_running_loop().time() + seconds
    while not wanted(value := await shown(name)):
        assert asyncio.get_running_loop().time() < end, f"{name} stayed {value}"
        await asyncio.sleep(0.5)


def red() -> bytes:
    """What is on red's glass."""
    return b"".join(bytes(page) for page in pages_of(BUS.chips[0x3C].glass()))


def lit(address: int) -> bool:
    chip = BUS.chips[address]
    return chip.on and chip.glass().getbbox() is not None


async def it_starts_as_shipped_and_tells_systemd_when_it_is_ready() -> str:
    TINY.plug()
    await until(lambda: number() is not None, what="the bus")
    assert number() == 1
    start = asyncio.get_running_loop().time()
    told = await systemctl("start", "pitboard")
    if told:
        _tell_journal()
    took = asyncio.get_running_loop().time() - start
    assert await shown("ActiveState") == "active", told
    assert await shown("Type") == "notify"
    await until(lambda: lit(0x3C) and lit(0x3D), 30, "both screens")
    return f"ready after {took:.0f} s; exposure {await _exposure()}"


def _tell_journal() -> None:
    subprocess.run(("journalctl", "--unit", "pitboard", "--no-pager", "--output", "cat"), check=False)


async def _exposure() -> str:
    ran = await asyncio.create_subprocess_exec(
        *("systemd-analyze", "security", "--no-pager", "pitboard"), stdout=asyncio.subprocess.PIPE
    )
    return (await ran.communicate())[0].decode().strip().splitlines()[-1].partition(": ")[2]


async def a_press_at_the_header_changes_red_s_glass() -> None:
    before = red()
    for _ in range(5):
        play([(OK, True, 120.0), (OK, False, 120.0)])
        await asyncio.sleep(1.5)
        if red() != before:
            return
    raise AssertionError("nothing changed on the glass")


async def it_runs_as_its_own_user_and_may_gain_nothing() -> str:
    status = dict(
        line.split(":\t", 1) for line in Path(f"/proc/{await shown('MainPID')}/status").read_text().splitlines()
    )
    assert status["Uid"].split()[0] != "0"
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"
    assert int(status["CapEff"], 16) == 0
    return f"uid {status['Uid'].split()[0]}, groups {status['Groups'].strip()}"


FENCE = "echo $$ > /sys/fs/cgroup/system.slice/pitboard.service/cgroup.procs && exec 3<>%s"


async def it_opens_its_own_devices_and_no_others() -> str:
    allowed = ["/dev/gpiochip0", "/dev/i2c-1", "/dev/null"]
    denied = ["/dev/uinput", "/dev/mem", "/dev/rtc0", "/dev/i2c-1/.."]
    for path in allowed:
        assert _opens(path), path
    for path in denied[:3]:
        assert not _opens(path), path
    return "uinput, mem and rtc0 are shut"


def _opens(path: str) -> bool:
    return subprocess.run(("sh", "-c", FENCE % path), capture_output=True, check=False).returncode == 0


async def it_writes_to_its_own_folders_alone() -> None:
    pid = await shown("MainPID")
    for path, may in (("/var/lib/pitboard", True), ("/run/pitboard", True), ("/etc", False), ("/opt/pitboard", False)):
        words = ("nsenter", "--target", pid, "--mount", "touch", f"{path}/.bench")
        wrote = subprocess.run(words, capture_output=True, check=False).returncode == 0
        assert wrote == may, path


async def a_hung_process_is_killed_and_started_again() -> str:
    pid = await shown("MainPID")
    start = asyncio.get_running_loop().time()
    subprocess.run(("kill", "-STOP", pid), check=True)
    await until_it("NRestarts", lambda value: value == "1", 60)
    await until_it("ActiveState", lambda value: value == "active", 90)
    took = asyncio.get_running_loop().time() - start
    assert await shown("MainPID") != pid
    await until(lambda: lit(0x3C), 20, "the screen")
    return f"back after {took:.0f} s"


async def stopped_it_goes_dark_and_leaves_no_fault() -> None:
    await systemctl("stop", "pitboard")
    assert await shown("Result") == "success"
    assert await shown("ActiveState") == "inactive"
    assert not lit(0x3C)
    assert not lit(0x3D)


async def a_pod_that_is_first_plugged_in_later_may_be_opened() -> str:
    """cdc_acm is not even loaded when the service starts, so its name means nothing yet; its number does."""
    subprocess.run(("modprobe", "--remove", "cdc_acm"), check=True)
    own = Path("/etc/pitboard/own.toml")
    own.parent.mkdir(exist_ok=True)
    own.write_text(OWN)
    DROP_IN.parent.mkdir(parents=True, exist_ok=True)
    DROP_IN.write_text(f"[Service]\nExecStart=\nExecStart=/opt/pitboard/bin/pitboard play --hardware {own}\n")
    await systemctl("daemon-reload")
    told = await systemctl("start", "pitboard")
    assert await shown("ActiveState") == "active", told
    await asyncio.sleep(2)
    subprocess.run(("modprobe", "cdc_acm"), check=True)
    with TemporaryDirectory() as folder:
        pod = UsbPod(Path(folder) / "blue", "e661aa09", 1)
        pod.plug()
        try:
            await until(lambda: pod.glass.lit, 30, "the pod's glass")
            names = sorted(path.name for path in Path("/dev").glob("pitboard-pod-*"))
            mode = Path(pod.port).stat().st_mode & 0o777
            before = pages_of(pod.glass.image())
            await asyncio.sleep(1)
            await pod.tap("ok")
            await until(lambda: pages_of(pod.glass.image()) != before, 30, "the seat's page")
        finally:
            pod.unplug()
    await systemctl("stop", "pitboard")
    return f"{', '.join(names) or 'no name by udev'}, mode {mode:o}"


if __name__ == "__main__":
    prove.run(
        "service",
        (
            it_starts_as_shipped_and_tells_systemd_when_it_is_ready,
            a_press_at_the_header_changes_red_s_glass,
            it_runs_as_its_own_user_and_may_gain_nothing,
            it_opens_its_own_devices_and_no_others,
            it_writes_to_its_own_folders_alone,
            a_hung_process_is_killed_and_started_again,
            stopped_it_goes_dark_and_leaves_no_fault,
            a_pod_that_is_first_plugged_in_later_may_be_opened,
        ),
    )
    _tell_journal()
    subprocess.run(("systemctl", "poweroff", "--force", "--force"), check=False)
    sys.exit()
