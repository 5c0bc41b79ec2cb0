"""A menu as a form: the choices of one action are fields, each a value that a button steps through.

Only combinations that are on the menu can be reached. Required values come first, in field order; what is optional
(a card, a flag) is the last level. The first choice of a menu is the one a screen starts with; numbers are stepped
through in their own order.
"""

from collections.abc import Sequence
from functools import cache

import msgspec
from msgspec import Struct

from companion.engine import Action, Choice
from companion.engine.codec import to_text


class Spot(Struct, frozen=True):
    """Where a choice stands in the form: the action with its first value, further values, and what is optional."""

    values: tuple[str, ...]
    extras: tuple[str, ...] = ()

    @property
    def flags(self) -> tuple[str, ...]:
        return tuple(extra for extra in self.extras if ":" not in extra)

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(extra for extra in self.extras if ":" in extra)


@cache
def _required(kind: type[Action]) -> int:
    return sum(field.required for field in msgspec.structs.fields(kind))


@cache
def spot(action: Action) -> Spot:
    """The action's place in the form."""
    words = to_text(action).split()
    many = _required(type(action))
    first = " ".join(words[: 1 + min(many, 1)])
    return Spot((first, *words[2 : 1 + many]), tuple(words[1 + many :]))


def rows(choices: Sequence[Choice]) -> tuple[tuple[str, ...], ...]:
    """The distinct heads of the form in stepping order: what - and + walk through on the first level."""
    return heads(choices, ())


def heads(choices: Sequence[Choice], prefix: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The distinct values one level below `prefix`; runs of numbers of one action in their own order."""
    level = len(prefix)
    spots = (spot(choice.action).values for choice in choices)
    found = dict.fromkeys(values[: level + 1] for values in spots if values[:level] == prefix and len(values) > level)
    order = list(dict.fromkeys(_word(head) for head in found))
    return tuple(sorted(found, key=lambda head: (order.index(_word(head)), _number(head))))


def _word(head: tuple[str, ...]) -> str:
    return head[-1].partition(" ")[0] if len(head) == 1 else ""


def _number(head: tuple[str, ...]) -> int:
    last = head[-1].rpartition(" ")[2]
    return int(last) if last.isdigit() else 0


def levels(choices: Sequence[Choice], at: int) -> int:
    """How many required fields the choice has, the action with its first value counting as one."""
    return len(spot(choices[at].action).values)


def stepped(choices: Sequence[Choice], at: int, level: int, by: int, wrap: bool = True) -> int:
    """The choice that - or + leads to when the field of that level is highlighted."""
    here = spot(choices[at].action)
    level = min(level, len(here.values) - 1)
    found = heads(choices, here.values[:level])
    index = found.index(here.values[: level + 1]) + by
    if not wrap and not 0 <= index < len(found):
        return at
    return _nearest(choices, here, found[index % len(found)])


def _nearest(choices: Sequence[Choice], here: Spot, head: tuple[str, ...]) -> int:
    """Below that head: the choice most like the present one, an open one before a barred one."""

    def likeness(index: int) -> tuple[bool, int, bool, int]:
        there = spot(choices[index].action)
        same = sum(a == b for a, b in zip(here.values[len(head) :], there.values[len(head) :], strict=False))
        return (choices[index].barred is None, same, there.extras == here.extras, -len(there.extras))

    below = [i for i, choice in enumerate(choices) if spot(choice.action).values[: len(head)] == head]
    return max(below, key=likeness)


def variants(choices: Sequence[Choice], at: int) -> tuple[int, ...]:
    """The choices that CARD cycles through: same values, other optional ones.

    A flag whose flagless twin carries a warning is kept for the warning page.
    """
    here = spot(choices[at].action)
    twins = [i for i, choice in enumerate(choices) if spot(choice.action).values == here.values]
    warned = {spot(choices[i].action).cards for i in twins if choices[i].warning and not spot(choices[i].action).flags}
    return tuple(i for i in twins if i == at or not _waits(spot(choices[i].action), warned))


def _waits(there: Spot, warned: set[tuple[str, ...]]) -> bool:
    return bool(there.flags) and there.cards in warned


def next_variant(choices: Sequence[Choice], at: int) -> tuple[int, str]:
    """What CARD leads to, and why something on the way was skipped ("" if nothing was)."""
    cycle = variants(choices, at)
    start = cycle.index(at)
    skipped = ""
    for index in (*cycle[start + 1 :], *cycle[:start]):
        ruling = choices[index].barred
        if ruling is None:
            return index, skipped
        skipped = skipped or ruling.text
    return at, skipped


def way_out(choices: Sequence[Choice], at: int) -> int | None:
    """On a warning page: the same choice with a flag that it lacks, if that is open."""
    here = spot(choices[at].action)
    for index, choice in enumerate(choices):
        there = spot(choice.action)
        twin = there.values == here.values and there.cards == here.cards
        if twin and choice.barred is None and set(there.flags) > set(here.flags):
            return index
    return None
