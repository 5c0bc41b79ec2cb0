"""A race record on disk: appended, synced, never rewritten, on a thread of its own.

The file is laid out in zeros ahead of time, so that an append changes nothing but its own block. A write that fails
changes nothing either: the same block is written again by the next one, blanked as far as the failed one went.
"""

import asyncio
import errno
import hashlib
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from companion.table.blocks import BLOCK, Survey, body_of, packed, survey, whole
from companion.table.errors import RecordError
from companion.table.files import Files, write_whole
from companion.table.lines import AnyLine, Finished

RESERVE = 64 * BLOCK
"""Free space is laid out in stretches of this size."""


class Journal:
    """One record file. Made whole by its first append; `lines` is what it held when it was opened."""

    def __init__(self, path: Path, files: Files, found: Survey | None = None, handle: int | None = None) -> None:
        self.path = path
        self.lines: tuple[AnyLine, ...] = found.lines if found else ()
        self.told: tuple[str, ...] = found.told if found else ()
        self.secret: Path | None = None
        """The file of the seal's secret: removed once the record publishes it."""
        self._files = files
        self._handle = handle
        self._chain = hashlib.sha256(b"".join(found.bodies if found else ()))
        self._end = whole(found.end) if found else 0
        self._size = self._end
        self._dirty = self._end
        self._stretch = RESERVE
        self._finished = bool(found and any(isinstance(line, Finished) for line in found.lines[-1:]))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="record")
        self._asked: Future[int] | None = None

    @property
    def digest(self) -> str:
        return self._chain.hexdigest()

    async def append(self, lines: Sequence[AnyLine]) -> None:
        """Write the lines as one; they are on the disk when this returns."""
        bodies = [body_of(line) for line in lines]
        await asyncio.get_running_loop().run_in_executor(self._thread, self._append, packed(bodies))
        for body in bodies:
            self._chain.update(body)
        if any(isinstance(line, Finished) for line in lines):
            self._finished = True
            self._thread.submit(self._forget_secret)
        elif self._size - self._end < self._stretch // 2:
            self._thread.submit(self._grow_ahead)

    def answers(self) -> bool:
        """Whether its thread has done all that it had to do when this was last asked. False for long: it hangs."""
        if self._asked is not None and not self._asked.done():
            return False
        self._asked = self._thread.submit(int)
        return True

    def close(self) -> None:
        """Finish what is being written and let go of the file. Free space stays while the race may go on in it."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    # On the record's own thread

    def _append(self, data: bytes) -> None:
        try:
            if self._handle is None:
                self._handle = write_whole(self._files, self.path, data)
                self._size = len(data)
            else:
                self._write_on(self._handle, data)
        except OSError as error:
            raise RecordError(f"{_why(error)} Nothing has changed; try again.") from error
        self._end += len(data)
        self._dirty = self._end

    def _write_on(self, handle: int, data: bytes) -> None:
        if self._size < self._end + len(data):
            self._grow(handle, len(data))
        blank = bytes(max(0, self._dirty - self._end - len(data)))
        self._dirty = max(self._dirty, self._end + len(data))
        self._files.write_at(handle, data + blank, self._end)
        self._files.sync_data(handle)

    def _grow(self, handle: int, size: int) -> None:
        """Lay out free space; on a disk that is nearly full, from then on just as much as is needed."""
        try:
            self._lay_out(handle, max(size, self._stretch))
        except OSError as error:
            if self._stretch == 0 or error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            self._stretch = 0
            self._lay_out(handle, size)

    def _lay_out(self, handle: int, size: int) -> None:
        start = max(self._size, self._end)
        try:
            self._files.lay_out(handle, size, start)
        except OSError:
            with suppress(OSError):  # what did get laid out is given back: others need the disk too
                self._files.cut(handle, start)
            raise
        self._size = start + size

    def _grow_ahead(self) -> None:
        """Before it is needed; if it cannot be done now, the append that needs it will say so."""
        if self._handle is not None and self._size - self._end < self._stretch // 2:
            with suppress(OSError):
                self._lay_out(self._handle, self._stretch)

    def _forget_secret(self) -> None:
        if self.secret is not None:
            with suppress(OSError):  # it is public now; a copy that stays behind harms nobody
                self._files.remove(self.secret)

    def _close(self) -> None:
        if self._handle is None:
            return
        if self._finished:
            with suppress(OSError):  # free space that is not given back is only space
                self._files.cut(self._handle, self._end)
        self._files.close(self._handle)
        self._handle = None


def reopened(path: Path, files: Files, known: Survey | None = None) -> Journal:
    """A record to go on with. What is damaged is kept beside it under another name. `known`: how it was lately."""
    data = files.read(path)
    found = known if known is not None and known.data == data else survey(data)
    if found.lost or (data and not found.lines):
        write_copy(files, path, data)
        handle = write_whole(files, path, data[: found.end].ljust(whole(found.end), b" "))
        return Journal(path, files, found, handle)
    handle = files.open(path)
    journal = Journal(path, files, found, handle)
    blank_behind(files, handle, whole(found.end), data)
    return journal


def write_copy(files: Files, path: Path, data: bytes) -> None:
    taken = files.names(path.parent)
    number = next(n for n in range(1, len(taken) + 2) if f"{path.name}.damaged-{n}" not in taken)
    files.close(write_whole(files, path.with_name(f"{path.name}.damaged-{number}"), data))


def blank_behind(files: Files, handle: int, end: int, data: bytes) -> None:
    """A torn line leaves something behind the last whole one: make it free space again."""
    if data[end:].strip(b"\0"):
        files.write_at(handle, bytes(len(data) - end), end)
        files.sync(handle)


def _why(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The record cannot be saved: the disk is full."
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "The record cannot be saved: its folder cannot be written."
    return f"The record cannot be saved: {error.strerror or error}."
