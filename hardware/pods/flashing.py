"""Puts the firmware on a board with mpremote and reads its version back."""

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

from msgspec import Struct, field

from hardware.errors import HardwareError, NotAvailable
from hardware.pods.board import choose, gone, look, meet, opened, pause, remote
from hardware.pods.link import Link
from hardware.pods.port import Finder, Found, Opener, SerialPort, UsbFinder

HERE = Path(__file__).parent.parent
FIRMWARE = ("pins.py", "pod.py", "screen.py", "main.py")
SHARED = ("wire.py", "debounce.py")
PINS = "pins.py"
BOARDS = ("rp2", "esp32")
"""What MicroPython calls the chips that the firmware is meant for."""
STOP = "import os; 'main.py' in os.listdir() and os.remove('main.py')"
"""Goes first, so that a board that is unplugged half-way stays at the prompt."""
FORCE = "If it is to become a pod all the same, use --force."


class NotAPod(HardwareError):
    """A board that may be somebody's other project."""


class Tools(Struct, frozen=True):
    """What flashing works with; tests bring their own ports. Patience is in seconds."""

    finder: Finder = field(default_factory=UsbFinder)
    opener: Opener = SerialPort
    say: Callable[[str], None] = print
    greeting: float = 2.0
    parting: float = 3.0
    restart: float = 15.0


def flash(port: str | None, force: bool, pins: Path | None, tools: Tools) -> bool:
    """Puts the firmware on the board at this port, or on the only one there is. True if it then says its version."""
    if find_spec("mpremote") is None:
        raise NotAvailable("mpremote is missing: `pip install mpremote`.")
    found = to_the_prompt(choose(port, tools.finder()), tools)
    platform, names = look(found)
    if not force:
        check(found, platform, names)
    keep = pins is None and PINS in names
    tools.say(f"Copying firmware {version()} to {found.path}{'; its own pins.py stays' if keep else ''} ...")
    copy_files(found, pins, keep)
    return read_back(found, tools)


def firmware_files() -> list[Path]:
    """The files of a pod; `main.py` comes last."""
    return [*(HERE / name for name in SHARED), *(HERE.parent / "firmware" / name for name in FIRMWARE)]


def version() -> str:
    """The version of the firmware that would be flashed."""
    match = re.search(r'^VERSION = "(.+)"$', (HERE.parent / "firmware" / "pod.py").read_text(), re.MULTILINE)
    assert match is not None
    return match[1]


def to_the_prompt(found: Found, tools: Tools) -> Found:
    """Asks a pod that runs to start again at the prompt; leaves any other board as it is."""
    port = opened(found, tools.opener)
    try:
        link = meet(port, tools.greeting)
        if link.hello is None:
            return found
        tools.say(f"{found.path} is a pod with firmware {link.hello.firmware}; asking it for the prompt.")
        link.out.clear()
        link.say("prompt")
        port.write(bytes(link.out))
        gone(port, tools.parting)
    except OSError as error:
        raise NotAvailable(f"{found.path} was lost ({error.strerror or error}); plug it in and try again.") from error
    finally:
        port.close()
    return back(found, tools)


def check(found: Found, platform: str, names: list[str]) -> None:
    """Refuses a board that is neither a pod nor empty."""
    if platform not in BOARDS:
        raise NotAPod(f"{found.path} says it is {platform}; pods are {' or '.join(BOARDS)}. {FORCE}")
    ours = {file.name for file in firmware_files()} - {"main.py"}
    if not (set(names) <= {"boot.py"} or ours <= set(names)):
        raise NotAPod(f"{found.path} is no pod and not empty: it holds {', '.join(sorted(names)[:4])}. {FORCE}")


def copy_files(found: Found, pins: Path | None, keep: bool) -> None:
    """Copies everything, with the pin map that is wanted, and starts the board again."""
    files = {file.name: file for file in firmware_files() if not (keep and file.name == PINS)}
    if pins is not None:
        files[PINS] = pins
    copies = [("+", "cp", str(file), f":{name}") for name, file in files.items()]
    remote(found, "exec", STOP, *(word for one in copies for word in one), "+", "reset")


def read_back(found: Found, tools: Tools) -> bool:
    """What the board says of itself once it has started again."""
    link = restarted(found, tools)
    if link is None or link.hello is None:
        tools.say("The board does not say who it is. Unplug it, plug it in, and run this again.")
        return False
    hello = link.hello
    right = hello.firmware == version()
    verdict = "that is right" if right else f"it should be {version()}"
    tools.say(f"The pod {hello.id} says that its firmware is {hello.firmware}: {verdict}.")
    return right


def restarted(found: Found, tools: Tools) -> Link | None:
    """Meets the board again; the first tries may fall into its start."""
    end = monotonic() + tools.restart
    while monotonic() < end:
        try:
            port = tools.opener(back(found, tools).path)
        except OSError:
            pause()
            continue
        try:
            link = meet(port, tools.greeting)
        except OSError:
            continue
        finally:
            port.close()
        if link.hello is not None:
            return link
    return None


def back(found: Found, tools: Tools) -> Found:
    """The same board, under whatever name it has now, as soon as it may be used."""
    end = monotonic() + tools.restart
    while monotonic() < end:
        one = seen(found, tools)
        if one is not None and usable(one, tools.opener):
            return one
        pause()
    raise NotAvailable(f"The board of {found.path} did not come back; unplug it and plug it in.")


def seen(found: Found, tools: Tools) -> Found | None:
    for one in tools.finder():
        if one.path == found.path or (found.serial and one.serial == found.serial):
            return one
    return found if not found.serial and Path(found.path).exists() else None


def usable(found: Found, opener: Opener) -> bool:
    """A new port is root's alone for a moment."""
    try:
        opener(found.path).close()
    except OSError:
        return False
    return True
