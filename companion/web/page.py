"""The one page, put together from its three files and packed once: no build step, nothing from elsewhere."""

import gzip
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from msgspec import Struct


class Packed(Struct, frozen=True):
    """The page as it goes over the wire, and the rule that lets a browser run nothing else."""

    body: bytes
    zipped: bytes
    policy: str


@cache
def packed() -> Packed:
    """Markup, style and script in one answer, small enough for the first burst of a connection."""
    style, script = _read("page.css"), _read("page.js")
    body = _read("page.html").replace("/*style*/", style).replace("/*script*/", script).encode()
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return Packed(body, gzip.compress(body, 9, mtime=0), policy)


def _read(name: str) -> str:
    return files("companion.web").joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
