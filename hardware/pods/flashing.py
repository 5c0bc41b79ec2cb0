"""Puts the firmware on a board and reads its version back."""

from pathlib import Path

import hardware

HERE = Path(hardware.__file__).parent
FIRMWARE = ("pins.py", "pod.py", "screen.py", "main.py")
SHARED = ("wire.py", "debounce.py")


def firmware_files() -> list[Path]:
    """The files of a pod; `main.py` comes last, so that a board that is half written does not start."""
    return [*(HERE / name for name in SHARED), *(HERE.parent / "firmware" / name for name in FIRMWARE)]
