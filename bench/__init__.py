"""Benchmarks: each compares two things in one run. Never part of the tests; `make bench` prints them all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

CACHE = Path(__file__).parent.parent / ".cache" / "bench"


@contextmanager
def on_this_disk() -> Iterator[Path]:
    """A folder to write records to: beside the program, because /tmp is memory in many places. Git ignores it, so
    that nothing shows in the working tree if a run is broken off."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=CACHE) as name:
        yield Path(name)
