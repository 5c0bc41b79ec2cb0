"""A deck or a bag of tokens as counts: nobody may look into it, so it needs no order."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.engine import BadState


class Bag(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What may still be drawn, and what lies aside until it is shuffled back in."""

    draw: dict[str, int]
    discard: dict[str, int]

    @property
    def spent(self) -> bool:
        """Nothing is left to draw."""
        return not any(self.draw.values())

    @property
    def renewable(self) -> bool:
        """Something lies aside that could be shuffled back in."""
        return any(self.discard.values())

    def left(self) -> int:
        """How many may still be drawn."""
        return sum(self.draw.values())

    def taken(self, name: str) -> "Bag":
        """One drawn, and now in somebody's hands."""
        return Bag(self.draw | {name: self.draw[name] - 1}, self.discard)

    def drawn_aside(self, name: str) -> "Bag":
        """One drawn and laid aside at once."""
        return Bag(self.draw | {name: self.draw[name] - 1}, self.discard | {name: self.discard.get(name, 0) + 1})

    def laid_aside(self, names: Iterable[str]) -> "Bag":
        """Some come back from somebody's hands and are laid aside."""
        return Bag(self.draw, added(self.discard, names))

    def put_back(self, names: Iterable[str]) -> "Bag":
        """Some come back from somebody's hands and may be drawn again at once."""
        return Bag(added(self.draw, names), self.discard)

    def reshuffled(self) -> "Bag":
        """What lay aside may be drawn again."""
        both = {name: count + self.discard.get(name, 0) for name, count in self.draw.items()}
        return Bag(both, dict.fromkeys(both, 0))


def full(composition: Mapping[str, int]) -> Bag:
    """Everything may be drawn, nothing lies aside; counts of 0 are kept."""
    return Bag(dict(composition), dict.fromkeys(composition, 0))


def added(counts: Mapping[str, int], names: Iterable[str]) -> dict[str, int]:
    """The counts with one more for each name."""
    out = dict(counts)
    for name in names:
        out[name] = out.get(name, 0) + 1
    return out


def patched_bag(key: str, composition: Mapping[str, int], held: Iterable[str], patch: object = None) -> Bag:
    """The bag that fits what is held outside of it; BadState names the key that cannot be.

    A patched `draw` or `discard` is a whole list of counts: a name left out counts 0. One of them left out is
    what remains of the composition; both left out, nothing lies aside.
    """
    given = _given(key, composition, patch)
    rest = _without(key, composition, added({}, held), "more are held than there are")
    if "draw" not in given:
        aside = given.get("discard", dict.fromkeys(composition, 0))
        return Bag(_without(f"{key}.discard", rest, aside, "more are aside than there are"), aside)
    remains = _without(f"{key}.draw", rest, given["draw"], "more are left to draw than there are")
    if given.get("discard", remains) != remains:
        raise BadState(key, "draw, discard and what is held must add up to the whole")
    return Bag(given["draw"], remains)


def _given(key: str, composition: Mapping[str, int], patch: object) -> dict[str, dict[str, int]]:
    if patch is None:
        return {}
    if not isinstance(patch, Mapping):
        raise BadState(key, "a table of draw and discard is expected")
    for part in patch:
        if part not in ("draw", "discard"):
            raise BadState(f"{key}.{part}", "not known here; known: discard, draw")
    return {part: _counts(f"{key}.{part}", composition, counts) for part, counts in patch.items()}


def _counts(key: str, composition: Mapping[str, int], counts: object) -> dict[str, int]:
    if not isinstance(counts, Mapping):
        raise BadState(key, "a table of counts is expected")
    for name, count in counts.items():
        if name not in composition:
            raise BadState(f"{key}.{name}", f"not in this bag; it has {', '.join(composition)}")
        if type(count) is not int or count < 0:
            raise BadState(f"{key}.{name}", "a whole number of at least 0 is expected")
    return {name: counts.get(name, 0) for name in composition}


def _without(key: str, counts: Mapping[str, int], fewer: Mapping[str, int], why: str) -> dict[str, int]:
    for name, count in fewer.items():
        if count > counts.get(name, 0):
            raise BadState(key, f"{why}: {count} {name} of {counts.get(name, 0)}")
    return {name: count - fewer.get(name, 0) for name, count in counts.items()}
