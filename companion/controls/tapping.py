"""Cards at a reader: a drawn card is keyed in by tapping it, a card of one's hand chosen; a new one is taught."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.controls import form, keying
from companion.controls.situation import Face, KeyIn, Reply, Situation, Wish


def tapped(face: Face, now: Situation, card: str) -> Reply | None:
    """What that card does at this panel: answers the draw, or moves the cursor to the choice that plays it.
    None: nothing."""
    if now.draw is not None:
        return _drawn(face, now, card)
    if now.ask is None:
        return None
    for index, choice in enumerate(now.ask.choices):
        spot = form.spot(choice.action)
        words = {word for value in (*spot.values, *spot.extras) for word in value.replace(":", " ").split()}
        if card in words and choice.barred is None:
            return replace(face, at=index, page="", risk=False, note=""), None
    return None


def _drawn(face: Face, now: Situation, card: str) -> Reply | None:
    assert now.draw is not None
    draw = now.draw
    if len(face.taken) == keying.many(draw) or card not in keying.offered(draw, face.taken):
        return None
    taken = (*face.taken, card)
    return replace(face, taken=taken, at=0, page=""), KeyIn(taken) if len(taken) == draw.size() else None


class Pupil:
    """Remembers the code of a card that nobody has taught, until somebody keys in what it was."""

    def __init__(self, teach: Callable[[str, str, str], None]) -> None:
        self.code = ""
        self._teach = teach

    def learn(self, now: Situation, wish: Wish | None) -> None:
        """The last card that was keyed in is the one at the reader."""
        if self.code and now.draw is not None and isinstance(wish, KeyIn):
            self._teach(self.code, now.draw.name, wish.outcomes[-1])
            self.code = ""
