"""`pitboard COMMAND ...`: finds the command, imports only that, and turns errors into one sentence and an exit code."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from companion.engine import RefereeError

COMMANDS = {
    "play": "run the referee; with no hardware named, the virtual table on a web page",
    "check": "run scenario files",
    "engine": "speak JSON lines on standard input and output",
    "simulate": "many races by bots",
    "replay": "replay a race record, and verify its draws",
    "doctor": "test the hardware that a pin map names, step by step",
    "wiring": "draw the wiring of a pin map and print its pin table",
    "board": "draw a printable board of a track",
    "flash": "put the pod firmware on a Pico and read its version back",
    "list": "list games, tracks or pin maps",
}

DONE, FAILED, INVALID, UNAVAILABLE = 0, 1, 2, 3
"""Exit codes: done; what was asked for failed; wrong usage or an invalid file; hardware, port or folder missing."""


class Version(argparse.Action):
    """Looks the version up when somebody asks: that takes longer than the rest of the command line."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"pitboard {version('pitboard')}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    parser = _parser(words[0] if words else "")
    arguments = parser.parse_args(words)
    try:
        return int(arguments.run(arguments))
    except RefereeError as error:
        print(f"pitboard {arguments.command}: {error}", file=sys.stderr)
        return INVALID
    except BrokenPipeError:
        sys.stderr.close()
        return DONE
    except KeyboardInterrupt:
        return 130


def _parser(chosen: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("pitboard", description="An electronic referee for car-racing board games.")
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        )
        if name == chosen:
            module = import_module(f"companion.cli.{name}" if name != "list" else "companion.cli.listing")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser
