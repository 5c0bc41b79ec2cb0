"""Where outcomes come from: worked out under the seal, keyed in by a player, or written down by a test."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from companion.engine import Draw, Drawn
from companion.table.seal import Seal

EVERY = "*"
"""Stands for every draw there is, where draws are named that a player keys in."""


class Source(Protocol):
    """Answers the draws of a race. `how` is the word that the record keeps for it, `keyed` the draws that a player
    keys in, `seal` what the electronic ones are worked out from, if any is."""

    how: str
    keyed: tuple[str, ...]
    seal: Seal | None

    def answer(self, draw: Draw, number: int) -> Drawn | None:
        """What came at the draw of that number; None: a player must key it in."""
        ...


class Electronic:
    """The companion draws, except what the table has chosen to draw with real cards or dice."""

    how = "sealed"

    def __init__(self, seal: Seal, keyed: Sequence[str] = ()) -> None:
        self.seal: Seal | None = seal
        self.keyed = tuple(keyed)
        self._draw = seal.draw

    def answer(self, draw: Draw, number: int) -> Drawn | None:
        return None if {draw.name, EVERY} & {*self.keyed} else self._draw(draw, number)


class KeyedIn:
    """Every card and die is a real one."""

    how = "keyed"
    keyed: tuple[str, ...] = (EVERY,)
    seal: Seal | None = None

    def answer(self, draw: Draw, number: int) -> Drawn | None:
        return None


class Scripted:
    """Outcomes by draw number, as a test wrote them down; past the end a player must key them in."""

    how = "scripted"
    keyed: tuple[str, ...] = ()
    seal: Seal | None = None

    def __init__(self, outcomes: Sequence[str | Sequence[str]]) -> None:
        self._outcomes = [(came,) if isinstance(came, str) else tuple(came) for came in outcomes]

    def answer(self, draw: Draw, number: int) -> Drawn | None:
        if number > len(self._outcomes):
            return None
        return Drawn(draw.name, self._outcomes[number - 1])


def possible(draw: Draw) -> tuple[Mapping[str, int], ...]:
    """What can still come, told without how many are left: a count would tell what others hold."""
    most = draw.size() if draw.bag else 1
    return tuple({name: min(weight, most) for name, weight in odds.items() if weight > 0} for odds in draw.odds)


def offered(draw: Draw, seen: Iterable[str]) -> tuple[Mapping[str, int], ...]:
    """What a player may key in. Of a secret draw also what has been possible before (`seen`): that a card is not
    there any more would tell who holds it."""
    if not draw.secret:
        return possible(draw)
    most = draw.size() if draw.bag else 1
    return tuple(dict.fromkeys(sorted({*seen, *odds}), most) for odds in draw.odds)
