"""`pitboard engine`: JSON lines on standard input and output, so that any program can play or drive a game."""

import argparse
import sys

from companion.scenarios.protocol import Engine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "One request a line, one answer a line, in order: setup, pending, apply, draw, view, state."


def run(arguments: argparse.Namespace) -> int:
    engine = Engine()
    for line in sys.stdin.buffer:
        text = line.decode("utf-8", "replace").strip()
        if text:
            print(engine.answer(text), flush=True)
    return 0
