"""`pitboard wiring PIN-MAP`: draws the wiring and prints the pin table and the shopping list."""

import argparse
import sys
from pathlib import Path

from hardware.errors import PinMapError
from hardware.pin_reading import load
from hardware.wiring import notes, shopping, table
from hardware.wiring_svg import svg

DONE, FAILED, INVALID = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pin_map", metavar="PIN-MAP", help="a name of `pitboard list pin-maps`, or a file")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where the SVG goes")


def run(arguments: argparse.Namespace) -> int:
    try:
        plan = load(arguments.pin_map)
    except PinMapError as error:
        print(f"pitboard wiring: {error}", file=sys.stderr)
        return INVALID
    print("\n".join([plan.title or plan.file, "", *table(plan), "", *shopping(plan), "", *notes(plan)]))
    path = arguments.out / f"{Path(plan.file).stem}-wiring.svg"
    try:
        path.write_text(svg(plan), "utf-8")
    except OSError as error:
        print(f"pitboard wiring: {path}: cannot be written: {error.strerror}", file=sys.stderr)
        return FAILED
    print(f"\nThe drawing is {path}.")
    return DONE
