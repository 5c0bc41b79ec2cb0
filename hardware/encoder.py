"""A rotary encoder's two contacts to clicks. Pure."""

STEPS = {(0, 1): 1, (1, 3): 1, (3, 2): 1, (2, 0): 1, (1, 0): -1, (3, 1): -1, (2, 3): -1, (0, 2): -1}
"""Quarter turns: from and to, contact A worth 1 and contact B worth 2. Chatter goes back the way it came."""
ENOUGH = 2
"""Quarters that make a click once both contacts are open again; one may be missed."""


class Encoder:
    """Counts quarter turns and tells a click when the knob rests between two detents."""

    def __init__(self) -> None:
        self._at = 0
        self._turned = 0

    def turn(self, a: bool, b: bool) -> int:
        """The contacts as they are now; 1 for a click clockwise, -1 for one back, 0 for none."""
        now = int(a) + 2 * int(b)
        self._turned += STEPS.get((self._at, now), 0)
        self._at = now
        if now:
            return 0
        turned, self._turned = self._turned, 0
        return (turned >= ENOUGH) - (turned <= -ENOUGH)
