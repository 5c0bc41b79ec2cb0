"""The data folder: every race's record, the secrets of the seals, and one copy of the service at a time."""

import errno
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from companion.table.blocks import BLOCK, Survey, last_line, survey
from companion.table.errors import BadRecord, FolderInUse, FolderUnusable
from companion.table.files import DiskFiles, Files, write_whole
from companion.table.journal import Journal, reopened
from companion.table.lines import AnyLine, Finished, Header, Resealed, SealMark
from companion.table.seal import Seal, fresh, hash_of

ENDING = ".jsonl"


class RaceInfo(Struct, frozen=True):
    """A record in the folder. `why_not` says why it cannot be taken up again; empty: it can."""

    name: str
    header: Header | None
    moves: int
    over: bool
    told: tuple[str, ...] = ()
    why_not: str = ""


class Begun(Struct, frozen=True):
    """A race's record and its seal; `told` what must be said about them."""

    name: str
    record: Journal
    seal: Seal


class DataFolder:
    """Holds the folder against a second copy until it is closed. Races are numbered, not dated: clocks may jump."""

    def __init__(self, path: Path, files: Files | None = None) -> None:
        self.path = path
        self._files: Files = files or DiskFiles()
        self._races = path / "races"
        self._secrets = path / "secrets"
        self._lately: Survey | None = None
        """What was read to offer a race, so that taking it up need not read it again."""
        try:
            for folder, mode in ((path, 0o755), (self._races, 0o700), (self._secrets, 0o700)):
                self._files.make_folder(folder, mode)
            self._lock = self._files.lock(path / "lock")
        except OSError as error:
            raise _refusal(path, error) from error

    def close(self) -> None:
        self._files.close(self._lock)

    def races(self) -> tuple[RaceInfo, ...]:
        """Every record there is, oldest first; one that is damaged hides no other."""
        return tuple(self._looked_at(name)[0] for name in self._names())

    def unfinished(self) -> RaceInfo | None:
        """The newest race that can be taken up again. Races that ended are passed by without reading them whole."""
        for name in reversed(self._names()):
            if self._ended(name):
                continue
            info, self._lately = self._looked_at(name)
            if not info.why_not:
                return info
        return None

    def keep(self, name: str, data: bytes) -> None:
        """A small file beside the records; where it cannot be written it is done without."""
        with suppress(OSError):
            self._files.close(write_whole(self._files, self.path / name, data))

    def kept(self, name: str) -> bytes:
        """What `keep` kept; nothing if there is none."""
        try:
            return self._files.read(self.path / name)
        except OSError:
            return b""

    def survey(self, name: str) -> Survey:
        try:
            return survey(self._files.read(self._races / f"{name}{ENDING}"))
        except OSError as error:
            raise BadRecord(f"{name} cannot be read: {error.strerror or error}.") from error

    def new_race(self, seal: Seal | None = None) -> Begun:
        """An empty record for a new race; its secret is on the disk before its first line."""
        name = f"race-{self._last() + 1:04}"
        seal = seal or fresh()
        self._keep(name, seal)
        return Begun(name, self._journal(name, Journal(self._races / f"{name}{ENDING}", self._files)), seal)

    def resume(self, name: str) -> Begun:
        """A record to go on with. If its secret is gone, there is a new seal, and the referee says so."""
        try:
            journal = reopened(self._races / f"{name}{ENDING}", self._files, self._lately)
        except OSError as error:
            raise _refusal(self.path, error) from error
        self._lately = None
        mark = mark_of(journal.lines)
        seal = self._kept(name, mark)
        if seal is None:
            seal = fresh(mark.words)
            self._keep(name, seal)
        return Begun(name, self._journal(name, journal), seal)

    def _ended(self, name: str) -> bool:
        """Whether the record closes with the line that ends a race; its free space was given back then."""
        try:
            end = self._files.tail(self._races / f"{name}{ENDING}", 2 * BLOCK)
        except OSError:
            return False
        at = end.rfind(b'{"is":"finished"')
        return at >= 0 and isinstance(last_line(end[at:]), Finished)

    def _names(self) -> list[str]:
        names = self._files.names(self._races)
        return [name.removesuffix(ENDING) for name in names if name.endswith(ENDING) and not name.startswith(".")]

    def _last(self) -> int:
        names = [*self._names(), *self._files.names(self._secrets)]
        return max((int(tail) for tail in (name.rpartition("-")[2] for name in names) if tail.isdigit()), default=0)

    def _looked_at(self, name: str) -> tuple[RaceInfo, Survey | None]:
        try:
            found = self.survey(name)
        except BadRecord as error:
            return RaceInfo(name, None, 0, False, why_not=str(error)), None
        header = found.lines[0] if found.lines and isinstance(found.lines[0], Header) else None
        over = any(isinstance(line, Finished) for line in found.lines[-1:])
        why_not = "The race is over." if over else "" if header else "Nothing can be read of it."
        return RaceInfo(name, header, max(0, len(found.lines) - 1), over, found.told, why_not), found

    def _journal(self, name: str, journal: Journal) -> Journal:
        journal.secret = self._secrets / name
        return journal

    def _keep(self, name: str, seal: Seal) -> None:
        path = self._secrets / name
        try:
            self._files.close(write_whole(self._files, path, seal.secret.hex().encode(), 0o600))
        except OSError as error:
            raise _refusal(self.path, error) from error

    def _kept(self, name: str, mark: SealMark) -> Seal | None:
        try:
            secret = bytes.fromhex(self._files.read(self._secrets / name).decode("ascii"))
        except (OSError, ValueError):
            return None
        return Seal(secret, mark.words) if hash_of(secret) == mark.hash else None


def mark_of(lines: tuple[AnyLine, ...]) -> SealMark:
    """The seal that counts now: the header's, or a later one."""
    marks = [line.seal for line in lines if isinstance(line, Header | Resealed)]
    return next((mark for mark in reversed(marks) if mark is not None), SealMark(""))


def _refusal(path: Path, error: OSError) -> FolderInUse | FolderUnusable:
    if isinstance(error, BlockingIOError) or error.errno == errno.EWOULDBLOCK:
        return FolderInUse(f"Another copy of Pitboard is working on {path}; stop it, or give --data another folder.")
    if error.errno == errno.ENOSPC:
        return FolderUnusable(f"The disk with {path} is full; free some space and start again.")
    return FolderUnusable(f"The data folder {path} cannot be written ({error.strerror or error}); give --data another.")
