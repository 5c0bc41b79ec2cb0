"""Who comes after whom: turn order, order of merit, and piles on one place from front to back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
Stacks = Mapping[str, tuple[str, ...]]
"""Places that hold two or more, each from front to back."""


def after(order: Sequence[T], item: T) -> Sequence[T]:
    """Those who come after `item`, up to the end."""
    return order[order.index(item) + 1 :]


def from_first(order: Sequence[T], first: T) -> tuple[T, ...]:
    """The same round, begun at `first`."""
    at = order.index(first)
    return (*order[at:], *order[:at])


def ranked(items: Iterable[T], merit: Callable[[T], tuple[int, ...]]) -> tuple[T, ...]:
    """Most merit first; equals keep the order in which they came."""
    return tuple(sorted(items, key=merit, reverse=True))


def left(stacks: Stacks, place: str, who: str) -> dict[str, tuple[str, ...]]:
    """The stacks once `who` has gone from `place`; a lone one is no stack."""
    out = dict(stacks)
    stack = out.pop(place, ())
    if len(stack) > 2:
        out[place] = tuple(other for other in stack if other != who)
    return out


def joined(
    stacks: Stacks, place: str, others: Sequence[str], who: str, front: bool = False
) -> dict[str, tuple[str, ...]]:
    """The stacks once `who` stands with `others` on `place`, behind them or in front."""
    if not others:
        return dict(stacks)
    return {**stacks, place: (who, *others) if front else (*others, who)}


def piled(places: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The stacks of a whole field, given where each stands; those listed first are in front."""
    piles: dict[str, tuple[str, ...]] = {}
    for who, place in places.items():
        piles[place] = (*piles.get(place, ()), who)
    return {place: pile for place, pile in piles.items() if len(pile) > 1}
