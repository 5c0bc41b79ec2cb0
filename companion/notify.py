"""Tells systemd that the service is ready, and that it is still well; without systemd it tells nobody."""

import os
import socket


def notify(message: str) -> None:
    """One datagram to whoever started us, if they asked for it."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as door:
        door.connect("\0" + address[1:] if address.startswith("@") else address)
        door.sendall(message.encode())


def watchdog_seconds() -> float:
    """How often to say that all is well: a third of what systemd waits; 0: it does not."""
    return int(os.environ.get("WATCHDOG_USEC", "0") or 0) / 3e6
