"""Chapter 4.1, the tile catalogue: a list of tile codes becomes a track table."""

from collections.abc import Mapping, Sequence

from companion.engine import BadOptions, Problem


def expand(codes: Sequence[str]) -> Mapping[str, object]:
    """The plain table (tiles, space, link, grid, warnings) of a circuit of tiles; BadOptions says what does not fit."""
    text = f"tiles such as {codes[0] if codes else '102a'!r} are not in the catalogue; a table of spaces and links is"
    raise BadOptions((Problem("unknown-tile", "track", text),))
