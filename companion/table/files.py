"""The few things that a record asks of a file system, so that tests can let each of them fail."""

import fcntl
import os
from pathlib import Path
from typing import Protocol

SYNC_DATA = getattr(os, "fdatasync", os.fsync)
"""Where there is no such call, the slower one does as well."""


class Files(Protocol):
    """Plain files. Every call may raise OSError; none is tried twice."""

    def names(self, folder: Path) -> list[str]: ...
    def make_folder(self, folder: Path, mode: int) -> None: ...
    def read(self, path: Path) -> bytes: ...
    def tail(self, path: Path, size: int) -> bytes: ...
    def create(self, path: Path, mode: int) -> int: ...
    def open(self, path: Path) -> int: ...
    def write_at(self, handle: int, data: bytes, offset: int) -> None: ...
    def lay_out(self, handle: int, size: int, offset: int) -> None: ...
    def cut(self, handle: int, size: int) -> None: ...
    def sync_data(self, handle: int) -> None: ...
    def sync(self, handle: int) -> None: ...
    def sync_folder(self, folder: Path) -> None: ...
    def rename(self, old: Path, new: Path) -> None: ...
    def remove(self, path: Path) -> None: ...
    def close(self, handle: int) -> None: ...
    def lock(self, path: Path) -> int: ...


class DiskFiles:
    """The real ones."""

    def names(self, folder: Path) -> list[str]:
        return sorted(os.listdir(folder))

    def make_folder(self, folder: Path, mode: int) -> None:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)

    def read(self, path: Path) -> bytes:
        return path.read_bytes()

    def tail(self, path: Path, size: int) -> bytes:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - size))
            return file.read()

    def create(self, path: Path, mode: int) -> int:
        """A new empty file, instead of one that is there."""
        path.unlink(missing_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)

    def open(self, path: Path) -> int:
        return os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def write_at(self, handle: int, data: bytes, offset: int) -> None:
        left = memoryview(data)
        while left:
            done = os.pwrite(handle, left, offset)
            left, offset = left[done:], offset + done

    def lay_out(self, handle: int, size: int, offset: int) -> None:
        """Zeros on the device, and out of the cache: a cached stretch would be written whole for each block in it."""
        self.write_at(handle, bytes(size), offset)
        self.sync(handle)
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(handle, offset, size, os.POSIX_FADV_DONTNEED)

    def cut(self, handle: int, size: int) -> None:
        os.ftruncate(handle, size)

    def sync_data(self, handle: int) -> None:
        SYNC_DATA(handle)

    def sync(self, handle: int) -> None:
        os.fsync(handle)

    def sync_folder(self, folder: Path) -> None:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def rename(self, old: Path, new: Path) -> None:
        os.rename(old, new)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def close(self, handle: int) -> None:
        os.close(handle)

    def lock(self, path: Path) -> int:
        """Hold the file against every other process; BlockingIOError if one has it."""
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise
        return handle


def write_whole(files: Files, path: Path, data: bytes, mode: int = 0o600) -> int:
    """A file that is there whole or not at all, open for writing on; its folder knows of it."""
    fresh = path.with_name(f".{path.name}.new")
    handle = files.create(fresh, mode)
    try:
        files.write_at(handle, data, 0)
        files.sync(handle)
        files.rename(fresh, path)
        files.sync_folder(path.parent)
    except OSError:
        files.close(handle)
        raise
    return handle
