"""Which pod sits where: a pod keeps its seat by its own id, a new one is asked for a press. Pure but for one file."""

import os
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

HEADER = "# Which pod sits where. Pitboard writes this file, and you may change it: the pod's id = the seat.\n"


class Seating:
    """The seats of a table and the pods that they belong to."""

    def __init__(self, seats: Sequence[str], owners: Mapping[str, str] | None = None) -> None:
        self.seats = tuple(seats)
        self._seat_of = dict(owners or {})

    @property
    def owners(self) -> dict[str, str]:
        """Pod ids and their seats, of other tables too."""
        return dict(self._seat_of)

    def seat_of(self, pod: str) -> str | None:
        """The seat that this pod keeps, if it is at this table."""
        seat = self._seat_of.get(pod)
        return seat if seat in self.seats else None

    def sit(self, pod: str, seat: str) -> None:
        """From now on the seat is this pod's, and nobody else's."""
        self._seat_of = {other: kept for other, kept in self._seat_of.items() if kept != seat}
        self._seat_of[pod] = seat

    def forget(self, seat: str) -> None:
        """The seat is nobody's; its pod will be asked for a press."""
        self._seat_of = {pod: kept for pod, kept in self._seat_of.items() if kept != seat}

    def offer(self, taken: Collection[str]) -> str | None:
        """The seat that a new pod may have: first one that is nobody's, then one whose pod is away."""
        free = [seat for seat in self.seats if seat not in taken]
        owned = set(self._seat_of.values())
        return min(free, key=lambda seat: seat in owned, default=None)


class Memory:
    """The file that keeps the seating. A damaged one is put aside and said, never in the way."""

    def __init__(self, path: Path | None) -> None:
        self.trouble = ""
        self._path = path

    def load(self) -> dict[str, str]:
        if self._path is None or not self._path.exists():
            return {}
        try:
            return _owners(tomllib.loads(self._path.read_text()))
        except (OSError, ValueError) as error:
            self._put_aside(self._path, error)
            return {}

    def save(self, owners: Mapping[str, str]) -> None:
        if self._path is None:
            return
        lines = [f'"{pod}" = "{seat}"\n' for pod, seat in owners.items()]
        fresh = self._path.with_suffix(".new")
        try:
            with open(fresh, "w") as file:
                file.writelines([HEADER, "[pods]\n", *lines])
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
            self.trouble = ""
        except OSError as error:
            self.trouble = f"The seats of the pods cannot be kept in {self._path.name}: {error.strerror}."

    def _put_aside(self, path: Path, error: Exception) -> None:
        self.trouble = f"{path.name} cannot be read ({error}); it is now {path.name}.bad, and every pod is asked again."
        try:
            path.replace(path.with_name(path.name + ".bad"))
        except OSError:
            self.trouble = f"{path.name} cannot be read: {error}."


def _owners(table: Mapping[str, object]) -> dict[str, str]:
    owners = table.get("pods", {})
    if not isinstance(owners, dict):
        raise ValueError("pods must be a table")
    for pod, seat in owners.items():
        if not isinstance(seat, str):
            raise ValueError(f'pods."{pod}" = {seat!r} must be the name of a seat')
    return owners
