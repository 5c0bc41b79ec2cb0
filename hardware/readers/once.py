"""The same card twice within a second counts once: readers repeat what lies on them. Pure."""

REST = 1.0
"""Seconds that a card must be away before it counts again."""


class Once:
    """Remembers when each card was last seen; a card that is left lying counts once."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}

    def fresh(self, code: str, now: float) -> bool:
        self._seen = {other: at for other, at in self._seen.items() if now - at < REST}
        fresh = code not in self._seen
        self._seen[code] = now
        return fresh
