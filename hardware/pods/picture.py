"""The newest picture on its way to a pod's glass: one at a time, each told by what has changed. Pure."""

import base64
import zlib

from msgspec import Struct

from hardware.displays.windows import Pages, spans

WINDOW_BITS = -10
"""A bare deflate stream whose memory is the 1,024 bytes of a picture."""


class Words(Struct, frozen=True):
    """Lines of up to 16 letters that the pod writes itself."""

    lines: tuple[str, ...]


Picture = Pages | Words
Told = dict[str, object]


class Flying(Struct, frozen=True):
    """A picture that the pod has not shown for sure."""

    picture: Picture
    version: int
    message: Told
    since: float


class Easel:
    """What the pod is to show and what it shows. A picture that is overtaken before its turn is never sent."""

    def __init__(self, squeeze: bool) -> None:
        self._squeeze = squeeze
        self._wanted: Picture | None = None
        self._shown: Picture | None = None
        self._base = 0
        self._version = 0
        self._flying: Flying | None = None

    def want(self, picture: Picture) -> None:
        self._wanted = picture

    def next(self, now: float) -> Told | None:
        """The message that is to go out now, if any."""
        if self._flying is not None or self._wanted is None or self._wanted == self._shown:
            return None
        self._version += 1
        told = message(self._wanted, self._shown, self._version, self._base, self._squeeze)
        self._flying = Flying(self._wanted, self._version, told, now)
        return told

    def again(self, now: float, patience: float) -> Told | None:
        """The message that is on its way, if it has been for longer than this."""
        flying = self._flying
        if flying is None or now - flying.since < patience:
            return None
        self._flying = Flying(flying.picture, flying.version, flying.message, now)
        return flying.message

    def drawn(self, version: int) -> None:
        """The pod shows this, as the answer to a picture."""
        if self._flying is None or version == self._base:
            return
        arrived = version == self._flying.version
        self._shown, self._base = (self._flying.picture, version) if arrived else (None, 0)
        self._flying = None

    def shows(self, version: int) -> None:
        """The pod shows this, asked at any time."""
        if self._flying is None and version != self._base:
            self._shown, self._base = None, 0


def message(picture: Picture, now: Picture | None, version: int, base: int, squeeze: bool) -> Told:
    """What turns `now` (its number is `base`; None if nobody knows) into this picture, whose number is `version`."""
    if isinstance(picture, Words):
        return {"t": "say", "v": version, "lines": list(picture.lines)}
    known = now if isinstance(now, tuple) else None
    parts = spans(known or (None,) * len(picture), picture)
    data = b"".join(part.cut(picture) for part in parts)
    places = [[part.top, part.left, part.right - part.left + 1] for part in parts]
    return {"t": "draw", "v": version, "on": base if known else 0, "at": places, **_packed(data, squeeze)}


def _packed(data: bytes, squeeze: bool) -> Told:
    packer = zlib.compressobj(9, zlib.DEFLATED, WINDOW_BITS)
    small = packer.compress(data) + packer.flush() if squeeze else data
    if len(small) < len(data):
        return {"d": base64.b64encode(small).decode(), "z": 1}
    return {"d": base64.b64encode(data).decode()}
