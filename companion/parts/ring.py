"""A closed course: places 0 to size - 1, and absolute progress that counts every place ever passed."""


def place(progress: int, size: int) -> int:
    """Where on the ring a progress stands."""
    return progress % size


def circuits(progress: int, size: int) -> int:
    """How many whole circuits a progress holds."""
    return progress // size


def ahead(start: int, goal: int, size: int) -> int:
    """How many places lie from `start` forward to `goal`, 0 if they are one."""
    return (goal - start) % size


def next_at(mark: int, progress: int, size: int) -> int:
    """The first progress at or after `progress` that stands on `mark`."""
    return progress + (mark - progress) % size


def crossed(start: int, end: int, size: int) -> range:
    """The circuits completed on the way from `start` to `end`, by number; empty on the way back."""
    return range(start // size + 1, end // size + 1)
