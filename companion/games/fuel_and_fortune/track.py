"""The course: a ring of segments, and a pit lane beside it from Pit Entry to Pit Exit.

A car's progress counts segments from the start of the race. What a place is worth within a lap is looked up by
its name, so that nobody else needs to take `P3` apart.
"""

from functools import lru_cache

from msgspec import Struct

from companion.parts import ring


class Track(Struct, frozen=True, eq=False):
    """The course of one race; its tables are made once.

    `bypass`: how many segments the lane saves. `start`: progress within the lap from which a drive is counted; from
    the last box that is the segment before Pit Exit. `merit`: progress for race order, in steps fine enough for the
    lane, odd on the road so that the road comes before a box level with it.
    """

    size: int
    laps: int
    entry: str
    exit: str
    entry_at: int
    exit_at: int
    bypass: int
    last_box: str
    names: tuple[str, ...]
    boxes: tuple[str, ...]
    dots: frozenset[str]
    safe: frozenset[str]
    start: dict[str, int]
    merit: dict[str, int]
    lap_merit: int

    @property
    def last(self) -> int:
        """The progress of the last segment before the final line."""
        return self.laps * self.size - 1

    def box(self, place: str) -> int:
        """The number of a place in the lane; 0 on the road."""
        return self.boxes.index(place) + 1 if place in self.boxes else 0

    def place(self, progress: int) -> str:
        """The segment that a progress stands on."""
        return self.names[progress % self.size]

    def entry_of(self, lap: int) -> int:
        """The progress of Pit Entry on a lap."""
        return lap * self.size + self.entry_at

    def exit_of(self, lap: int) -> int:
        """The progress of Pit Exit for a car that entered the lane on that lap."""
        return self.entry_of(lap) + self.bypass

    def entry_within(self, first: int, last: int) -> int | None:
        """The first Pit Entry from `first` to `last`, both counted."""
        at = ring.next_at(self.entry_at, first, self.size)
        return at if at <= last else None


@lru_cache(maxsize=1024)
def within(track: Track, at: str, reach: int) -> frozenset[str]:
    """The segments that so long a drive can end on."""
    return frozenset(track.place(track.start[at] + distance) for distance in range(1, reach + 1))


@lru_cache(maxsize=16)
def laid_out(size: int, laps: int, lane: tuple[int, int, int], dots: tuple[int, ...]) -> Track:
    """The track with its tables filled in; races on equal tracks share it, and what is worked out for it.

    `lane`: Pit Entry, Pit Exit and how many boxes.
    """
    entry, exit_at, many = lane
    names = tuple(map(str, range(size)))
    boxes = tuple(f"P{number}" for number in range(1, many + 1))
    bypass = ring.ahead(entry, exit_at, size)
    fine = 2 * (many + 1)
    merit = {name: at * fine + 1 for at, name in enumerate(names)}
    merit |= {name: entry * fine + 2 * bypass * number for number, name in enumerate(boxes, 1)}
    start = {name: at for at, name in enumerate(names)} | {boxes[-1]: entry + bypass - 1}
    return Track(
        size=size,
        laps=laps,
        entry=names[entry],
        exit=names[exit_at],
        entry_at=entry,
        exit_at=exit_at,
        bypass=bypass,
        last_box=boxes[-1],
        names=names,
        boxes=boxes,
        dots=frozenset(names[dot] for dot in dots),
        safe=frozenset((names[entry], names[exit_at])),
        start=start,
        merit=merit,
        lap_merit=size * fine,
    )
