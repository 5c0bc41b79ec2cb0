"""`pitboard play`: runs the referee; with no hardware named, the virtual table on a web page."""

import argparse
import asyncio
import errno
import os
import secrets
import socket
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from companion.controls.setting import HIDDEN, PERSON, TABLE, Setting, problems
from companion.engine import SEATS, Problem, RefereeError, Seat
from companion.games import GAMES, load
from companion.table import FolderInUse, FolderUnusable
from companion.web.door import address_of, listening
from hardware.errors import NotAvailable, PinMapError

if TYPE_CHECKING:
    from hardware.build import Hardware
    from hardware.pin_map import PinMap

INVALID, UNAVAILABLE = 2, 3
SWITCH = 0.0005
"""Seconds. A bus wants the interpreter for a moment between two writes, some forty times a picture: the 5 ms that a
thread may otherwise keep it would hold up the picture of whoever pressed while the others' are worked out."""
FIRST = "fuel-and-fortune"
"""The game of a table that has raced none."""
TABLE_OF_FOUR = SEATS[:4]
TABLE_NAMES = tuple(option.name for option in TABLE if option.name != "keyed")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", choices=tuple(GAMES), help=f"the game to race (default: as last time, or {FIRST})")
    add("--options", type=Path, metavar="FILE", help="set-up options (TOML); a path in it is relative to it")
    add("--hardware", metavar="PIN-MAP", help="a name of `pitboard list pin-maps`, or a file; without it: a web page")
    add("--listen", default="127.0.0.1", metavar="ADDRESS", help="who may open the pages: 0.0.0.0 is the whole network")
    add("--port", type=_port, default=8090, metavar="N", help="the pages' TCP port; 0 takes a free one")
    add("--data", type=Path, default=data_folder(), metavar="DIR", help="where records of races are kept")
    add("--open", action="store_true", help="open the page in a browser")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help="start a new race at once")
    which.add_argument("--resume", action="store_true", help="go on with the race that was broken off")


def data_folder() -> Path:
    """systemd's state folder, or the user's own data folder."""
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboard"


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    try:
        plan = _pin_map(arguments.hardware)
    except PinMapError as error:
        print(f"pitboard play: {error}", file=sys.stderr)
        return INVALID
    setting = setting_of(arguments.game or FIRST, arguments.options, panels_of(plan))
    try:
        door = listening(arguments.listen, arguments.port)
    except OSError as error:
        return _unavailable(_no_door(arguments.listen, arguments.port, error))
    try:
        return _play(arguments, setting, door, plan)
    except (FolderInUse, FolderUnusable, NotAvailable) as error:
        return _unavailable(str(error))
    finally:
        door.close()


def _pin_map(name: str | None) -> "PinMap | None":
    if name is None:
        return None
    from hardware.pin_reading import load

    return load(name)


def _play(arguments: argparse.Namespace, setting: Setting, door: socket.socket, wired: "PinMap | None") -> int:
    from companion.races import NothingToResume
    from companion.service import Plan, Service

    key = "" if _at_home(arguments.listen) else secrets.token_urlsafe(6)
    hardware = partial(_built, wired, arguments.data) if wired is not None else None
    last = arguments.game is None and arguments.options is None
    doctor = partial(_examined, wired, arguments.data) if wired is not None else None
    plan = Plan(
        setting, arguments.data, door, hardware, key, arguments.new, arguments.resume, as_last_time=last, doctor=doctor
    )

    async def play() -> None:
        service = Service(plan)
        print(f"Pitboard is at {address_of(door, key)}  (Ctrl-C stops it)", flush=True)
        if arguments.open:
            _open_browser(address_of(door, key))
        await service.run()

    sys.setswitchinterval(SWITCH)
    try:
        asyncio.run(play())
    except NothingToResume as error:
        print(f"pitboard play: {error}", file=sys.stderr)
        return 1
    return 0


def _built(wired: "PinMap", data: Path, loop: asyncio.AbstractEventLoop) -> "Hardware":
    from hardware.build import build

    return build(wired, loop, data / "pods.toml")


def _examined(wired: "PinMap", data: Path, hardware: "Hardware") -> str:
    """What the doctor says of hardware in use, in the words of `pitboard doctor`."""
    from hardware.build import MEMORY
    from hardware.doctor import SystemProbes, examine, lines, summary

    findings = list(examine(hardware, wired, SystemProbes(data / MEMORY), str(data)))
    return "\n".join((*lines(findings), "", f"{wired.title or wired.file}: {summary(findings)}"))


def panels_of(wired: "PinMap | None") -> tuple[Seat, ...]:
    """The seats that have a panel on the header. Who has a pod joins by pressing OK: it may not be plugged in."""
    names = [device.name for device in wired.of("panel", "gpio", fitted=True)] if wired is not None else []
    return tuple(seat for seat in SEATS if seat in names)


def setting_of(game: str, path: Path | None, panels: Sequence[Seat] = ()) -> Setting:
    """The set-up to begin with; RefereeError names file, line and key of what is wrong."""
    options = _read(path) if path else {}
    seats = options.pop("seats", None)
    bots = options.pop("bots", None)
    keyed = options.pop("keyed", [])
    for name, value, kind in (("seats", seats, list), ("bots", bots, dict), ("keyed", keyed, list)):
        if value is not None and not isinstance(value, kind):
            raise _unfit(path, [Problem("E-TYPE", name, f"must be a {'list' if kind is list else 'table'}")])
    names = {option.name for option in load(game).rules.options}
    table = {name: options.pop(name) for name in TABLE_NAMES if name in options and name not in names}
    by_hand = tuple(map(str, keyed if isinstance(keyed, list) else ()))
    setting = Setting(game, _drivers(seats, bots, panels), options, keyed=by_hand, table=table)
    if blocking := [problem for problem in problems(load(game), setting) if problem.blocks]:
        raise _unfit(path, blocking)
    return setting


def _read(path: Path) -> dict[str, object]:
    from companion.cli.options_file import read_options  # most tables have no file

    return read_options(path)


def _unfit(path: Path | None, found: Sequence[Problem]) -> RefereeError:
    from companion.cli.options_file import unfit

    return unfit(path, found)


def _drivers(seats: object, bots: object, panels: Sequence[Seat]) -> dict[str, str]:
    """Who drives what: named seats are persons unless a bot is named; with nothing said, a person at each panel (one,
    if there is none) and bots up to four."""
    if not isinstance(seats, list):
        people = tuple(panels) or TABLE_OF_FOUR[:1]
        table = (*people, *(seat for seat in TABLE_OF_FOUR if seat not in people))[: max(4, len(people))]
        named = bots if isinstance(bots, Mapping) else dict.fromkeys(table[len(people) :], HIDDEN)
        return dict.fromkeys(table, PERSON) | {str(seat): str(who) for seat, who in named.items()}
    named = bots if isinstance(bots, Mapping) else {}
    return {str(seat): str(named.get(seat, PERSON)) for seat in seats} | {str(s): str(w) for s, w in named.items()}


def _no_door(address: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {address} is in use: stop what uses it, or give --port another number (0 finds one)."
    return f"Cannot listen on {address}, port {port}: {error.strerror or error}."


def _unavailable(sentence: str) -> int:
    print(f"pitboard play: {sentence}", file=sys.stderr)
    return UNAVAILABLE


def _at_home(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _open_browser(address: str) -> None:
    """Where there is a desktop; a browser in this terminal would only be in the way."""
    import webbrowser

    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
