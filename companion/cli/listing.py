"""`pitboard list games|tracks|pin-maps`."""

import argparse
from importlib.resources import files

from companion.games import GAMES, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("games", "tracks", "pin-maps"), help="what to list")


def run(arguments: argparse.Namespace) -> int:
    for line in {"games": _games, "tracks": _tracks, "pin-maps": _pin_maps}[arguments.what]():
        print(line)
    return 0


def _games() -> list[str]:
    return [f"{name}  (edition {load(name).rules.edition})" for name in GAMES]


def _tracks() -> list[str]:
    return [f"{game}  {track}" for game, package in GAMES.items() for track in _names(package, "tracks")]


def _pin_maps() -> list[str]:
    return _names("hardware", "pin_maps")


def _names(package: str, folder: str) -> list[str]:
    found = files(package).joinpath(folder)
    return (
        sorted(f.name.removesuffix(".toml") for f in found.iterdir() if f.name.endswith(".toml"))
        if found.is_dir()
        else []
    )
