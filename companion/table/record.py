"""What the referee asks of a record, and one that lives in memory."""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from companion.table.lines import AnyLine, encode


class Record(Protocol):
    """Lines that were accepted. `append` returns once they can no longer be lost, or raises RecordError."""

    @property
    def lines(self) -> tuple[AnyLine, ...]:
        """What was in it when it was opened."""
        ...

    @property
    def told(self) -> tuple[str, ...]:
        """What was found wrong with it, in sentences."""
        ...

    @property
    def digest(self) -> str:
        """A hash of every line so far."""
        ...

    async def append(self, lines: Sequence[AnyLine]) -> None: ...
    def close(self) -> None: ...


class MemoryRecord:
    """A record for tests and for races that nobody will miss."""

    def __init__(self, lines: Sequence[AnyLine] = (), told: tuple[str, ...] = ()) -> None:
        self.lines = tuple(lines)
        self.told = told
        self.written: list[AnyLine] = list(lines)
        self._chain = hashlib.sha256()
        for line in lines:
            self._chain.update(encode(line))

    @property
    def digest(self) -> str:
        return self._chain.hexdigest()

    async def append(self, lines: Sequence[AnyLine]) -> None:
        for line in lines:
            self.written.append(line)
            self._chain.update(encode(line))

    def close(self) -> None:
        """Nothing to let go of."""
