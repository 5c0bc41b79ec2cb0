"""Every file of the firmware compiles for the pod's chip, and stays small enough for it."""

import subprocess
from pathlib import Path

import pytest

from hardware.pods.flashing import firmware_files, version
from tests.support.firmware import load
from tests.support.needs import needs_mpy_cross

LARGEST = 4 * 1024
ALTOGETHER = 14 * 1024
"""Bytes of bytecode: a Pico has 264 KiB of memory, and the heap keeps more than 180."""


def compiled(file: Path, folder: Path) -> int:
    out = folder / (file.stem + ".mpy")
    subprocess.run([needs_mpy_cross(), "-march=armv6m", "-O2", "-o", out, file], check=True)
    return out.stat().st_size


@pytest.mark.parametrize("file", firmware_files(), ids=lambda file: file.name)
def test_a_file_compiles_and_is_small(tmp_path: Path, file: Path) -> None:
    size = compiled(file, tmp_path)
    print(f"{file.name}: {size} bytes")
    assert 0 < size <= LARGEST


def test_the_whole_firmware_is_small(tmp_path: Path) -> None:
    sizes = {file.name: compiled(file, tmp_path) for file in firmware_files()}
    print(sizes, sum(sizes.values()))
    assert sum(sizes.values()) <= ALTOGETHER


def test_the_version_that_would_be_flashed_is_the_pod_s() -> None:
    assert version() == load("pod").VERSION
