"""The socket that pages come in by, taken before the web stack is imported: a port in use is told at once."""

import socket


def listening(address: str, port: int) -> socket.socket:
    """A socket of our own on that address; OSError if it is taken."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((address, port))
        door.listen(64)
        door.setblocking(False)
    except OSError:
        door.close()
        raise
    return door


def address_of(door: socket.socket, key: str = "") -> str:
    """What to type into a browser."""
    host, port = door.getsockname()[:2]
    host = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/{f'?key={key}' if key else ''}"
