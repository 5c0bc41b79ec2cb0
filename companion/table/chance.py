"""Where outcomes come from: worked out under the seal, keyed in by a player, or written down by a test."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.engine import Draw, Drawn


class Source(Protocol):
    """Answers the draws of a race. `how` is the word that the record keeps for it."""

    how: str

    def answer(self, draw: Draw, number: int) -> Drawn | None:
        """What came at the draw of that number; None: a player must key it in."""
        ...


class Chance(Protocol):
    """Works out any draw from its number and its odds, and always the same way."""

    def draw(self, draw: Draw, number: int) -> Drawn: ...


class Electronic:
    """The companion draws, except what the table has chosen to draw with real cards or dice."""

    how = "sealed"

    def __init__(self, seal: Chance, keyed: Sequence[str] = ()) -> None:
        self._seal = seal
        self._keyed = frozenset(keyed)

    def answer(self, draw: Draw, number: int) -> Drawn | None:
        return None if draw.name in self._keyed else self._seal.draw(draw, number)


class KeyedIn:
    """Every card and die is a real one."""

    how = "keyed"

    def answer(self, draw: Draw, number: int) -> Drawn | None:
        return None


class Scripted:
    """Outcomes by draw number, as a test wrote them down; past the end a player must key them in."""

    how = "scripted"

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
