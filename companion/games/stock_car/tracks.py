"""Tracks: sections of lanes in driving order, described in files that anyone can copy."""

from msgspec import Struct

from companion.parts.lanes import LANES, LaneGrid, lane_grid


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """So many sectors, all of one width."""

    lanes: int
    sectors: int


class Track(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A closed course; sector 1 is the first after the line."""

    sections: tuple[Section, ...]
    restart_lanes: tuple[str, ...] = ()
    name: str = ""

    @property
    def widths(self) -> tuple[int, ...]:
        """Lanes of each sector."""
        return tuple(section.lanes for section in self.sections for _ in range(section.sectors))

    @property
    def sectors(self) -> int:
        """Sectors of one lap."""
        return sum(section.sectors for section in self.sections)

    @property
    def grid(self) -> LaneGrid:
        """Its spaces and how they join."""
        return lane_grid(self.widths)

    @property
    def line_lanes(self) -> tuple[str, ...]:
        """The lanes at the start/finish line, which lies behind sector 1; inside first."""
        return LANES[self.sections[-1].lanes]
