"""`pitboard flash [PORT]`: puts the pod firmware on a board and reads its version back."""

import argparse
import sys
from pathlib import Path

from companion.cli.main import DONE, FAILED, INVALID, UNAVAILABLE
from hardware.errors import HardwareError, NotAvailable
from hardware.pods.flashing import NotAPod, Tools, flash


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("port", nargs="?", metavar="PORT", help="such as /dev/ttyACM0; may be left out if one is there")
    parser.add_argument("--force", action="store_true", help="also overwrite a board that is neither a pod nor empty")
    parser.add_argument("--pins", type=Path, metavar="FILE", help="the pin map for the board, in the form of pins.py")


def run(arguments: argparse.Namespace) -> int:
    if arguments.pins is not None and not arguments.pins.is_file():
        print(f"pitboard flash: {arguments.pins} is no file", file=sys.stderr)
        return INVALID
    return flashed(arguments, Tools())


def flashed(arguments: argparse.Namespace, tools: Tools) -> int:
    """Flashes, and turns what may go wrong into a sentence and an exit code."""
    try:
        return DONE if flash(arguments.port, arguments.force, arguments.pins, tools) else FAILED
    except NotAvailable as error:
        return _sorry(error, UNAVAILABLE)
    except NotAPod as error:
        return _sorry(error, FAILED)
    except HardwareError as error:
        return _sorry(error, INVALID)


def _sorry(error: HardwareError, code: int) -> int:
    print(f"pitboard flash: {error}", file=sys.stderr)
    return code
